//! JSON → rubric, with every problem listed at once.

use super::bounds::{Bounds, bounds};
use super::fields::{Fields, Found, kind};
use super::{Artifact, Dimension, Level, ProbeSpec, Rubric, RubricMetadata, Stake, SynthesisRules};
use crate::domain::digest::sha256_hex;
use crate::domain::ids::{CriterionId, ProbeId};
use crate::domain::opinion::Persona;
use crate::domain::score::Score;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most dimensions, and most probes in one of them, that a rubric may have.
const MOST: usize = 200;

/// One thing that is wrong with a rubric.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Where, as a JSON path such as `$.dimensions[2].id`.
    pub path: String,
    /// What, completing the path: `must be a string, is a number`.
    pub message: String,
}

impl Problem {
    /// Names a problem at a path.
    #[must_use]
    pub fn new(path: &str, message: String) -> Self {
        Self { path: path.into(), message }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.path, self.message)
    }
}

/// Why a rubric cannot be used. Completes "failed to load the rubric: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RubricError {
    /// The text is no JSON.
    #[error("it is not JSON: {0}")]
    NotJson(String),
    /// The JSON is no rubric.
    #[error("{}", listed(.0))]
    Problems(Vec<Problem>),
}

fn listed(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
    let noun = if problems.len() == 1 { "problem" } else { "problems" };
    format!("{} {noun} in it{}", problems.len(), lines.concat())
}

/// Judges a probe by its name, the artifact of its dimension, its parameters and what rests on it. Each problem is the
/// path from the probe on, such as `with.files`, and what is wrong there.
pub type ProbeCheck<'a> =
    &'a dyn Fn(&str, Option<Artifact>, &Map<String, Value>, &[Stake]) -> Vec<(String, String)>;

/// What a rubric is called that does not say it.
const UNNAMED: &str = "Unnamed rubric";

impl Rubric {
    /// Reads a rubric without a look at what its probes mean.
    ///
    /// # Errors
    /// When the bytes are no JSON, or break the schema; then every problem is listed.
    pub fn parse(bytes: &[u8]) -> Result<Self, RubricError> {
        Self::read(bytes, &|_, _, _, _| Vec::new()).map(|(rubric, _)| rubric)
    }

    /// Reads a rubric. Keys it does not know are left alone, as contract §6 allows, and told as warnings, unless
    /// they can only be misspelled.
    ///
    /// # Errors
    /// When the bytes are no JSON, break the schema, or have a probe that `check` refuses; then every problem is
    /// listed.
    pub fn read(bytes: &[u8], check: ProbeCheck<'_>) -> Result<(Self, Vec<Problem>), RubricError> {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut found = Found::default();
        let value = super::json::read(text, &mut found.problems)
            .map_err(|error| RubricError::NotJson(super::json::refused(text, &error)))?;
        let mut top = Fields::new("$".into(), value, &mut found);
        let rubric_metadata = metadata(top.inner("rubric_metadata"));
        let synthesis_rules = rules(top.inner("synthesis_rules"));
        let dimensions = dimensions(&mut top, &synthesis_rules, check);
        top.close();
        let Found { problems, warnings } = found;
        if problems.is_empty() {
            let sha256 = sha256_hex(bytes);
            Ok((Self { rubric_metadata, dimensions, synthesis_rules, sha256 }, warnings))
        } else {
            Err(RubricError::Problems(problems))
        }
    }
}

fn metadata(mut fields: Fields<'_>) -> RubricMetadata {
    let rubric_name = fields.optional_text("rubric_name").unwrap_or_else(|| UNNAMED.to_owned());
    fields.short("rubric_name", &rubric_name);
    let grading_target = fields.optional_text("grading_target").unwrap_or_default();
    let version = match fields.take("version") {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) => text,
        None => String::new(),
        Some(other) => {
            let message = format!("must be a string or a number, is {}", kind(&other));
            fields.complain("version", message);
            String::new()
        }
    };
    fields.short("version", &version);
    fields.close();
    RubricMetadata { rubric_name, grading_target, version }
}

fn rules(mut fields: Fields<'_>) -> SynthesisRules {
    let rules = SynthesisRules {
        security_override: fields.text("security_override"),
        fact_supremacy: fields.text("fact_supremacy"),
        functionality_weight: fields.text("functionality_weight"),
        dissent_requirement: fields.text("dissent_requirement"),
        variance_re_evaluation: fields.text("variance_re_evaluation"),
        security_cap: score(&mut fields, "security_cap").unwrap_or(Score::nearest(3.0)),
    };
    fields.close();
    rules
}

fn dimensions(
    top: &mut Fields<'_>,
    rules: &SynthesisRules,
    check: ProbeCheck<'_>,
) -> Vec<Arc<Dimension>> {
    let items = match top.take("dimensions") {
        Some(Value::Array(items)) if !items.is_empty() && items.len() <= MOST => items,
        Some(Value::Array(items)) => {
            top.complain("dimensions", format!("must have 1 to {MOST} items, has {}", items.len()));
            return Vec::new();
        }
        Some(other) => {
            top.complain("dimensions", format!("must be a list, is {}", kind(&other)));
            return Vec::new();
        }
        None => {
            top.complain("dimensions", "is required");
            return Vec::new();
        }
    };
    let mut seen = BTreeSet::new();
    let read = items.into_iter().enumerate().filter_map(|(index, item)| {
        let mut fields = top.item("dimensions", index, item);
        let dimension = dimension(&mut fields, rules, check);
        if let Some(dimension) = &dimension
            && !seen.insert(dimension.id.clone())
        {
            fields.complain("id", format!("`{}` is used twice", dimension.id));
        }
        fields.close();
        dimension
    });
    read.map(Arc::new).collect()
}

fn dimension(
    fields: &mut Fields<'_>,
    rules: &SynthesisRules,
    check: ProbeCheck<'_>,
) -> Option<Dimension> {
    let id = id(fields, "id", CriterionId::new);
    let name = fields.name("name");
    let target_artifact = artifact(fields);
    let forensic_instruction = fields.text("forensic_instruction");
    let levels = levels(fields);
    let (success_pattern, failure_pattern) = patterns(fields, &levels);
    let judicial_logic = judicial_logic(fields);
    let weight = fields.number("weight", 0.001..=1000.0).unwrap_or(1.0);
    let probes = probes(fields, target_artifact, check);
    let architecture = fields.switch("architecture");
    let id = id?;
    let architecture = architecture.unwrap_or_else(|| {
        [id.as_str(), &name].iter().any(|n| !n.is_empty() && rules.functionality_weight.contains(n))
    });
    Some(Dimension {
        id,
        name,
        target_artifact: target_artifact?,
        forensic_instruction,
        success_pattern,
        failure_pattern,
        judicial_logic,
        weight,
        levels,
        probes,
        architecture,
    })
}

/// A rubric with levels may leave the patterns out: its best and its worst level describe them.
fn patterns(fields: &mut Fields<'_>, levels: &[Level]) -> (String, String) {
    match (levels.first(), levels.last()) {
        (Some(best), Some(worst)) => (
            fields.optional_text("success_pattern").unwrap_or_else(|| best.description.clone()),
            fields.optional_text("failure_pattern").unwrap_or_else(|| worst.description.clone()),
        ),
        _ => (fields.text("success_pattern"), fields.text("failure_pattern")),
    }
}

fn artifact(fields: &mut Fields<'_>) -> Option<Artifact> {
    let written = fields.text("target_artifact");
    let known = Artifact::ALL.into_iter().find(|artifact| artifact.name() == written);
    if known.is_none() && !written.is_empty() {
        let message = "must be `github_repo`, `pdf_report` or `pdf_images`";
        fields.complain("target_artifact", message);
    }
    known
}

/// Accepts one text for all judges, or one per persona.
fn judicial_logic(fields: &mut Fields<'_>) -> BTreeMap<Persona, String> {
    let mut logic = BTreeMap::new();
    match fields.take("judicial_logic") {
        None => {}
        Some(Value::String(text)) => {
            logic.extend(Persona::ALL.map(|persona| (persona, text.clone())));
        }
        Some(Value::Object(by_persona)) => {
            for (key, value) in by_persona {
                let name = key.replace(['_', ' ', '-'], "").to_lowercase();
                let persona = Persona::ALL.into_iter().find(|p| p.name().to_lowercase() == name);
                match (persona, value) {
                    (Some(persona), Value::String(text)) => {
                        logic.insert(persona, text);
                    }
                    (None, _) => fields.complain(
                        "judicial_logic",
                        format!("has the key `{key}`; only prosecutor, defense and tech_lead fit"),
                    ),
                    (Some(_), other) => fields.complain(
                        "judicial_logic",
                        format!("must hold strings, has {}", kind(&other)),
                    ),
                }
            }
        }
        Some(other) => fields.complain(
            "judicial_logic",
            format!("must be a string or an object, is {}", kind(&other)),
        ),
    }
    logic
}

fn levels(fields: &mut Fields<'_>) -> Vec<Level> {
    let items = fields.list("levels");
    if items.len() == 1 {
        fields.complain("levels", "must have at least two items");
    }
    let levels: Vec<(Level, bool)> = items
        .into_iter()
        .enumerate()
        .take(MOST)
        .map(|(index, item)| {
            let mut level = fields.item("levels", index, item);
            let points = level.required_number("points", 0.0..=1e6);
            let read = Level {
                name: level.name("name"),
                points: points.unwrap_or_default(),
                description: level.text("description"),
            };
            level.close();
            (read, points.is_some())
        })
        .collect();
    let worth = |level: &(Level, bool)| level.1.then_some(level.0.points);
    let given: Vec<f64> = levels.iter().filter_map(worth).collect();
    let same = given.iter().enumerate().find(|(n, points)| given[..*n].contains(points));
    if let Some((_, points)) = same {
        let message = format!(
            "has two levels of {points} points; which of them is awarded would be by chance"
        );
        fields.complain("levels", message);
    }
    let mut levels: Vec<Level> = levels.into_iter().map(|(level, _)| level).collect();
    levels.sort_by(|a, b| b.points.total_cmp(&a.points));
    levels
}

fn probes(
    fields: &mut Fields<'_>,
    artifact: Option<Artifact>,
    check: ProbeCheck<'_>,
) -> Vec<ProbeSpec> {
    let items = fields.list("probes");
    if items.len() > MOST {
        fields.complain("probes", format!("must have at most {MOST} items"));
    }
    let mut seen = BTreeSet::new();
    let read = items.into_iter().enumerate().take(MOST).filter_map(|(index, item)| {
        let mut probe_fields = fields.item("probes", index, item);
        let spec = probe(&mut probe_fields, artifact, check);
        if let Some(spec) = &spec
            && !seen.insert(spec.id.clone())
        {
            probe_fields.complain("id", format!("`{}` is used twice in this dimension", spec.id));
        }
        probe_fields.close();
        spec
    });
    read.collect()
}

fn probe(
    fields: &mut Fields<'_>,
    artifact: Option<Artifact>,
    check: ProbeCheck<'_>,
) -> Option<ProbeSpec> {
    let id = id(fields, "id", ProbeId::new);
    let with = match fields.take("with") {
        None => serde_json::Map::new(),
        Some(Value::Object(parameters)) => parameters,
        Some(other) => {
            fields.complain("with", format!("must be an object, is {}", kind(&other)));
            serde_json::Map::new()
        }
    };
    let Bounds { cap, cap_in_part, cap_open, floor } = bounds(fields);
    let essential = fields.switch("essential").unwrap_or(false);
    let flaw = fields.switch("flaw").unwrap_or(false);
    let probe = fields.text("probe");
    if !probe.is_empty() {
        let stakes = [
            essential.then_some(Stake::Essential),
            cap.map(|_| Stake::Cap),
            cap_in_part.map(|_| Stake::CapInPart),
            flaw.then_some(Stake::Flaw),
            floor.map(|_| Stake::Floor),
        ];
        let stakes: Vec<Stake> = stakes.into_iter().flatten().collect();
        for (at, message) in check(&probe, artifact, &with, &stakes) {
            fields.complain(&at, message);
        }
    }
    let asks = fields.name("asks");
    let weight = fields.number("weight", 0.001..=1000.0).unwrap_or(1.0);
    let advice = fields.text("advice");
    let belongs_in = fields.optional_text("belongs_in");
    Some(ProbeSpec {
        id: id?,
        probe,
        asks,
        with,
        weight,
        essential,
        cap,
        cap_in_part,
        cap_open,
        floor,
        flaw,
        advice,
        belongs_in,
        from_words: false,
    })
}

fn id<T, E: std::fmt::Display>(
    fields: &mut Fields<'_>,
    key: &str,
    make: impl Fn(String) -> Result<T, E>,
) -> Option<T> {
    let text = fields.text(key);
    if text.is_empty() {
        return None;
    }
    make(text).map_err(|error| fields.complain(key, error.to_string())).ok()
}

pub(super) fn score(fields: &mut Fields<'_>, key: &str) -> Option<Score> {
    let value = fields.take(key)?;
    let score = value.as_u64().and_then(|n| u8::try_from(n).ok()).and_then(|n| Score::new(n).ok());
    if score.is_none() {
        fields.complain(key, "must be a whole number from 1 to 5");
    }
    score
}

#[cfg(test)]
mod tests;
