//! The terms of a dimension's words that can be looked up.

use super::paths::{is_path, is_product, with_slashes};
use super::quotes::{MARKS, clauses, marked, quoted};
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
pub(super) fn without_examples(instruction: &str) -> String {
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
pub(super) fn against(dimension: &Dimension) -> BTreeSet<String> {
    let Dimension { forensic_instruction, success_pattern, failure_pattern, .. } = dimension;
    let named = |clause: &str| -> BTreeSet<String> {
        let quoted = quoted(clause).into_iter().map(key);
        quoted.chain(bare(clause).iter().map(|word| key(word))).collect()
    };
    let denies = |clause: &&str| clause.trim_start().to_lowercase().starts_with("no ");
    let success = clauses(success_pattern);
    let wanted: BTreeSet<String> =
        success.iter().filter(|clause| !denies(clause)).flat_map(|clause| named(clause)).collect();
    let mut against = named(failure_pattern);
    for clause in success.iter().copied().chain(clauses(forensic_instruction)) {
        if denies(&clause) || is_negative(clause) {
            against.extend(named(clause));
        }
    }
    against.retain(|term| !wanted.contains(term));
    against
}

/// Whether a clause names what must not be, or what would be wrong.
fn is_negative(clause: &str) -> bool {
    const NEGATIVE: [&str; 7] = ["no ", "not ", "never ", "without ", "raw ", "flag ", "violation"];
    let clause = clause.to_lowercase();
    let begins = |word: &&str| clause.trim_start().starts_with(*word);
    NEGATIVE.iter().any(|word| begins(word) || clause.contains(&format!(" {word}")))
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
pub(super) fn is_camel(word: &str) -> bool {
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

/// What a term is known by, however it is written.
pub(super) fn key(term: &str) -> String {
    let name = term.split('(').next().unwrap_or(term);
    name.trim_start_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::instruction::tests::dimension;

    #[test]
    fn what_must_not_be_is_not_looked_for_though_its_name_has_a_dot() {
        let text =
            "Check for raw 'os.system()' calls -- a violation. Verify 'subprocess.run()' is used.";
        let one = dimension("github_repo", text);
        assert_eq!(terms(&one), ["subprocess.run()"]);
        let bare = dimension("github_repo", "Do not use os.system() at all. Use `json_lines`.");
        assert_eq!(terms(&bare), ["json_lines"]);
        // Named by the success pattern too, it is wanted.
        let mut wanted = dimension("github_repo", "Flag `a_b` where it is slow.");
        wanted.success_pattern = "`a_b` is used.".into();
        assert_eq!(terms(&wanted), ["a_b"]);
        wanted.success_pattern = "No `a_b` is used.".into();
        assert!(terms(&wanted).is_empty());
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
