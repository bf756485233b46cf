//! The ruling on a criterion: what the rules did, all of them in order, and the dissent.

use super::dossier::Dossier;
use super::markup::{Element, Markup, element};
use super::strip::badge;
use crate::domain::verdict::{CriterionResult, RuleStep};
use crate::render::phrase::{ended, open_ended};
use crate::render::wording;

/// Writes the ruling.
pub(super) fn write(dossier: &Dossier<'_>, result: &CriterionResult) -> Markup {
    let steps = result.trace.iter().filter(|step| step.applied).map(|step| {
        let rule = element("b").with(step.rule.name());
        element("li").with(rule).with(": ").with(dossier.prose(open_ended(&step.effect)))
    });
    let steps = element("ol").class("steps").all(steps);
    let ruled = element("div").class("ruled").with(badge(Some(result.final_score))).with(steps);
    let dissent = result.dissent_summary.as_ref().map(|dissent| {
        let title = element("h4").with("Dissent");
        element("div").class("dissent").with(title).with(element("p").with(dossier.prose(dissent)))
    });
    let title = element("h4").with("Ruling");
    Markup::from(title).and(ruled).and(trace(dossier, result)).and(dissent)
}

/// All rules, with what each did or why it did nothing.
fn trace(dossier: &Dossier<'_>, result: &CriterionResult) -> Element {
    let label = element("summary").with("Rules, one by one");
    let fold = element("details").class("more").with(label);
    if result.trace.is_empty() {
        return fold.with(element("p").with("No rule was recorded."));
    }
    let introduction = element("p").class("quiet").with(wording::RULES);
    let steps = result.trace.iter().map(|step| rule(dossier, step));
    let weights = wording::weights(result);
    let weights = weights.map(|weights| element("p").class("quiet").text(&weights));
    fold.with(introduction).with(weights).with(element("ol").class("rules").all(steps))
}

fn rule(dossier: &Dossier<'_>, step: &RuleStep) -> Element {
    let (class, applied) =
        if step.applied { ("applied", "applied") } else { ("idle", "not applied") };
    let name = element("b").with(step.rule.name());
    let state = element("span").class("quiet").with(applied);
    let effect = element("span").with(dossier.prose(&ended(&step.effect)));
    let because = dossier.cites(&step.because);
    let because = (!because.is_empty()).then(|| element("span").class("cites").with(because));
    let line = element("li").class(class).with(name).with(" ").with(state).with(": ").with(effect);
    line.with(because)
}
