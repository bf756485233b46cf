//! A small campaign over every fault at every place where it fits: nothing may break the invariants.

use super::chronicle::in_words;
use super::plan::{Fault, FaultKind, Plan};
use super::simulate::Simulation;

/// Every fault at every place that it fits.
fn everything() -> Vec<(String, String)> {
    let actors = [
        "judge",
        "bench",
        "coordinator",
        "repo_investigator",
        "doc_analyst",
        "vision_inspector",
        "chief_justice",
        "clerk",
    ];
    let moments = ["pre_start", "post_start", "handle", "post_stop"];
    let mut sites: Vec<String> =
        actors.iter().flat_map(|actor| moments.map(|moment| format!("{actor}.{moment}"))).collect();
    sites.extend(["message", "model", "journal", "process", "clock", "reader"].map(str::to_owned));
    sites.extend(["repository", "report", "document", "figures"].map(|r| format!("reader.{r}")));
    let kinds = FaultKind::ALL.map(FaultKind::name);
    let pairs =
        sites.into_iter().flat_map(|site| kinds.map(|kind| (site.clone(), kind.to_owned())));
    pairs.filter(|(site, kind)| format!("{site}:{kind}:1").parse::<Fault>().is_ok()).collect()
}

#[test]
fn no_fault_at_any_place_breaks_an_invariant() {
    std::panic::set_hook(Box::new(|_| {}));
    let simulation = Simulation::new(3);
    let mut failures = Vec::new();
    let only = std::env::var("ONLY").unwrap_or_default();
    for (site, kind) in everything() {
        for rate in ["0.1", "0.5", "1", "@1", "@5"] {
            for seed in 0..2 {
                let text = format!("{site}:{kind}:{rate}");
                if !text.contains(&only) {
                    continue;
                }
                let plan = Plan { seed, faults: vec![text.parse().unwrap()], dimensions: 3 };
                let trial = simulation.run(&plan);
                if !trial.breaches.is_empty() {
                    failures.push(format!("{text} seed {seed}: {:?}", trial.breaches));
                    if !only.is_empty() {
                        println!("{text} {seed}\n{}", in_words(&trial.entries));
                    }
                }
            }
        }
    }
    let _ = std::panic::take_hook();
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("\n"));
}
