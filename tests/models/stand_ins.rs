//! What holds where a model does not answer: facts stand, and whoever answers in its place is named.

use crate::audits::{audit, audit_with};
use crate::program::{Desk, items, only, report};
use crate::server::{Answer, Server};

#[test]
fn a_confirmed_flaw_caps_the_score_and_is_in_the_plan_where_no_judge_was_heard() {
    let desk = Desk::new();
    let server = Server::new(|asked| match asked.seat().1.as_str() {
        "safe_tool_engineering" => Answer::Status(400, Vec::new(), "no".into()),
        _ => asked.obediently(4),
    });
    audit(&desk, &server, &["--fail-under", "3.5"]).ended(6, "3.0 of 5");
    let report = report(&desk.path("out"));
    assert_eq!(report["overall_score"], 3.0);
    assert!(report["overall_cap"].as_str().unwrap().contains("a confirmed flaw at"), "{report}");
    let lost = &items(&report["not_scored"])[0];
    assert_eq!(lost["dimension_id"], "safe_tool_engineering");
    assert_eq!(items(&lost["remedies"])[0]["lifts_cap"], true);
    let text = std::fs::read_to_string(only(&desk.path("out"), ".md")).unwrap();
    let plan = text.split("## Remediation Plan").nth(1).unwrap();
    assert!(plan.contains("### Safe Tool Engineering: not scored"), "{plan}");
}

#[test]
fn whoever_answers_in_place_of_another_is_named_with_what_it_gave() {
    let desk = Desk::new();
    let first = Server::new(|asked| match asked.hearing {
        0..=7 => asked.obediently(4),
        _ => Answer::Status(401, Vec::new(), "no".into()),
    });
    let second = Server::new(|asked| asked.obediently(3));
    let url = second.url();
    let behind = [("AUDITOR_FALLBACK_BASE_URL", &*url), ("AUDITOR_FALLBACK_MODEL", "other")];
    audit_with(&desk, &first, &behind, &[]).ended(0, "");
    let report = report(&desk.path("out"));
    let opinions = items(&report["criteria"]).iter().flat_map(|one| items(&one["judge_opinions"]));
    let by_other = |given: &serde_json::Value| {
        let (server, model) = match given["score"].as_u64() {
            Some(3) => (&second, "other"),
            _ => (&first, "m"),
        };
        assert_eq!(given["given_by"]["model"], model);
        assert_eq!(given["given_by"]["endpoint"], server.host());
        model == "other"
    };
    let others = opinions.filter(|given| by_other(given)).count();
    assert_eq!(others, 23);
    let stand_in = &report["provenance"]["judging"]["stand_ins"][0];
    assert_eq!((&stand_in["opinions"], &stand_in["of"]), (&23.into(), &30.into()));
    let told =
        format!("m at `{}` and other at `{}` (23 of 30 opinions)", first.host(), second.host());
    let text = std::fs::read_to_string(only(&desk.path("out"), ".md")).unwrap();
    assert!(text.contains(&told), "{told}");
    assert!(text.contains(&format!("given by other at {}", second.host())), "{text}");
    let audits = desk.run(&["log"]).stdout;
    let name = audits.split_whitespace().next().unwrap();
    let kept = desk.run(&["log", name, "--json"]);
    assert!(kept.stdout.contains(&second.host()), "the log does not name who answered");
}
