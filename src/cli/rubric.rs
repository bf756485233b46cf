//! `auditor rubric`: check a rubric, list the catalogue, show the program's own.

use super::exit::usage;
use super::print;
use super::submission::{OWN_RUBRIC, load_rubric_warned};
use crate::detect::probes::{CATALOGUE, Probe};
use crate::detect::{is_from_words, left_out};
use crate::domain::rubric::{Dimension, ProbeSpec, Problem, Rubric};
use crate::domain::score::Score;
use crate::domain::verdict::AwardedLevel;
use crate::render::escape::terminal;
use clap::Subcommand;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Check a rubric, or list what rubrics can ask.
#[derive(Debug, Subcommand)]
pub(super) enum RubricCommand {
    /// Check a rubric and explain what each dimension will make the program look for.
    Check {
        /// The rubric; without it the program's own.
        file: Option<PathBuf>,
    },
    /// List the probes that a rubric can use, with their parameters and an example each.
    Probes,
    /// Print the program's own rubric, as a start for yours.
    Show,
}

/// Runs one of the commands.
pub(super) fn run(command: &RubricCommand) -> ExitCode {
    match command {
        RubricCommand::Show => print(String::from_utf8_lossy(OWN_RUBRIC).trim_end()),
        RubricCommand::Probes => print(&catalogue()),
        RubricCommand::Check { file } => match load_rubric_warned(file.as_deref()) {
            Ok((rubric, warnings)) => print(&(explained(&rubric) + &warned(&warnings))),
            Err(message) => return usage(&message),
        },
    }
    ExitCode::SUCCESS
}

/// Why writing into a string cannot fail.
const WRITES: &str = "a string takes all writes";

fn catalogue() -> String {
    let entries: Vec<String> = CATALOGUE
        .iter()
        .map(|probe| {
            let about = probe.about;
            let mut text =
                format!("{} (for {})\n  {}", about.kind, about.artifact.name(), about.summary);
            for (name, meaning) in about.parameters {
                write!(text, "\n    {name}: {meaning}").expect(WRITES);
            }
            write!(text, "\n    example: \"with\": {}", about.example).expect(WRITES);
            text
        })
        .collect();
    entries.join("\n\n")
}

fn explained(rubric: &Rubric) -> String {
    let metadata = &rubric.rubric_metadata;
    let dimensions = rubric.dimensions.len();
    let mut text = format!(
        "{} · {dimensions} {} · sha256:{}",
        terminal(&format!("{} {}", metadata.rubric_name, metadata.version)),
        if dimensions == 1 { "dimension" } else { "dimensions" },
        &rubric.sha256[..12]
    );
    for dimension in &rubric.dimensions {
        text.push_str("\n\n");
        text.push_str(&explained_dimension(dimension));
    }
    let cap = rubric.synthesis_rules.security_cap;
    let has_flaw = |dimension: &Arc<Dimension>| dimension.probes.iter().any(|spec| spec.flaw);
    if !rubric.dimensions.iter().any(has_flaw) {
        return text;
    }
    write!(text, "\n\nA confirmed flaw caps the criterion and the overall score at {cap}.")
        .expect(WRITES);
    text
}

/// What the author of a rubric may have meant otherwise, a line each.
fn warned(warnings: &[Problem]) -> String {
    let lines = warnings.iter().map(|one| format!("\nwarning: {}", terminal(&one.to_string())));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

fn explained_dimension(dimension: &Dimension) -> String {
    let mut text = format!(
        "{} ({})\n  examined by {}, weight {}{}",
        terminal(&dimension.name),
        dimension.id,
        dimension.target_artifact.detective(),
        dimension.weight,
        if dimension.architecture { ", follows a Tech Lead who confirms it" } else { "" }
    );
    if !dimension.levels.is_empty() {
        write!(text, "\n  levels: {}", terminal(&levels(dimension))).expect(WRITES);
    }
    if !dimension.probes.is_empty() && is_from_words(dimension) {
        text.push_str(
            "\n  names no probes: what follows was taken from the words of its instruction",
        );
    }
    for spec in &dimension.probes {
        write!(text, "\n  - {} [{}]{}", terminal(&spec.asks), spec.probe, stakes(spec))
            .expect(WRITES);
        if let Some(probe) = Probe::named(&spec.probe) {
            write!(text, "\n      {}", probe.about.summary).expect(WRITES);
        }
        if !spec.with.is_empty() {
            let with = serde_json::to_string(&spec.with).unwrap_or_default();
            write!(text, "\n      with {}", terminal(&with)).expect(WRITES);
        }
    }
    if dimension.probes.is_empty() {
        text.push_str(
            "\n  nothing: its instruction names no identifier, path or quoted term that is looked up",
        );
    }
    let left_out = if is_from_words(dimension) { left_out(dimension) } else { Vec::new() };
    if !left_out.is_empty() {
        let terms: Vec<String> = left_out.iter().map(|term| format!("`{term}`")).collect();
        let terms = terminal(&terms.join(", "));
        write!(text, "\n  not looked up, since there are too many terms: {terms}").expect(WRITES);
    }
    text
}

/// Which scores reach which level: `5 “Full” (10 points), 3 to 4 “Partial” (5)`.
fn levels(dimension: &Dimension) -> String {
    let mut told: Vec<(AwardedLevel, Score, Score)> = Vec::new();
    let mut score = Score::MAX;
    while let Some(level) = dimension.level(score) {
        match told.last_mut() {
            Some((known, _, lowest)) if *known == level => *lowest = score,
            Some(_) | None => told.push((level, score, score)),
        }
        if score == Score::MIN {
            break;
        }
        score = score.worse();
    }
    let reached = |(level, highest, lowest): &(AwardedLevel, Score, Score)| {
        let scores =
            if highest == lowest { highest.to_string() } else { format!("{lowest} to {highest}") };
        let noun = if (level.points - 1.0).abs() < f64::EPSILON { "point" } else { "points" };
        format!("{scores} “{}” ({} {noun})", level.name, level.points)
    };
    let reached: Vec<String> = told.iter().map(reached).collect();
    let unreached = dimension.levels.len().saturating_sub(told.len());
    let more = match unreached {
        0 => String::new(),
        one => format!("; {one} of {} levels lie between whole scores", dimension.levels.len()),
    };
    format!("score {}{more}", reached.join(", "))
}

fn stakes(spec: &ProbeSpec) -> String {
    let mut stakes = vec![format!("weight {}", spec.weight)];
    if spec.essential {
        stakes.push("essential".into());
    }
    if spec.with.get("forms").is_some_and(|forms| *forms == true) {
        stakes.push("lists known forms, so that finding none proves nothing".into());
    }
    if spec.flaw {
        stakes.push("a failure is a security flaw".into());
    }
    if let Some(cap) = spec.cap {
        stakes.push(format!("at most {cap} while it fails"));
    }
    if let Some(cap) = spec.cap_in_part {
        stakes.push(format!("at most {cap} while it holds in part"));
    }
    if let Some(cap) = spec.cap_open {
        stakes.push(format!("at most {cap} while it is undecided"));
    }
    if let Some(floor) = spec.floor {
        stakes.push(format!("at least {floor} while it holds"));
    }
    format!(" ({})", stakes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_a_rubric_reaches_the_terminal_unseen() {
        let text = String::from_utf8(OWN_RUBRIC.to_vec()).unwrap();
        let name = "State Management Rigor";
        assert!(text.contains(name));
        let text = text.replace(name, "x\\u001b]0;y\\u202e\\nz");
        let rubric = crate::engine::load_rubric(text.as_bytes()).unwrap();
        let told = explained(&rubric);
        assert!(told.contains("x⟨U+001B⟩]0;y⟨U+202E⟩ z"), "{told}");
        assert!(told.chars().all(|c| c == '\n' || !c.is_control()));
    }

    #[test]
    fn what_a_list_of_forms_and_a_flaw_mean_is_told_where_there_is_one() {
        let web = include_bytes!("../../rubrics/web_service.json");
        let told = explained(&crate::engine::load_rubric(web).unwrap());
        assert!(told.contains("(weight 3, lists known forms, so that finding none"), "{told}");
        let actors = include_bytes!("../../rubrics/rust_actors.json");
        let told_of = |rubric| explained(&crate::engine::load_rubric(rubric).unwrap());
        assert!(told.contains("A confirmed flaw caps"));
        assert!(!told_of(&actors[..]).contains("A confirmed flaw caps"));
    }

    #[test]
    fn a_rubric_in_words_is_told_as_such() {
        const WORDS: &str = "names no probes: what follows";
        let own: serde_json::Value = serde_json::from_slice(OWN_RUBRIC).unwrap();
        assert!(!explained(&crate::engine::load_rubric(OWN_RUBRIC).unwrap()).contains(WORDS));
        let mut words = own;
        let first = &mut words["dimensions"][2];
        first["probes"] = serde_json::json!([]);
        first["forensic_instruction"] = "Is there a fan-out of the 'StateGraph'?".into();
        let told = explained(&crate::engine::load_rubric(words.to_string().as_bytes()).unwrap());
        assert_eq!(told.matches(WORDS).count(), 1);
        assert!(told.contains("at two points [python.fan_out] (weight 3)"), "{told}");
        assert!(!told.contains("`StateGraph`"), "{told}");
    }

    #[test]
    fn it_is_told_which_scores_reach_which_level() {
        let mut rubric: serde_json::Value = serde_json::from_slice(OWN_RUBRIC).unwrap();
        let level = |name: &str, points: f64| serde_json::json!({ "name": name, "points": points, "description": "x" });
        let mut check = |points: &[(&str, f64)], expected: &str| {
            let levels: Vec<_> = points.iter().map(|(name, points)| level(name, *points)).collect();
            rubric["dimensions"][0]["levels"] = levels.into();
            let rubric = crate::engine::load_rubric(rubric.to_string().as_bytes()).unwrap();
            assert_eq!(levels_of(&rubric), expected);
        };
        let full =
            "score 5 “Full” (20 points), 3 to 4 “Good” (15 points), 1 to 2 “Poor” (0 points)";
        check(&[("Full", 20.0), ("Good", 15.0), ("Poor", 0.0)], full);
        check(
            &[("Pass", 1.0), ("Fail", 0.0)],
            "score 4 to 5 “Pass” (1 point), 1 to 3 “Fail” (0 points)",
        );
        let six = [("a", 5.0), ("b", 4.0), ("c", 3.0), ("d", 2.0), ("e", 1.0), ("f", 0.0)];
        let told = "score 5 “a” (5 points), 4 “b” (4 points), 3 “d” (2 points), 2 “e” (1 point), 1 “f” (0 points); 1 of 6 levels lie between whole scores";
        check(&six, told);
    }

    fn levels_of(rubric: &Rubric) -> String {
        levels(&rubric.dimensions[0])
    }

    #[test]
    fn warnings_stand_below_what_is_explained() {
        assert_eq!(warned(&[]), "");
        let warning = Problem::new("$.points", "is not known and changes nothing".into());
        assert_eq!(warned(&[warning]), "\n\nwarning: $.points is not known and changes nothing");
    }
}
