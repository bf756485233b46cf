//! One submission of a class with what became of it, and the scores that a person gave.

use super::evidence::Evidence;
use super::ids::{CriterionId, SubmissionId};
use super::report::AuditReport;
use super::rubric::Rubric;
use super::score::Score;
use super::verdict::CriterionResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One submission of a class. A person's scores win over the machine's, which stay as they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// The submission.
    pub id: SubmissionId,
    /// Who handed it in, where the class's list says so.
    pub student: Option<Student>,
    /// How far it came.
    pub state: State,
    /// The report, where one was written.
    pub report: Option<Arc<AuditReport>>,
    /// A person's scores by criterion.
    pub human: BTreeMap<CriterionId, HumanScore>,
    /// What the rubric says on weights and caps.
    pub yardstick: Yardstick,
    /// The files of this submission, as paths from the folder of the class with `/` between their parts.
    pub files: Vec<String>,
}

/// A student as a course's roster knows them; empty where it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The name.
    pub name: String,
    /// The number that the course's system gives them.
    pub number: String,
    /// What they sign in with.
    pub login: String,
    /// The section of the course.
    pub section: String,
}

/// How far a submission came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// Its turn has not come, or it is being audited.
    Waiting,
    /// Its report is complete.
    Graded,
    /// Its report leaves something out.
    Partial {
        /// What, a fragment.
        reason: String,
    },
    /// It was given up until a person does something.
    Parked {
        /// Why, a fragment.
        reason: String,
    },
    /// A person called it off.
    Cancelled,
}

impl State {
    /// The state in a word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Graded => "graded",
            Self::Partial { .. } => "partial",
            Self::Parked { .. } => "parked",
            Self::Cancelled => "cancelled",
        }
    }

    /// Why it did not come further, where there is something to say.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Partial { reason } | Self::Parked { reason } => Some(reason),
            Self::Waiting | Self::Graded | Self::Cancelled => None,
        }
    }
}

/// A person's score on a criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HumanScore {
    /// The score, 1–5.
    pub score: Score,
    /// Who gave it.
    pub who: String,
    /// Why.
    pub reason: String,
    /// When, in seconds since the beginning of 1970 in UTC.
    pub at: u64,
}

/// What a rubric says on weights and caps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Yardstick {
    /// The weight of each dimension, above 0; 1 for one that is not here.
    pub weights: BTreeMap<CriterionId, f64>,
    /// The highest score with a confirmed flaw.
    pub security_cap: Score,
}

impl Default for Yardstick {
    /// Every dimension weighs 1, and a flaw caps at 3. Source: contract §3.2.
    fn default() -> Self {
        let security_cap = Score::new(3).expect("3 is between 1 and 5");
        Self { weights: BTreeMap::new(), security_cap }
    }
}

impl Yardstick {
    /// The yardstick of a rubric.
    #[must_use]
    pub fn of(rubric: &Rubric) -> Self {
        let weights = rubric.dimensions.iter().map(|one| (one.id.clone(), one.weight));
        Self { weights: weights.collect(), security_cap: rubric.synthesis_rules.security_cap }
    }
}

impl Graded {
    /// A submission without a report, without a person's scores, and without files.
    #[must_use]
    pub fn new(id: SubmissionId, state: State) -> Self {
        Self {
            id,
            student: None,
            state,
            report: None,
            human: BTreeMap::new(),
            yardstick: Yardstick::default(),
            files: Vec::new(),
        }
    }

    /// The machine's ruling on a criterion.
    #[must_use]
    pub fn ruling(&self, criterion: &CriterionId) -> Option<&CriterionResult> {
        let report = self.report.as_ref()?;
        report.criteria.iter().find(|result| result.dimension_id == *criterion)
    }

    /// The score that stands on a criterion: the person's, or else the machine's.
    #[must_use]
    pub fn standing(&self, criterion: &CriterionId) -> Option<Score> {
        let human = self.human.get(criterion).map(|human| human.score);
        human.or_else(|| self.ruling(criterion).map(|result| result.final_score))
    }

    /// The machine's overall score, 1–5; `None` where it could score nothing.
    #[must_use]
    pub fn machine_overall(&self) -> Option<f64> {
        let report = self.report.as_ref()?;
        (!report.criteria.is_empty()).then_some(report.overall_score)
    }

    /// The overall score that stands, 1–5, two decimals.
    ///
    /// With a person's scores it is the weighted mean of the scores that stand. A confirmed flaw caps it
    /// as it caps the machine's, until a person scores every flawed criterion above the cap and so says
    /// that the flaw does not count. Without a report it is known once every criterion has a person's
    /// score.
    #[must_use]
    pub fn overall(&self) -> Option<f64> {
        let (mut sum, mut weights) = (0.0, 0.0);
        let criteria = self.criteria();
        if !criteria.iter().any(|id| self.human.contains_key(*id)) {
            return self.machine_overall();
        }
        for id in criteria {
            let Some(score) = self.standing(id) else {
                // The machine leaves out what it could not score; without it every score is needed.
                self.report.as_ref()?;
                continue;
            };
            let weight = self.weight(id);
            sum += weight * f64::from(score.get());
            weights += weight;
        }
        let mean = (weights > 0.0).then(|| (sum / weights * 100.0).round() / 100.0)?;
        let cap = f64::from(self.yardstick.security_cap.get());
        Some(if self.is_capped() { mean.min(cap) } else { mean })
    }

    /// The overall score as a grade, 1–5: none where the report leaves something of the submission out, until a person
    /// has spoken and every criterion has a score.
    #[must_use]
    pub fn grade(&self) -> Option<f64> {
        self.overall().filter(|_| !self.is_withheld())
    }

    /// Whether the score that stands is no grade, since it tells of a part alone.
    #[must_use]
    pub fn is_withheld(&self) -> bool {
        let leaves_out = |report: &Arc<AuditReport>| {
            let mut unscored = report.not_scored.iter();
            let is_settled = !self.human.is_empty()
                && unscored.all(|missing| self.human.contains_key(&missing.dimension_id));
            report.leaves_out() && !is_settled
        };
        self.state != State::Graded && self.report.as_ref().is_some_and(leaves_out)
    }

    /// The criteria that count: those of the report, or the rubric's where there is none.
    fn criteria(&self) -> Vec<&CriterionId> {
        match &self.report {
            None => self.yardstick.weights.keys().collect(),
            Some(report) => {
                let scored = report.criteria.iter().map(|result| &result.dimension_id);
                let unscored = report.not_scored.iter().map(|missing| &missing.dimension_id);
                scored.chain(unscored).collect()
            }
        }
    }

    fn weight(&self, id: &CriterionId) -> f64 {
        let told = || self.yardstick.weights.get(id).copied();
        self.ruling(id).map(|result| result.weight).or_else(told).unwrap_or(1.0)
    }

    /// Whether a flaw holds the overall score down.
    fn is_capped(&self) -> bool {
        let Some(report) = &self.report else { return false };
        let cap = self.yardstick.security_cap;
        self.criteria().into_iter().any(|id| {
            let evidence = report.evidences.get(id).map_or(&[][..], Vec::as_slice);
            evidence.iter().any(Evidence::confirms_flaw)
                && self.human.get(id).is_none_or(|human| human.score <= cap)
        })
    }
}
