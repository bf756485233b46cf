//! The words by which sources name errors, evidence and scores that lie far apart.

/// Parts of words by which sources name errors and what is missing.
pub(super) const ERROR_WORDS: &[&str] = &[
    "abort",
    "broken",
    "corrupt",
    "crash",
    "dead_letter",
    "degraded",
    "empty",
    "error",
    "exception",
    "fail",
    "fallback",
    "fatal",
    "give_up",
    "halt",
    "incomplete",
    "insufficient",
    "invalid",
    "malformed",
    "missing",
    "no_evidence",
    "noevidence",
    "not_found",
    "recover",
    "rollback",
    "skip",
    "timeout",
    "unavailable",
    "unhealthy",
    "unparse",
    "unparsable",
    "unreachable",
    "unreadable",
    "without_",
];

/// Words for what must be there before judges can work.
pub(super) const EVIDENCE_WORDS: &[&str] = &["evidence", "opinion", "report", "repo", "pdf"];

/// Words for how good something is: that it is not good enough is no error, and that nothing is there may be.
pub(super) const QUALITY_WORDS: &[&str] =
    &["answer", "confidence", "draft", "generation", "grade", "quality", "response", "score"];

/// Words for what comes out of the graph in the end.
pub(super) const OUTPUT_WORDS: &[&str] =
    &["final_report", "finalreport", "audit_report", "auditreport"];

/// Parts of words for scores that lie far apart.
pub(super) const SPREAD_WORDS: &[&str] =
    &["varianc", "spread", "disagree", "divergen", "stdev", "conflict", "dissent"];
