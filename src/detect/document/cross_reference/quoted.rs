//! Paths in what is quoted: a question or an order, or a value that code hands on, cites no file of the program.

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

/// What introduces what something else says.
static SAYS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:says?|said|return(?:s|ed)?|outputs?|prints?|printed|texts?|answer(?:s|ed)?|repl(?:y|ies|ied)|log(?:s|ged)?)[:,]? ?$",
    )
});

/// Why a path claims nothing that stands in a quotation.
pub(super) fn no_claim(cited: &CitedPath) -> Option<&'static str> {
    if is_asked(cited) {
        Some("it stands in a question or an answer that is quoted")
    } else {
        is_value(cited).then_some("it is a value in code that is shown")
    }
}

/// Whether a quotation that asks or orders, or that something else says, opens before the path and closes behind it.
fn is_asked(cited: &CitedPath) -> bool {
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
        let speaks = ASKS.is_match(quotation.as_str()) || SAYS.is_match(&before[..open]);
        speaks && behind.contains(close)
    })
}

/// Whether a quotation that is the value of a name opens before the path, as in `doc_path="docs/a.pdf"`: code that is shown
/// may hand on whatever it likes.
fn is_value(cited: &CitedPath) -> bool {
    let sentence = cited.sentence.as_str();
    let mut places = sentence.match_indices(cited.written.as_str());
    places.any(|(at, _)| {
        let before = &sentence[..at];
        ['"', '\''].into_iter().any(|quote| {
            let Some((name, _)) = before.rsplit_once(quote) else { return false };
            let is_open = before.matches(quote).count() % 2 == 1;
            let named = name.trim_end().strip_suffix('=').unwrap_or_default().trim_end();
            is_open && named.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(sentence: &str) -> CitedPath {
        super::super::tests::cited("src/queue/reader.py", sentence)
    }

    #[test]
    fn a_path_inside_a_quoted_question_is_asked_about() {
        let is = |sentence: &str| is_asked(&cited(sentence));
        assert!(is("explain(path) Generative \"Explain what src/queue/reader.py does\""));
        assert!(is("It answers “Which nodes read src/queue/reader.py today?” at once."));
        assert!(!is("The \"reader\" is implemented in src/queue/reader.py and \"loops\"."));
        assert!(!is("It is defined in \"src/queue/reader.py\"."));
        assert!(!is("\"Explain it\" is answered by src/queue/reader.py alone."));
    }

    #[test]
    fn a_path_inside_a_value_is_handed_on() {
        let is = |sentence: &str| is_value(&cited(sentence));
        assert!(is("run(repo=\"x\", path = \"./src/queue/reader.py\")"));
        assert!(is("Evidence(content='It has src/queue/reader.py and more')"));
        assert!(!is("It is defined in \"src/queue/reader.py\"."));
        assert!(!is("With mode=\"fast\" src/queue/reader.py loops."));
        assert!(!is("open(\"src/queue/reader.py\")"));
    }
}
