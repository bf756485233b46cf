//! `auditor chaos list` and `sites`: what ships, and what a plan can name.

use crate::chaos::lab::{DESIGNS, Design, Expectation};
use crate::chaos::plan::{FaultKind, everywhere};
use crate::cli::print;
use serde_json::json;
use std::process::ExitCode;

/// Prints the experiments that ship.
pub(super) fn experiments(as_json: bool) -> ExitCode {
    if as_json {
        let all: Vec<_> = DESIGNS.iter().map(as_value).collect();
        let text = serde_json::to_string_pretty(&all).expect("invariant: it is plain data");
        print(&text);
    } else {
        let all: Vec<String> = DESIGNS.iter().map(in_words).collect();
        print(&all.join("\n\n"));
    }
    ExitCode::SUCCESS
}

fn as_value(design: &Design) -> serde_json::Value {
    json!({
        "name": design.name, "hypothesis": design.hypothesis, "faults": design.combinations,
        "rates": design.rates, "kill_at_every_append": design.kills,
        "dimensions": design.dimensions, "seeds": design.seeds, "expects": design.expects.name,
    })
}

fn in_words(design: &Design) -> String {
    let mut tried: Vec<String> = design
        .combinations
        .iter()
        .filter(|one| !one.is_empty())
        .map(|one| (*one).to_owned())
        .collect();
    if design.kills {
        tried.push("process:kill and process:torn at every write".to_owned());
    }
    let rates: Vec<String> = design.rates.iter().map(ToString::to_string).collect();
    let rates =
        if rates.is_empty() { String::new() } else { format!("; rates {}", rates.join(", ")) };
    format!(
        "{}\n  {}\n  Tried with {}{rates}; {} seeds, {} dimensions. Expected of every audit: it {}.",
        design.name,
        design.hypothesis,
        tried.join(", "),
        design.seeds,
        design.dimensions,
        design.expects.says
    )
}

/// Prints where faults can strike, what the kinds mean, and what can be expected.
pub(super) fn sites() -> ExitCode {
    let mut lines = vec!["Where faults can strike (SITE: KINDS)".to_owned()];
    let all = everywhere();
    for place in all.chunk_by(|(a, _), (b, _)| a == b) {
        let kinds: Vec<&str> = place.iter().map(|(_, kind)| kind.name()).collect();
        lines.push(format!("  {}: {}", place[0].0, kinds.join(", ")));
    }
    lines.push(
        "  `detective` stands for the three detectives, `any` for every actor, `reader` for all four readings;\n  \
         an actor alone means ACTOR.handle; SITE[WORD] strikes only at what the word names; the clock is read when\n  \
         the court starts somebody again, so that clock:jump needs a fault beside it that makes it do so."
            .to_owned(),
    );
    lines.push("\nWhat the kinds mean".to_owned());
    lines.extend(FaultKind::ALL.map(|kind| format!("  {}: {}", kind.name(), kind.meaning())));
    lines.push(
        "\nWhat --expect can name, besides the invariants, which always have to hold".to_owned(),
    );
    lines.extend(Expectation::ALL.map(|one| format!("  {}: it {}", one.name, one.says)));
    print(&lines.join("\n"));
    ExitCode::SUCCESS
}
