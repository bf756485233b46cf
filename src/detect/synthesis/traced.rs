//! What speaks of a rule that no code was seen to implement.

use super::{Standing, Synthesis};
use crate::domain::facts::{JusticeFact, MisgivenLead, RuleTrace};

impl<'a> Synthesis<'a> {
    /// The Tech Lead's weight is given another score.
    pub(super) fn by_misgiven(&self) -> Option<Standing<'a>> {
        let of = |one: &'a JusticeFact| Some((one, one.apart.misgiven.as_ref()?));
        let (one, MisgivenLead { param, given, place }) = self.live.iter().copied().find_map(of)?;
        let because = format!(
            "`{}` is given `{given}` for `{param}` at `{place}`, for which the Tech Lead's score is not picked out, and nothing else there weighs the Tech Lead",
            one.function
        );
        Some(Standing::Lacking { because, place })
    }

    /// Where a rule stands by the names, comments and texts that speak of it.
    pub(super) fn by_traces(&self, rule: &str) -> Standing<'a> {
        let Some(traces) = &self.python.rule_traces else {
            let because =
                format!("`{rule}` was not recognised, and its words were not searched for");
            return Standing::Undecided { because, place: None };
        };
        let Some(trace) = traces.iter().find(|trace| trace.rule == rule) else {
            return Standing::Nowhere;
        };
        if trace.uncalled {
            let because = format!(
                "no code was recognised that does it, and the function `{}`, whose name speaks of it, is called nowhere",
                trace.name
            );
            return Standing::Lacking { because, place: &trace.place };
        }
        if trace.even {
            let because = format!(
                "no code was recognised that does it, and where the Tech Lead is named, as at `{}`, all judges' scores are treated alike",
                trace.place
            );
            return Standing::Lacking { because, place: &trace.place };
        }
        if trace.criteria {
            let RuleTrace { name, place, .. } = trace;
            let of = if name.to_ascii_lowercase().contains("weight") {
                format!("what `{name}` at `{place}` weighs are criteria")
            } else {
                format!("`{name}` at `{place}` speaks of a criterion")
            };
            let because = format!(
                "no code was recognised that does it, and {of}, while nothing in the synthesis tells the Tech Lead from the others"
            );
            return Standing::Lacking { because, place: &trace.place };
        }
        if trace.told {
            let because = format!(
                "no code was recognised that does it, and of what `{}` stands for at `{}` nothing comes but words",
                trace.name, trace.place
            );
            return Standing::Lacking { because, place: &trace.place };
        }
        if let Some(setting) = &trace.setting {
            let because = format!(
                "no code was recognised that does it, and the branch at `{}` that speaks of it never runs, for `{setting}` is always empty there",
                trace.place
            );
            return Standing::Lacking { because, place: &trace.place };
        }
        let speaks = if let Some(block) = &trace.block {
            format!(
                "a comment says \"{}\" at `{}`, and the branch below it at `{block}` changes the score",
                trace.name, trace.place
            )
        } else if trace.in_words {
            format!("a comment or a text says \"{}\" at `{}`", trace.name, trace.place)
        } else {
            format!("the name `{}` at `{}` may belong to it", trace.name, trace.place)
        };
        let because = format!("no code was recognised that implements `{rule}`, but {speaks}");
        Standing::Undecided { because, place: Some(trace.block.as_ref().unwrap_or(&trace.place)) }
    }
}
