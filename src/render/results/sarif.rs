//! The findings of one report as SARIF 2.1.0, for code hosts and editors.

use crate::domain::evidence::Evidence;
use crate::domain::facts::{Lines, Place};
use crate::domain::ids::{CriterionId, EvidenceId, ProbeId};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::report::AuditReport;
use crate::render::excerpt::PLACES;
use crate::render::index::Index;
use crate::render::phrase::ended;
use crate::render::{escape, links};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The schema that the log follows.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What the paths of a log are relative to.
const ROOT: &str = "SRCROOT";

/// The findings of a report that stand at lines of the audited commit: what confirms a flaw is an error,
/// what a probe fails on a warning, what it holds on only in part a note. What a person waived stays, as a
/// suppressed note with that person's reason. What is nowhere, such as a test that was never written, has no line
/// and is not among them.
///
/// # Panics
/// Never: the value holds only what JSON can hold.
#[must_use]
pub fn sarif(report: &AuditReport) -> String {
    let has_suppressions = report.evidences.values().flatten().any(|one| one.waived.is_some());
    let log = Log { index: Index::new(report), rules: rules(report), has_suppressions };
    let value = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [log.run()] });
    let text = serde_json::to_string_pretty(&value).expect("it holds strings, numbers and lists");
    escape::json(&text) + "\n"
}

/// A rule per probe that has something to say: its probe and its dimension.
type Rules<'a> = BTreeMap<(&'a CriterionId, &'a ProbeId), String>;

struct Log<'a> {
    index: Index<'a>,
    rules: Rules<'a>,
    /// Whether a person waived any evidence.
    has_suppressions: bool,
}

/// What each probe is called: by its id, and with its dimension's where two dimensions share it.
fn rules(report: &AuditReport) -> Rules<'_> {
    let mut dimensions: BTreeMap<&ProbeId, BTreeSet<&CriterionId>> = BTreeMap::new();
    for reading in &report.readings {
        dimensions.entry(&reading.probe).or_default().insert(&reading.criterion);
    }
    let name = |reading: &Reading| match dimensions[&reading.probe].len() {
        1 => reading.probe.to_string(),
        _ => format!("{}.{}", reading.criterion, reading.probe),
    };
    let all = report.readings.iter();
    all.map(|reading| ((&reading.criterion, &reading.probe), name(reading))).collect()
}

impl Log<'_> {
    fn run(&self) -> Value {
        let report = self.index.report;
        let results: Vec<Value> =
            report.readings.iter().flat_map(|reading| self.results(reading)).collect();
        let mut run = json!({
            "tool": { "driver": {
                "name": "automaton-auditor",
                "version": report.provenance.program_version,
                "rules": self.descriptors(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { ROOT: {
                "description": { "text": "The root of the repository at the audited commit." },
            }},
            "invocations": [{
                "executionSuccessful": report.provenance.commit.is_some(),
                "toolExecutionNotifications": self.notifications(),
            }],
            "automationDetails": { "id": format!("automaton-auditor/{}", report.provenance.fingerprint) },
            "results": results,
        });
        if let Some(provenance) = self.version_control() {
            run["versionControlProvenance"] = json!([provenance]);
        }
        run
    }

    /// Where the audited commit comes from, where its host is known.
    fn version_control(&self) -> Option<Value> {
        let provenance = &self.index.report.provenance;
        let mut source = json!({
            "repositoryUri": self.index.repository.as_ref()?.url(),
            "mappedTo": { "uriBaseId": ROOT },
        });
        source["revisionId"] = json!(provenance.commit.as_ref()?);
        if let Some(branch) = &provenance.branch {
            source["branch"] = json!(branch);
        }
        Some(source)
    }

    fn descriptors(&self) -> Vec<Value> {
        let described = self.rules.iter().map(|((criterion, _), rule)| {
            let about = self.index.sections.iter().find(|one| one.ruling.id() == *criterion);
            let about = about.map_or_else(|| criterion.to_string(), |one| one.label.clone());
            json!({
                "id": rule,
                "shortDescription": message(&about),
                "properties": { "criterion": criterion },
            })
        });
        described.collect()
    }

    fn notifications(&self) -> Vec<Value> {
        let report = self.index.report;
        let all = report.notices.iter().chain(&report.provenance.reservations);
        let warned = all.map(|notice| ("warning", notice));
        // Most of these stand where no line of the audited commit is: in the history, a message or the report.
        let exposed = report.exposed.iter().map(|secret| ("error", secret));
        let told = warned.chain(exposed);
        told.map(|(level, text)| json!({ "level": level, "message": message(text) })).collect()
    }

    /// What a reading says against the submission, one result per piece of evidence with lines.
    fn results(&self, reading: &Reading) -> Vec<Value> {
        let (level, most) = match reading.outcome {
            Outcome::Fails => (Some("warning"), usize::MAX),
            // Evidence on what holds in part is also on the part that holds: the most telling piece is
            // enough to say so.
            Outcome::Partly { .. } => (Some("note"), 1),
            Outcome::Holds | Outcome::Unknown { .. } => (None, usize::MAX),
        };
        let mut seen: BTreeSet<&EvidenceId> = BTreeSet::new();
        let cited = reading.evidence.iter().filter(|id| seen.insert(id));
        let (waived, standing): (Vec<&Evidence>, Vec<&Evidence>) =
            cited.filter_map(|id| self.index.find(id)).partition(|piece| piece.waived.is_some());
        let standing = standing.into_iter().filter_map(|piece| {
            let level = if piece.confirms_flaw() { Some("error") } else { level };
            self.result(reading, piece, level?)
        });
        // How grave it would be is not known any more: what a waiver touches is undecided.
        let waived = waived.into_iter().filter_map(|piece| self.result(reading, piece, "note"));
        standing.take(most).chain(waived).collect()
    }

    fn result(&self, reading: &Reading, piece: &Evidence, level: &str) -> Option<Value> {
        let lines = |place: &Place| match place {
            Place::Lines(lines) => Some(location(lines)?),
            Place::Commit { .. } | Place::Tree { .. } | Place::Page { .. } | Place::Report => None,
        };
        let mut locations: Vec<Value> =
            piece.places.iter().filter_map(lines).take(PLACES).collect();
        if locations.is_empty() {
            return None;
        }
        let others = locations.split_off(1);
        let said = format!("{} {}", ended(&reading.statement), ended(&piece.rationale));
        let mut result = json!({
            "ruleId": self.rules[&(&reading.criterion, &reading.probe)],
            "level": level,
            "message": message(&said),
            "locations": locations,
            "partialFingerprints": { "evidence/v1": piece.id },
            "rank": (piece.confidence.get() * 100.0).round(),
        });
        if self.has_suppressions {
            // The standard wants suppressions with all results of a run or with none.
            let all = piece.waived.iter().map(|waived| {
                let said = escape::terminal(&waived.in_words());
                json!({ "kind": "external", "status": "accepted", "justification": said })
            });
            result["suppressions"] = all.collect();
        }
        if !others.is_empty() {
            result["relatedLocations"] = json!(others);
        }
        let first = piece.places.iter().find(|place| matches!(place, Place::Lines(_)));
        if let Some(url) = first.and_then(|place| self.index.url(place)) {
            result["hostedViewerUri"] = json!(url);
        }
        Some(result)
    }
}

/// Lines of a file, by its path from the root; `None` for a path that leads out of it.
fn location(lines: &Lines) -> Option<Value> {
    let uri = links::relative(&lines.file)?;
    Some(json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri, "uriBaseId": ROOT },
        "region": { "startLine": lines.line.max(1), "endLine": lines.end_line.max(lines.line).max(1) },
    }}))
}

/// Foreign text as a message. A pair of brackets and parentheses would be a link, and braces a
/// placeholder.
fn message(text: &str) -> Value {
    let line = escape::terminal(text).replace('[', "\\[").replace(']', "\\]");
    json!({ "text": line.replace('{', "{{").replace('}', "}}") })
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture;
    use crate::render::hostile::saying;

    fn run(report: &AuditReport) -> Value {
        let log: Value = serde_json::from_str(&sarif(report)).unwrap();
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
        assert_eq!(log["runs"].as_array().unwrap().len(), 1);
        log["runs"][0].clone()
    }

    /// What the standard requires of a run, and what a code host requires of a result.
    #[track_caller]
    fn check(run: &Value) {
        let driver = &run["tool"]["driver"];
        assert!(driver["name"].is_string());
        let rules =
            driver["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap());
        let rules: Vec<&str> = rules.collect();
        let unique: BTreeSet<&&str> = rules.iter().collect();
        assert_eq!(unique.len(), rules.len(), "two rules share an id: {rules:?}");
        for result in run["results"].as_array().unwrap() {
            assert!(rules.contains(&result["ruleId"].as_str().unwrap()), "{result}");
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty(), "{result}");
            assert!((0.0..=100.0).contains(&result["rank"].as_f64().unwrap()), "{result}");
            assert_eq!(result["locations"].as_array().unwrap().len(), 1, "{result}");
            let related = result["relatedLocations"].as_array().cloned().unwrap_or_default();
            for place in result["locations"].as_array().unwrap().iter().chain(&related) {
                let place = &place["physicalLocation"];
                let uri = place["artifactLocation"]["uri"].as_str().unwrap();
                assert!(!uri.starts_with('/') && !uri.contains([':', ' ', '\\']), "{uri}");
                assert!(!uri.split('/').any(|part| part == ".."), "{uri}");
                let (first, last) = (&place["region"]["startLine"], &place["region"]["endLine"]);
                assert!(1 <= first.as_u64().unwrap() && first.as_u64() <= last.as_u64(), "{place}");
            }
        }
        let results = run["results"].as_array().unwrap();
        let suppressible = results.iter().filter(|one| one.get("suppressions").is_some()).count();
        assert!([0, results.len()].contains(&suppressible), "all results say so, or none does");
        for suppression in results.iter().filter_map(|one| one["suppressions"].as_array()).flatten()
        {
            let keys: Vec<&str> =
                suppression.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys, ["kind", "status", "justification"]);
            assert_eq!(
                (&suppression["kind"], &suppression["status"]),
                (&json!("external"), &json!("accepted"))
            );
            assert!(suppression["justification"].as_str().unwrap().starts_with("waived by "));
        }
        for notification in run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap()
        {
            assert!(notification["message"]["text"].is_string());
        }
    }

    #[test]
    fn a_flaw_is_an_error_at_its_line_of_the_commit() {
        let run = run(&fixture::report());
        check(&run);
        let results = run["results"].as_array().unwrap();
        let found: Vec<(&str, &str)> = results
            .iter()
            .map(|one| (one["ruleId"].as_str().unwrap(), one["level"].as_str().unwrap()))
            .collect();
        // What is absent from the tree has no line, and what holds is no finding.
        assert_eq!(found, [("no_shell", "error"), ("errors_handled", "note")]);
        let place = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/tools/repo_tools.py");
        assert_eq!(place["region"], json!({ "startLine": 44, "endLine": 44 }));
        assert_eq!(run["versionControlProvenance"][0]["revisionId"], fixture::COMMIT);
    }

    #[test]
    fn a_secret_that_the_rubric_does_not_ask_about_is_told_as_an_error() {
        let mut report = fixture::report();
        report.exposed.push("`.env:3` holds what has the form of a secret.".into());
        let run = run(&report);
        check(&run);
        let told = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
        let of = |level: &str| told.iter().filter(|one| one["level"] == level).count();
        assert_eq!(of("error"), 1, "{told:?}");
    }

    #[test]
    fn a_waived_flaw_is_suppressed_and_no_error() {
        let mut report = fixture::report();
        let flaw = report.evidences.values_mut().flatten().find(|one| one.confirms_flaw()).unwrap();
        flaw.waived = Some(fixture::waived(&flaw.id));
        let run = run(&report);
        check(&run);
        let results = run["results"].as_array().unwrap();
        let of = |level: &str| results.iter().filter(|one| one["level"] == level).count();
        assert_eq!((of("error"), of("note")), (0, 2));
        let suppressed = &results[0]["suppressions"];
        assert_eq!(suppressed[0]["status"], "accepted");
        assert_eq!(
            suppressed[0]["justification"],
            "waived by ada until 2026-12-31: a *test* <fixture>"
        );
        assert_eq!(results[1]["suppressions"], json!([]), "all results have them or none");
    }

    #[test]
    fn a_waived_finding_that_is_no_flaw_stays_as_suppressed() {
        let mut report = fixture::report();
        let noted = ProbeId::new("errors_handled").unwrap();
        let reading = report.readings.iter_mut().find(|one| one.probe == noted).unwrap();
        // What rests on waived evidence is undecided.
        reading.outcome = Outcome::open("waived".into());
        let cited = reading.evidence.clone();
        let of = |run: &Value| -> Vec<Value> {
            let all = run["results"].as_array().unwrap().iter();
            all.filter(|one| one["ruleId"] == "errors_handled").cloned().collect()
        };
        assert!(of(&run(&report)).is_empty(), "what is undecided is no finding");
        let has_line = |one: &Evidence| matches!(one.places[0], Place::Lines(_));
        let mut all = report.evidences.values_mut().flatten();
        let found = all.find(|one| cited.contains(&one.id) && has_line(one)).unwrap();
        assert!(!found.seems_a_flaw());
        found.waived = Some(fixture::waived(&found.id));
        let id = found.id.clone();
        let run = run(&report);
        check(&run);
        let results = of(&run);
        let [one] = &results[..] else { panic!("{results:?}") };
        assert_eq!(
            (&one["level"], &one["partialFingerprints"]["evidence/v1"]),
            (&json!("note"), &json!(id))
        );
        let said = "waived by ada until 2026-12-31: a *test* <fixture>";
        assert_eq!(one["suppressions"][0]["justification"], said);
    }

    #[test]
    fn a_log_of_a_hostile_submission_keeps_its_shape() {
        for text in
            ["[x](http://evil)", "{0}", "../../x", "a b:c\\d", "\u{202e}\u{0}", "/etc/passwd"]
        {
            let run = run(&saying(text, &[]));
            check(&run);
            for result in run["results"].as_array().unwrap() {
                let said = result["message"]["text"].as_str().unwrap();
                let without =
                    said.replace("\\[", "").replace("\\]", "").replace("{{", "").replace("}}", "");
                assert!(!without.contains(['[', ']', '{', '}']), "{said}");
            }
            assert_eq!(
                run.get("versionControlProvenance"),
                None,
                "{text} is no repository of a host"
            );
        }
    }

    #[test]
    fn a_probe_that_two_dimensions_share_has_two_rules() {
        let mut report = fixture::report();
        for reading in &mut report.readings {
            if reading.probe.as_str() == "commits" {
                reading.probe = ProbeId::new("no_shell").unwrap();
            }
        }
        let run = run(&report);
        check(&run);
        assert_eq!(run["results"][0]["ruleId"], "safe_tool_engineering.no_shell");
    }
}
