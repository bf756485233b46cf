//! Which of several graphs leads: its file imports those in which others are built, and none of these imports it.
//!
//! A script that builds a part of a larger graph for itself imports from where that is built, and leads nothing.

use crate::detect::repo::python::repository::Repository;
use crate::domain::facts::GraphFact;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Imports at most between the file of a graph and that of one that it leads.
const NEAR: usize = 3;

/// Says of each graph of the program how many of the others it leads.
pub(in crate::detect::repo::python) fn mark(repository: &Repository<'_>, graphs: &mut [GraphFact]) {
    let module = |graph: &GraphFact| {
        let is_its = |path: &str| graph.is_in_use() && path == graph.place.file;
        repository.modules.iter().position(|module| is_its(module.path))
    };
    let built: Vec<Option<usize>> = graphs.iter().map(module).collect();
    let files: BTreeSet<usize> = built.iter().copied().flatten().collect();
    if files.len() < 2 {
        return;
    }
    let reached = |from: usize| -> BTreeMap<usize, usize> {
        let (mut seen, mut open) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
        while let Some(index) = open.pop_front() {
            let steps = seen[&index] + 1;
            for next in repository.imported(index) {
                if let Entry::Vacant(new) = seen.entry(*next) {
                    new.insert(steps);
                    open.push_back(*next);
                }
            }
        }
        seen
    };
    let reached: Vec<_> = built.iter().map(|index| index.map(reached)).collect();
    let sizes: Vec<usize> = graphs.iter().map(|graph| graph.nodes.len()).collect();
    for (at, graph) in graphs.iter_mut().enumerate() {
        let (Some(own), Some(seen)) = (built[at], &reached[at]) else { continue };
        let leads = |other: usize| {
            let there = built[other].filter(|index| *index != own);
            let there = there.and_then(|index| seen.get(&index)).filter(|steps| **steps <= NEAR);
            // In a large program everything imports everything in the end.
            let back = reached[other].as_ref().and_then(|seen| seen.get(&own));
            let is_part = sizes[at] * 2 < sizes[other];
            !is_part && there.is_some_and(|there| back.is_none_or(|back| *back >= there + 2))
        };
        let led = (0..built.len()).filter(|other| leads(*other)).count();
        graph.leads = u32::try_from(led).unwrap_or(u32::MAX);
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::examine;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::limits::Limits;

    #[test]
    fn the_graph_whose_file_imports_those_of_the_others_leads_them() {
        let graph = |imports: &str, nodes: &[&str]| {
            let nodes: Vec<String> =
                nodes.iter().map(|name| format!("g.add_node('{name}', run)\n")).collect();
            let nodes = nodes.concat();
            format!(
                "from langgraph.graph import StateGraph\n{imports}def run(state):\n    return {{}}\ng = StateGraph(dict)\n{nodes}app = g.compile()\n"
            )
        };
        let check = |(main, nodes): (&str, &[&str]), side: &str, expected: [u32; 3]| {
            let files = [
                ("app/main.py", graph(main, nodes)),
                ("app/nodes.py", "from app.side import app\n".to_owned()),
                ("app/other.py", graph("", &["a", "b"])),
                ("app/side.py", graph(side, &["a", "b", "c"])),
            ];
            let source = |(path, text): (&str, String)| Source {
                path: path.into(),
                blob: "b".into(),
                bytes: text.into_bytes(),
            };
            let mut graphs = examine(&files.map(source), &Limits::default()).graphs;
            graphs.sort_by(|one, other| one.place.cmp(&other.place));
            let leads: Vec<u32> = graphs.iter().map(|graph| graph.leads).collect();
            assert_eq!(leads, expected, "{main} {nodes:?} {side}");
        };
        let all: &[&str] = &["a", "b"];
        check(("", all), "", [0, 0, 0]);
        check(("from app import nodes\n", all), "", [1, 0, 0]);
        check(("from app import nodes, other\n", all), "", [2, 0, 0]);
        // Who imports each other leads nobody, and a small part of a graph does not lead the whole.
        check(("from app import nodes\n", all), "from app.main import run\n", [0, 0, 0]);
        check(("from app import nodes\n", &["a"]), "", [0, 0, 0]);
    }
}
