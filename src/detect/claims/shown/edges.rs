//! Edges that a report shows as code.

use crate::detect::claims::one_line;
use crate::detect::parts::{Groups, Parts};
use std::ops::Range;
use std::sync::LazyLock;

/// A call that adds a plain edge between two nodes that are named.
static EDGE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\.add_edge\(\s*(?P<from>START|[\x22'][a-z]\w*[\x22']),\s*(?P<to>END|[\x22'][a-z]\w*[\x22'])\s*\)",
    )
});

/// An edge as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct ShownEdge {
    pub from: String,
    pub to: String,
    /// The call, on one line.
    pub shown: String,
}

/// Fewest edges that show how a graph is wired: fewer may be an example.
const FEWEST: usize = 3;

/// The plain edges that a part of a page's text shows, where it shows how a graph is wired.
pub(in super::super) fn edges(text: &str, part: Range<usize>) -> Vec<ShownEdge> {
    let text = &text[part];
    if !text.contains(".add_edge(") {
        return Vec::new();
    }
    let name = |name: &str| name.trim_matches(['"', '\'']).to_owned();
    let edge = |found: Groups<'_>| ShownEdge {
        from: name(&found["from"]),
        to: name(&found["to"]),
        shown: found.get(0).map(|all| one_line(all.as_str())).unwrap_or_default(),
    };
    let all: Vec<ShownEdge> = EDGE.captures_iter(text).map(edge).collect();
    if all.len() < FEWEST { Vec::new() } else { all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_edges_between_named_nodes_are_read() {
        let text = "builder.add_edge(START, 'a')\ng.add_edge(\"a\",\n\"b\")\ng.add_edge('b', END)\ng.add_edge(['a', 'b'], 'c')\nadd_edge('x', 'y')\n";
        let found = edges(text, 0..text.len());
        let told: Vec<String> =
            found.iter().map(|one| format!("{} {}", one.from, one.to)).collect();
        assert_eq!(told, ["START a", "a b", "b END"]);
        assert_eq!(edges("g.add_edge('a', 'b')", 0..20), []);
        assert_eq!(found[1].shown, ".add_edge(\"a\", \"b\")");
    }
}
