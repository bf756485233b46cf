//! Sentences that tell by what a router of the graph decides.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That something with a name in code decides by something.
static DECIDES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<gate>[a-z]+(?:_[a-z0-9]+)+)`?(?P<way>[^.;]{0,120}?)\b(?:based on|depending on|only if|only when|according to)\b(?P<told>(?u:[^.;]){0,160})",
    )
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"could|never|not|cannot|or else|unless"));

/// The node or router that a sentence names, and the part that tells by what it decides.
pub(in crate::detect::claims) fn gate(sentence: &str) -> Option<(&str, &str)> {
    let found = DECIDES.captures(sentence).filter(|_| !ELSEWHERE.is_match(sentence))?;
    let told = found.name("told")?.as_str();
    let told = told.split(" falling back").next().unwrap_or(told);
    Some((found.name("gate")?.as_str(), told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_gate_goes_by_is_told_from_what_it_leads_to() {
        let gate = |sentence| gate(sentence);
        assert_eq!(
            gate("`doc_gate` → `DocAnalyst` or `skip_doc` based on `pdf_path`."),
            Some(("doc_gate", " `pdf_path`"))
        );
        assert_eq!(
            gate(
                "The doc_gate runs it only if a pdf_path is there, falling back to skip_doc otherwise."
            ),
            Some(("doc_gate", " a pdf_path is there,"))
        );
        assert_eq!(gate("The gate runs it only if a pdf_path is there."), None);
        assert_eq!(gate("The doc_gate will decide based on `pdf_path`."), None);
        assert_eq!(gate("The doc_gate reads `pdf_path`."), None);
    }
}
