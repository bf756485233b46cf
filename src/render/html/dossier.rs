//! What the parts of the page look things up in: where evidence stands on the page, and links to it.

use super::markup::{Markup, element, leave};
use crate::domain::evidence::Evidence;
use crate::domain::facts::Place;
use crate::domain::graded::{Graded, HumanScore};
use crate::domain::ids::{CriterionId, EvidenceId};
use crate::domain::reading::Reading;
use crate::domain::report::AuditReport;
use crate::domain::score::Score;
use crate::render::index::{Index, Ruling, Section, is_path};
use std::collections::{BTreeMap, BTreeSet};

/// A report with its indexes, and the place of each piece of evidence on the page.
pub(super) struct Dossier<'a> {
    /// What every form of a report looks things up in.
    pub index: Index<'a>,
    /// The reading beside which each piece of evidence stands: the first that cites it.
    homes: BTreeMap<&'a EvidenceId, &'a Reading>,
    /// The evidence that stands in the section of a dimension.
    placed: BTreeSet<&'a EvidenceId>,
    /// A person's scores.
    pub human: Option<&'a BTreeMap<CriterionId, HumanScore>>,
    /// The overall score that stands.
    pub overall: Option<f64>,
    /// The address of the report's page, where this is another one; else empty.
    pub page: String,
}

impl<'a> Dossier<'a> {
    /// Gives every piece of evidence its place.
    pub(super) fn new(report: &'a AuditReport) -> Self {
        let index = Index::new(report);
        let (mut homes, mut placed) = (BTreeMap::new(), BTreeSet::new());
        for section in &index.sections {
            for reading in &section.readings {
                for id in reading.evidence.iter().filter(|id| index.find(id).is_some()) {
                    homes.entry(id).or_insert(*reading);
                }
            }
            placed.extend(section.evidence.iter().map(|piece| &piece.id));
        }
        placed.extend(homes.keys().copied());
        let overall = (!report.criteria.is_empty()).then_some(report.overall_score);
        Self { index, homes, placed, human: None, overall, page: String::new() }
    }

    /// The dossier of a submission, with a person's scores; `None` where there is no report.
    pub(super) fn of(one: &'a Graded) -> Option<Self> {
        let dossier = Self::new(one.report.as_deref()?);
        Some(Self { human: Some(&one.human), overall: one.overall(), ..dossier })
    }

    /// A person's score on a dimension.
    pub(super) fn person(&self, id: &CriterionId) -> Option<&'a HumanScore> {
        self.human?.get(id)
    }

    /// The score that stands on a dimension: a person's, or else the program's.
    pub(super) fn standing(&self, ruling: Ruling<'_>) -> Option<Score> {
        let scored = match ruling {
            Ruling::Scored(result) => Some(result.final_score),
            Ruling::NotScored(_) => None,
        };
        self.person(ruling.id()).map(|human| human.score).or(scored)
    }

    /// The evidence that stands beside a reading.
    pub(super) fn beside(&self, reading: &'a Reading) -> Vec<&'a Evidence> {
        let is_home =
            |id: &&EvidenceId| self.homes.get(id).is_some_and(|home| std::ptr::eq(*home, reading));
        let ids: BTreeSet<&EvidenceId> = reading.evidence.iter().filter(is_home).collect();
        let in_order = reading.evidence.iter().filter(|id| ids.contains(id));
        once(in_order.filter_map(|id| self.index.find(id)))
    }

    /// What a reading rests on and stands elsewhere on the page.
    pub(super) fn elsewhere(&self, reading: &Reading) -> Vec<EvidenceId> {
        let is_elsewhere =
            |id: &&EvidenceId| self.homes.get(id).is_none_or(|home| !std::ptr::eq(*home, reading));
        reading.evidence.iter().filter(is_elsewhere).cloned().collect()
    }

    /// The evidence on a dimension that no reading cites.
    pub(super) fn further(&self, section: &Section<'a>) -> Vec<&'a Evidence> {
        once(section.evidence.iter().filter(|piece| !self.homes.contains_key(&piece.id)))
    }

    /// The evidence that belongs to no dimension of the report.
    pub(super) fn unplaced(&self) -> Vec<&'a Evidence> {
        let all = self.index.report.evidences.values().flatten();
        once(all.filter(|piece| !self.placed.contains(&piece.id)))
    }

    /// A place, linked where its host shows it.
    pub(super) fn place(&self, place: &Place) -> Markup {
        let label = match place {
            Place::Commit { id } => {
                Markup::ours("commit ").and(Markup::code(id.get(..10).unwrap_or(id)))
            }
            Place::Lines(_) => Markup::code(&place.to_string()),
            Place::Tree { .. } | Place::Page { .. } | Place::Report => {
                where_in_words(&place.to_string())
            }
        };
        match self.index.url(place) {
            Some(url) => leave(&url, label).into(),
            None => label,
        }
    }

    /// A remedy's location, linked where one of its pieces of evidence stands at the same place.
    pub(super) fn location(&self, location: &str, evidence: &[EvidenceId]) -> Markup {
        match self.index.place_of(location, evidence) {
            Some(place) => self.place(place),
            None => where_in_words(location),
        }
    }

    /// An id as a link to its evidence, or as code where the report does not have it.
    pub(super) fn cite(&self, id: &EvidenceId) -> Markup {
        match self.index.find(id) {
            Some(_) => {
                let address = format!("{}#{id}", self.page);
                let link = element("a").attribute("href", &address).class("cite");
                link.text(id.as_str()).into()
            }
            None => Markup::code(id.as_str()),
        }
    }

    /// Ids as links; nothing where there are none.
    pub(super) fn cites(&self, ids: &[EvidenceId]) -> Markup {
        Markup::join(ids.iter().map(|id| self.cite(id)), " ")
    }

    /// Foreign prose, with the evidence that it names as links.
    pub(super) fn prose(&self, text: &str) -> Markup {
        Markup::prose(text).linking("E-", 8, |word| {
            let id = EvidenceId::try_from(word.to_owned()).ok()?;
            self.index.find(&id).map(|_| self.cite(&id))
        })
    }
}

/// The anchor of a dimension. No id of evidence has a colon.
pub(super) fn anchor(id: &CriterionId) -> String {
    format!("criterion:{id}")
}

/// Each piece once, because two elements must not share an anchor.
fn once<'a>(pieces: impl Iterator<Item = &'a Evidence>) -> Vec<&'a Evidence> {
    let mut seen = BTreeSet::new();
    pieces.filter(|piece| seen.insert(&piece.id)).collect()
}

/// Words as words, a path or pattern as code.
fn where_in_words(location: &str) -> Markup {
    let location = location.trim();
    if is_path(location) { Markup::code(location) } else { Markup::prose(location) }
}
