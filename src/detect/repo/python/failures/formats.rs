//! Texts in f-strings that are formatted by a rule that no text takes: braces that were meant to be written twice.

use super::super::repository::Repository;
use super::super::running::reach::Reach;
use super::super::running::surely::stopped;
use crate::domain::facts::{MisformattedText, Unreadable};

/// Most that are stated.
const MOST: usize = 50;

/// The texts in files of the program that fail to be formatted, by file and line.
pub(in super::super) fn misformatted(
    repository: &Repository<'_>,
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<MisformattedText> {
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let broken = unreadable.iter().any(|lost| lost.place.file == module.path);
        if module.in_tests || broken || reach.live(index) == Some(false) {
            continue;
        }
        for (text, span) in &module.syntax.misformatted {
            let stops = stopped(module, *span).map(|function| module.place(function.span));
            found.push(MisformattedText { text: text.clone(), stops, place: module.place(*span) });
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}
