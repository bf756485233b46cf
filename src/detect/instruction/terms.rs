//! The terms of a dimension's words that can be looked up.

use super::paths::{is_path, is_product, with_slashes};
use super::quotes::{MARKS, clauses, marked};
use super::stance::{Stance, stances};
use crate::domain::rubric::{Artifact, Dimension};
use std::collections::BTreeSet;

/// Longest term and shortest, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=60;
/// Most words of a term of prose.
const WORDS: usize = 5;

/// The quoted terms, paths and identifiers of the instruction, in this order, whatever it wants of them.
///
/// Words that are identifiers by their capitals alone are taken where the instruction names nothing else: most
/// of them are names of products or of parts that a submission may call otherwise.
pub(super) fn terms(dimension: &Dimension) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let instruction = without_examples(&dimension.forensic_instruction);
    let quoted =
        marked(&instruction).into_iter().filter(|(mark, term)| fits(*mark, term, dimension));
    let named = quoted.map(|(_, term)| term.to_owned()).chain(bare(&instruction));
    let mut kept = |all: Vec<String>| -> Vec<String> {
        all.into_iter()
            .map(|term| with_slashes(term.trim_matches([',', ';', ':'])))
            .filter(|term| LENGTHS.contains(&term.chars().count()))
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

/// What a dimension's words want of a term, by what it is known by.
///
/// What the success pattern asks for is wanted, whatever else is said. Where sentences differ, or one of them is in doubt, so
/// is the whole.
pub(super) fn wanted_of(dimension: &Dimension, term: &str) -> Stance {
    let name = key(term);
    let all = |text: &str| -> Vec<Stance> {
        let named = clauses(text).into_iter().flat_map(stances);
        named.filter(|(term, _)| *term == name).map(|(_, stance)| stance).collect()
    };
    let success = all(&dimension.success_pattern);
    if success.contains(&Stance::Wanted) {
        return Stance::Wanted;
    }
    let said = [success, all(&dimension.forensic_instruction)].concat();
    let is_forbidden = |one: &&Stance| matches!(one, Stance::Forbidden { .. });
    let forbidden: Vec<&Stance> = said.iter().filter(is_forbidden).collect();
    let wanted = said.contains(&Stance::Wanted);
    match forbidden.first() {
        Some(_) if wanted || said.contains(&Stance::Doubted) => Stance::Doubted,
        Some(_) => Stance::Forbidden { always: said.contains(&Stance::Forbidden { always: true }) },
        None if said.contains(&Stance::Doubted) => Stance::Doubted,
        // A look for what is a failure where it is there.
        None if wanted && failing(dimension).contains(&name) => Stance::Forbidden { always: false },
        None if wanted => Stance::Wanted,
        None => Stance::Named,
    }
}

/// Whether the failure pattern says a term to be there, so that a mention of it proves nothing.
pub(super) fn is_failing(dimension: &Dimension, term: &str) -> bool {
    failing(dimension).contains(&key(term))
}

/// What the failure pattern says to be there.
fn failing(dimension: &Dimension) -> BTreeSet<String> {
    let all = clauses(&dimension.failure_pattern).into_iter();
    let there = all.filter(|clause| !clause.split_whitespace().any(is_denying)).flat_map(stances);
    there
        .filter(|(_, stance)| !matches!(stance, Stance::Forbidden { .. }))
        .map(|(term, _)| term)
        .collect()
}

fn is_denying(word: &str) -> bool {
    let word = word.to_lowercase();
    let only = [
        "no", "not", "never", "without", "only", "missing", "absent", "lacks", "nothing",
        "nowhere", "neither",
    ];
    only.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()))
        || word.contains("n't")
        || word.contains("n’t")
}

/// Terms that stand for failure without any condition: forbidden by the instruction or by the success pattern, or named by the
/// failure pattern as what is there, and not asked for by the success pattern.
pub(super) fn against(dimension: &Dimension) -> BTreeSet<String> {
    let Dimension { forensic_instruction, success_pattern, .. } = dimension;
    let mut against = failing(dimension);
    let said = [success_pattern, forensic_instruction]
        .into_iter()
        .flat_map(|text| clauses(text))
        .flat_map(stances);
    against.extend(
        said.filter(|(_, one)| *one == Stance::Forbidden { always: true }).map(|(term, _)| term),
    );
    against.retain(|term| {
        !clauses(success_pattern)
            .into_iter()
            .flat_map(stances)
            .any(|(one, stance)| one == *term && stance == Stance::Wanted)
    });
    against
}

/// Words of the instruction that are code or paths without being quoted.
fn bare(text: &str) -> Vec<String> {
    words(text).filter(|word| is_code(word)).map(str::to_owned).collect()
}

/// Whether a word is code or a path without being quoted.
pub(super) fn is_code(word: &str) -> bool {
    is_path(word) || (word.contains('_') && word.is_ascii()) || is_dotted(word)
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
    if is_address(term) {
        return false;
    }
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

/// Whether a term is the address of a service, such as `GET /health`, which no name of the code is.
fn is_address(term: &str) -> bool {
    const METHODS: [&str; 7] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
    let path =
        term.split_once(' ').filter(|(method, _)| METHODS.contains(method)).map(|(_, path)| path);
    path.unwrap_or(term).starts_with('/') || METHODS.contains(&term)
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

    /// The terms of an instruction with what is wanted of them.
    #[track_caller]
    fn check(texts: [&str; 3], expected: &[(&str, Stance)]) {
        let mut one = dimension("github_repo", texts[0]);
        one.success_pattern = texts[1].into();
        one.failure_pattern = texts[2].into();
        let told: Vec<(String, Stance)> =
            terms(&one).into_iter().map(|term| (term.clone(), wanted_of(&one, &term))).collect();
        let expected: Vec<(String, Stance)> =
            expected.iter().map(|(term, stance)| ((*term).to_owned(), *stance)).collect();
        assert_eq!(told, expected, "{texts:?}");
    }

    #[test]
    fn what_is_wanted_of_a_term_is_told_by_all_the_words_about_it() {
        const NEVER: Stance = Stance::Forbidden { always: true };
        const WITHIN: Stance = Stance::Forbidden { always: false };
        let text =
            "Check for raw 'os.system()' calls -- a violation. Verify 'subprocess.run()' is used.";
        check([text, "", ""], &[("os.system()", NEVER), ("subprocess.run()", Stance::Wanted)]);
        check(
            ["Do not use os.system() at all. Use `json_lines`.", "", ""],
            &[("json_lines", Stance::Wanted), ("os.system", NEVER)],
        );
        check(["Flag `a_b` where it is slow.", "", ""], &[("a_b", WITHIN)]);
        // Named by the success pattern too, it is wanted.
        check(["Flag `a_b` where it is slow.", "`a_b` is used.", ""], &[("a_b", Stance::Wanted)]);
        check(["Is `a_b` used?", "No `a_b` is used.", ""], &[("a_b", Stance::Doubted)]);
        check(["Look for `a_b`.", "", "`a_b` is there."], &[("a_b", WITHIN)]);
        check(["Look for `a_b`.", "", "No `a_b` is there."], &[("a_b", Stance::Wanted)]);
        check(["Use `a_b`. Never use `a_b`.", "", ""], &[("a_b", Stance::Doubted)]);
    }

    #[test]
    fn addresses_of_a_service_are_no_names() {
        check(
            ["It answers `GET /health` and `/users` with `a_b`.", "", ""],
            &[("a_b", Stance::Wanted)],
        );
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
