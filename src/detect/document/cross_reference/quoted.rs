//! Paths in a question or an order that is quoted: what somebody may ask of the program cites no file of it.

use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::LazyLock;

/// How a question or an order begins.
static ASKS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:please |can you |could you )?(?:what|which|who|whose|when|where|why|how|does|do|is|are|can|could|should|explain|describe|",
        r"show|list|find|trace|summari[sz]e|tell|give|analy[sz]e|audit|check|compare|review|generate|open|read) ",
    ))
});

/// Whether a quotation that asks or orders opens before the path, and closes behind it.
pub(super) fn is_asked(cited: &CitedPath) -> bool {
    let sentence = cited.sentence.as_str();
    let mut places = sentence.match_indices(cited.written.as_str());
    places.any(|(at, written)| {
        let (before, behind) = (&sentence[..at], &sentence[at + written.len()..]);
        let Some(open) = before.rfind(['"', '“', '”']) else { return false };
        let mut quotation = before[open..].chars();
        let close = match quotation.next() {
            Some('"') if before.matches('"').count() % 2 == 1 => '"',
            Some('“') => '”',
            Some(_) | None => return false,
        };
        ASKS.is_match(quotation.as_str()) && behind.contains(close)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::PathStatus;

    #[test]
    fn a_path_inside_a_quoted_question_is_asked_about() {
        let is = |sentence: &str| {
            let written = "src/queue/reader.py".to_owned();
            is_asked(&CitedPath {
                path: written.clone(),
                written,
                status: PathStatus::Unchecked,
                matched: None,
                reason: String::new(),
                page: 1,
                sentence: sentence.into(),
                heading: None,
            })
        };
        assert!(is("explain(path) Generative \"Explain what src/queue/reader.py does\""));
        assert!(is("It answers “Which nodes read src/queue/reader.py today?” at once."));
        assert!(!is("The \"reader\" is implemented in src/queue/reader.py and \"loops\"."));
        assert!(!is("It is defined in \"src/queue/reader.py\"."));
        assert!(!is("\"Explain it\" is answered by src/queue/reader.py alone."));
    }
}
