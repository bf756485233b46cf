//! Words that make something else of what a clause names.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What three judges have or do together, or who starts them, is no judge.
pub(in super::super) const OF_THE_THREE: &str = concat!(
    r"all (?:of )?(?:the )?three|three (?:[\w-]+ ){0,3}?judges?(?u:['’])?s?(?u:['’])? (?:scores?|opinions?|verdicts?)",
    r"|averag\w*|(?:mean|median|sum|minimum|maximum) of\b|(?:directly|straight) (?:in)?to\b",
    r"|shar(?:e|es|ed|ing) (?:one|an?|the same) (?:\w+ ){0,2}prompts?\b",
);

/// What others' code imports, and what it lacks, is no library of the own one; nor is what helped to write a text, or
/// what a company has or publishes.
pub(in super::super) const LIBRARY: &str = concat!(
    r"catch(?:es|ing)?\b|anti-?patterns?\b|code (?:that|which)\b",
    // What is found of a library in what is analysed.
    r"|(?:extracts?|detects?|recogni[sz]es?|identif(?:y|ies)|traces?|finds?|parses?) (?:(?:all|the|any|of|to|in|from|python|sql) ){0,3}(?-i:[a-z]\w+)(?:,? (?:and )?\w+)? (?:read/write|reads?|writes?|operations?|patterns?|calls?|usages?|imports?|tags?|statements?|queries)\b",
    r"|(?:patterns?|operations?|calls?|usages?|statements?|queries|tags?) (?:are|is|get) (?:\w+ly )?(?:extracted|detected|recogni[sz]ed|identified|traced|found|parsed|analy[sz]ed)\b",
    r"|(?:was|were|been) used (?:\w+ )?to (?:\w+ )?(?:draft|write|revise|polish|proofread|rephrase|translate|brainstorm|edit)\b|claude code\b",
    r"|(?:openai|anthropic|google|groq|gemini|ollama)(?u:['’])s (?:\w+ ){0,2}?(?:bills?|costs?|products?|papers?|reports?|blog|pricing|guidelines?|research|stud(?:y|ies)|policy|announcement)\b",
    r"|(?:openai|anthropic|groq|google) (?:reports?|papers?|stud(?:y|ies)|blog|research|guidelines?)\b|frontier (?:products?|labs?)\b",
);

/// Who makes or puts away a PDF need not read any.
pub(in super::super) const MADE_PDF: &str = r"pdfs?(?: \w+)? (?:is|are|gets?) (?:\w+ly )?(?:saved|written|generated|rendered|exported|produced|downloaded|stored|named)\b|(?:saves?|writes?|generates?|renders?|exports?|produces?|downloads?) (?:(?:the|a|an|all|each|as|to|its|final|new|report|reports) ){0,3}pdfs?\b";

/// Functions that are called in what is analysed, or in another language.
pub(in super::super) const ANALYSED_CALL: &str = concat!(
    r"\w+\(\)`?(?:(?:,|/|,? and) ?`?\w+\(\)`?)* (?:macros?|blocks?|tags?|references (?:in|from|of)|(?:calls|references|expressions)(?: ?[.,;:]|$))",
    r"|(?:dbt|jinja2?|sql|spark|macros?) (?:\w+ )?`?\w+\(\)",
);

/// Commits in brackets behind a path or a file.
static COMMITS_OF_A_FILE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?:\w[\w.-]*/[\w./-]+|\w+\.[a-z]{1,5}|[a-z]+_\w+)`? ?\([0-9]+\+? (?:\w+ )?commits\)",
    )
});

/// Whether the commits that a sentence counts are those that changed a file.
pub(in super::super) fn counts_changes_of_a_file(sentence: &str) -> bool {
    COMMITS_OF_A_FILE.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::super::super::claims;
    use crate::domain::facts::ClaimKind;

    #[track_caller]
    fn check(kind: ClaimKind, theirs: &[&str], own: &[&str]) {
        let says = |sentence: &&&str| claims(sentence).iter().any(|one| one.kind == kind);
        assert_eq!(theirs.iter().find(says), None, "{kind:?}");
        assert_eq!(own.iter().find(|sentence| !says(sentence)), None, "{kind:?}");
    }

    #[test]
    fn what_is_analysed_is_no_library_and_no_function_of_ones_own() {
        check(
            ClaimKind::Libraries,
            &[
                "Python: pandas, SQLAlchemy, PySpark patterns are extracted.",
                "It extracts pandas read/write, Spark operations, and uses them.",
                "The nodes are driven by openai/gpt-oss-120b on a server.",
            ],
            &[
                "The tables are extracted with pandas in one step.",
                "The judges are driven by OpenAI on a server.",
            ],
        );
        check(
            ClaimKind::Definitions,
            &[
                "YAML: extracts dbt ref() and source() references from schema.yml and model files.",
                "The source() macro creates an indirection.",
                "It extracts Spark operations and SQLAlchemy execute() calls.",
            ],
            &["The clone_repo() calls git in a folder.", "It uses source() for the tables."],
        );
    }

    #[test]
    fn a_pdf_that_is_made_is_not_read_and_commits_of_a_file_are_not_all() {
        check(
            ClaimKind::PdfText,
            &[
                "PDF reports are saved with filenames that are parsed from the question.",
                "It parses the answer and generates a PDF.",
            ],
            &["It parses the PDF reports.", "The PDF is parsed and its chunks are queried."],
        );
        check(
            ClaimKind::CommitCount,
            &[
                "marts/customers (7 commits) is the golden record.",
                "orders.sql (12 commits) is next.",
            ],
            &["The repository (41 commits) grew.", "The history has 41 commits."],
        );
    }
}
