//! What every part of the report looks things up in: links, anchors and evidence.

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
pub(super) struct Docket<'a> {
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

impl<'a> Docket<'a> {
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

    /// Whether a place can be opened by a link.
    pub(super) fn is_linked(&self, place: &Place) -> bool {
        let commit = self.report.provenance.commit.as_deref();
        self.repository.as_ref().is_some_and(|host| host.place(commit, place).is_some())
    }

    /// A place as inline Markdown, linked where its host shows it.
    pub(super) fn place(&self, place: &Place) -> String {
        let shown = place.to_string();
        let label = match place {
            Place::Commit { id } => {
                format!("commit {}", escape::code_span(id.get(..10).unwrap_or(id)))
            }
            Place::Lines(_) => escape::code_span(&shown),
            Place::Tree { .. } | Place::Page { .. } | Place::Report => where_in_words(&shown),
        };
        let commit = self.report.provenance.commit.as_deref();
        match self.repository.as_ref().and_then(|host| host.place(commit, place)) {
            Some(url) => format!("[{label}]({url})"),
            None => label,
        }
    }

    /// A remedy's location, linked where one of its pieces of evidence stands at the same place.
    pub(super) fn location(&self, location: &str, evidence: &[EvidenceId]) -> String {
        let known = evidence.iter().filter_map(|id| self.evidence.get(id));
        let mut places = known.flat_map(|piece| &piece.places);
        match places.find(|place| place.to_string() == location) {
            Some(place) => self.place(place),
            None => where_in_words(location),
        }
    }

    /// A piece of evidence by its id.
    pub(super) fn find(&self, id: &EvidenceId) -> Option<&'a Evidence> {
        self.evidence.get(id).copied()
    }

    /// An id as a link to the ledger, or as code where the ledger does not have it.
    pub(super) fn cite(&self, id: &EvidenceId) -> String {
        if self.evidence.contains_key(id) {
            format!("[{}](#{})", escape::inline(id.as_str()), anchor(id.as_str()))
        } else {
            escape::code_span(id.as_str())
        }
    }

    /// Turns the ids of evidence that a rendered text names into links to the ledger.
    pub(super) fn linking(&self, text: String) -> String {
        let named: Vec<&EvidenceId> =
            self.evidence.keys().copied().filter(|id| text.contains(id.as_str())).collect();
        named.into_iter().fold(text, |text, id| text.replace(id.as_str(), &self.cite(id)))
    }

    /// Ids as links, `–` where there are none.
    pub(super) fn cites(&self, ids: &[EvidenceId]) -> String {
        let all: Vec<String> = ids.iter().map(|id| self.cite(id)).collect();
        if all.is_empty() { "–".to_owned() } else { all.join(", ") }
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

    /// Its name as a link to its verdict.
    pub(super) fn link(&self) -> String {
        format!("[{}](#{})", escape::inline(&self.label), anchor(&self.heading()))
    }

    /// The same, for a cell of a table.
    pub(super) fn link_cell(&self) -> String {
        format!("[{}](#{})", escape::inline_cell(&self.label), anchor(&self.heading()))
    }
}

/// Words as words, a path or pattern as code.
fn where_in_words(location: &str) -> String {
    let location = location.trim();
    let is_path = !location.contains(char::is_whitespace) && location.contains(['/', '.', ':']);
    if is_path { escape::code_span(location) } else { escape::prose(location) }
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
    fn id(&self) -> &'a CriterionId {
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
