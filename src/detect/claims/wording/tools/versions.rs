//! Which version of what it is built on a sentence says that the program has: `built with Next.js 14 and Python 3.11+`,
//! `Backend: Django 4.2`, `Flask==3.1.0`.

use super::super::sentence::unclaimed::is_of_own;
use super::built_on::{Sort, product, takes_number};
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A name and its version, with what may make a range of it.
static VERSION: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?P<name>[A-Za-z][A-Za-z0-9]*(?:[._+-][A-Za-z0-9]+)*(?: [A-Z][A-Za-z]+){0,2}?)`?(?:\[[a-z,]+\])?",
        r"(?: ?\(| ?(?P<sign>==|>=|(?u:≥)|~=|\^|@)| (?:[Vv]ersion|[Vv]er\.))? ?(?P<mark>[vV])?(?P<number>[0-9]{1,4}(?:\.[0-9]{1,4}){0,3})(?P<any>\.[xX*])?",
        r"(?P<more>\+| ?(?:\(?or|and) (?:newer|higher|later|above|greater|up\b))?",
    ))
});

/// The edition of Rust, which stands before the word or behind it.
static EDITION: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\bRust(?:,? \(?(?:the )?(?P<before>20(?:15|18|21|24)) [Ee]dition\b|,? \(?[Ee]dition:? (?P<behind>20(?:15|18|21|24))\b)|\b(?P<of>20(?:15|18|21|24)) [Ee]dition of Rust\b",
    )
});

/// What may follow a version, and makes something else of it: another number, a unit, or several things.
static GOES_ON: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"^(?:[\w%]|\.[0-9]| ?(?u:[–—/-]) ?v?[0-9]|,? ?(?:or|and|to|through|until) v?[0-9]|, v?[0-9]+\.[0-9]|(?i: ?(?:[kmg]b|ms|px|fps|dpi|°|x|×)\b)| (?:times|%))",
    )
});
/// Verbs that end like a plural.
const DOES: &[&str] = &[
    "communicates",
    "drives",
    "handles",
    "hosts",
    "includes",
    "manages",
    "powers",
    "provides",
    "renders",
    "runs",
    "serves",
    "stores",
    "uses",
];

/// What is said to be used, or is there as what the program is built on, begins behind these words.
const USED: &str = concat!(
    r"(?i)\b(?:(?:we|it|system|project|application|app|backend|back-?end|frontend|front-?end|server|client|api|service|tool|program|website|site|platform|code(?:base)?|dashboard|ui|pipeline|auditor|swarm|graph|framework|implementation|layer|stack|which|that|and|environment|container|image) (?:is |are |was |were |has been )?",
    r"(?:uses?|used|utili[sz]es?|employs?|leverages?|adopts?|runs? (?:on|under|in|with)|relies on|depends on|requires?|pins?|needs|built|includes?|comprises?|combines?|is (?:a|an)|(?:consists|is made) of|is)",
    r"|(?:built|written|developed|implemented|coded|created|programmed|constructed|powered|backed|driven|containeri[sz]ed|deployed|hosted|based|realized|realised)(?: \w+){0,3}? (?:on|with|in|using|upon|around|by|from|as)|(?:built|developed|implemented|written) entirely (?:in|with|on)|running (?:on|under)|runs on|on top of|using|utili[sz]ing|leveraging|uses)\b",
);
static IS_USED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(USED));
/// What is said of it behind its version.
static SERVES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"^(?: \([^()]*\))? (?:is|are|was|were) (?:\w+ly )?(?:used|employed|chosen|selected|utili[sz]ed|adopted)\b|^(?: \([^()]*\))? (?:serves|powers|drives|backs|handles|renders) (?:the|our|all)\b",
    )
});
/// What part of a program something is: a label behind which it is listed, or the cell before it.
const PART: &str = concat!(
    r"(?i)^\W*(?:[0-9.]+ )?(?:[\w/&.-]+ ){0,3}?(?:front-?end|back-?end|(?:tech(?:nology)? ?)?stack|frameworks?|(?:programming )?languages?|database|db|runtime|styling|ui|web|api|tools?|technolog(?:y|ies)|dependenc(?:y|ies)|librar(?:y|ies)|orchestration|validation|cache|broker|queue|storage|core|orm|server|client|interpreter|platform)",
    r"(?: (?:layer|framework|library|stack|runtime|server|technology|language|version|engine|database|tools?)s?)?",
);
static LABEL: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(&format!(r"{PART}(?: \([^()]*\))? ?(?:(?u:[:–—])|-) ?[A-Za-z`]")));
/// The same as a cell of a row, or with what it is made with in brackets.
static CELL: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(&format!(r"{PART} \(?")));

/// Words by which a sentence tells no version that the program has: another time, what it would fit, what others or
/// machines have, or what a version is like.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:migrat\w+|upgrad\w+|downgrad\w+|mov(?:ed|ing)|port(?:ed|ing)|switch\w*|previous\w*|legacy|old(?:er)?|former\w*|since|until|introduc\w+|releas\w+|deprecat\w+|drop(?:s|ped)?|break\w*|broke|",
        r"\w*compatib\w+|support(?:s|ed|ing)?|tested|testing|test matrix|experiments?|train(?:s|ed|ing)?|fine-?tun\w+|benchmark\w*|(?:my|our|local|test|one) machine|laptops?|workstations?|gpus?|cuda|windows|macos|ubuntu|debian|colab|kaggle|measured|evaluated|",
        r"compar\w+|unlike|instead|rather|or|than|versus|vs|if|when|whether|should|must|would|could|may|might|can|e\.g|such as|like|example|style|syntax|standard|protocol|tutorial|course|assignment|students?|targets?|audited|analy[sz]\w+|",
        r"fail\w*|conflict\w*|unless|only available|shift\w*|trend\w*|industry|popular|familiar|know\w*|not|never|no longer|without|replac\w+|install\w*|prerequisites?|download\w*|ensure|verify|considered|rejected|alternatives?|plan\w*|future|will|recommend\w*|minimum)\b",
    ))
});

/// A version that is said of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Said<'t> {
    /// The name as written.
    pub name: &'t str,
    /// What it is called where versions are named, and there of what sort that is.
    pub called: Vec<String>,
    pub sort: Sort,
    pub number: &'t str,
    /// Whether later ones will do as well.
    pub or_later: bool,
    /// The name with its version.
    pub part: &'t str,
    /// Whether it stands as requirements do.
    pub pinned: bool,
}

/// Every version that the sentence tells of the program.
pub(in crate::detect::claims) fn versions(sentence: &str) -> Vec<Said<'_>> {
    let has_digit = sentence.contains(|letter: char| letter.is_ascii_digit());
    if !has_digit || !is_of_own(sentence) {
        return Vec::new();
    }
    let mut found: Vec<(usize, Said<'_>)> =
        VERSION.captures_iter(sentence).filter_map(|found| said(sentence, &found)).collect();
    found.extend(EDITION.captures_iter(sentence).filter_map(|found| edition(sentence, &found)));
    found.sort_by_key(|(at, _)| *at);
    if found.is_empty() {
        return Vec::new();
    }
    // Behind the cell nothing stands before the first of them.
    let cell = CELL.find(sentence).is_some_and(|cell| found[0].0 == cell.end);
    let label = cell || LABEL.is_match(sentence);
    let plain = SUFFIX.replace_all(sentence, " ");
    let all_pinned = found.iter().all(|(_, one)| one.pinned);
    if !all_pinned && (OTHERWISE.is_match(&plain) || plain.contains('?')) {
        return Vec::new();
    }
    let used = IS_USED.find(sentence).map(|used| used.end);
    let goes_on = |used: usize, at: usize| {
        let between = sentence.get(used..at);
        between.is_some_and(|between| !between.contains(". ") && !between.contains(';'))
    };
    let is_told = |(at, one): &(usize, Said<'_>)| {
        let behind = &sentence[at + one.part.len()..];
        one.pinned
            || label
            || used.is_some_and(|used| goes_on(used, *at))
            || SERVES.is_match(behind)
    };
    let twice =
        |one: &Said<'_>| found.iter().filter(|(_, other)| other.called == one.called).count() > 1;
    found.iter().filter(|one| is_told(one) && !twice(&one.1)).map(|(_, one)| one.clone()).collect()
}

/// What makes a least version of a number.
static SUFFIX: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"(?i)\(?\b(?:or|and) (?:newer|higher|later|above|greater|up)\b"));

/// Whether a sentence that tells a version is whole: it is a statement that ends, or an entry of a stack or of requirements.
pub(in crate::detect::claims) fn is_whole(sentence: &str) -> bool {
    let begins = sentence.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let ends = sentence.trim_end_matches(['"', '”', ')', ' ']).ends_with(['.', '!', ';']);
    let capital = begins.starts_with(|first: char| first.is_uppercase());
    (capital && ends) || versions(sentence).iter().any(|one| one.pinned)
}

/// Whether so few words tell a version for all that.
pub(in super::super) fn is_short(sentence: &str) -> bool {
    versions(sentence)
        .iter()
        .any(|one| one.pinned || LABEL.is_match(sentence) || CELL.is_match(sentence))
}

/// Words beside which a node is what runs JavaScript.
const RUNTIME: &[&str] = &[
    " LTS",
    "npm",
    "Express",
    "Docker",
    "JavaScript",
    "TypeScript",
    "runtime",
    "backend",
    "container",
];

fn said<'t>(sentence: &'t str, found: &Groups<'t>) -> Option<(usize, Said<'t>)> {
    let (name, number) = (found.name("name")?, found.name("number")?);
    let whole = found.get(0)?;
    let sign = found.name("sign").map(|sign| sign.as_str());
    let pinned = sign == Some("==");
    let of_runtime = || RUNTIME.iter().any(|word| sentence.contains(word));
    let mark = found.name("mark").is_some() || found.name("any").is_some() || of_runtime();
    let before = sentence[..name.start()].chars().next_back();
    if before.is_some_and(|letter| letter.is_alphanumeric() || "-_./@$".contains(letter)) {
        return None;
    }
    let dotted = number.as_str().contains('.');
    let (written, called, sort) = product(name.as_str(), pinned && dotted)?;
    let start = name.end() - written.len();
    let behind = &sentence[whole.end()..];
    let more = found.name("more").is_some() || matches!(sign, Some(">=" | "≥"));
    let bare = !dotted && !mark && !more && sign.is_none();
    let other = GOES_ON.is_match(behind) || (bare && counts(behind));
    // A number that no version of anything has is one of something else.
    let large = !dotted && number.as_str().len() > 2;
    if other || large || !takes_number(&written.to_ascii_lowercase(), dotted, mark || more) {
        return None;
    }
    // What is written as one word with its number is the name of something else: `HTML5`.
    let joined = sentence[name.end()..].starts_with(|c: char| c.is_ascii_digit());
    let part = &sentence[start..whole.end()];
    let said =
        Said { name: written, called, sort, number: number.as_str(), or_later: more, part, pinned };
    (!joined).then_some((start, said))
}

/// The edition of Rust that is told.
fn edition<'t>(sentence: &'t str, found: &Groups<'t>) -> Option<(usize, Said<'t>)> {
    let whole = found.get(0)?;
    let part = sentence.get(whole.start()..whole.end())?;
    let number = ["before", "behind", "of"].into_iter().find_map(|way| found.name(way))?.as_str();
    let (called, sort) = (vec!["rust-edition".to_owned()], Sort::Language);
    let said = Said { name: "Rust", called, sort, number, or_later: false, part, pinned: false };
    Some((whole.start(), said))
}

/// Whether a number counts what follows it: a plural in small letters.
fn counts(behind: &str) -> bool {
    let word = behind.strip_prefix(' ').unwrap_or_default();
    let end = word.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(word.len());
    let word = &word[..end];
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !DOES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[&str]) {
        let found = versions(sentence);
        let shown: Vec<String> = found
            .iter()
            .map(|one| {
                format!("{} {}{}", one.called[0], one.number, if one.or_later { "+" } else { "" })
            })
            .collect();
        assert_eq!(shown, expected, "{sentence}");
    }

    #[test]
    fn versions_are_read_behind_what_uses_them_behind_labels_and_as_requirements() {
        check(
            "The auditor is written in Python 3.11+ and uses Pydantic v2.",
            &["python 3.11+", "pydantic 2"],
        );
        check("Built with LangGraph 0.2.x, Pydantic v2 and uv.", &["langgraph 0.2", "pydantic 2"]);
        check("The frontend is a Next.js 14 app with React 18.", &["next 14", "react 18"]);
        check("Backend: Django 4.2, PostgreSQL 15", &["django 4.2", "postgres 15"]);
        check("Framework: React 18, Vite.", &["react 18"]);
        check("Graph Framework LangGraph 1.0.9", &["langgraph 1.0.9"]);
        check("3.1 Frontend (Next.js 15 + React 19)", &["next 15", "react 19"]);
        check("Flask==3.1.0", &["flask 3.1.0"]);
        check("Data is kept in PostgreSQL 15, running on Node.js 18 or newer.", &["node 18+"]);
        check("PostgreSQL 15 is used for all data.", &["postgres 15"]);
        check("The project requires Python >= 3.10.", &["python 3.10+"]);
        check(
            "The service uses scikit-learn 1.3 and Spring Boot 3.2.",
            &["scikit-learn 1.3", "spring-boot 3.2"],
        );
        check("The server runs on Node 18 LTS.", &["node 18"]);
        check("The engine is written in Rust (2024 edition).", &["rust-edition 2024"]);
        check(
            "The engine is written in Rust 2021 Edition with Tokio 1.35.",
            &["rust-edition 2021"],
        );
        check("Language: Rust, edition 2021", &["rust-edition 2021"]);
        check("It is built with the 2021 edition of Rust.", &["rust-edition 2021"]);
    }

    #[test]
    fn what_is_of_another_time_of_others_or_no_version_is_none() {
        for sentence in [
            "We migrated the frontend from React 17 to React 18.",
            "The system uses GPT-4 and Claude 3.5 with HTTP/2.",
            "The API uses Python 3 style annotations.",
            "It is compatible with Python 3.8.",
            "The tool was tested with Python 3.10 on Ubuntu 22.04.",
            "The models are trained using PyTorch 2.1 on one machine.",
            "The graph uses Node 0 and Node 1 as its ends.",
            "The code uses Python 3.10/3.11 in its matrix.",
            "The app uses React 18 components.",
            "We will use Django 4.2 in the next phase.",
            "The page is written in HTML5 and CSS3.",
            "In Week 2 the system uses Version 2 of the report.",
            "The assignment requires Python 3.11.",
            "Team members know React 18 well.",
            "We migrated from the Rust 2018 edition to the 2021 edition.",
            "The book on Rust has a 2021 edition.",
            "The system uses Bootstrap 1000 samples.",
            "The score uses Python 3.11 instead of Python 3.10.",
            "See Section 3.2 of the report, which uses Table 4.1.",
        ] {
            check(sentence, &[]);
        }
    }

    #[test]
    fn a_statement_that_ends_is_whole_and_so_is_a_requirement() {
        assert!(is_whole("The auditor uses Pydantic v2."));
        assert!(is_whole("Flask==3.1.0"));
        assert!(!is_whole("Backend: Django 4.2, PostgreSQL 15"));
    }
}
