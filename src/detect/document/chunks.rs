//! Pages → segments that can be queried.

use crate::domain::facts::{Chunk, ChunkBy, ReportPage};

/// Length of a segment in characters.
const LENGTH: usize = 1000;
/// How many characters two neighbours share.
const OVERLAP: usize = 150;

/// Cuts pages into segments; none crosses a page, and none is blank.
///
/// [`ChunkBy::Char`] cuts at about a thousand characters, at the end of a paragraph, a line or a word
/// where there is one near.
#[must_use]
pub fn chunk(pages: &[ReportPage], by: ChunkBy) -> Vec<Chunk> {
    let cut = |page: &ReportPage| match by {
        ChunkBy::Page => vec![Chunk { page: page.number, start: 0, text: page.text.clone() }],
        ChunkBy::Char => slide(page),
    };
    let mut chunks: Vec<Chunk> = pages.iter().flat_map(cut).collect();
    chunks.retain(|chunk| !chunk.text.trim().is_empty());
    chunks
}

fn slide(page: &ReportPage) -> Vec<Chunk> {
    let letters: Vec<char> = page.text.chars().collect();
    let mut chunks = Vec::new();
    let mut start = 0;
    while start < letters.len() {
        let end = cut_near(&letters, start, start + LENGTH);
        chunks.push(Chunk {
            page: page.number,
            start: u32::try_from(start).unwrap_or(u32::MAX),
            text: letters[start..end].iter().collect(),
        });
        if end == letters.len() {
            break;
        }
        // The next one begins at a word, and always later than this one did.
        let back = end.saturating_sub(OVERLAP).max(start + 1);
        start = (back..end).find(|&at| letters[at - 1].is_whitespace()).unwrap_or(back);
    }
    chunks
}

/// The best place to cut before `limit`: within the last fifth, after a paragraph, a line, a word.
fn cut_near(letters: &[char], start: usize, limit: usize) -> usize {
    if limit >= letters.len() {
        return letters.len();
    }
    let earliest = start + LENGTH * 4 / 5;
    let window = earliest..limit;
    let paragraph = |at: &usize| letters[*at - 1] == '\n' && letters[*at] == '\n';
    let line = |at: &usize| letters[*at - 1] == '\n';
    let word = |at: &usize| letters[*at - 1].is_whitespace();
    window
        .clone()
        .rev()
        .find(paragraph)
        .or_else(|| window.clone().rev().find(line))
        .or_else(|| window.clone().rev().find(word))
        .unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: u32, text: &str) -> ReportPage {
        ReportPage { number, text: text.into(), ..ReportPage::default() }
    }

    #[test]
    fn segments_cover_the_page_overlap_and_stay_on_it() {
        let text = (0..600).map(|n| format!("word{n}")).collect::<Vec<_>>().join(" ");
        let chunks = chunk(&[page(1, &text), page(2, "end")], ChunkBy::Char);
        let mut covered = 0;
        for part in chunks.iter().filter(|part| part.page == 1) {
            let start = part.start as usize;
            assert!(start <= covered, "a gap before {start}");
            assert!(part.text.chars().count() <= LENGTH);
            covered = start + part.text.chars().count();
        }
        assert_eq!(covered, text.chars().count());
        assert_eq!(chunks.last().map(|part| (part.page, part.text.as_str())), Some((2, "end")));
    }

    #[test]
    fn one_segment_per_page_leaves_blank_pages_out() {
        let chunks = chunk(&[page(1, "a"), page(2, " \n"), page(3, "c")], ChunkBy::Page);
        assert_eq!(chunks.iter().map(|part| part.page).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn text_without_spaces_is_cut_all_the_same() {
        let chunks = chunk(&[page(1, &"ä".repeat(5000))], ChunkBy::Char);
        assert!(chunks.len() >= 5);
    }
}
