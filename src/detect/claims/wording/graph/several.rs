//! Whether several judges are spoken of, or two groups side by side.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Two groups of which each is said to run side by side.
pub(in super::super) const EACH_SIDE_BY_SIDE: &str = concat!(
    r"(?:parallel|concurrent|simultaneous)\w*.*\band\b.*(?:parallel|concurrent|simultaneous)",
    r"|parallel[^,;.]{0,30}\b(?:detectives?|judges?)(?: \w+)? and (?:\w+ )?(?:detectives?|judges?)\b",
    r"|fans?-?out[^,;.]{0,20} for (?:both )?(?:detectives?|judges?) and (?:detectives?|judges?)\b",
    // `Both detectives and judges fan out in parallel`, `the detectives and the judges both run concurrently`
    r"|\bboth (?:the |sets of )?(?:\w+ )?(?:detectives?|judges?)(?: \w+)? and (?:the )?(?:\w+ )?(?:detectives?|judges?)(?: \w+){0,5} (?:in parallel|concurrent|simultaneous|parallel)",
    r"|\bboth (?:the |sets of )?(?:\w+ )?(?:detectives?|judges?)(?: \w+)? and (?:the )?(?:\w+ )?(?:detectives?|judges?)(?: \w+)? (?:are |get )?fann?(?:s|ed)?[- ]?out\b",
    r"|\b(?:detectives?|judges?)(?: \w+)? and (?:the )?(?:\w+ )?(?:detectives?|judges?)(?: \w+)? (?:are )?both (?:are )?(?:\w+ ){0,2}(?:in parallel|concurrent|simultaneous|parallel|fann?(?:s|ed)?[- ]?out)",
);

/// Whether several judges are named, or their layer: one alone runs beside nobody.
pub(in super::super) fn names_judges(part: &str) -> bool {
    static SEVERAL: LazyLock<Phrase> = LazyLock::new(|| {
        Phrase::new(
            r"(?i)\b(?:judges|judicial|bench|panel|personas|prosecutors)\b|\bjudge (?:nodes|agents|layer|fan\b|fan-|swarm|stage|phase|execution|evaluations?|calls|lanes|branches|group|pool|invocations?)|\b(?:each|every|parallel|concurrent|3|three) judge\b|\bjudge (?:parallel|concurren)",
        )
    });
    let all = ["prosecutor", "defen", "lead"];
    let small = part.to_ascii_lowercase();
    SEVERAL.is_match(part) || all.iter().filter(|name| small.contains(**name)).count() > 1
}
