//! What governs a path in its sentence: the word that it depends on, and what the sentence goes on to say of it.
//!
//! "In `src/a.py`", "see `src/a.py`" and "`src/a.py` parses it" say that the file is there; "we need no `src/a.py`",
//! "somebody invented `src/a.py`" and "`src/a.py` became `src/b.py`" do not. There is no end to the verbs that do not, so
//! those are listed that do, and whatever else governs a path leaves it in doubt.

use super::super::language::is_foreign_sentence;
use super::super::path_names::has_extension;
use super::Clerk;
use super::spelling::is_code;
use crate::domain::facts::{CitedPath, PathStatus};

/// What is said of a path that some other verb governs.
pub(super) const NOT_PLAIN: &str = "the sentence does not plainly say that it is there";

/// Why a path is not plainly claimed by its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    pub status: PathStatus,
    pub reason: String,
}

impl Clerk<'_> {
    /// Why a sentence that nothing excuses accuses nobody all the same: it does not plainly say that the path is there.
    pub(super) fn doubt(&self, cited: &CitedPath) -> Option<Doubt> {
        let said = self.cues.labels(cited)
            || self.cues.gives_results(cited)
            || self.cues.changes(cited)
            || self.cues.is_source(cited);
        if is_foreign_sentence(&cited.sentence.replacen(&cited.written, "", 1)) {
            return Some(open("what its sentence says of it is not in English"));
        }
        if said { None } else { doubt(cited) }
    }
}

/// Why the sentence does not plainly say that the path is there; nothing where it does.
fn doubt(cited: &CitedPath) -> Option<Doubt> {
    let (before, after) = cited.sentence.split_once(cited.written.as_str())?;
    match governor(before) {
        Governor::Place | Governor::Label => None,
        Governor::Nothing => {
            past(after).map(|word| open(&format!("the sentence tells what it was (`{word}`)")))
        }
        Governor::Denial(word) => {
            Some(mention(&format!("the sentence says that there is none (`{word}`)")))
        }
        Governor::Order(word) => {
            Some(mention(&format!("the sentence speaks of making or using it (`{word}`)")))
        }
        // A bare name is that of whatever its reader has.
        Governor::Choice if is_code(&cited.path) && cited.path.contains('/') => None,
        Governor::Choice => Some(open("whoever runs the command may bring it")),
        Governor::Data => Some(mention("a value in data that the report shows")),
        Governor::Other(word) => Some(open(&format!("{NOT_PLAIN} (`{word}`)"))),
    }
}

fn mention(reason: &str) -> Doubt {
    Doubt { status: PathStatus::Mention, reason: reason.into() }
}

fn open(reason: &str) -> Doubt {
    Doubt { status: PathStatus::Ambiguous, reason: reason.into() }
}

/// What a path depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Governor {
    /// Nothing before it: it begins its clause, and what follows is said of it.
    Nothing,
    /// A preposition, a bracket, or a verb that takes only what is there.
    Place,
    /// A label: `Location:`.
    Label,
    /// A word that says that there is none.
    Denial(String),
    /// A verb in a form that states nothing: "to add", "you can create".
    Order(String),
    /// The brace of a value in data.
    Data,
    /// The option of a command that is shown, which takes what its user has.
    Choice,
    /// Any other verb.
    Other(String),
}

/// Words that say nothing of what follows them: articles, and what a file is called.
const PASSED: &str = "a all an both called dedicated directory entire existing extra file files folder its main module \
    modules my named new only our own package same script scripts separate shared single small such test \
    the these whole";
const ARTICLES: &str = "a an each its my our the this";
/// Words in whose place something is.
const PREPOSITIONS: &str = "about across against along alongside as at behind below beside besides between by for from in inside \
    into of on onto out per through throughout to under via with within";
/// Words with which a clause begins, or that stand for themselves.
const BEGINNINGS: &str = "also although and are because but currently did do does here how if is meanwhile namely now once or \
    plus since so specifically still than that then there thus today until was were what when where \
    whereas whether which while who whose why yes yet additionally";
/// Words that say that there is none.
const DENIALS: &str = "neither no nor not without never";
/// Verbs that take only what is there, or what the sentence says to have been made, without what is bent of them.
const CLAIMING: &str = "adapt add adjust amend bash build built call cf complet contain cover creat defin deliver describ \
    design develop document edit execut exercis expos extend follow harden has have hous implement \
    import improv includ instrument introduc invok keep load maintain modif node patch provid py.test \
    pytest python python3 ran read refactor rewrit rewrote run see ship simplif test updat use using \
    wrote";
/// What is bent of a verb.
const ENDINGS: [&str; 14] =
    ["", "e", "ed", "es", "s", "ing", "d", "y", "ied", "ies", "ying", "ning", "ten", "ped"];
/// Imperatives by which something is made that is not there yet.
const ORDERS: &str = "add build create design develop introduce";
/// What stands before a verb that states nothing of what is.
const UNREAL: &str = "to not never can cannot can't couldn't didn't don't doesn't may must you users user could would \
    should will shall then";
/// To whom the files of the repository belong.
const OWNERS: &str = "agent auditor project repo repository system team";
/// What before a preposition tells of a state that is over, or of what is not wanted: "it lived in", "no need for".
const STOOD: [&str; 12] = [
    "lived", "resided", "sat", "stayed", "stood", "existed", "lay", "remained", "started", "rid",
    "clear", "need",
];
/// Past forms that do not end in "ed".
const PAST: &str = "became began broke did fell gave got grew had took was went were";
/// Past forms that may as well say of what follows which it is, as those may that end in "ed": "archived orders".
const FORMS: &str = "held kept left lost made";
/// Words before which a form is one of a verb.
const OBJECTS: &str = "a all an another any away back both each every everything few four half him into it its less many more     most much my nothing off one our out over several some that the their them these this those three to two up us     what whatever";
/// What has been done with a file that is there.
const DONE: &str = "added built committed completed created designed developed extended fixed implemented improved \
    included introduced refactored tested updated written";

fn governor(before: &str) -> Governor {
    if in_data(before) {
        return Governor::Data;
    }
    let words: Vec<&str> = before.split_whitespace().collect();
    let (mut nearest, mut owned) = (true, false);
    for (at, raw) in words.iter().enumerate().rev() {
        let previous = at.checked_sub(1).map(|at| plain(words[at])).unwrap_or_default();
        let opened = raw.trim_end_matches(QUOTES);
        if nearest && raw.len() > 2 && raw.starts_with("--") {
            return Governor::Choice;
        }
        if nearest && opened.ends_with(['(', '[', '=', '@']) {
            return Governor::Place;
        }
        let word = plain(raw);
        let is_path = word.contains('/') || has_extension(&word);
        if opened.ends_with(':') && !is_path {
            return Governor::Label;
        }
        // A list of files is governed by what stands before the first.
        let joins = ["and", "or", "&", "+", "plus", "nor"].contains(&word.as_str());
        let listed = joins && (previous.contains('/') || has_extension(&previous));
        if word == "nor" && listed {
            return Governor::Denial(word);
        }
        if is_path || listed {
            nearest = false;
            continue;
        }
        if opened.ends_with([',', ';', '.', '!', '?']) || !word.contains(char::is_alphabetic) {
            return Governor::Nothing;
        }
        nearest = false;
        if among(DENIALS, &word) {
            return Governor::Denial(word);
        }
        if among(PASSED, &word) {
            owned |= matches!(word.as_str(), "our" | "my");
            continue;
        }
        return match by_word(raw, &word, &previous, at) {
            // Whatever is done with it, one's own is there.
            Governor::Other(_) if owned => Governor::Nothing,
            governor => governor,
        };
    }
    Governor::Nothing
}

/// What a path depends on whose nearest word of weight is `word`, as it is written at `at`.
fn by_word(raw: &str, word: &str, previous: &str, at: usize) -> Governor {
    if among(PREPOSITIONS, word) {
        let over = STOOD.contains(&previous);
        return if over { Governor::Other(format!("{previous} {word}")) } else { Governor::Place };
    }
    if among(BEGINNINGS, word) {
        return Governor::Nothing;
    }
    let initial = raw.starts_with(char::is_uppercase);
    if let Some(owner) = word.strip_suffix("'s") {
        let other = initial && !among(OWNERS, owner);
        return if other { Governor::Other(word.to_owned()) } else { Governor::Nothing };
    }
    // What is made anew by whatever runs is not there before.
    if claims(word) && word != "creates" {
        let unreal = among(UNREAL, previous) && (previous != "then" || among(ORDERS, word));
        return if unreal {
            Governor::Order(format!("{previous} {word}"))
        } else if among(ORDERS, word) && (at == 0 || initial) {
            Governor::Order(word.to_owned())
        } else {
            Governor::Place
        };
    }
    // A noun with its article, or a name, stands beside the path as another word for it. One letter is the mark of a
    // tool before the files that it changes.
    let named = initial && at > 0 && word.len() > 1;
    if named || among(ARTICLES, previous) {
        Governor::Nothing
    } else {
        Governor::Other(word.to_owned())
    }
}

const QUOTES: [char; 7] = ['`', '"', '“', '\'', '‘', '*', '<'];

/// Whether a list of words with spaces between them has the word.
fn among(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// A word in small letters, without what stands around it.
fn plain(word: &str) -> String {
    let signs = |letter: char| !letter.is_alphanumeric() && letter != '/' && letter != '-';
    word.trim_matches(signs).to_lowercase().replace('’', "'")
}

/// Whether the word is a form of a verb that takes only what is there.
fn claims(word: &str) -> bool {
    CLAIMING
        .split(' ')
        .any(|stem| word.strip_prefix(stem).is_some_and(|end| ENDINGS.contains(&end)))
}

/// Whether the place is that of a value: behind a brace that is still open, and in quotes.
fn in_data(before: &str) -> bool {
    let open = before.rfind('{').is_some_and(|open| !before[open..].contains('}'));
    open && before.ends_with(['"', '\'', '“'])
}

/// The word behind a path by which the sentence tells what became of it, or what it was.
fn past(after: &str) -> Option<String> {
    let after = after.trim_start_matches(|sign: char| {
        sign.is_ascii_digit()
            || matches!(sign, ':' | '-' | '`' | '"' | '”' | '*' | '\'' | '’' | ')')
    });
    if after.starts_with([',', '.', ';', '_']) {
        return None;
    }
    let bracket = after.trim_start().strip_prefix('(');
    let mut words = bracket.unwrap_or(after).split_whitespace().map(plain);
    let first = words.next()?;
    if bracket.is_some() {
        let changed = ["now", "formerly", "later", "meanwhile", "then", "until"];
        return changed.contains(&first.as_str()).then_some(first);
    }
    let second = words.next().unwrap_or_default();
    let done = |word: &str| among(DONE, word);
    match first.as_str() {
        "was" | "were" | "got" => (!done(&second)).then_some(first),
        "has" | "have" | "had" if second == "been" => {
            let third = words.next().unwrap_or_default();
            (!done(&third)).then(|| format!("{first} {second} {third}"))
        }
        "had" => Some(first),
        // Of a participle it says by whom or where: "used by".
        _ => {
            let form = (first.len() > 4 && first.ends_with("ed")) || among(FORMS, &first);
            let is_past = (form && among(OBJECTS, &second)) || among(PAST, &first);
            let participle = among(PREPOSITIONS, &second) && !among(OBJECTS, &second);
            (is_past && !participle && !second.is_empty() && !done(&first)).then_some(first)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `_` stands for the path.
    #[track_caller]
    fn check(sentence: &str, expected: Option<PathStatus>) {
        let path = "src/some_file.py";
        let cited = CitedPath {
            path: path.into(),
            written: path.into(),
            status: PathStatus::Unchecked,
            matched: None,
            reason: String::new(),
            page: 1,
            sentence: sentence.replace('_', path),
            heading: None,
        };
        let found = doubt(&cited);
        assert_eq!(found.as_ref().map(|one| one.status), expected, "{sentence:?}: {found:?}");
    }

    #[test]
    fn a_path_is_claimed_by_what_takes_only_what_is_there() {
        for sentence in [
            "_",
            "- _ - its tests",
            "✓ _ (second part)",
            "Code: src/a.py, _",
            "The cache lives in _.",
            "See _ for it.",
            "The cache (_:10-42) is small.",
            "We added _ in the last week.",
            "Our _ clones it.",
            "The parser _ reads it.",
            "It calls python _ twice.",
            "It is in src/a.py and _.",
            "Next, refactor the file _ so.",
            "_ is used by the graph.",
            "_ used by the graph",
            "2 _ Its reader",
            "_ was added in the last commit.",
            "State Reader _ 3 nodes",
            "If it fails, _ raises an error.",
            "It has the package _ inside.",
        ] {
            check(sentence, None);
        }
    }

    #[test]
    fn a_path_is_in_doubt_under_any_other_verb() {
        use PathStatus::{Ambiguous, Mention};
        for sentence in [
            "Nobody misses _ today.",
            "A page that quotes _ is read again.",
            "touch _",
            "The Defense dreamt up _:12.",
            "_ became src/a.py.",
            "They merged _ into src/a.py.",
            "_ has been split in two.",
            "The nodes lived in _.",
            "We got rid of _.",
            "_ (now src/a.py) reads it.",
            "The draft had _ for that.",
            "_ held all of it.",
            "U _",
        ] {
            check(sentence, Some(Ambiguous));
        }
        for sentence in [
            "We have no _.",
            "There is neither src/a.py nor _.",
            "It works without a separate _.",
            "We decided not to create _.",
            "We are going to add _.",
            "You can create _ by hand.",
            "Create _ first.",
            "{\"file\": \"_\"}",
        ] {
            check(sentence, Some(Mention));
        }
    }
}
