//! What the personas' prompts are said to ask for or to say, held against their texts.

use super::super::{Verdict, is_read_whole};
use crate::detect::claims::wording;
use crate::detect::claims::wording::bench::{persona, personas};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::SHINGLE;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{PromptFact, PythonFacts, RepositoryFacts, briefs};
use std::sync::LazyLock;

/// Fewest words of a quotation: what is shorter may be a word for the whole.
const QUOTED: usize = 3;

/// Number of judges.
const JUDGES: usize = 3;

static LIST: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\bto (?:\w+ly )?(?:look|search|hunt|watch|scan) for (?:any |signs of |evidence of )?(?P<items>[^.;:()]+)",
    )
});

static NAMES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\bnames? \((?P<items>[^()]+)\) in (?:the )?(?:(?:code|sources?)(?:/| and ))?(?:the )?(?:system )?prompts\b",
    )
});

/// A place that is left for what a rubric says.
static RUBRIC: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:patterns?|rubric|instructions?|guidelines?|descriptions?)\b[^{}\n]{0,24}\{",
    )
});

static QUOTE: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"“(?P<curly>(?u:[^“”])+)(?:”|$)|\x22(?P<plain>[^\x22]+)\x22"));

/// Words that go with anything that is looked for; another word of the item tells what it is.
const COMMON: &[&str] = &[
    "flaw",
    "issue",
    "problem",
    "element",
    "piece",
    "sign",
    "thing",
    "any",
    "all",
    "the",
    "and",
    "evidence",
    "code",
    "possible",
    "potential",
    "other",
    "overall",
    "quality",
    "for",
    "with",
];

/// Longer words that say nothing of their own.
const SMALL: &[&str] = &[
    "every", "which", "their", "there", "these", "those", "about", "would", "could", "should",
    "where", "while", "whether", "only", "never", "always", "being", "under", "between",
];

/// Words that may stand for each other, by their stems.
const ALIKE: &[&[&str]] = &[
    &["missing", "miss", "lack", "absen", "gap", "incomplet", "omit", "omission", "unmet", "hole"],
    &[
        "secur",
        "vulnerab",
        "unsafe",
        "inject",
        "exploit",
        "dangerous",
        "sanitiz",
        "sanitis",
        "safety",
    ],
    &["lazy", "lazi", "shortcut", "corner", "vibe", "sloppy", "careless", "superficial"],
    &["hallucin", "fabricat", "invent", "false claim", "unsupported"],
    &["fraud", "fake", "decei", "decept", "cheat", "bypass", "pretend"],
    &["liabil", "risk", "penal", "blame"],
    &["weak", "flaw", "bug", "defect", "fault", "error", "shortcoming"],
    &["effort", "intent", "attempt", "work"],
    &["creativ", "clever", "ingen", "workaround", "novel"],
    &["violat", "breach", "break", "fail", "unmet"],
    &["maintain", "readab", "clean", "modular"],
];

/// Whether the texts of the persona have what they are said to have. Nothing is said where they were not all read.
pub(in super::super) fn asked(repository: &RepositoryFacts, text: &str) -> Verdict {
    let open = || Verdict::undecided("what the prompts ask for was not examined");
    let python = &repository.python;
    if !is_read_whole(repository) || kept_elsewhere(repository) {
        return open();
    }
    if wording::bench::share_a_prompt(text) {
        return apart(python).unwrap_or_else(open);
    }
    if let Some(most) = wording::bench::shared_at_most(text) {
        return alike(python, most).unwrap_or_else(open);
    }
    // With a prompt a rubric may be sent that has the names.
    let sent = repository.vocabulary.as_ref().is_none_or(|words| !words.rubrics.is_empty());
    if let Some(found) = NAMES.captures(text).filter(|_| !sent) {
        let all = texts(python, None);
        let whose = "none of the personas' own texts has a word of";
        return lacking(&all, items(&found["items"]), whose).unwrap_or_else(open);
    }
    if let (Some(found), Some(judge)) = (LIST.captures(text), persona(text)) {
        let own = texts(python, Some(judge));
        let whose = format!("the text of `{judge}`, with the template around it, has no word of");
        let verdict = lacking(&own, items(&found["items"]), &whose);
        // What a rubric says stands in what is sent as well, where a place is left for it.
        let open_to_rubric = sent && !text.contains("ystem prompt");
        let filled = open_to_rubric && own.iter().any(|prompt| RUBRIC.is_match(&whole(prompt)));
        let softened = |verdict: Verdict| Verdict { status: Undecided, at_odds: true, ..verdict };
        let verdict = if filled { verdict.map(softened) } else { verdict };
        return verdict.unwrap_or_else(open);
    }
    quoted(python, text).unwrap_or_else(open)
}

/// What stands against prompts that share at most so many hundredths: each two share more, by the least of the ways
/// to count it, which is the share of the runs of both together.
fn alike(python: &PythonFacts, most: u32) -> Option<Verdict> {
    let ours = texts(python, None);
    let plain = |one: &&PromptFact| one.template.is_none() && one.sent.is_none();
    let runs =
        |one: &&PromptFact| (one.text.split_whitespace().count() + 1).saturating_sub(SHINGLE);
    let lengths = ours.iter().map(runs);
    let (short, long) = (lengths.clone().min()?, lengths.max()?);
    if ours.len() != JUDGES
        || !ours.iter().all(plain)
        || !briefs(ours.iter().copied()).is_empty()
        || python.prompt_similarity.len() != JUDGES
    {
        return None;
    }
    let all: Vec<f64> = python.prompt_similarity.iter().map(|pair| pair.shared).collect();
    let of_both = |shared: &f64| {
        let common = shared * f64::from(u32::try_from(short).unwrap_or(u32::MAX));
        common / (f64::from(u32::try_from(short + long).unwrap_or(u32::MAX)) - common)
    };
    let least = all.iter().map(of_both).fold(1.0, f64::min);
    let told = all.iter().copied().fold(1.0, f64::min) * 100.0;
    let fact = format!(
        "each two of the personas' texts have at least {told:.0} % of the shorter one's five-word phrases in common"
    );
    let places = ours.iter().map(|prompt| &prompt.place);
    (least * 100.0 > f64::from(most)).then(|| Verdict::of(Contradicted, fact, places))
}

/// Share of common runs up to which two texts are surely not one, 0–1.
const APART: f64 = 0.5;

/// What stands against one prompt for all judges: each has a text of its own, and no two of them are alike.
fn apart(python: &PythonFacts) -> Option<Verdict> {
    let ours = texts(python, None);
    let most = python.prompt_similarity.iter().map(|pair| pair.shared).fold(0.0, f64::max);
    let plain = |one: &&PromptFact| one.template.is_none() && one.sent.is_none();
    let certain = ours.len() == JUDGES
        && python.prompt_similarity.len() == JUDGES
        && ours.iter().all(plain)
        && most <= APART;
    let fact = format!(
        "each of the three personas has a text of its own; the closest two have {:.0} % of their five-word phrases in common",
        most * 100.0
    );
    certain.then(|| Verdict::of(Contradicted, fact, ours.iter().map(|prompt| &prompt.place)))
}

/// Fewest words of all that is known of a persona's texts: with fewer, the greater part may stand elsewhere.
const KNOWN: usize = 14;

/// Whether a file of data may hold prompts, of which not all may have been recognised.
fn kept_elsewhere(repository: &RepositoryFacts) -> bool {
    repository.tree.entries.iter().any(|entry| {
        let path = entry.path.to_ascii_lowercase();
        ["prompt", "persona"].iter().any(|word| path.contains(word))
            && [".yaml", ".yml", ".json", ".toml"].iter().any(|ending| path.ends_with(ending))
    })
}

/// The texts of a persona, or of all, that the program may send; none where a template could not be read.
fn texts<'p>(python: &'p PythonFacts, judge: Option<&str>) -> Vec<&'p PromptFact> {
    let read = |one: &&PromptFact| {
        let pairs = &python.prompt_similarity;
        pairs.iter().any(|pair| pair.left == one.persona || pair.right == one.persona)
    };
    let ours = python.prompts.iter().filter(|one| !one.in_tests && one.live != Some(false));
    let theirs: Vec<&PromptFact> =
        ours.filter(|one| judge.is_none_or(|judge| judge == one.persona)).collect();
    let words = theirs.iter().map(|one| one.text.split_whitespace().count()).sum::<usize>();
    if words >= KNOWN && theirs.iter().all(read) { theirs } else { Vec::new() }
}

/// What a text says, with the template around it, in lower case.
fn whole(prompt: &PromptFact) -> String {
    prompt.sent.as_ref().unwrap_or(&prompt.text).to_lowercase()
}

fn items(list: &str) -> Vec<String> {
    let parts = list.split(',').flat_map(|part| part.split(" and ")).flat_map(|p| p.split(" or "));
    let plain = parts.map(|part| part.trim().trim_start_matches("and ").to_owned());
    plain.filter(|part| !part.is_empty()).collect()
}

/// The items of which no word, nor one like it, stands in any of the texts.
fn lacking(texts: &[&PromptFact], items: Vec<String>, whose: &str) -> Option<Verdict> {
    let all: Vec<String> = texts.iter().map(|prompt| whole(prompt)).collect();
    let missing = |item: &String| {
        let words = telling(item);
        !words.is_empty() && words.iter().all(|word| !all.iter().any(|text| has(text, word)))
    };
    let missing: Vec<String> = items.into_iter().filter(missing).collect();
    if missing.is_empty() || texts.is_empty() {
        return None;
    }
    let named: Vec<String> = missing.iter().map(|item| format!("“{item}”")).collect();
    let fact = format!("{whose} {}", named.join(" nor of "));
    Some(Verdict::of(Contradicted, fact, texts.iter().map(|prompt| &prompt.place)))
}

/// The words of an item that tell what it is; none where all of them go with anything.
fn telling(item: &str) -> Vec<String> {
    let words = item.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    let is_common = |word: &String| {
        let single = word.strip_suffix('s').unwrap_or(word);
        COMMON.contains(&single) || COMMON.contains(&word.as_str())
    };
    words.filter(|word| word.len() > 2 && !is_common(word)).collect()
}

/// Whether a text has a word, by its stem, or one that may stand for it.
fn has(text: &str, word: &str) -> bool {
    let stem = stem(word);
    let alike = ALIKE.iter().filter(|group| group.iter().any(|one| word.starts_with(one)));
    text.contains(stem) || alike.flat_map(|group| group.iter()).any(|one| text.contains(one))
}

/// The part of a word that its inflections share.
fn stem(word: &str) -> &str {
    let length = word.chars().count();
    let kept = (length * 3).div_ceil(5).max(4);
    word.char_indices().nth(kept).map_or(word, |(end, _)| &word[..end])
}

/// A quotation with the persona that is named last before it.
fn quoted(python: &PythonFacts, text: &str) -> Option<Verdict> {
    let mut shown: Vec<&PromptFact> = Vec::new();
    let mut from = 0;
    let mut last = None;
    for found in QUOTE.captures_iter(text) {
        let quote = found.name("curly").or(found.name("plain"))?;
        last = match personas(&text[from..quote.start()])[..] {
            [] => last,
            [judge] => Some(judge),
            _ => return None,
        };
        let judge = last?;
        let theirs = texts(python, Some(judge));
        if theirs.is_empty() {
            return None;
        }
        // What is left out within a quotation may be anything.
        for part in quote.as_str().split('…').flat_map(|part| part.split("...")) {
            let run = run(part);
            if run.split(' ').count() < QUOTED {
                continue;
            }
            let holder = theirs.iter().find(|prompt| {
                format!(" {} ", self::run(&whole(prompt))).contains(&format!(" {run} "))
            });
            match holder {
                Some(prompt) => shown.push(prompt),
                None => return foreign(python, &theirs, judge, part),
            }
        }
        from = quote.end();
    }
    let first = shown.first()?;
    let fact = format!("the text of `{}` has what is quoted", first.persona);
    Some(Verdict::of(Supported, fact, shown.iter().map(|prompt| &prompt.place)))
}

/// Fewest words of a quotation of which some run stands in its text, though a few of them were changed.
const LONG: usize = 12;
/// Words of such a run.
const RUN: usize = 4;

/// Whether a quotation is long, and no few words of it in a row stand in any of the texts.
fn is_alien(all: &[String], part: &str) -> bool {
    let part = run(part);
    let words: Vec<&str> = part.split(' ').collect();
    let texts: Vec<String> = all.iter().map(|text| format!(" {} ", run(text))).collect();
    let stands = |few: &[&str]| {
        let few = format!(" {} ", few.join(" "));
        texts.iter().any(|text| text.contains(&few))
    };
    words.len() >= LONG && !words.windows(RUN).any(stands)
}

/// What stands against a quotation that is in none of the persona's texts: a word that no text of any persona has, or that
/// of many words no four stand there in a row. With fewer words, which all stand there, it may be a paraphrase, or be put
/// together when the program runs.
fn foreign(
    python: &PythonFacts,
    theirs: &[&PromptFact],
    judge: &str,
    part: &str,
) -> Option<Verdict> {
    let all: Vec<String> = texts(python, None).iter().map(|prompt| whole(prompt)).collect();
    let mut words =
        telling(part).into_iter().filter(|word| word.len() > 4 && !SMALL.contains(&word.as_str()));
    let word = words.find(|word| !all.iter().any(|text| has(text, word)));
    let alien = word.is_none() && is_alien(&all, part);
    let part = part.trim();
    let fact = match word {
        Some(word) => format!(
            "the words “{part}” stand in no text of `{judge}`, and `{word}` in that of no persona"
        ),
        None if alien => format!(
            "the words “{part}” stand in no text of `{judge}`, and no {RUN} of them in a row in that of any persona"
        ),
        None => return None,
    };
    Some(Verdict::of(Contradicted, fact, theirs.iter().map(|prompt| &prompt.place)))
}

/// The words of a text in lower case with a space between them.
fn run(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}
