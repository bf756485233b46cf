//! Which of several graphs a statement is about.

use crate::detect::seats;
use crate::domain::facts::GraphFact;

/// Folders of what is run beside the program, such as a script that draws its graph.
const BESIDE: [&str; 5] = ["demo", "demos", "docs", "examples", "scripts"];

/// The graph of several that a statement about all of them cites: the one with most judges where these are spoken of, or
/// else with most nodes, and one of the program sooner than one beside it.
pub(in crate::detect::probes) fn spoken_of<'g>(
    graphs: &[&'g GraphFact],
    judges: bool,
) -> Option<&'g GraphFact> {
    let seated = |graph: &GraphFact| {
        graph.nodes.iter().filter(|node| judges && seats::judge(&node.name).is_some()).count()
    };
    // Of several alike it is the first.
    let most = |graph: &&GraphFact| (seated(graph), !is_beside(graph), graph.nodes.len());
    graphs.iter().rev().copied().max_by_key(most)
}

/// Whether a graph stands in a folder of what is run beside the program.
pub(super) fn is_beside(graph: &GraphFact) -> bool {
    let folders = graph.place.file.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| BESIDE.contains(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{GraphNode, Lines};

    #[test]
    fn the_programs_own_graph_is_spoken_of_sooner_than_one_of_a_script() {
        let graph = |file: &str, nodes: usize| GraphFact {
            place: Lines::new(file, "b", 1, 1),
            nodes: vec![GraphNode::default(); nodes],
            ..GraphFact::default()
        };
        let (main, other) = (graph("main.py", 3), graph("src/scripts_of_it.py", 3));
        let drawn = graph("scripts/draw.py", 4);
        let spoken =
            |graphs: &[&GraphFact]| spoken_of(graphs, false).map(|graph| graph.place.file.clone());
        assert_eq!(spoken(&[&drawn, &main]).as_deref(), Some("main.py"));
        assert_eq!(spoken(&[&other, &main]).as_deref(), Some("src/scripts_of_it.py"));
        assert_eq!(spoken(&[&drawn]).as_deref(), Some("scripts/draw.py"));
    }
}
