//! The report as a value (contract §3.4).

use super::chat::{Account, Usage};
use super::evidence::{Detective, Evidence};
use super::ids::CriterionId;
use super::models::{BenchModels, Speaker};
use super::moved::{Moved, TakenOver};
use super::opinion::{JudicialOpinion, Persona};
use super::reading::Reading;
use super::request::BenchKind;
use super::verdict::{CriterionResult, NotScored};
use super::waived::Waived;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything an audit found and ruled. Source: contract §3.4.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditReport {
    /// The audited repository.
    pub repo_url: String,
    /// The overall verdict in words.
    pub executive_summary: String,
    /// Weighted mean of the criteria, 1–5, after the overall caps; two decimals. 0 only where no
    /// criterion could be scored, and then `criteria` is empty.
    pub overall_score: f64,
    /// One entry per dimension that could be scored, in the rubric's order.
    pub criteria: Vec<CriterionResult>,
    /// What to change, grouped by criterion, ordered by gain.
    pub remediation_plan: String,
    /// Dimensions that could not be scored, and why.
    pub not_scored: Vec<NotScored>,
    /// The mean before the overall caps, 1–5; two decimals.
    pub mean_score: f64,
    /// Why the overall score is below the mean, where it is.
    pub overall_cap: Option<String>,
    /// Things a reader must know before trusting a score, each a sentence.
    pub notices: Vec<String>,
    /// What in the submission speaks to whoever grades it, each a sentence with its place. A flag asks a
    /// person to look; it proves no intent, and by itself it changes no score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// Keys and passwords that stand where whoever reads the submission finds them, each a sentence with its kind,
    /// its place and the first digits of its SHA-256. They change a score only where the rubric asks about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposed: Vec<String>,
    /// All evidence by dimension, in the rubric's order of probes.
    pub evidences: BTreeMap<CriterionId, Vec<Evidence>>,
    /// How the facts answer the probes, in the rubric's order.
    pub readings: Vec<Reading>,
    /// The waivers that held for this audit, those whose evidence it does not have among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waived>,
    /// What moved against the audit that this one follows, where it is a regrade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
    /// What was read, with what, by whom.
    pub provenance: Provenance,
}

/// How a notice begins that tells what file of the tree the report is.
pub const HANDED_IN: &str = "The report that was handed in is byte for byte";

/// How a notice begins that tells that the report is an interim one.
pub const INTERIM: &str = "The report that was handed in is an interim one";

/// How a notice begins that tells that the rubric, or a part of it, names no probes.
pub const FROM_WORDS: &str = "The rubric names no probes";

/// How a notice begins that tells that seats are missing on criteria on which others were heard.
pub const NOT_EVERY_JUDGE: &str = "Not every judge";

/// How a notice begins that tells that the code shows nothing of what the rubric asks it for.
pub const ASTRAY: &str = "Nothing of what the rubric asks the code for";

/// How a notice begins that tells that the code is in a language of which the rubric asks nothing.
pub const OTHER_LANGUAGE: &str = "This rubric reads";

impl AuditReport {
    /// Whether something is missing from it: an artifact that nobody could read, or an opinion.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.leaves_out() || self.criteria.iter().any(|one| !one.missing_seats.is_empty())
    }

    /// Whether a judge who was asked gave no opinion.
    #[must_use]
    pub fn lacks_opinions(&self) -> bool {
        self.criteria.iter().any(|one| !one.missing_seats.is_empty())
            || self.not_scored.iter().any(|one| !one.missing_seats.is_empty())
    }

    /// Whether something of the submission has no part in the score, beyond the opinion of a judge among others.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        self.omissions().next().is_some()
    }

    /// The notices of what has no part in the score. That a waiver names evidence which is not there, what file the report
    /// is, what the rubric is and asks, or that others were heard beside whoever was not, leaves nothing out.
    pub fn omissions(&self) -> impl Iterator<Item = &str> {
        let idle: Vec<String> = self.waivers.iter().map(Waived::names_nothing).collect();
        let is_harmless = |notice: &String| {
            let harmless =
                [ASTRAY, HANDED_IN, INTERIM, FROM_WORDS, OTHER_LANGUAGE, NOT_EVERY_JUDGE];
            harmless.iter().any(|beginning| notice.starts_with(beginning))
        };
        let all = self.notices.iter();
        all.filter(move |notice| !idle.contains(notice) && !is_harmless(notice)).map(String::as_str)
    }
}

/// Which language models judged, and what that used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judging {
    /// The models and their endpoint.
    pub models: BenchModels,
    /// Calls that came back with a reply.
    pub calls: u32,
    /// Tokens of all calls.
    pub usage: Usage,
    /// Tokens by judge; those spent on figures are in `usage` alone.
    pub by_judge: BTreeMap<Persona, Usage>,
    /// What each call used, by the content of its question.
    pub by_call: Account,
    /// What it cost; `None` where a price is not known.
    pub cost: Option<f64>,
    /// Currency of the cost, and when its prices were looked up.
    pub currency: String,
    /// When the prices were looked up.
    pub prices_as_of: String,
    /// Quotations that were struck from arguments because they stand nowhere in the record.
    pub struck_quotes: u32,
    /// Who else answered than the models that were asked first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_ins: Vec<StandIn>,
}

/// A model that opinions came from, or words on figures, though it is not the one that was asked first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandIn {
    /// The model and its server.
    #[serde(flatten)]
    pub speaker: Speaker,
    /// The opinions that it gave.
    pub opinions: u32,
    /// The opinions that there are.
    pub of: u32,
}

impl StandIn {
    /// What it did, such as `3 of 30 opinions`.
    #[must_use]
    pub fn part(&self) -> String {
        match self.opinions {
            0 => "figures".to_owned(),
            some => format!("{some} of {} opinions", self.of),
        }
    }
}

impl Judging {
    /// Who gave an opinion, where that is none of the models that were asked first.
    #[must_use]
    pub fn stand_in<'a>(&self, opinion: &'a JudicialOpinion) -> Option<&'a Speaker> {
        let given_by = opinion.given_by.as_ref()?;
        (!self.models.is_seated(opinion.judge, given_by)).then_some(given_by)
    }
}

/// What was read, with what, by whom: enough to repeat the audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// Version of this program.
    pub program_version: String,
    /// Fingerprint of everything that determines this report, 16 hexadecimal digits.
    pub fingerprint: String,
    /// The commit that was audited, if the repository could be read.
    pub commit: Option<String>,
    /// The branch at `HEAD`.
    pub branch: Option<String>,
    /// Number of commits read.
    pub commits: Option<u32>,
    /// Whether there are older commits, which could not be read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub older_commits: bool,
    /// The PDF as the operator named it, or its path in the repository.
    pub report_path: Option<String>,
    /// How the PDF was chosen, where the operator did not name it.
    pub report_choice: Option<String>,
    /// SHA-256 of the PDF.
    pub report_sha256: Option<String>,
    /// Which program read the PDF, where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdf_engine: Option<String>,
    /// Number of pages of the PDF.
    pub report_pages: Option<u32>,
    /// How many of them were not read, or not to their end; where there are none it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_pages_unread: Option<u32>,
    /// Name of the rubric.
    pub rubric_name: String,
    /// Version of the rubric.
    pub rubric_version: String,
    /// SHA-256 of the rubric file.
    pub rubric_sha256: String,
    /// Which detective examined which dimension, in the rubric's order.
    pub routing: Vec<(CriterionId, Detective)>,
    /// Who judged.
    pub bench: BenchKind,
    /// What the language models used, where they judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judging: Option<Judging>,
    /// What was taken over from the audit that this one follows, where it is a regrade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_over: Option<TakenOver>,
    /// Limits that were reached and damage that was met, each a sentence.
    pub reservations: Vec<String>,
}

impl AuditReport {
    /// What lists of a class need: no opinions, remedies, readings and traces, and of the evidence that
    /// alone which confirms a flaw. A class is held in memory so.
    #[must_use]
    pub fn brief(&self) -> Self {
        let mut brief = Self {
            executive_summary: self.executive_summary.clone(),
            remediation_plan: String::new(),
            readings: Vec::new(),
            evidences: BTreeMap::new(),
            criteria: Vec::new(),
            not_scored: self.not_scored.iter().map(NotScored::brief).collect(),
            ..self.clone()
        };
        for (criterion, evidences) in &self.evidences {
            let flaws: Vec<Evidence> =
                evidences.iter().filter(|one| one.confirms_flaw()).cloned().collect();
            if !flaws.is_empty() {
                brief.evidences.insert(criterion.clone(), flaws);
            }
        }
        brief.criteria = self.criteria.iter().map(CriterionResult::brief).collect();
        if let Some(judging) = &mut brief.provenance.judging {
            judging.by_call = Account::new();
        }
        brief
    }
}
