//! Where a named rule of the synthesis stands in the code: one answer for whoever asks.

mod idle;
mod traced;
mod wanting;
pub(super) mod ways;

use super::seats;
use crate::domain::facts::{
    EvidenceUse, GraphFact, JusticeFact, Lines, PythonFacts, SpreadTakes, SpreadUse,
};
use ways::is_onward;

/// The rule for what judges differ in.
const DISSENT: &str = "dissent";

/// The functions that synthesise verdicts.
pub(super) struct Synthesis<'a> {
    python: &'a PythonFacts,
    /// Those that can run, if any can: where nothing seems to be called, it is the calls that were not understood,
    /// unless it is known of all of them that nothing which runs leads there.
    pub live: Vec<&'a JusticeFact>,
    /// Those that nothing calls.
    dead: Vec<&'a JusticeFact>,
}

/// Where a rule stands.
pub(super) enum Standing<'a> {
    /// The code implements it.
    Recognised,
    /// Its case is detected, but only words follow in this function.
    Told(&'a JusticeFact),
    /// What it needs is not done; the reason is one clause.
    Lacking { because: String, place: &'a Lines },
    /// Nothing in the synthesis speaks of it.
    Nowhere,
    /// Nobody can tell; the reason is one clause.
    Undecided { because: String, place: Option<&'a Lines> },
}

impl<'a> Synthesis<'a> {
    /// Gathers the functions outside tests.
    pub(super) fn of(python: &'a PythonFacts) -> Self {
        let ours = python.justice.iter().filter(|justice| !justice.in_tests);
        let (dead, live): (Vec<_>, Vec<_>) = ours.partition(|justice| justice.dead);
        let is_idle = !dead.is_empty() && dead.iter().all(|one| one.unused);
        if live.is_empty() && !is_idle {
            Self { python, live: dead, dead: live }
        } else {
            Self { python, live, dead }
        }
    }

    /// The names of those that surely nothing calls.
    ///
    /// Of a class its private methods go with the others.
    pub(super) fn uncalled(&self) -> Vec<&'a str> {
        let idle = self.dead.iter().filter(|one| one.uncalled);
        let all: Vec<&str> = idle.map(|one| one.function.as_str()).collect();
        let is_private = |method: &str| method.starts_with('_') && !method.starts_with("__");
        let is_told = |name: &&str| {
            let Some((class, method)) = name.split_once('.') else { return true };
            let mut others = all.iter().filter_map(|other| other.split_once('.'));
            !(is_private(method) && others.any(|(one, own)| one == class && !is_private(own)))
        };
        let mut told: Vec<&str> = all.iter().copied().filter(is_told).collect();
        told.extend(self.idle_rules(&all));
        told
    }

    /// Those that nothing which runs leads to, where there are no others.
    pub(super) fn unused(&self) -> &[&'a JusticeFact] {
        if self.live.is_empty() { &self.dead } else { &[] }
    }

    /// Where `rule` stands.
    pub(super) fn standing(&self, rule: &str) -> Standing<'a> {
        let has = |one: &&&JusticeFact| one.rules.iter().any(|own| own == rule);
        if self.live.iter().any(|one| has(&one)) {
            return Standing::Recognised;
        }
        let dead = self.dead.iter().find(has);
        if let Some(dead) = dead.filter(|_| !self.dead.iter().filter(has).all(|one| one.uncalled)) {
            let because =
                format!("`{rule}` stands only in `{}`, and no call of it was found", dead.function);
            return Standing::Undecided { because, place: Some(&dead.place) };
        }
        let own = match rule {
            "variance_re_evaluation" => {
                self.by_way_back().or_else(|| self.by_detour()).or_else(|| self.by_spread(rule))
            }
            "fact_supremacy" => self.by_evidence(rule),
            "security_override" => self.by_name().or_else(|| self.by_unmet()),
            DISSENT => self.by_unread(),
            "functionality_weight" => self.by_misgiven().or_else(|| self.by_tie_break(rule)),
            _ => None,
        };
        let traced = || match (self.by_traces(rule), dead) {
            (Standing::Nowhere | Standing::Lacking { .. }, Some(dead)) => {
                let because = format!(
                    "what was recognised of it stands in `{}`, which nothing that runs calls",
                    dead.function
                );
                // The branches show it better than the whole function does.
                let shown = dead.places.iter().find(|known| known.rule == rule);
                let place = shown.map_or(&dead.place, |known| &known.place);
                Standing::Lacking { because, place }
            }
            (found, _) => found,
        };
        own.or_else(|| self.by_inert(rule)).unwrap_or_else(traced)
    }

    /// A graph that leads from the synthesis back to nodes before it may have the judges heard again.
    fn by_way_back(&self) -> Option<Standing<'a>> {
        let ours = |graph: &&GraphFact| graph.is_in_use();
        let back = self.python.graphs.iter().filter(ours).find_map(|graph| {
            let from_here =
                graph.conditional.iter().filter(|edge| self.synthesises(graph, &edge.from));
            from_here.flat_map(|edge| edge.targets.iter().map(move |to| (edge, to))).find(
                |(edge, to)| {
                    let is_back = edge.from != **to && graph.leads(to, &edge.from);
                    is_back && !is_onward(graph, &edge.from, to)
                },
            )
        });
        let (edge, to) = back?;
        let because = format!(
            "the graph leads from `{}` back to `{to}`, and whether judges are heard again on that way because their scores lie far apart was not followed",
            edge.from
        );
        Some(Standing::Undecided { because, place: Some(&edge.place) })
    }

    /// A graph that leads from the synthesis to where scores that lie far apart are looked at, and on from there.
    fn by_detour(&self) -> Option<Standing<'a>> {
        let ours = |graph: &&GraphFact| graph.is_in_use();
        let (graph, edge, to, on) = self.python.graphs.iter().filter(ours).find_map(|graph| {
            let from_here =
                graph.conditional.iter().filter(|edge| self.synthesises(graph, &edge.from));
            from_here.flat_map(|edge| edge.targets.iter().map(move |to| (edge, to))).find_map(
                |(edge, to)| {
                    let others = edge.targets.iter().filter(|other| *other != to);
                    let mut met = others.filter(|other| graph.leads_past(to, other, &[&edge.from]));
                    let looks = is_of_spread(to) && is_onward(graph, &edge.from, to);
                    Some((graph, edge, to, met.next().filter(|_| looks)?))
                },
            )
        })?;
        let names = graph.nodes.iter().map(|node| &node.name);
        let mut names = names.chain(graph.edges.iter().map(|edge| &edge.to));
        let is_heard = names.any(|name| {
            name != on && seats::judge(name).is_some() && graph.leads_past(to, name, &[on])
        });
        let heard = if is_heard { "" } else { ", without a judge on the way" };
        let because = format!(
            "the graph leads from `{}` to `{to}` and on to `{on}`{heard}, and whether a score changes there was not followed",
            edge.from
        );
        Some(Standing::Undecided { because, place: Some(&edge.place) })
    }

    /// Whether a node runs the synthesis, by its name or by what runs there.
    fn synthesises(&self, graph: &GraphFact, name: &str) -> bool {
        let runs = graph.nodes.iter().find(|node| node.name == name);
        let runs = runs.and_then(|node| node.action.as_deref()).unwrap_or_default();
        let is_named = |function: &str| {
            runs.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == function)
        };
        let name = name.to_ascii_lowercase();
        ["justice", "synthes", "verdict", "chief"].iter().any(|word| name.contains(word))
            || self.live.iter().any(|one| is_named(&one.function))
    }

    /// A cap asks in vain for a judge whose opinions are signed with another name.
    fn by_name(&self) -> Option<Standing<'a>> {
        let one = self.live.iter().find_map(|one| one.unsigned.as_ref())?;
        let (name, place) = (&one.name, &one.place);
        let because = format!(
            "the cap at `{place}` asks for a judge called `{name}`, and opinions are signed `{}`, as at `{}`",
            one.signed, one.signed_at
        );
        Some(if one.is_elsewhere {
            let because = format!(
                "{because}; whether one that is signed `{name}` comes there was not followed"
            );
            Standing::Undecided { because, place: Some(place) }
        } else {
            Standing::Lacking { because, place }
        })
    }

    /// A cap waits for evidence that no source writes.
    fn by_unmet(&self) -> Option<Standing<'a>> {
        let one = self.live.iter().find_map(|one| one.unmet.as_ref())?;
        let asks: Vec<String> = one.asks.iter().map(|ask| format!("`{ask}`")).collect();
        let marked = one.marked.as_ref().map_or_else(String::new, |marked| {
            format!(", as what is written for that goal is always marked otherwise, like that at `{marked}`")
        });
        let because = format!(
            "the cap at `{}` waits for evidence that meets {} at `{}`, and none that the sources write does{marked}",
            one.place,
            asks.join(" and "),
            one.asked
        );
        Some(Standing::Lacking { because, place: &one.place })
    }

    /// A dissent is put together, and nothing comes of it.
    fn by_unread(&self) -> Option<Standing<'a>> {
        let (one, place) = self.live.iter().find_map(|one| Some((one, one.unread.as_ref()?)))?;
        let because = format!(
            "`{}` puts a dissent together at `{place}`, and nothing reads the variable that it is given to",
            one.function
        );
        Some(Standing::Lacking { because, place })
    }

    fn by_spread(&self, rule: &str) -> Option<Standing<'a>> {
        let all = |wanted| self.live.iter().filter(move |one| one.spread == Some(wanted)).copied();
        let spread = |wanted| all(wanted).next();
        let taking = all(SpreadUse::Choice).find(|one| one.spread_takes.is_some());
        if let Some((one, SpreadTakes { takes, capped, place })) =
            taking.and_then(|one| Some((one, one.spread_takes.as_ref()?)))
            && all(SpreadUse::Choice).all(|one| one.spread_takes.is_some())
            && self.speaks_only_there(rule, one, place)
        {
            // What the texts come from that follow elsewhere may be looked at again there.
            let worded = all(SpreadUse::Words).find(|other| other.function != one.function);
            let lowered = if *capped { ", which the cap for security may lower there" } else { "" };
            let again = match worded {
                Some(other) => format!("{lowered}, and only texts follow in `{}`", other.function),
                None if *capped => {
                    format!("{lowered}, and looks at no other evidence and no argument again")
                }
                None => ", and looks at no evidence and no argument again".to_owned(),
            };
            let because = format!(
                "where the scores lie far apart `{}` takes {takes} at `{place}`{again}",
                one.function
            );
            return Some(Standing::Lacking { because, place });
        }
        if let Some(choice) = spread(SpreadUse::Choice) {
            let because = format!(
                "where the scores lie far apart `{}` works out the score in another way, and whether that is `{rule}` a reader has to judge",
                choice.function
            );
            return Some(Standing::Undecided { because, place: Some(&choice.place) });
        }
        spread(SpreadUse::Words).map(Standing::Told)
    }

    /// The Tech Lead decides where the scores lie far apart, and names of the synthesis speak of the rule.
    fn by_tie_break(&self, rule: &str) -> Option<Standing<'a>> {
        let traces = self.python.rule_traces.as_deref().unwrap_or_default();
        let mut traces = traces.iter().filter(|trace| trace.rule == rule);
        traces.next().filter(|trace| {
            !(trace.in_words || trace.uncalled || trace.even || trace.told || trace.criteria)
                && trace.setting.is_none()
        })?;
        let takes = |one: &&&'a JusticeFact| {
            one.spread_takes.as_ref().is_some_and(|taken| taken.takes == "the Tech Lead's score")
        };
        let one = self.live.iter().find(takes)?;
        let place = &one.spread_takes.as_ref()?.place;
        let because = format!(
            "no code was recognised that implements `{rule}`, but `{}` takes the Tech Lead's score at `{place}` where the scores lie far apart",
            one.function
        );
        Some(Standing::Undecided { because, place: Some(place) })
    }

    /// Whether no name of the synthesis but that of the function speaks of a rule, and no comment does above a branch
    /// elsewhere.
    fn speaks_only_there(&self, rule: &str, one: &JusticeFact, place: &Lines) -> bool {
        let is_there = |block: &Lines| {
            block.file == place.file && block.line <= place.end_line && place.line <= block.end_line
        };
        let Some(traces) = &self.python.rule_traces else { return false };
        let mut ours = traces.iter().filter(|trace| trace.rule == rule);
        ours.all(|trace| {
            let is_its_name = trace.name == one.function && is_there(&trace.place);
            let is_off = trace.setting.is_some() || trace.told;
            is_its_name || is_off || (trace.in_words && trace.block.as_ref().is_none_or(is_there))
        })
    }

    /// Facts overrule no opinion where no score depends on them.
    fn by_evidence(&self, rule: &str) -> Option<Standing<'a>> {
        let fact = self.python.evidence_in_synthesis.as_ref()?;
        let (function, place) = (&fact.function, &fact.place);
        let undecided = |because| Some(Standing::Undecided { because, place: Some(place) });
        let lacking = |because| Some(Standing::Lacking { because, place });
        match fact.serves {
            EvidenceUse::Unread => lacking(format!(
                "`{function}`, with all that it calls, does not read what the detectives found"
            )),
            EvidenceUse::Words => match self.inert(rule) {
                Some((_, place, because)) => Some(Standing::Lacking { because, place }),
                None => lacking(format!(
                    "no score in `{function}`, or in what it calls, depends on what the detectives found"
                )),
            },
            EvidenceUse::Cited => lacking(format!(
                "a score in `{function}`, or in what it calls, depends on what opinions cite, as read at `{place}`, and nothing there holds that against what the detectives found"
            )),
            // What is the one rule is not the other as well.
            EvidenceUse::Security if self.is_of_security(place) => lacking(format!(
                "evidence reaches the score in `{function}`, and in what it calls, only by the rule of security, at `{place}`"
            )),
            EvidenceUse::Security => undecided(format!(
                "evidence reaches the score by a rule of security alone, as at `{place}`, and whether that is `{rule}` too a reader has to judge"
            )),
            EvidenceUse::Score => undecided(format!(
                "evidence may reach the score at `{place}`, and whether that is `{rule}` a reader has to judge"
            )),
            EvidenceUse::Unclear => undecided(format!(
                "what is read of the evidence could not be followed at `{place}`, so whether `{rule}` is implemented is open"
            )),
        }
    }

    /// Whether a place belongs to the rule of security, which was recognised there.
    fn is_of_security(&self, place: &Lines) -> bool {
        self.holders("security_override").flat_map(|one| &one.places).any(|known| {
            known.rule == "security_override"
                && known.place.file == place.file
                && (known.place.line..=known.place.end_line).contains(&place.line)
        })
    }

    /// A branch by the rule comes to the score that is come to without it.
    fn by_inert(&self, rule: &str) -> Option<Standing<'a>> {
        let (one, place, because) = self.inert(rule)?;
        Some(if one.lead_alone.is_some() {
            Standing::Lacking { because, place }
        } else {
            let because =
                format!("{because}, and no other code was recognised that implements `{rule}`");
            Standing::Undecided { because, place: Some(place) }
        })
    }

    /// The first branch by the rule that comes to the score that is come to without it, in words.
    fn inert(&self, rule: &str) -> Option<(&'a JusticeFact, &'a Lines, String)> {
        let own = |one: &'a JusticeFact| one.inert.iter().find(|known| known.rule == rule);
        let (one, inert) = self.live.iter().copied().find_map(|one| Some((one, own(one)?)))?;
        let (function, place) = (&one.function, &inert.place);
        let is_lifted = one.security_undone.as_ref().is_some_and(|undone| {
            undone.place.file == place.file
                && (place.line..=place.end_line).contains(&undone.place.line)
        });
        let but = if is_lifted {
            ", but for a cap for security that was put on it before, which it lifts"
        } else {
            ""
        };
        let because = format!(
            "the branch at `{place}` gives the score that `{function}` gives without it{but}"
        );
        Some((one, place, because))
    }

    fn holders(&self, rule: &str) -> impl Iterator<Item = &'a JusticeFact> {
        self.live.iter().copied().filter(move |one| one.rules.iter().any(|own| own == rule))
    }
}

/// Whether a node is called after scores that lie far apart, or after what is done about them.
fn is_of_spread(node: &str) -> bool {
    let words = ["varianc", "spread", "re_eval", "reeval", "disagree", "conflict", "dissent"];
    let node = node.to_lowercase();
    words.iter().any(|word| node.contains(word))
}

#[cfg(test)]
mod tests;
