//! The terms of a dimension's words that can be looked up.

use crate::detect::document::LIBRARIES;
use crate::domain::rubric::{Artifact, Dimension};
use std::collections::BTreeSet;

/// Longest term and shortest, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=60;
/// Most words of a term of prose.
const WORDS: usize = 5;

/// The quoted terms, paths and identifiers of the instruction that speak for a submission, in this order.
///
/// Words that are identifiers by their capitals alone are taken where the instruction names nothing else: most
/// of them are names of products or of parts that a submission may call otherwise.
pub(super) fn terms(dimension: &Dimension) -> Vec<String> {
    let against = against(dimension);
    let mut seen = BTreeSet::new();
    let instruction = without_examples(&dimension.forensic_instruction);
    let quoted =
        marked(&instruction).into_iter().filter(|(mark, term)| fits(*mark, term, dimension));
    let named = quoted.map(|(_, term)| term.to_owned()).chain(bare(&instruction));
    let mut kept = |all: Vec<String>| -> Vec<String> {
        all.into_iter()
            .map(|term| with_slashes(term.trim_matches([',', ';', ':'])))
            .filter(|term| LENGTHS.contains(&term.chars().count()))
            .filter(|term| !against.contains(&key(term)))
            .filter(|term| seen.insert(key(term)))
            .collect()
    };
    let terms = kept(named.collect());
    if terms.is_empty() && dimension.target_artifact == Artifact::GithubRepo {
        return kept(
            words(&instruction).filter(|word| is_camel(word)).map(str::to_owned).collect(),
        );
    }
    terms
}

/// The instruction without what stands in brackets as an example: nobody has to write that.
fn without_examples(instruction: &str) -> String {
    let mut kept = String::new();
    let mut rest = instruction;
    while let Some(start) = rest.find("(e.g") {
        kept.push_str(&rest[..start]);
        rest = rest[start..].find(')').map_or("", |end| &rest[start + end + 1..]);
    }
    kept.push_str(rest);
    kept
}

/// Terms that stand for failure: named by the failure pattern and not by the success pattern, or
/// negated by either the success pattern or the instruction.
fn against(dimension: &Dimension) -> BTreeSet<String> {
    let in_success: BTreeSet<String> =
        quoted(&dimension.success_pattern).into_iter().map(key).collect();
    let mut against: BTreeSet<String> = quoted(&dimension.failure_pattern)
        .into_iter()
        .map(key)
        .filter(|term| !in_success.contains(term))
        .collect();
    for text in [&dimension.success_pattern, &dimension.forensic_instruction] {
        for clause in text.split(['.', ';', '\n']) {
            let lower = clause.to_lowercase();
            let negative = ["no ", "not ", "never ", "without ", "raw ", "flag ", "violation"];
            if negative.iter().any(|word| {
                lower.trim_start().starts_with(word) || lower.contains(&format!(" {word}"))
            }) {
                let named = quoted(clause).into_iter().map(key);
                against.extend(named.filter(|term| {
                    !in_success.contains(term) || lower.trim_start().starts_with("no ")
                }));
            }
        }
    }
    against
}

/// Marks that open and close a term.
const MARKS: [(char, char); 11] = [
    ('`', '`'),
    ('\'', '\''),
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('»', '«'),
    ('「', '」'),
    ('‘', '’'),
    ('‚', '‘'),
    ('‹', '›'),
];

/// What stands in quotation marks of any kind or in backticks.
fn quoted(text: &str) -> Vec<&str> {
    marked(text).into_iter().map(|(_, term)| term).collect()
}

/// The same with the mark that opens it.
fn marked(text: &str) -> Vec<(char, &str)> {
    let mut terms = Vec::new();
    for (open, close) in MARKS {
        let mut rest = text;
        while let Some(start) = rest.find(open) {
            let before = rest[..start].chars().next_back();
            let opens = !before.is_some_and(char::is_alphanumeric);
            let after = &rest[start + open.len_utf8()..];
            match after.find(close) {
                Some(end) if opens && end > 0 && !after[..end].contains('\n') => {
                    terms.push((open, after[..end].trim()));
                    rest = &after[end + close.len_utf8()..];
                }
                Some(_) | None => rest = after,
            }
        }
    }
    terms
}

/// Words of the instruction that are code or paths without being quoted.
fn bare(text: &str) -> Vec<String> {
    let is_code =
        |word: &&str| is_path(word) || (word.contains('_') && word.is_ascii()) || is_dotted(word);
    words(text).filter(is_code).map(str::to_owned).collect()
}

/// The words of a text without quotation marks, brackets and the signs of sentences.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| MARKS.iter().any(|(open, close)| c == *open || c == *close);
    let parts =
        text.split(move |c: char| c.is_whitespace() || is_mark(c) || matches!(c, '(' | ')'));
    parts.map(|word| {
        let word = word.trim_matches([',', ';', ':', '?', '!']).trim_end_matches('.');
        // A dot before a name is its own.
        let name = word.trim_start_matches('.');
        if word.len() == name.len() + 1 { word } else { name }
    })
}

/// Whether a quoted term can be looked for in the artifact. In a repository, prose in single quotes is mostly
/// the name of a case or a saying; commands of git are no text of it.
fn fits(mark: char, term: &str, dimension: &Dimension) -> bool {
    let words = term.split(' ').count();
    match dimension.target_artifact {
        Artifact::GithubRepo => {
            let is_phrase = mark == '`'
                || !matches!(mark, '\'' | '‘' | '‚' | '‹')
                    && term.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            (words == 1 || (is_phrase && words <= WORDS))
                && !term.starts_with("git ")
                && term.chars().any(char::is_alphabetic)
        }
        Artifact::PdfReport | Artifact::PdfImages => words <= WORDS,
    }
}

/// What ends like a file and is none, besides libraries; a report may well cite files of these names.
const PRODUCTS: [&str; 2] = ["asp.net", "web.py"];

/// Whether a name that ends like a file's is that of a product.
fn is_product(name: &str) -> bool {
    let name = name.to_lowercase();
    PRODUCTS.contains(&name.as_str()) || LIBRARIES.contains(&name.as_str())
}

/// Files without an ending, and whether their names are whole; the others may have any ending.
const NAMES: [(&str, bool); 20] = [
    (".dockerignore", true),
    (".editorconfig", true),
    (".env", true),
    (".env.example", true),
    (".gitattributes", true),
    (".gitignore", true),
    (".gitmodules", true),
    ("CHANGELOG", false),
    ("CODEOWNERS", true),
    ("CONTRIBUTING", false),
    ("Dockerfile", true),
    ("Gemfile", true),
    ("Jenkinsfile", true),
    ("LICENSE", false),
    ("Makefile", true),
    ("Pipfile", true),
    ("Procfile", true),
    ("README", false),
    ("Rakefile", true),
    ("Vagrantfile", true),
];

/// Whether the name of a well-known file is whole; nothing where it is none of them.
pub(super) fn whole_name(term: &str) -> Option<bool> {
    NAMES.iter().find(|(name, _)| *name == term).map(|(_, whole)| *whole)
}

/// Whether a term is a path or the name of a file.
pub(super) fn is_path(term: &str) -> bool {
    const ENDINGS: [&str; 24] = [
        "c", "cfg", "cpp", "css", "csv", "go", "html", "ini", "ipynb", "java", "js", "json", "jsx",
        "kt", "md", "py", "rb", "rs", "sh", "sql", "toml", "ts", "tsx", "txt",
    ];
    let term = &*with_slashes(term);
    let name = term.rsplit('/').next().unwrap_or_default();
    let ends = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (ENDINGS.contains(&ending) || matches!(ending, "yaml" | "yml" | "xml" | "lock"))
    });
    !term.contains(' ')
        && !term.contains("://")
        && !is_product(term)
        && (ends || whole_name(name).is_some() || (term.ends_with('/') && term.len() > 2))
}

/// A path of Windows as one of a repository.
fn with_slashes(term: &str) -> String {
    let is_part = |part: &str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    let is_windows = term.contains('\\') && term.split('\\').all(is_part);
    if is_windows { term.replace('\\', "/") } else { term.to_owned() }
}

/// Whether a word is `module.name`, and neither a number, an abbreviation, a product nor an address.
fn is_dotted(word: &str) -> bool {
    const DOMAINS: [&str; 8] = ["com", "dev", "edu", "gov", "io", "net", "org", "ai"];
    let name = word.trim_start_matches('.').trim_end_matches("()");
    let is_name = |part: &str| {
        part.len() > 1
            && part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let last = name.rsplit('.').next().unwrap_or_default();
    name.contains('.')
        && name.split('.').all(is_name)
        && !DOMAINS.contains(&last)
        && !is_product(name)
}

/// Whether a word is an identifier by its capitals, such as `UserService` or `getUser`.
fn is_camel(word: &str) -> bool {
    const BRANDS: [&str; 20] = [
        "BitBucket",
        "ChatGPT",
        "DevOps",
        "DynamoDB",
        "FastAPI",
        "GitHub",
        "GitLab",
        "GraphQL",
        "JavaScript",
        "LangChain",
        "LangGraph",
        "LinkedIn",
        "MongoDB",
        "MySQL",
        "OpenAI",
        "PostgreSQL",
        "PowerPoint",
        "PyTorch",
        "TypeScript",
        "YouTube",
    ];
    let word = word.trim_end_matches("()");
    let letters: Vec<char> = word.chars().collect();
    let humps = letters.windows(2).filter(|two| two[0].is_lowercase() && two[1].is_uppercase());
    let is_name = letters.iter().all(char::is_ascii_alphanumeric)
        && letters.first().is_some_and(char::is_ascii_alphabetic);
    // `iOS` and `macOS` end in capitals.
    let ends = letters.last().is_some_and(|last| !last.is_uppercase());
    is_name && ends && humps.count() > 0 && !BRANDS.contains(&word)
}

fn key(term: &str) -> String {
    term.trim_end_matches("()").trim_start_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(quoted(text), expected, "{text:?}");
    }

    #[test]
    fn quotes_of_any_kind_hold_terms_and_apostrophes_do_not() {
        check("Look for 'StateGraph' and `add_edge`.", &["add_edge", "StateGraph"]);
        check("the judge's prompt isn't 'x'", &["x"]);
        check("“a b” «c» „d“ 「e」 ‘f’", &["a b", "d", "c", "e", "f"]);
        check("the judge’s prompt isn’t", &[]);
        check("nothing here", &[]);
    }

    #[test]
    fn examples_in_brackets_are_not_asked_for() {
        assert_eq!(
            without_examples("Find paths (e.g., 'src/x.py') and 'Y'."),
            "Find paths  and 'Y'."
        );
        assert_eq!(without_examples("open (e.g. 'x'"), "open ");
        assert_eq!(without_examples("(see 'x')"), "(see 'x')");
    }

    #[test]
    fn paths_are_told_from_words() {
        for path in [
            "src/state.py",
            "src/tools/",
            ".github/workflows/ci.yml",
            "Dockerfile",
            ".gitignore",
            "docker/Dockerfile",
            r"src\app\main.py",
            "requirements.txt",
        ] {
            assert!(is_path(path), "{path}");
        }
        for word in ["and/or", "StateGraph", "Node.js", ".py", "https://a.example/b.html", "v2.0"] {
            assert!(!is_path(word), "{word}");
        }
        assert_eq!(with_slashes(r"src\app\main.py"), "src/app/main.py");
        assert_eq!(with_slashes(r"\d+\.py"), r"\d+\.py");
    }

    #[test]
    fn words_of_prose_that_are_code_are_told_from_others() {
        let bare = |text: &str| bare(text).join(" ");
        assert_eq!(bare("Is operator.ior or cited_evidence used?"), "operator.ior cited_evidence");
        assert_eq!(
            bare("Is `.github/workflows/ci.yml` there, or .env?"),
            ".github/workflows/ci.yml .env"
        );
        assert_eq!(bare("Version 3.11 of e.g. Python, i.e. Node.js v2.0, see example.com."), "");
        let camel = ["UserService", "getUser", "GitHub", "iOS", "macOS", "Judge", "JSON", "DevOps"];
        let found: Vec<&str> = camel.into_iter().filter(|word| is_camel(word)).collect();
        assert_eq!(found, ["UserService", "getUser"]);
    }
}
