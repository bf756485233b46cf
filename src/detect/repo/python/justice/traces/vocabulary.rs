//! What names, comments and texts say of the rules of a synthesis.

use super::super::terms::AGAIN;

/// Names that speak of a rule, in the order of the rules.
pub(super) const VOCABULARY: [&[&str]; 5] = [
    &["secur", "vulnerab", "os.system", "unsafe", "flaw", "injection"],
    &[
        "suprem",
        "hallucin",
        "overrul",
        "unsupported",
        "contradict",
        "=fact",
        "=facts",
        "=found",
        "evidence",
        "citation",
        "cited",
    ],
    &["weight", "functional", "modular", "architect", "tech"],
    AGAIN,
    &["dissent", "disagree", "minority"],
];

/// What comments and texts say of a rule, in the order of the rules: small letters, one blank
/// between words.
pub(super) const PHRASES: [&[&str]; 5] = [
    &[
        "security override",
        "override for security",
        "rule of security",
        "security rule",
        "security cap",
        "security veto",
        "security penalty",
        "security flaw",
        "security vulnerab",
        "security violation",
    ],
    &[
        "fact supremacy",
        "facts supremacy",
        "factual supremacy",
        "rule of evidence",
        "evidence rule",
        "evidence override",
        "overrule",
        "hallucinat",
        "unsupported claim",
    ],
    &[
        "functionality weight",
        "rule of functionality",
        "functionality rule",
        "highest weight",
        "more weight",
        "carries the most weight",
        "weighted toward",
    ],
    &["re evaluat", "reevaluat", "variance rule", "second look", "heard again"],
    &["dissent", "minority opinion", "disagree"],
];
