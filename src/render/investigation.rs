//! An investigation for a terminal: what was found, a line each, and where.

use super::escape;
use super::phrase::{clip, count};
use crate::domain::facts::{
    Binding, CallCertainty, CallFact, Certainty, CitedPath, ClaimFact, ClaimStatus, Figure,
    FigureKind, GraphFact, HistoryFacts, InjectionFact, PathStatus, PythonFacts, RepositoryFacts,
    StructuredOutputFact,
};
use crate::domain::investigation::{CaseFacts, DocumentReading, Investigation};

/// Longest line, in characters.
const LONGEST: usize = 160;

/// The investigation as JSON with the fields of its schema; see [`super::json()`] for its form.
///
/// # Panics
/// Never: an investigation holds only what JSON can hold.
#[must_use]
pub fn investigation_json(found: &Investigation) -> String {
    let text = serde_json::to_string_pretty(found)
        .expect("facts hold only strings, numbers and lists, and maps keyed by strings");
    escape::json(&text) + "\n"
}

/// The investigation as plain lines that are safe to print on a terminal. Facts about tests and
/// about code that never runs are left to the JSON.
#[must_use]
pub fn investigation(found: &Investigation) -> String {
    let CaseFacts { repository, document, figures } = &found.facts;
    let mut lines = Vec::new();
    if let Some(facts) = repository {
        lines.push(Line::new("repository", at_commit(&found.repo_url, facts)));
        lines.push(Line::new("history", history(&facts.history)));
        lines.extend(facts.history.damage.iter().map(|damage| Line::new("", damage.clone())));
        lines.extend(facts.history.odd_dates().into_iter().map(|odd| Line::new("", odd)));
        lines.push(Line::new("tree", count(facts.tree.entries.len(), "file")));
        lines.extend(facts.tree.not_followed().into_iter().map(|one| Line::new("unread", one)));
        python(&facts.python, &mut lines);
    }
    if let Some(reading) = document {
        document_lines(&found.pdf_path, reading, &mut lines);
    }
    if let Some(facts) = figures {
        lines.extend(facts.figures.iter().map(|one| Line::new("figure", figure(one))));
    }
    lines.extend(found.facts.injections().map(|one| Line::new("flag", flag(one))));
    let evidence: usize = found.evidences.values().map(Vec::len).sum();
    let dimensions = count(found.evidences.len(), "dimension");
    let told = format!("{} for {dimensions} (`--json` has all of it)", count(evidence, "item"));
    lines.push(Line::new("evidence", told));
    Line::all(&lines)
}

/// One line: what it is about, and what was found.
struct Line {
    about: &'static str,
    told: String,
}

impl Line {
    fn new(about: &'static str, told: String) -> Self {
        Self { about, told }
    }

    /// All lines, each subject named once.
    fn all(lines: &[Self]) -> String {
        let mut before = "";
        let mut text = String::new();
        for Self { about, told } in lines {
            let shown = if *about == before { "" } else { *about };
            before = if about.is_empty() { before } else { about };
            let told = escape::terminal(&clip(told, LONGEST));
            text.push_str(format!("{shown:<11} {told}").trim_end());
            text.push('\n');
        }
        text
    }
}

fn at_commit(name: &str, facts: &RepositoryFacts) -> String {
    let branch = facts.branch.as_ref().map_or(String::new(), |branch| format!(", branch {branch}"));
    format!("{name} at {}{branch}", facts.commit.get(..10).unwrap_or(&facts.commit))
}

fn history(facts: &HistoryFacts) -> String {
    let rhythm = &facts.rhythm;
    let largest = rhythm.largest.as_ref().map_or(String::new(), |largest| {
        format!("; the largest commit brought {:.0} % of all added lines", largest.share * 100.0)
    });
    format!(
        "{} by {} on {}{largest}{}",
        count(facts.commits.len(), "commit"),
        count(facts.authors.len(), "author"),
        count(rhythm.days_active as usize, "day"),
        if facts.shallow { "; the clone is shallow" } else { "" }
    )
}

fn python(facts: &PythonFacts, lines: &mut Vec<Line>) {
    let ours = facts.classes.iter().filter(|class| !class.in_tests).count();
    let classes =
        format!("{}, {} outside the tests", count(facts.files as usize, "file"), count_of(ours));
    lines.push(Line::new("python", classes));
    for unreadable in &facts.unreadable {
        lines.push(Line::new("unread", format!("{} {}", unreadable.place, unreadable.reason)));
    }
    for graph in facts.graphs.iter().filter(|graph| !graph.in_tests && graph.live) {
        graph_lines(graph, lines);
    }
    for refused in &facts.refused_files {
        lines.push(Line::new("refused", format!("{} ({})", refused.place, refused.why)));
    }
    for import in &facts.broken_imports {
        let told = format!(
            "{} from {}, which does not have it ({})",
            import.name, import.module, import.place
        );
        lines.push(Line::new("import", told));
    }
    for engine in &facts.engines {
        lines.push(Line::new("graph", engine.why_unread()));
    }
    for framework in &facts.frameworks {
        let told = format!("{} of {} ({})", framework.by, framework.framework, framework.place);
        lines.push(Line::new("framework", told));
    }
    for reducer in facts.reducers.iter().filter(|reducer| !reducer.in_tests) {
        let told = format!(
            "{}.{} by {} ({})",
            reducer.class, reducer.field, reducer.resolved, reducer.place
        );
        lines.push(Line::new("reducer", told));
    }
    let binds = |one: &&StructuredOutputFact| !one.in_tests && one.binding != Binding::Tools;
    for one in facts.structured_output.iter().filter(binds) {
        let schema = one.schema.as_deref().unwrap_or("a schema that could not be followed");
        lines.push(Line::new("schema", format!("{} to {schema} ({})", one.method, one.place)));
    }
    for clone in facts.clone.iter().filter(|clone| !clone.in_tests) {
        let into = match clone.temporary {
            Some(true) => "into a temporary directory",
            Some(false) => "into a directory that is not temporary",
            None => "into a directory that could not be followed",
        };
        lines.push(Line::new("clone", format!("{} {into} ({})", clone.method, clone.place)));
    }
    for call in facts.calls.iter().filter(|call| !call.in_tests && call.live) {
        lines.push(Line::new("call", call_line(call)));
    }
}

fn count_of(classes: usize) -> String {
    if classes == 1 { "1 class".into() } else { format!("{classes} classes") }
}

fn graph_lines(graph: &GraphFact, lines: &mut Vec<Line>) {
    let told = format!(
        "{}: {}, {}, {}",
        graph.place,
        count(graph.nodes.len(), "node"),
        count(graph.edges.len(), "edge"),
        count(graph.conditional.len(), "conditional edge")
    );
    lines.push(Line::new("graph", told));
    let of = |points: &[String]| if points.is_empty() { "none".into() } else { points.join(", ") };
    let points = format!("fan-out at {}; fan-in at {}", of(&graph.fan_out), of(&graph.fan_in));
    lines.push(Line::new("", points));
    for open in &graph.unresolved {
        lines.push(Line::new("", format!("{} could not be followed: {}", open.place, open.reason)));
    }
}

fn call_line(call: &CallFact) -> String {
    let sure = match call.certainty {
        CallCertainty::Definite => "",
        CallCertainty::Possible => "perhaps ",
    };
    let because = call.because.as_ref().map_or(String::new(), |because| format!(" with {because}"));
    let constant = match (call.constant_argument, call.open_argument) {
        (true, _) => ", a constant",
        (false, true) => ", with an argument that could not be followed",
        (false, false) => "",
    };
    format!("{sure}{}{because}{constant} ({})", call.callee, call.place)
}

fn document_lines(name: &str, reading: &DocumentReading, lines: &mut Vec<Line>) {
    let DocumentReading { document, claims, concepts } = reading;
    let explained = concepts.iter().filter(|one| one.substantive).count();
    let told = format!(
        "{name}: {}, {}, {} of terms of the rubric, {explained} of them explained",
        count(document.pages.len(), "page"),
        count(document.paths.len(), "cited path"),
        count(concepts.len(), "use"),
    );
    lines.push(Line::new("report", told));
    let absent = document.paths.iter().filter(|path| path.status == PathStatus::Absent);
    lines.extend(absent.map(|path| Line::new("absent", absent_line(path))));
    let contradicted = claims.iter().filter(|claim| claim.status == ClaimStatus::Contradicted);
    lines.extend(contradicted.map(|claim| Line::new("claim", claim_line(claim))));
}

fn absent_line(path: &CitedPath) -> String {
    format!("{} (page {}): {}", path.written, path.page, path.reason)
}

fn claim_line(claim: &ClaimFact) -> String {
    format!("page {}: \"{}\", but {}", claim.page, clip(&claim.sentence, 70), claim.fact)
}

fn flag(one: &InjectionFact) -> String {
    let sure = match one.certainty {
        Certainty::Certain => "tells",
        Certainty::Suspected => "seems to tell",
    };
    format!("{} {sure} the grader how to grade: \"{}\"", one.place, clip(&one.excerpt, 90))
}

fn figure(one: &Figure) -> String {
    let kind = match one.kind {
        FigureKind::Raster => "a picture",
        FigureKind::Vector => "a drawing",
    };
    let caption = one.caption.as_ref().map_or(String::new(), |caption| format!(", \"{caption}\""));
    format!("page {}: {kind} on {:.0} % of the page{caption}", one.page, one.page_share * 100.0)
}
