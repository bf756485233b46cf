//! Finds where a report uses a term, and whether it explains it there.

mod denied;
mod following;
mod named;
mod orders;
mod pointed;
mod sources;
mod statements;
mod taken_up;
mod terms;
#[cfg(test)]
mod tests;

use super::bibliography::is_reference;
use super::path_words::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ConceptUse;
pub(in crate::detect) use sources::drawn;
pub use statements::Statements;
use statements::{Kind, Section};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use terms::{Term, spoken, variants};

/// Longest passage that is quoted, in characters.
const LONGEST: usize = 600;
/// Strength from which one sentence explains.
const ENOUGH: usize = 3;
/// Strength from which a sentence and those after it explain.
const ENOUGH_IN_PASSAGE: usize = 4;
/// Strength from which a title with so many statements, of so many words, explains.
const ENOUGH_IN_ITEMS: usize = 2;
const ITEMS: usize = 2;
const WORDS_OF_ITEMS: usize = 24;
/// Fewest words of a sentence that explains.
const FEWEST_WORDS: usize = 6;
/// A sentence with fewer words at the head of its paragraph may be the paragraph's title.
const TITLE_WORDS: usize = 10;
/// Sentences after a use that may explain it.
const REACH: usize = 2;
/// Sentences of a paragraph that a term heads.
const PARAGRAPH: usize = 8;

/// Words that tell how something is done.
const MECHANISM: &str = concat!(
    r"(?i)\b(?:because|by (?:[a-z]+ly )?[a-z]+ing|so that|implement|execut|rout|merg|aggregat|dispatch|",
    r"invok|call(?:s|ed|ing)\b|wire[sd]?\b|edges?\b|nodes?\b|parallel|concurren|synchroni|barrier|",
    r"reduc|return|pars(?:e|es|ed|ing)\b|class\b|function\b|method\b|resolv|weigh|conflict|override|",
    r"compar|each\b|branch|via\b|through\b|using\b|instead of|ensur|prevent|trigger|wait|collect|pass(?:es|ed)\b|",
    r"when\b|before\b|after\b|then\b|operator\.\w+|add_\w+|\w+\(\)|",
    r"refers? to\b|means\b|achiev|reali[sz]e[sd]\b|instantiat|structurally|evaluat|guarantee|",
    r"personas?\b|judges?\b|prosecutor|defense|tech ?lead|chief ?justice|detective|deterministic)",
);

/// [`MECHANISM`], compiled once: compiling it takes longer than reading a page by it.
static MECHANISMS: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(MECHANISM));

/// A use of a term with how well it stands for the report's explanation.
struct Use {
    fact: ConceptUse,
    /// The higher the better, among uses that explain.
    rank: i32,
}

/// Every use of `term` in a report, in reading order.
///
/// Spelling variants count: capitals, hyphen or space or nothing between the words, a line end in
/// between, a plural; `*` stands for any ending, and `a + b` for both in one passage. A use is
/// substantive when its sentence, or that with the next two, says how the thing is done: with several
/// words of mechanism, of actors of the audit, or identifiers and files. A heading has what stands under
/// it, and a sentence that ends in a colon the list that follows.
///
/// # Panics
/// Never: the only patterns that are not made from escaped words are constants.
#[must_use]
pub fn concept(statements: &Statements, term: &str) -> Vec<ConceptUse> {
    uses(statements, term).into_iter().map(|one| one.fact).collect()
}

/// The use that explains best what the first of the terms means, which the others serve for, or the first use;
/// and how often the best one's term is used.
#[must_use]
pub fn explanation(statements: &Statements, terms: &[&str]) -> (Option<ConceptUse>, usize) {
    /// What the term itself is worth before a word that serves for it.
    const EXACT: i32 = 3;
    let mut all: Vec<Use> = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        for mut one in uses(statements, term) {
            one.rank += if number == 0 { EXACT } else { 0 };
            // Two spellings may stand for the same letters.
            let same = |known: &Use| {
                known.fact.page == one.fact.page && known.fact.sentence == one.fact.sentence
            };
            if !all.iter().any(same) {
                all.push(one);
            }
        }
    }
    let of = |all: &[Use], term: &str| all.iter().filter(|one| one.fact.term == term).count();
    let counts: Vec<usize> = all.iter().map(|one| of(&all, &one.fact.term)).collect();
    let best = all.into_iter().zip(counts).reduce(|best, one| {
        let (known, new) = (&best.0, &one.0);
        let better = (new.fact.substantive, new.rank) > (known.fact.substantive, known.rank);
        if new.fact.substantive && better { one } else { best }
    });
    best.map_or((None, 0), |(one, count)| (Some(one.fact), count))
}

fn uses(statements: &Statements, term: &str) -> Vec<Use> {
    let parts: Option<Vec<Arc<Term>>> = term.split(" + ").map(variants).collect();
    let parts = parts.unwrap_or_default();
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    let Statements { text, all, .. } = statements;
    let mut uses = Vec::new();
    for (number, one) in all.iter().enumerate() {
        let mut start = one.range.start;
        // Words that stand in different lines of a list of contents belong to different titles.
        let is_list = one.kind == Kind::Contents && !others.is_empty();
        if is_list || !first.is_said(&text[one.range.clone()]) {
            continue;
        }
        let Some(pattern) = first.phrase() else { continue };
        let passage = Passage { statements, number, pattern, whole: !others.is_empty() };
        let has_all = |from: usize, until: usize| {
            others.iter().all(|other| other.is_said(&text[from..until]))
        };
        let mut until = one.range.end;
        if !has_all(start, until) {
            // What `this` means stands in the sentence before, or in the list before.
            let before = statements.meant(number).filter(|from| has_all(*from, until));
            let goes_on = || passage.goes_on().filter(|until| has_all(start, *until));
            match before {
                Some(before) => start = before,
                None => match goes_on() {
                    Some(end) => until = end,
                    None => continue,
                },
            }
        }
        let said = &text[start..until];
        let explained =
            passage.explained_until().max(Some(until).filter(|_| until > one.range.end));
        let end = explained.unwrap_or(one.range.end);
        let taken_up = explained.is_none().then(|| passage.taken_up()).flatten();
        start = taken_up.unwrap_or(start);
        uses.push(Use {
            rank: passage.rank(),
            fact: ConceptUse {
                term: spoken(term, said, &parts),
                page: statements.page_told(number, explained.is_some()),
                substantive: explained.or(taken_up).is_some(),
                sentence: quote(&text[start..end]),
            },
        });
    }
    uses
}

/// Whom and what a court and its graph are made of.
static OF_COURT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:judg\w*|prosecut\w*|defen[sc]e|tech ?lead|justice|court\w*|detectives?|investigator|inspector|analyst|agents?|opinions?|evidences?|verdicts?|scores?|",
        r"nodes?|edges?|\w*graph|branch\w*|reducers?|states?|aggregat\w*|parallel|merg\w*|synthesi\w*|loops?|rounds?|feedback|self)\b",
    ))
});

/// What defines a term that stands before it.
static DEFINES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*(?:\([^)]*\)\W*)?(?:in [\w ,-]{0,60})?(?:is|are|refers? to|means|exhibits|performs|by)\b|^\W*:",
    )
});
/// What asks for something that is not there.
static DEMANDED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)^\W*(?:[0-9]+[.)] )?(?:[\w ]{1,40}: )?(?:produce|include|add|strengthen|expand|implement|document|update|instruct|write|extend|improve)\b|",
        r"\bremediation\b|\bto achieve full\b|\bwe expanded\b",
    ))
});
static PEER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"(?i)\bpeers?\b"));

/// A use of a term, among what is said around it.
struct Passage<'s> {
    statements: &'s Statements,
    number: usize,
    pattern: &'s Phrase,
    /// Whether the words of the term count, as they do where several of them make the passage.
    whole: bool,
}

impl Passage<'_> {
    fn said(&self) -> &str {
        self.statements.said(self.number)
    }

    /// Where the passage ends that explains the term, if one does.
    fn explained_until(&self) -> Option<usize> {
        if self.explains_nothing() {
            return None;
        }
        let one = &self.statements.all[self.number];
        let example = named::exemplified(self.pattern, self.said());
        let only = example || named::only(self.pattern, self.said());
        let own = if only { String::new() } else { self.rest(self.number) };
        let next = match one.kind {
            Kind::Heading | Kind::LeadIn => self.statements.owned(self.number),
            Kind::Sentence | Kind::Contents if self.heads() => {
                self.statements.paragraph(self.number, PARAGRAPH)
            }
            Kind::Sentence | Kind::Contents => {
                let end = self.statements.paragraph(self.number, REACH);
                let leaves = self.goes_on_with_another(end) || (example && !self.is_resumed());
                if leaves { self.number + 1 } else { end }
            }
        };
        let alone = next == self.number + 1;
        // Where an item of the list is headed by the term, what explains it is that item.
        let headed = |item| {
            self.statements.is_item(item)
                && pointed::titles(self.pattern, self.statements.said(item))
        };
        if one.kind == Kind::LeadIn && (self.number + 1..next).any(headed) {
            return None;
        }
        if self.is_denied_before(next) {
            return None;
        }
        if drawn(self.said()) || (alone && self.only_points(&own)) {
            return None;
        }
        let led = one.kind != Kind::Sentence || (self.heads() && !own.is_empty());
        let length = own.split_whitespace().count();
        if !led && length >= FEWEST_WORDS && strength(&own, &MECHANISMS) >= ENOUGH {
            return Some(one.range.end);
        }
        if !led && listing(&own) {
            return None;
        }
        let mut passage = own;
        for number in (self.number + 1..next).filter(|one| !drawn(self.statements.said(*one))) {
            passage.push(' ');
            passage.push_str(&self.rest(number));
        }
        let fewest = if alone { FEWEST_WORDS } else { 2 * FEWEST_WORDS };
        let said = passage.split_whitespace().count() >= fewest;
        let items = next - self.number > ITEMS;
        let enough = match (led, alone) {
            // A title with several statements below it explains by its form.
            (true, _) if items && passage.split_whitespace().count() >= WORDS_OF_ITEMS => {
                ENOUGH_IN_ITEMS
            }
            (true, true) => ENOUGH,
            (true | false, _) => ENOUGH_IN_PASSAGE,
        };
        let explains = said && strength(&passage, &MECHANISMS) >= enough;
        explains.then(|| self.statements.all[next - 1].range.end)
    }

    /// Whether the statement is none that could explain the term, whatever stands around it.
    fn explains_nothing(&self) -> bool {
        let one = &self.statements.all[self.number];
        let only = named::only(self.pattern, self.said());
        // What a summary goes on with is another thing.
        let is_summed_up = only && one.section == Section::Summary && one.kind == Kind::Sentence;
        // What is yet to be done explains nothing that is there.
        let is_planned = one.section == Section::Aside && DEMANDED.is_match(self.said())
            || orders::orders(self.statements, self.number)
            || self.statements.next_item(self.number).is_some_and(|item| DEMANDED.is_match(item));
        let elsewhere = one.kind == Kind::Contents
            || one.foreign
            || self.is_caption()
            || is_reference(self.said());
        let sought = named::sought(self.pattern, self.said())
            || pointed::looked_for(self.pattern, self.said());
        is_summed_up || elsewhere || is_planned || self.is_denied() || sought
    }

    /// Whether a statement by itself only points at what the term means, or lists it among others.
    fn only_points(&self, own: &str) -> bool {
        listing(own)
            || named::bracketed(own)
            || pointed::at_places(self.said())
            || pointed::at_places(own)
            || pointed::along_arrows(self.pattern, self.said())
            || pointed::among_members(self.pattern, self.said())
    }

    /// What a statement says besides the term, whose own words are no explanation of it.
    fn rest(&self, number: usize) -> String {
        let said = self.statements.said(number);
        if self.whole { said.to_owned() } else { self.pattern.left_out(said) }
    }

    /// Whether the term stands at the head of the statement and of its paragraph or item.
    fn heads(&self) -> bool {
        let one = &self.statements.all[self.number];
        let said = self.said();
        let Some(found) = self.pattern.find(said) else { return false };
        let after = said[found.end..].trim_start_matches(['*', '"', '”', '`', ' ']);
        let titled = after.starts_with([':', '—', '–', '('])
            || said.split_whitespace().count() < TITLE_WORDS;
        one.kind == Kind::Sentence && self.begins() && titled
    }

    /// Whether no word stands before the term.
    fn begins(&self) -> bool {
        let found = self.pattern.find(self.said());
        found.is_some_and(|f| !self.said()[..f.start].contains(char::is_alphabetic))
    }

    /// Whether the statement is the caption of a figure, or goes on behind its number.
    fn is_caption(&self) -> bool {
        let goes_on = || {
            let before = self.number.checked_sub(1).map(|before| self.statements.said(before));
            !self.statements.all[self.number].parted
                && before.is_some_and(pointed::numbers_a_figure)
        };
        pointed::heads_caption(self.said()) || goes_on()
    }

    /// How well the passage stands for the report's explanation of the term.
    fn rank(&self) -> i32 {
        let one = &self.statements.all[self.number];
        let said = self.said();
        let headed = match one.kind {
            Kind::Heading => true,
            Kind::LeadIn => said.split_whitespace().count() < 2 * TITLE_WORDS,
            Kind::Sentence | Kind::Contents => self.heads(),
        };
        let after = self.pattern.find(said).map_or("", |found| &said[found.end..]);
        let section = match one.section {
            Section::Body => 0,
            Section::Summary => -5,
            Section::Aside => -12,
        };
        // The title of a chapter or a paragraph has nothing before the term; a sentence may define it.
        let titled = one.kind == Kind::Heading && self.begins();
        let defines = one.kind != Kind::Heading && DEFINES.is_match(after) || self.heads();
        section
            + if headed { 6 } else { 0 }
            + if titled { 3 } else { 0 }
            + if defines { 2 } else { 0 }
            - if DEMANDED.is_match(said) { 12 } else { 0 }
            - if PEER.is_match(said) { 6 } else { 0 }
            - if named::of_figure(said, one.kind == Kind::Heading) { 12 } else { 0 }
    }
}

/// How many different words of mechanism the part has; an identifier or a file counts twice.
fn strength(part: &str, mechanism: &Phrase) -> usize {
    let words: BTreeSet<String> =
        mechanism.all(part).map(|found| part[found].to_lowercase()).collect();
    words.len() + 2 * usize::from(cites(part))
}

/// Whether the part names an identifier or a file.
fn cites(part: &str) -> bool {
    words(part).iter().any(|word| {
        let inner = word.text.trim_matches('_');
        super::path_names::names_file(word.text)
            || inner.contains('_')
            || (inner.contains('.') && inner.chars().filter(|c| c.is_alphabetic()).count() > 4)
            || camel(inner)
    })
}

/// Whether a capital follows a small letter, as in `StateGraph`.
fn camel(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
}

/// Whether the sentence is a list of names rather than a statement.
fn listing(sentence: &str) -> bool {
    let commas = sentence.matches([',', '|', ';', '•']).count();
    let count = sentence.split_whitespace().count();
    commas * 3 > count
}

fn quote(sentence: &str) -> String {
    let whole = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    match whole.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &whole[..end]),
        None => whole,
    }
}
