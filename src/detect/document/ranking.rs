//! Ranks segments by how well they answer a question (BM25).

use crate::domain::facts::Chunk;
use std::collections::{BTreeMap, BTreeSet};

/// How soon repetition of a word stops to count.
const SATURATION: f64 = 1.2;
/// How much long segments are discounted, 0–1.
const LENGTH_SHARE: f64 = 0.75;
/// Words that say nothing about what is asked.
const STOP_WORDS: [&str; 37] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "did", "do", "does", "for", "from", "has",
    "have", "how", "in", "is", "it", "its", "of", "on", "or", "that", "the", "their", "there",
    "this", "to", "was", "were", "what", "when", "where", "which", "with", "you",
];

/// An index over segments of a report.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// For every word, the segments that have it and how often.
    postings: BTreeMap<String, Vec<(usize, u32)>>,
    lengths: Vec<u32>,
    mean_length: f64,
}

impl Index {
    /// Indexes the segments; their positions in `chunks` are what [`Index::query`] returns.
    #[must_use]
    pub fn new(chunks: &[Chunk]) -> Self {
        let mut index = Self::default();
        for (number, chunk) in chunks.iter().enumerate() {
            let mut counts = BTreeMap::<String, u32>::new();
            for word in words(&chunk.text).chain(hyphenated(&chunk.text)) {
                *counts.entry(word).or_default() += 1;
            }
            index.lengths.push(counts.values().sum());
            for (word, count) in counts {
                index.postings.entry(word).or_default().push((number, count));
            }
        }
        let total: f64 = index.lengths.iter().map(|&length| f64::from(length)).sum();
        index.mean_length = (total / count(index.lengths.len()).max(1.0)).max(1.0);
        index
    }

    /// The `most` best segments with their scores, best first; equal scores in reading order.
    ///
    /// Segments that share no word with the question are not among them.
    #[must_use]
    pub fn query(&self, question: &str, most: usize) -> Vec<(usize, f64)> {
        let mut scores = BTreeMap::<usize, f64>::new();
        let asked: BTreeSet<String> = words(question).collect();
        for word in asked.iter().filter(|word| !STOP_WORDS.contains(&word.as_str())) {
            let Some(postings) = self.postings.get(word) else { continue };
            let having = count(postings.len());
            let rarity = ((count(self.lengths.len()) - having + 0.5) / (having + 0.5)).ln_1p();
            for &(number, times) in postings {
                let length = f64::from(self.lengths[number]) / self.mean_length;
                let times = f64::from(times);
                let damping = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length);
                let score = rarity * times * (SATURATION + 1.0) / (times + damping);
                *scores.entry(number).or_default() += score;
            }
        }
        let mut ranked: Vec<_> = scores.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(most);
        ranked
    }
}

#[expect(clippy::cast_precision_loss, reason = "segments are counted in hundreds")]
fn count(number: usize) -> f64 {
    number as f64
}

/// The words of a text in lower case, and the parts of compound words beside them.
///
/// `StateGraph`, `fan-out` and `repo_tools.py` are found by their parts too; a plural is found by its
/// singular.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')))
        .map(|word| word.trim_matches(['-', '.', '/', '_']))
        .filter(|word| !word.is_empty())
        .flat_map(|word| {
            let mut forms = vec![stem(word)];
            let parts = parts(word);
            if parts.len() > 1 {
                forms.extend(parts.iter().map(|part| stem(part)));
            }
            forms
        })
}

/// Words that are broken at the end of a line, put together.
fn hyphenated(text: &str) -> impl Iterator<Item = String> + '_ {
    text.match_indices("-\n").filter_map(|(at, mark)| {
        let front = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next()?;
        let rest = &text[at + mark.len()..];
        let back = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        let word = back.starts_with(char::is_lowercase) && !front.is_empty();
        word.then(|| stem(&format!("{front}{back}")))
    })
}

fn parts(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for piece in word.split(['_', '-', '.', '/']).filter(|piece| !piece.is_empty()) {
        let mut start = 0;
        let mut before_lower = false;
        for (at, letter) in piece.char_indices() {
            if before_lower && letter.is_uppercase() {
                parts.push(&piece[start..at]);
                start = at;
            }
            before_lower = letter.is_lowercase();
        }
        parts.push(&piece[start..]);
    }
    parts
}

fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    if plural { word[..word.len() - 1].to_string() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(texts: &[&str]) -> Index {
        let chunk = |text: &&str| Chunk { page: 1, start: 0, text: (*text).to_string() };
        Index::new(&texts.iter().map(chunk).collect::<Vec<_>>())
    }

    #[track_caller]
    fn check(texts: &[&str], question: &str, expected: &[usize]) {
        let found: Vec<usize> = index(texts).query(question, 10).iter().map(|r| r.0).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn segments_with_the_rarer_word_come_first() {
        check(
            &["the graph has nodes", "the graph has reducers", "nothing here"],
            "reducers of the graph",
            &[1, 0],
        );
    }

    #[test]
    fn equal_segments_keep_their_order() {
        check(&["same words", "same words", "other"], "same words", &[0, 1]);
    }

    #[test]
    fn parts_of_compound_words_and_plurals_are_found() {
        check(&["uses StateGraph.compile", "x"], "state graphs", &[0]);
        check(&["x", "see repo_tools.py"], "tools of the repo", &[1]);
    }

    #[test]
    fn words_broken_at_a_line_end_are_found() {
        check(&["x", "the meta-\ncognition of"], "metacognition", &[1]);
    }

    #[test]
    fn questions_without_any_word_find_nothing() {
        check(&["text"], "the of ?", &[]);
        check(&[], "text", &[]);
    }
}
