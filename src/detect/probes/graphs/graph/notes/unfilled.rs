//! Routers whose way for missing evidence is taken only where there was nothing to begin with.

use super::alike;
use crate::detect::probes::listed;
use crate::domain::facts::{ConditionalEdge, Placeholders};

/// That what routers ask for is there unless a node before them had nothing to go through, or for want of inputs.
pub(super) fn told(all: &[&ConditionalEdge]) -> Vec<String> {
    let kept = |by_inputs: bool| {
        let kept = all.iter().filter_map(|edge| Some((edge, edge.placeholders.as_ref()?)));
        let mut kept = kept.filter(move |(_, kept)| kept.inputs.is_empty() != by_inputs);
        let first = kept.next();
        first.map(|(edge, first)| sentence(edge, first, &alike(kept.count())))
    };
    kept(false).into_iter().chain(kept(true)).collect()
}

fn sentence(edge: &ConditionalEdge, kept: &Placeholders, more: &str) -> String {
    let Placeholders { node, fields, inputs, any_is_enough } = kept;
    let (place, fields) = (&edge.place, listed(fields.iter().map(String::as_str).take(4)));
    if inputs.is_empty() {
        return note!(
            "the conditional edge at `{place}` asks only whether anything is in {fields}, and `{node}` before it puts something there for each thing that it goes through, found or not: it leads elsewhere only where that goes through nothing{more}"
        );
    }
    let names = listed(inputs.iter().map(String::as_str).take(4));
    let (which, given) = match (inputs.len(), any_is_enough) {
        (1, _) => ("an input that no node writes", "it is not given"),
        (_, true) => ("inputs that no node writes", "none of them is given"),
        (_, false) => ("inputs that no node writes", "not all of them are given"),
    };
    note!(
        "the conditional edge at `{place}` asks only whether anything is in {fields}, and `{node}` before it puts something there on every path that it takes for {names}, {which}: it leads elsewhere only where {given}, and no failure of a node changes where it leads{more}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn what_is_wanting_is_told_by_how_much_of_it_is_enough() {
        let edge = |inputs: &[&str], any_is_enough| ConditionalEdge {
            place: Lines { file: "g.py".into(), line: 1, end_line: 1, blob: "b".into() },
            placeholders: Some(Placeholders {
                node: "look".into(),
                fields: vec!["evidences".into()],
                inputs: inputs.iter().map(|name| (*name).to_owned()).collect(),
                any_is_enough,
            }),
            ..ConditionalEdge::default()
        };
        let check = |edge: &ConditionalEdge, expected: &str| {
            let told = told(&[edge]).concat();
            assert!(told.contains(expected), "{told}");
        };
        check(
            &edge(&["url"], false),
            "takes for `url`, an input that no node writes: it leads elsewhere only where it is not given, and no failure of a node changes where it leads.",
        );
        check(
            &edge(&["pdf", "url"], true),
            "takes for `pdf`, `url`, inputs that no node writes: it leads elsewhere only where none of them is given",
        );
        check(&edge(&["pdf", "url"], false), "only where not all of them are given");
        check(&edge(&[], false), "it leads elsewhere only where that goes through nothing.");
        let (loops, inputs) = (edge(&[], false), edge(&["url"], false));
        assert_eq!(told(&[&inputs, &loops, &inputs]).len(), 2);
    }
}
