//! Links as Markdown: to the evidence, to the criteria, and to places that a host shows.

use crate::domain::facts::Place;
use crate::domain::ids::EvidenceId;
use crate::render::escape;
use crate::render::index::{Index, Section, anchor, is_path};

/// Most ids in one list of links.
const MOST_CITED: usize = 8;

impl Index<'_> {
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
        match self.url(place) {
            Some(url) => format!("[{label}]({url})"),
            None => label,
        }
    }

    /// A remedy's location, linked where one of its pieces of evidence stands at the same place.
    pub(super) fn location(&self, location: &str, evidence: &[EvidenceId]) -> String {
        match self.place_of(location, evidence) {
            Some(place) => self.place(place),
            None => where_in_words(location),
        }
    }

    /// An id as a link to the ledger, or as code where the ledger does not have it.
    pub(super) fn cite(&self, id: &EvidenceId) -> String {
        if self.find(id).is_some() {
            format!("[{}](#{})", escape::inline(id.as_str()), anchor(id.as_str()))
        } else {
            escape::code_span(id.as_str())
        }
    }

    /// Turns the ids of evidence that a rendered text names into links to the ledger.
    pub(super) fn linking(&self, text: String) -> String {
        let named = self.named_in(&text);
        named.into_iter().fold(text, |text, id| text.replace(id.as_str(), &self.cite(id)))
    }

    /// Ids as links, `–` where there are none; the ledger has what goes beyond a line.
    pub(super) fn cites(&self, ids: &[EvidenceId]) -> String {
        let shown: Vec<String> = ids.iter().take(MOST_CITED).map(|id| self.cite(id)).collect();
        let more = ids.len() - shown.len();
        match (shown.is_empty(), more) {
            (true, _) => "–".to_owned(),
            (false, 0) => shown.join(", "),
            (false, more) => format!("{} and {more} more below", shown.join(", ")),
        }
    }
}

impl Section<'_> {
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
    if is_path(location) { escape::code_span(location) } else { escape::prose(location) }
}
