//! The stretches of a text that may hold an instruction, as running text.

use super::Channel;
use super::cues::{Cue, cues, parts, rare};
use super::lexicon::Class;
use crate::detect::runs::Runs;
use std::ops::Range;

/// How far the words of one instruction may stand from each other, in bytes.
const REACH: usize = 320;
/// How far a passage goes beyond its words, in bytes.
const MARGIN: usize = 360;

/// A stretch of a folded text without line ends, indentation and signs of comments.
pub(super) struct Passage {
    /// The running text.
    pub text: String,
    /// For each byte of it, its place in the folded text.
    map: Vec<usize>,
    /// Its sentences.
    pub sentences: Vec<Range<usize>>,
    /// Where a line begins that follows a title.
    titled: Vec<usize>,
    /// Where its paragraphs begin, but for the first.
    paragraphs: Vec<usize>,
    /// Which parts are comments of a source.
    comments: Vec<Range<usize>>,
    /// The words of the lexicon in it, by their beginnings.
    pub cues: Vec<Cue>,
}

impl Passage {
    /// The place in the folded text.
    pub(super) fn folded(&self, at: usize) -> usize {
        let last = self.map.len().saturating_sub(1);
        self.map.get(at.min(last)).copied().unwrap_or_default()
    }

    /// Where the paragraph of a place begins.
    pub(super) fn paragraph(&self, at: usize) -> usize {
        let next = self.paragraphs.partition_point(|start| *start <= at);
        next.checked_sub(1).map_or(0, |last| self.paragraphs[last])
    }

    /// Whether nothing but a title stands before a place in its sentence.
    pub(super) fn follows_title(&self, at: usize) -> bool {
        let start = self.sentences[self.sentence(at)].start;
        self.titled.binary_search(&start).is_ok()
            && !self.text[start..at].contains(char::is_alphanumeric)
    }

    /// Whether a place lies in a comment of a source.
    pub(super) fn in_comment(&self, at: usize) -> bool {
        self.comments.iter().any(|comment| comment.contains(&at))
    }

    /// The number of the sentence that holds a place.
    pub(super) fn sentence(&self, at: usize) -> usize {
        self.sentences.partition_point(|sentence| sentence.end <= at).min(self.sentences.len() - 1)
    }
}

/// Where words stand so close together that they may make an instruction, and words that hold several.
pub(super) fn hot(text: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let mut near: Vec<Range<usize>> = Vec::new();
    let each = |cue: Cue| {
        let around = floor(text, cue.start.saturating_sub(REACH))
            ..ceil(text, (cue.end + REACH).min(text.len()));
        let alone = matches!(cue.class, Class::Grader | Class::AddressedIf);
        if !alone || text[around.clone()].contains(['5', 'f']) {
            near.push(around);
        }
    };
    rare(text, each);
    let mut ranges = Vec::new();
    for area in joined(near) {
        burning(text, &area, &mut ranges);
    }
    (merged(text, ranges), long_words(text))
}

/// Shortest word that may hold an instruction, in bytes.
const LONG_WORD: usize = 20;
/// Longest word that is taken apart, in bytes.
const LONGEST_WORD: usize = 400;

/// The words that are whole instructions by themselves.
fn long_words(text: &str) -> Vec<Range<usize>> {
    let is_long =
        |word: &Range<usize>| word.len() <= LONGEST_WORD && is_sentence(&text[word.clone()]);
    Runs::of(text.as_bytes(), LONG_WORD, |byte| byte.is_ascii_alphanumeric())
        .filter(is_long)
        .collect()
}

/// Whether a word holds at least three different parts of an instruction.
fn is_sentence(word: &str) -> bool {
    // A checksum is the commonest long word, and no word that matters is of its letters alone.
    if word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    let mut bits = 0_u32;
    parts(word, |cue| {
        if matters(cue.class) && cue.end - cue.start > 3 {
            bits |= 1 << cue.class as u32;
        }
    });
    bits.count_ones() >= 3
}

fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            Some(_) | None => all.push(range),
        }
    }
    all
}

/// Adds where, in an area, words of the right classes meet.
fn burning(text: &str, area: &Range<usize>, ranges: &mut Vec<Range<usize>>) {
    let mut found = Vec::new();
    cues(&text[area.clone()], |cue| found.push(cue));
    found.sort_by_key(|cue| cue.start);
    let mut last = [None::<usize>; CLASSES];
    for cue in found {
        let (start, end) = (area.start + cue.start, area.start + cue.end);
        last[cue.class as usize] = Some(start);
        let near = |class: Class| last[class as usize].is_some_and(|at| at + REACH > start);
        if is_hot(&near) {
            match ranges.last_mut() {
                Some(range) if range.end + 8 > start => range.end = range.end.max(end),
                Some(_) | None => ranges.push(start.saturating_sub(REACH)..end),
            }
        }
    }
}

/// How many classes there are.
const CLASSES: usize = Class::Token as usize + 1;

fn matters(class: Class) -> bool {
    matches!(
        class,
        Class::Override
            | Class::Instructions
            | Class::Prior
            | Class::Give
            | Class::Best
            | Class::Score
            | Class::Grader
            | Class::This
    )
}

fn is_hot(near: &dyn Fn(Class) -> bool) -> bool {
    use Class::{
        AddressedIf, All, Best, Five, Get, Give, Grader, Hide, Instructions, Machine, Must,
        Override, Pass, Prior, Score, Skip, This, Token,
    };
    let any = |classes: &[Class]| classes.iter().any(|class| near(*class));
    (near(Override) && near(Instructions) && near(Prior))
        || (near(Give)
            && near(Best)
            && any(&[This, All, Grader, AddressedIf, Must, Token, Override]))
        || (near(Give) && near(Five) && near(Score) && any(&[This, Grader, AddressedIf, Must]))
        || (near(Five) && near(All) && any(&[Give, Get]))
        || (any(&[Hide, Skip, Pass]) && any(&[Grader, Machine, AddressedIf, This, Instructions]))
        || (near(Token) && any(&[Best, Five, Override, Pass]))
}

/// Ranges with their margins, within their paragraphs, joined where they meet.
fn merged(text: &str, ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let low = floor(text, range.start.saturating_sub(MARGIN));
        let high = ceil(text, (range.end + MARGIN).min(text.len()));
        let middle = floor(text, range.start);
        let space = text[low..middle].find(char::is_whitespace).unwrap_or(0);
        let start = if low == 0 { 0 } else { low + space };
        match all.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(high),
            Some(_) | None => all.push(start..high),
        }
    }
    all
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn ceil(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// Reads a stretch of a folded text as running text. `is_capital` tells whether the letter at a place of the folded
/// text may begin a sentence as it was written.
pub(super) fn read(
    folded: &str,
    range: Range<usize>,
    channel: Channel,
    is_capital: &dyn Fn(usize) -> bool,
) -> Passage {
    let mut reading = Reading { channel, ..Reading::default() };
    let mut at = range.start;
    for line in folded[range].split_inclusive('\n') {
        reading.line(line, at, is_capital);
        at += line.len();
    }
    let Reading { text, map, breaks, titled, paragraphs, comments, .. } = reading;
    let sentences = sentences(&text, &breaks);
    let mut found = Vec::new();
    cues(&text, |cue| found.push(cue));
    found.sort_by_key(|cue| (cue.start, cue.end, cue.class));
    Passage { text, map, sentences, titled, paragraphs, comments, cues: found }
}

/// A passage that is being read line by line.
#[derive(Default)]
struct Reading {
    channel: Channel,
    text: String,
    map: Vec<usize>,
    breaks: Vec<usize>,
    titled: Vec<usize>,
    /// Whether the last line that was not blank is a title.
    after_title: bool,
    paragraphs: Vec<usize>,
    comments: Vec<Range<usize>>,
    in_comment: bool,
}

impl Reading {
    fn line(&mut self, line: &str, at: usize, is_capital: &dyn Fn(usize) -> bool) {
        let body = line.trim_end();
        let content = body.trim_start_matches(is_leader);
        let skipped = body.len() - content.len();
        let leader = &body[..skipped];
        let is_source = matches!(self.channel, Channel::Source | Channel::Test);
        let is_comment = is_source && leader.contains(['#', '/', '*', ';', '%']);
        let is_code = is_source && !is_comment && is_code(content);
        let is_item = !is_source && leader.contains(['#', '*', '-', '|']);
        let start = self.text.len();
        if content.is_empty() {
            self.paragraphs.push(start);
        }
        if content.is_empty() || is_item || is_code || is_comment != self.in_comment {
            self.breaks.push(start);
        }
        let begins = is_capital(at + body.len() - title_of(content).len());
        if self.after_title && begins && !is_code {
            self.breaks.push(start);
            self.titled.push(start);
        }
        if !content.is_empty() {
            let is_head = is_item && leader.contains('#');
            let is_docstring = title_of(content).len() < content.len();
            self.after_title =
                is_head || (begins && (!is_code || is_docstring) && is_title(title_of(content)));
        }
        self.in_comment = is_comment;
        self.words(content, at + skipped);
        if is_code || (is_item && leader.contains('#')) {
            self.breaks.push(self.text.len());
        }
        if is_comment {
            self.comments.push(start..self.text.len());
        }
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
            self.map.push(at + body.len());
        }
    }

    fn words(&mut self, content: &str, at: usize) {
        let is_name = super::is_name(self.channel);
        for (offset, letter) in content.char_indices() {
            let shown = match letter {
                '_' | '\t' | '\u{a0}' | '\u{3000}' => ' ',
                '-' | '.' | '/' if is_name => ' ',
                letter => letter,
            };
            if shown == ' ' && self.text.ends_with(' ') {
                continue;
            }
            self.text.push(shown);
            self.map.extend(std::iter::repeat_n(at + offset, shown.len_utf8()));
        }
    }
}

/// Longest title, in words.
const TITLE: usize = 8;

/// Whether a line that begins with a capital is a title: it is short, ends without a sign, and does not go on in the
/// next line by its last word. What bounds or negates the next line is none.
fn is_title(line: &str) -> bool {
    const OPEN: [&str; 31] = [
        "a", "an", "and", "are", "as", "be", "by", "contains", "do", "for", "from", "in", "into",
        "is", "it", "like", "may", "must", "of", "on", "or", "say", "says", "should", "that",
        "the", "then", "to", "which", "will", "with",
    ];
    const BOUND: [&str; 13] = [
        "cannot", "don't", "if", "never", "no", "not", "refuse", "unless", "until", "when",
        "whenever", "where", "without",
    ];
    let words: Vec<&str> = line.split_whitespace().collect();
    words.last().is_some_and(|last| {
        last.ends_with(char::is_alphanumeric) && OPEN.binary_search(last).is_err()
    }) && words.len() <= TITLE
        && !words.iter().any(|word| BOUND.contains(word))
}

/// A line without the quotation marks that open a text of several lines.
fn title_of(line: &str) -> &str {
    let opened = line.strip_prefix("\"\"\"").or_else(|| line.strip_prefix("'''"));
    opened.unwrap_or(line)
}

/// Whether a line outside comments is code and not a line of a longer text.
fn is_code(content: &str) -> bool {
    content.ends_with([';', '{', '}', ',', ')', ']', '"', '\'', '=', '('])
        || content.contains(" = ")
        || content.starts_with(['@', '"', '\'', ')', ']', '}'])
        || (content.ends_with(':') && is_code_head(content))
        || ["import ", "from ", "return ", "raise ", "self."]
            .iter()
            .any(|word| content.starts_with(word))
}

fn is_code_head(content: &str) -> bool {
    ["def ", "class ", "if ", "for ", "while ", "else", "async def "]
        .iter()
        .any(|word| content.starts_with(word))
}

fn is_leader(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '#' | '/' | '*' | ';' | '%' | '>' | '-' | '|')
}

fn sentences(text: &str, breaks: &[usize]) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut breaks = breaks.iter().copied().peekable();
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        let stop = matches!(bytes[at], b'.' | b'!' | b'?')
            && bytes
                .get(at + 1)
                .is_none_or(|next| matches!(next, b' ' | b'"' | b'\'' | b')' | b'*' | b'`'));
        let mut ends = stop.then_some(at + 1);
        while breaks.peek().is_some_and(|place| *place <= at) {
            let place = breaks.next().unwrap_or(at);
            ends = ends.or((place == at).then_some(at));
        }
        if let Some(end) = ends.filter(|end| *end > start) {
            all.push(start..end);
            start = end;
        }
    }
    if start < text.len() || all.is_empty() {
        all.push(start..text.len());
    }
    all
}

/// A word without spaces, parted where words of the lexicon meet.
pub(super) fn unglued(word: &str) -> String {
    let mut found: Vec<Range<usize>> = Vec::new();
    parts(word, |cue| found.push(cue.start..cue.end));
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut apart = String::with_capacity(word.len() + 16);
    let mut at = 0;
    for range in found {
        if range.start >= at {
            apart.push_str(&word[at..range.start]);
            apart.push(' ');
            apart.push_str(&word[range.clone()]);
            apart.push(' ');
            at = range.end;
        }
    }
    apart.push_str(&word[at..]);
    apart
}
