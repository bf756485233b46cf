//! What a claim rests on that never happens, or that says nothing of what is told.

use super::super::graph::wiring::graphs;
use super::super::{Asked, Verdict};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::lost::idle;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{ClaimKind, GraphNode, PythonFacts};
use std::sync::LazyLock;

/// That a sentence says where or as what something is written, or that it does not run: it is there, be it run or not.
static IS_THERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\.py\b|::|\b(?:defined?|defines|implement(?:s|ed|ation)?|class|classes|functions?|methods?|modules?|files?|located|location|added|created|exists?|stub\w*|placeholders?|exports?|imports?|imported)\b",
        r"|\b(?:never|not|no|un(?:used|wired|connected|reached|reachable)|dis(?:abled|connected)|optional(?:ly)?|planned|future|skip\w*|isolated|orphan\w*|dead)\b|n't\b",
    ))
});

/// A part of a report that is called by its title: `under an "Errors and Warnings" appendix`, `in a section titled "Gaps"`.
static TITLED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r#"(?i)(?:(?u:["“])(?P<before>(?u:[^"“”]){3,60})(?u:["”]) (?:appendix|appendices|sections?|chapters?|headings?)\b|\b(?:appendix|section|chapter|heading) (?:called |named |titled |entitled )?(?u:["“])(?P<after>(?u:[^"“”]){3,60})(?u:["”]))"#,
    )
});

/// What leaves open that something does what is told of it: no run comes to it, or what was seen of it is something else.
pub(in super::super) fn unrun(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let fact = match asked.kind {
        ClaimKind::Definitions => {
            let node = never_run(&asked.repository.python, asked.sentence, &shown.fact)?;
            format!("{}, and no way leads to the node `{node}`, so that it never runs", shown.fact)
        }
        ClaimKind::MarkdownReport => {
            let found = TITLED.captures(asked.sentence)?;
            let title = found.name("before").or(found.name("after"))?.as_str();
            format!("{}, and what stands there under “{title}” was not examined", shown.fact)
        }
        _ => return None,
    };
    Some(Verdict::of(Undecided, fact, &shown.places))
}

/// The node that a definition is called by, where no run of any graph comes to it and the sentence tells what it does.
fn never_run(python: &PythonFacts, sentence: &str, fact: &str) -> Option<String> {
    let name = fact.strip_prefix('`')?.strip_suffix("` is defined")?;
    if IS_THERE.is_match(sentence) {
        return None;
    }
    let plain = words::plain(name);
    let of_name = |node: &&GraphNode| words::plain(&node.name) == plain;
    let mut found: Option<&GraphNode> = None;
    for graph in graphs(python) {
        let Some(node) = graph.nodes.iter().find(of_name) else { continue };
        if !idle(graph).contains(node.name.as_str()) {
            return None;
        }
        found = Some(node);
    }
    Some(found?.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_report_are_told_by_their_titles() {
        let check = |said: &str, expected: Option<&str>| {
            let found = TITLED.captures(said);
            let title = found.as_ref().and_then(|it| it.name("before").or(it.name("after")));
            assert_eq!(title.map(|it| it.as_str()), expected, "{said}");
        };
        check(
            "Errors are surfaced in the report under an \"Errors and Warnings\" appendix.",
            Some("Errors and Warnings"),
        );
        check("Gaps stand in a section titled “Known Gaps” of the report.", Some("Known Gaps"));
        check("The report has an appendix with all errors.", None);
        check("It writes \"report.md\" with five sections.", None);
    }

    #[test]
    fn who_tells_where_something_is_tells_not_what_it_does() {
        let check =
            |said: &str, expected: bool| assert_eq!(IS_THERE.is_match(said), expected, "{said}");
        check("VisionInspector classified it as mostly correct.", false);
        check("`vision_inspector` extracts the figures of the report.", false);
        check("`vision_inspector` is defined in src/nodes/detectives.py.", true);
        check("`vision_inspector` is not connected yet.", true);
    }
}
