//! A claim and the code → what the code says to it.

use crate::domain::facts::{
    CallCertainty, ClaimKind, ClaimStatus, GraphFact, Lines, PythonFacts, ReducerKind,
    RepositoryFacts,
};
use std::collections::BTreeMap;

/// Most places that are named.
const PLACES: usize = 3;
/// Share of common text from which two prompts are the same, 0–1.
const SAME: f64 = 0.9;
/// Share of common text up to which two prompts are distinct, 0–1.
const DISTINCT: f64 = 0.5;
/// Number of judges.
const JUDGES: usize = 3;

/// What the code says.
pub(super) struct Verdict {
    pub status: ClaimStatus,
    pub fact: String,
    pub places: Vec<Lines>,
}

impl Verdict {
    fn of<'a>(
        status: ClaimStatus,
        fact: impl Into<String>,
        places: impl IntoIterator<Item = &'a Lines>,
    ) -> Self {
        Self {
            status,
            fact: fact.into(),
            places: places.into_iter().take(PLACES).cloned().collect(),
        }
    }

    fn undecided(fact: impl Into<String>) -> Self {
        Self::of(ClaimStatus::Undecided, fact, [])
    }
}

use ClaimStatus::{Contradicted, Supported};

/// Holds one claim against the sources outside the tests.
pub(super) fn verdict(
    kind: ClaimKind,
    sentence: &str,
    repository: Option<&RepositoryFacts>,
) -> Verdict {
    let Some(repository) = repository else {
        return Verdict::undecided("the repository could not be read");
    };
    let python = &repository.python;
    if python.files == 0 {
        return Verdict::undecided("the tree has no Python file that could be read");
    }
    match kind {
        ClaimKind::ParallelJudges => side_by_side(python, is_judge, "judges"),
        ClaimKind::ParallelDetectives => side_by_side(python, is_detective, "detectives"),
        ClaimKind::FanIn => fan_in(python),
        ClaimKind::ConditionalEdges => conditional(python),
        ClaimKind::Reducers => reducers(repository, sentence),
        ClaimKind::StructuredOutput => structured_output(python),
        ClaimKind::TemporaryClone => clones(python),
        ClaimKind::NoShell => shell(repository),
        ClaimKind::DeterministicSynthesis => synthesis(python),
        ClaimKind::Retry => retry(python),
        ClaimKind::DistinctPersonas => personas(python),
    }
}

/// The graphs that the program runs.
fn graphs(python: &PythonFacts) -> Vec<&GraphFact> {
    python.graphs.iter().filter(|graph| !graph.in_tests && graph.live).collect()
}

/// Why nothing can be said against a graph's wiring, where nothing can.
fn unsettled(graphs: &[&GraphFact]) -> Option<Verdict> {
    if graphs.is_empty() {
        return Some(Verdict::undecided("no graph was found in the sources"));
    }
    // A graph without edges is wired by code that was not followed.
    if let Some(bare) = graphs.iter().find(|graph| graph.edges.is_empty()) {
        let fact = format!("no edge of the graph at `{}` was found", bare.place);
        return Some(Verdict::of(ClaimStatus::Undecided, fact, [&bare.place]));
    }
    let open = graphs.iter().find_map(|graph| graph.unresolved.first())?;
    Some(Verdict::of(
        ClaimStatus::Undecided,
        format!("`{}` could not be followed: {}", open.place, open.reason),
        [&open.place],
    ))
}

fn is_judge(node: &str) -> bool {
    let node = node.to_lowercase();
    ["prosecutor", "defense", "defence", "tech_lead", "techlead", "judge"]
        .iter()
        .any(|word| node.contains(word))
}

fn is_detective(node: &str) -> bool {
    let node = node.to_lowercase();
    ["investigator", "analyst", "inspector", "detective"].iter().any(|word| node.contains(word))
}

fn side_by_side(python: &PythonFacts, is_theirs: fn(&str) -> bool, who: &str) -> Verdict {
    let graphs = graphs(python);
    for graph in &graphs {
        for point in &graph.fan_out {
            let plain =
                graph.edges.iter().filter(|edge| edge.from == *point && is_theirs(&edge.to));
            let plain: Vec<&Lines> = plain.map(|edge| &edge.place).collect();
            let routed = graph.conditional.iter().filter(|edge| {
                edge.from == *point
                    && edge.parallel
                    && edge.targets.iter().filter(|to| is_theirs(to)).count() > 1
            });
            let routed: Vec<&Lines> = routed.map(|edge| &edge.place).collect();
            if plain.len() > 1 || !routed.is_empty() {
                let fact = format!("`{point}` leads to several {who} at once");
                return Verdict::of(Supported, fact, plain.into_iter().chain(routed));
            }
        }
    }
    if let Some(open) = unsettled(&graphs) {
        return open;
    }
    let chained = graphs.iter().flat_map(|graph| &graph.edges);
    let mut chained = chained.filter(|edge| is_theirs(&edge.from) && is_theirs(&edge.to));
    match chained.next() {
        Some(edge) => Verdict::of(
            Contradicted,
            format!("`{}` leads to `{}`, one after the other", edge.from, edge.to),
            [&edge.place],
        ),
        // The work may be spread inside one node, by threads or tasks.
        None => Verdict::undecided(format!("the graph's nodes show no several {who}")),
    }
}

fn fan_in(python: &PythonFacts) -> Verdict {
    let graphs = graphs(python);
    for graph in &graphs {
        let mut arriving: BTreeMap<&str, BTreeMap<&str, &Lines>> = BTreeMap::new();
        for edge in graph.edges.iter().filter(|edge| edge.to != "END") {
            arriving.entry(&edge.to).or_default().insert(&edge.from, &edge.place);
        }
        for edge in &graph.conditional {
            for target in edge.targets.iter().filter(|target| *target != "END") {
                arriving.entry(target).or_default().insert(&edge.from, &edge.place);
            }
        }
        if let Some((point, from)) = arriving.into_iter().find(|(_, from)| from.len() > 1) {
            let fact = format!("several edges arrive at `{point}`");
            return Verdict::of(Supported, fact, from.into_values());
        }
    }
    unsettled(&graphs).unwrap_or_else(|| {
        let places = graphs.iter().map(|graph| &graph.place);
        Verdict::of(Contradicted, "no node of the graph has several edges arriving", places)
    })
}

fn conditional(python: &PythonFacts) -> Verdict {
    let graphs = graphs(python);
    let edges: Vec<&Lines> =
        graphs.iter().flat_map(|graph| &graph.conditional).map(|edge| &edge.place).collect();
    if !edges.is_empty() {
        return Verdict::of(Supported, "the graph has conditional edges", edges);
    }
    unsettled(&graphs).unwrap_or_else(|| {
        let places = graphs.iter().map(|graph| &graph.place);
        Verdict::of(Contradicted, "the graph has no conditional edge", places)
    })
}

fn reducers(repository: &RepositoryFacts, sentence: &str) -> Verdict {
    let python = &repository.python;
    let ours: Vec<_> = python.reducers.iter().filter(|reducer| !reducer.in_tests).collect();
    let named = [
        ("operator.add", ReducerKind::OperatorAdd),
        ("operator.ior", ReducerKind::OperatorIor),
        ("add_messages", ReducerKind::AddMessages),
    ];
    for (name, kind) in named.iter().filter(|(name, _)| sentence.contains(name)) {
        if ours.iter().any(|reducer| reducer.kind == *kind) {
            continue;
        }
        if ours.is_empty() && is_read_whole(repository) {
            break;
        }
        return Verdict::undecided(format!("no field was found that `{name}` merges"));
    }
    match ours.first() {
        Some(first) => Verdict::of(
            Supported,
            format!("`{}.{}` is merged by `{}`", first.class, first.field, first.resolved),
            ours.iter().map(|reducer| &reducer.place),
        ),
        None if is_read_whole(repository) && !graphs(python).is_empty() => {
            Verdict::of(Contradicted, "no field of any state has a reducer", [])
        }
        None => Verdict::undecided("no reducer was found"),
    }
}

/// Whether the absence of something in the sources can be claimed.
fn is_read_whole(repository: &RepositoryFacts) -> bool {
    repository.python.unreadable.is_empty()
        && !repository.tree.truncated
        && repository.tree.damage.is_empty()
        && repository.limits_reached.is_empty()
}

fn structured_output(python: &PythonFacts) -> Verdict {
    let ours: Vec<_> = python.structured_output.iter().filter(|call| !call.in_tests).collect();
    match ours.first() {
        Some(first) => Verdict::of(
            Supported,
            format!("`{}` binds a model to a schema", first.method),
            ours.iter().map(|call| &call.place),
        ),
        // A library of the project's own may do it, so its absence proves nothing.
        None => Verdict::undecided("no call was recognised that binds a model to a schema"),
    }
}

fn clones(python: &PythonFacts) -> Verdict {
    let ours: Vec<_> = python.clone.iter().filter(|clone| !clone.in_tests).collect();
    let temporary: Vec<_> = ours.iter().filter(|clone| clone.temporary == Some(true)).collect();
    if let Some(first) = temporary.first() {
        let fact = format!("`{}` clones into a temporary directory", first.method);
        return Verdict::of(Supported, fact, temporary.iter().map(|clone| &clone.place));
    }
    if !ours.is_empty() && ours.iter().all(|clone| clone.temporary == Some(false)) {
        let fact = "every clone goes into a directory that is not temporary";
        return Verdict::of(Contradicted, fact, ours.iter().map(|clone| &clone.place));
    }
    Verdict::undecided("where the clone goes could not be followed")
}

fn shell(repository: &RepositoryFacts) -> Verdict {
    let runs_shell = |callee: &str, because: Option<&str>| {
        matches!(callee, "os.system" | "os.popen") || because.is_some_and(|b| b.contains("shell"))
    };
    let calls = repository.python.calls.iter();
    let ours: Vec<_> = calls
        .filter(|call| {
            !call.in_tests && call.live && runs_shell(&call.callee, call.because.as_deref())
        })
        .collect();
    if let Some(call) = ours.iter().find(|call| call.certainty == CallCertainty::Definite) {
        let fact = format!("`{}` runs a command through a shell", call.callee);
        return Verdict::of(Contradicted, fact, [&call.place]);
    }
    match ours.first() {
        Some(call) => Verdict::of(
            ClaimStatus::Undecided,
            format!("`{}` may be a call of `{}`", call.written, call.callee),
            [&call.place],
        ),
        None if is_read_whole(repository) => {
            Verdict::of(Supported, "no call that goes through a shell was found in any source", [])
        }
        None => Verdict::undecided("not all sources could be read"),
    }
}

fn synthesis(python: &PythonFacts) -> Verdict {
    let ours: Vec<_> = python.justice.iter().filter(|justice| !justice.in_tests).collect();
    let by_rules: Vec<_> =
        ours.iter().filter(|j| !j.calls_model && (j.branches > 1 || !j.rules.is_empty())).collect();
    let by_model: Vec<_> = ours.iter().filter(|justice| justice.calls_model).collect();
    match (by_rules.first(), by_model.first()) {
        (Some(first), None) => Verdict::of(
            Supported,
            format!(
                "`{}` decides by {} branches and calls no model",
                first.function, first.branches
            ),
            by_rules.iter().map(|justice| &justice.place),
        ),
        (None, Some(first)) if by_model.iter().all(|j| j.branches == 0 && j.rules.is_empty()) => {
            Verdict::of(
                Contradicted,
                format!("`{}` calls a model and decides by nothing else", first.function),
                by_model.iter().map(|justice| &justice.place),
            )
        }
        // A model may only word what rules decided.
        (_, Some(first)) => Verdict::of(
            ClaimStatus::Undecided,
            format!("`{}` decides by branches and calls a model too", first.function),
            [&first.place],
        ),
        (None, None) => Verdict::undecided("no function was recognised that synthesises verdicts"),
    }
}

fn retry(python: &PythonFacts) -> Verdict {
    let ours: Vec<_> = python
        .structured_output
        .iter()
        .filter(|call| !call.in_tests && call.retry == Some(true))
        .collect();
    match ours.first() {
        Some(first) => Verdict::of(
            Supported,
            format!("a retry stands around `{}`", first.method),
            ours.iter().map(|call| &call.place),
        ),
        None => Verdict::undecided("no retry was recognised around a model's reply"),
    }
}

fn personas(python: &PythonFacts) -> Verdict {
    let ours: Vec<_> = python.prompts.iter().filter(|prompt| !prompt.in_tests).collect();
    let shares: Vec<f64> = python.prompt_similarity.iter().map(|pair| pair.shared).collect();
    let places = ours.iter().map(|prompt| &prompt.place);
    if shares.len() >= JUDGES && shares.iter().all(|share| *share <= DISTINCT) {
        return Verdict::of(Supported, "the personas' texts have little in common", places);
    }
    if shares.len() >= JUDGES && shares.iter().all(|share| *share > SAME) {
        return Verdict::of(Contradicted, "the personas' texts are nearly the same", places);
    }
    Verdict::undecided("the personas' texts were not all found, or share some of their words")
}
