//! The three judges, by the names of what speaks for them.

use crate::domain::facts::{GapAbout, GraphFact, Lines};

/// Parts of each judge's names, in small letters and without what joins words.
pub(in crate::detect) const JUDGES: [&[&str]; 3] =
    [&["prosecutor"], &["defense", "defence"], &["techlead"]];

/// Which of [`JUDGES`] a node, a function or a class is named for.
pub(in crate::detect) fn judge(name: &str) -> Option<usize> {
    let name = name.to_lowercase().replace(['_', '-', ' '], "");
    JUDGES.iter().position(|words| words.iter().any(|word| name.contains(word)))
}

/// A judge that leads to all the others at once, so that it runs before them and not beside them.
pub(in crate::detect) struct FirstJudge<'g> {
    pub judge: &'g str,
    others: Vec<&'g str>,
    /// The edges to the others.
    pub places: Vec<&'g Lines>,
}

impl<'g> FirstJudge<'g> {
    /// The one of a graph, where all ways to the others are known.
    pub(in crate::detect) fn of(graph: &'g GraphFact) -> Option<Self> {
        let hides = graph.unresolved.iter().any(|gap| gap.about != GapAbout::Node);
        if hides || !graph.families.is_empty() {
            return None;
        }
        graph.fan_out.iter().find_map(|point| Self::at(graph, point))
    }

    fn at(graph: &'g GraphFact, point: &'g str) -> Option<Self> {
        let own = judge(point)?;
        let plain = graph.edges.iter().map(|edge| (&edge.from, &edge.to, &edge.place));
        let routed = graph.conditional.iter().flat_map(|edge| {
            edge.targets.iter().map(move |target| (&edge.from, target, &edge.place))
        });
        let ways: Vec<(&String, &String, &Lines)> = plain.chain(routed).collect();
        let to_judges = ways.iter().filter(|(from, to, _)| *from == point && judge(to).is_some());
        let to_judges: Vec<_> = to_judges.collect();
        let mut others: Vec<&str> = to_judges.iter().map(|(_, to, _)| to.as_str()).collect();
        others.sort_unstable();
        others.dedup();
        let after = |other: &&str| {
            let mut into = ways.iter().filter(|(_, to, _)| to == other);
            judge(other) != Some(own) && into.all(|(from, ..)| *from == point)
        };
        let places = to_judges.iter().map(|(.., place)| *place).collect();
        (others.len() > 1 && others.iter().all(after)).then_some(Self {
            judge: point,
            others,
            places,
        })
    }

    /// That it runs before the others, without a full stop.
    pub(in crate::detect) fn told(&self) -> String {
        let others: Vec<String> = self.others.iter().map(|other| format!("`{other}`")).collect();
        format!(
            "`{}` is a judge itself and runs before {}, to which it leads",
            self.judge,
            others.join(" and ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_is_known_however_its_name_is_written() {
        for (name, expected) in [
            ("prosecutor_node", Some(0)),
            ("Defence", Some(1)),
            ("TechLeadJudge", Some(2)),
            ("tech-lead", Some(2)),
            ("fetch_technical_notes", None),
            ("judge", None),
        ] {
            assert_eq!(judge(name), expected, "{name}");
        }
    }
}
