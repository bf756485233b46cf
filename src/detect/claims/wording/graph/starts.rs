//! Sentences that tell to which nodes the graph goes from its start.

use super::super::sentence::elsewhere;
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That the start leads to something, and what that is.
static LEADS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\bSTART`?(?: node)? (?:then |immediately |directly )?(?:has (?:direct |plain |parallel )?edges? (?:in)?to|fans? out (?:in parallel |directly )?(?:in)?to|branches (?:out )?(?:directly )?(?:in)?to|connects (?:directly )?to|leads (?:directly )?to|splits into|dispatches|triggers|launches) (?P<targets>[^.;:]*)",
        r"|\bfrom (?:the )?(?:single )?`?START`?(?: node)?,? (?:directly )?(?:in)?to (?P<reached>[^.;:]*)",
    ))
});

/// Where what the start leads to ends.
static ENDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?:so|which|that|before|then|after|where|while|until|because|via|through|by way of|converg\w+|synchroni\w+|and (?:then )?fans?)\b|(?u:[(→—–])|->",
    )
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(r"example|never|not|no|if|target|students?|diagrams?|figure|drawn")
});

/// To which nodes the start is said to lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Start<'t> {
    /// The nodes that are named.
    pub names: Vec<&'t str>,
    /// Whether it is said to lead right there, and not only to be where a way there begins.
    pub directly: bool,
}

/// What the sentence says of it, where it names two nodes or more.
pub(in crate::detect::claims) fn start(sentence: &str) -> Option<Start<'_>> {
    if !sentence.contains("START") || ELSEWHERE.is_match(sentence) {
        return None;
    }
    let found = LEADS.captures(sentence)?;
    let directly = found.name("targets").is_some();
    let targets = found.name("targets").or(found.name("reached"))?.as_str();
    let end = ENDS.find(targets).map_or(targets.len(), |end| end.start());
    let names: Vec<&str> = words::identifiers(&targets[..end])
        .filter(|name| words::is_snake(name) || words::is_camel(name))
        .collect();
    (names.len() > 1).then_some(Start { names, directly })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: Option<(&[&str], bool)>) {
        let found = start(sentence);
        let told = found.as_ref().map(|one| (one.names.as_slice(), one.directly));
        assert_eq!(told, expected, "{sentence}");
    }

    #[test]
    fn the_nodes_behind_the_start_are_read() {
        let both: &[&str] = &["repo_investigator", "doc_analyst"];
        check("START has edges to both repo_investigator and doc_analyst.", Some((both, true)));
        check(
            "In it, the START node fans out to repo_investigator and doc_analyst, which meet.",
            Some((both, true)),
        );
        check(
            "The detectives are wired from START to repo_investigator and doc_analyst so both run.",
            Some((both, false)),
        );
        check(
            "START fans out to RepoInvestigator and DocAnalyst.",
            Some((&["RepoInvestigator", "DocAnalyst"], true)),
        );
        check("START fans out to three detectives.", None);
        check("START should fan out to repo_investigator and doc_analyst.", None);
        check("START leads to context_builder.", None);
    }
}
