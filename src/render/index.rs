//! What every part of a report looks things up in: dimensions, evidence, and where places are shown.

use crate::domain::evidence::Evidence;
use crate::domain::facts::Place;
use crate::domain::ids::{CriterionId, EvidenceId};
use crate::domain::reading::Reading;
use crate::domain::report::AuditReport;
use crate::domain::verdict::{CriterionResult, NotScored};
use crate::render::escape;
use crate::render::links::Repository;
use std::collections::{BTreeMap, BTreeSet};

/// A report with its indexes.
pub(super) struct Index<'a> {
    /// The report.
    pub report: &'a AuditReport,
    /// The repository, where its host is known.
    pub repository: Option<Repository>,
    /// The dimensions, in the rubric's order.
    pub sections: Vec<Section<'a>>,
    evidence: BTreeMap<&'a EvidenceId, &'a Evidence>,
}

/// A dimension of the report.
pub(super) struct Section<'a> {
    /// What headings call it, as plain text; no two sections share one.
    pub label: String,
    /// What became of it.
    pub ruling: Ruling<'a>,
    /// How the facts answer its probes.
    pub readings: Vec<&'a Reading>,
    /// Its evidence.
    pub evidence: &'a [Evidence],
}

/// What became of a dimension.
#[derive(Clone, Copy)]
pub(super) enum Ruling<'a> {
    /// It has a score.
    Scored(&'a CriterionResult),
    /// It could not be scored.
    NotScored(&'a NotScored),
}

impl<'a> Index<'a> {
    /// Indexes a report.
    pub(super) fn new(report: &'a AuditReport) -> Self {
        let evidence = report.evidences.values().flatten().map(|piece| (&piece.id, piece));
        Self {
            report,
            repository: Repository::parse(&report.repo_url),
            sections: sections(report),
            evidence: evidence.collect(),
        }
    }

    /// Where a place can be opened, if its host shows it.
    pub(super) fn url(&self, place: &Place) -> Option<String> {
        let commit = self.report.provenance.commit.as_deref();
        self.repository.as_ref().and_then(|host| host.place(commit, place))
    }

    /// The place that a remedy's location names, where one of its pieces of evidence stands there.
    pub(super) fn place_of(&self, location: &str, evidence: &[EvidenceId]) -> Option<&'a Place> {
        let known = evidence.iter().filter_map(|id| self.find(id));
        let mut places = known.flat_map(|piece| &piece.places);
        places.find(|place| place.to_string() == location)
    }

    /// A piece of evidence by its id.
    pub(super) fn find(&self, id: &EvidenceId) -> Option<&'a Evidence> {
        self.evidence.get(id).copied()
    }

    /// Whether a piece of evidence only says that there is nothing to look at.
    pub(super) fn is_moot(&self, evidence: &Evidence) -> bool {
        let mut readings = self.sections.iter().flat_map(|section| &section.readings);
        readings.any(|reading| reading.is_moot() && reading.evidence.contains(&evidence.id))
    }

    /// The ids of evidence that a text names, each once.
    pub(super) fn named_in(&self, text: &str) -> Vec<&'a EvidenceId> {
        self.evidence.keys().copied().filter(|id| text.contains(id.as_str())).collect()
    }
}

impl Section<'_> {
    /// The heading of its verdict, as plain text.
    pub(super) fn heading(&self) -> String {
        match self.ruling {
            Ruling::Scored(result) => format!("{}: {} of 5", self.label, result.final_score),
            Ruling::NotScored(_) => format!("{}: not scored", self.label),
        }
    }

    /// Whether none of its points applies, so that there is nothing for a person to look at either.
    pub(super) fn is_moot(&self) -> bool {
        !self.readings.is_empty() && self.readings.iter().all(|reading| reading.is_moot())
    }
}

/// Whether words that say where something is are a path or a pattern.
pub(super) fn is_path(location: &str) -> bool {
    !location.contains(char::is_whitespace) && location.contains(['/', '.', ':'])
}

/// The fragment under which GitHub finds a heading with this text.
pub(super) fn anchor(heading: &str) -> String {
    let shown = escape::terminal(heading).to_lowercase();
    let kept = shown.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The dimensions in the rubric's order. Where the provenance does not have one, it comes last.
fn sections(report: &AuditReport) -> Vec<Section<'_>> {
    let routing = &report.provenance.routing;
    let rank = |id: &CriterionId| routing.iter().position(|(routed, _)| routed == id);
    let scored = report.criteria.iter().map(Ruling::Scored);
    let unscored = report.not_scored.iter().map(Ruling::NotScored);
    let mut all: Vec<Ruling<'_>> = scored.chain(unscored).collect();
    all.sort_by_key(|ruling| rank(ruling.id()).unwrap_or(usize::MAX));
    let mut taken = BTreeSet::new();
    let mut sections = Vec::with_capacity(all.len());
    for ruling in all {
        let id = ruling.id();
        let mut label = escape::terminal(ruling.name());
        if label.is_empty() {
            id.as_str().clone_into(&mut label);
        }
        // Two dimensions may have one name; headings and their anchors must differ.
        if !taken.insert(anchor(&label)) {
            label = format!("{label} ({id})");
            taken.insert(anchor(&label));
        }
        sections.push(Section {
            label,
            ruling,
            readings: report.readings.iter().filter(|reading| reading.criterion == *id).collect(),
            evidence: report.evidences.get(id).map_or(&[], Vec::as_slice),
        });
    }
    sections
}

impl<'a> Ruling<'a> {
    /// The dimension.
    pub(super) fn id(&self) -> &'a CriterionId {
        match self {
            Self::Scored(result) => &result.dimension_id,
            Self::NotScored(missing) => &missing.dimension_id,
        }
    }

    fn name(&self) -> &'a str {
        match self {
            Self::Scored(result) => &result.dimension_name,
            Self::NotScored(missing) => &missing.dimension_name,
        }
    }
}
