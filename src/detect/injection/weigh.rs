//! Weighs what a passage says: whether it tells its grader what to do, or speaks of such texts.

use super::cues::Cue;
use super::demands::{Core, Demand, cores, token_before};
use super::lexicon::Class;
use super::passage::Passage;
use super::{Channel, Technique};
use std::ops::Range;

/// The weight from which on a passage is an instruction to the grader.
const ENOUGH: i32 = 4;
/// How far before an instruction a word that discusses it may stand, in bytes.
const BEFORE: usize = 260;
/// How far behind it, in bytes.
const AFTER: usize = 140;
/// How far from a demand the role may stand that a project gives to its own judges, in bytes.
const PERSONA: usize = 400;

/// What is known of a passage beside its words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// Where it stands.
    pub channel: Channel,
    /// What hides or disguises it.
    pub disguise: Option<Technique>,
}

/// An instruction in a passage.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    /// The words that make it, as a range of the passage.
    pub range: Range<usize>,
    /// Whether it stands behind forged marks of a conversation.
    pub forged: bool,
    /// The language of its words.
    pub language: &'static str,
}

/// The first instruction in a passage, if it holds any.
pub(super) fn instruction(passage: &Passage, setting: Setting) -> Option<Instruction> {
    let cores = cores(passage, setting);
    (0..cores.len()).find_map(|first| {
        let group: Vec<&Core> = cores[first..]
            .iter()
            .take_while(|core| {
                core.sentence <= cores[first].sentence + 2
                    && core.range.start < cores[first].range.end + 400
            })
            .collect();
        weigh(passage, setting, &group)
    })
}

fn weigh(passage: &Passage, setting: Setting, cores: &[&Core]) -> Option<Instruction> {
    let has = |demand: Demand| cores.iter().any(|core| core.demand == demand);
    let first = cores.first()?;
    let last = cores.last()?;
    let range = first.range.start..cores.iter().map(|core| core.range.end).max()?;
    let mut weight = 0;
    weight += if has(Demand::Override) { 3 } else { 0 };
    for demand in [Demand::Grade, Demand::Silence, Demand::Omission, Demand::Approval] {
        weight += if has(demand) { 2 } else { 0 };
    }
    let forged = token_before(passage, range.start);
    let window = first.sentence.saturating_sub(1)..last.sentence + 2;
    let inside = |cue: &&Cue| window.contains(&passage.sentence(cue.start));
    let near = |class: Class| passage.cues.iter().filter(inside).any(|cue| cue.class == class);
    let addressed = address(passage, &window, &range);
    weight += addressed;
    // What nobody is spoken to about and no grade is asked for may be a correction of a manual.
    if addressed > 0 || cores.iter().any(|core| core.demand != Demand::Override) {
        let close = |cue: &&Cue| cue.start < range.end + 90 && cue.end + 90 > range.start;
        let all = passage.cues.iter().filter(close).any(|cue| cue.class == Class::All);
        weight += i32::from(near(Class::This)) + i32::from(all);
    }
    weight += if forged { 2 } else { 0 };
    weight += match setting.channel {
        Channel::HiddenText => 2,
        Channel::Metadata
        | Channel::Branch
        | Channel::Tag
        | Channel::FileName
        | Channel::AuthorName
        | Channel::FigureLabel => 1,
        Channel::Test => -4,
        Channel::Text | Channel::Source | Channel::CommitMessage | Channel::ReportText => 0,
    };
    let covert = setting.disguise.is_some_and(|d| d != Technique::Name);
    weight += if covert { 3 } else { 0 };
    if !covert {
        weight -= discussed(passage, setting, first);
    }
    (weight >= ENOUGH).then_some(Instruction { range, forged, language: first.language })
}

/// How much speaks for a passage that discusses such texts.
fn discussed(passage: &Passage, setting: Setting, core: &Core) -> i32 {
    let mut weight = 0;
    let (start, end) = (core.range.start, core.range.end);
    let sentence = passage.sentence(start);
    let begins = passage.paragraph(start);
    let is_discussion = |cue: &Cue| match cue.class {
        // Such a word may introduce an example or sum up a list.
        Class::Attack => cue.end + BEFORE > start && cue.start < end + AFTER,
        Class::Mention => {
            cue.start >= begins
                && passage.sentence(cue.start).abs_diff(sentence) <= 1
                && cue.end + BEFORE > start
                && cue.start < end + AFTER
        }
        Class::Override
        | Class::Instructions
        | Class::Prior
        | Class::Give
        | Class::Get
        | Class::Best
        | Class::Five
        | Class::Score
        | Class::Hide
        | Class::Skip
        | Class::Pass
        | Class::Grader
        | Class::Machine
        | Class::AddressedIf
        | Class::Must
        | Class::This
        | Class::All
        | Class::Condition
        | Class::Not
        | Class::Persona
        | Class::Contained
        | Class::Scale
        | Class::Token => false,
    };
    if setting.channel != Channel::HiddenText && passage.cues.iter().any(is_discussion) {
        weight += 6;
    }
    let prose =
        matches!(setting.channel, Channel::Text | Channel::CommitMessage | Channel::ReportText);
    if prose && is_quoted(&passage.text[begins..], start - begins) {
        weight += 3;
    }
    let commented = passage.in_comment(start);
    let persona = |cue: &Cue| {
        cue.class == Class::Persona
            && start.abs_diff(cue.start) < PERSONA
            && passage.in_comment(cue.start) == commented
            && !passage.text[..cue.start].ends_with("if ")
            && !passage.text[..cue.start].ends_with("on ")
    };
    let instructs = matches!(setting.channel, Channel::Source | Channel::Text | Channel::Test);
    if instructs && passage.cues.iter().any(persona) {
        weight += 4;
    }
    weight
}

/// Whether a place lies between quotation marks.
fn is_quoted(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let before = before.replace("```", "");
    let odd = |mark: char| before.matches(mark).count() % 2 == 1 && text[at..].contains(mark);
    odd('"') || odd('`') || single_quoted(text, at)
}

fn single_quoted(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let opens = |i: &usize| {
        bytes[*i] == b'\'' && i.checked_sub(1).is_none_or(|p| !bytes[p].is_ascii_alphanumeric())
    };
    let low = at.saturating_sub(100);
    (low..at)
        .rev()
        .find(opens)
        .is_some_and(|open| !bytes[open + 1..at].contains(&b'\'') && bytes[at..].contains(&b'\''))
}

/// How clearly the grader is spoken to: 0 to 2.
fn address(passage: &Passage, window: &Range<usize>, core: &Range<usize>) -> i32 {
    let mut best = 0;
    for (number, cue) in passage.cues.iter().enumerate() {
        let sentence = passage.sentence(cue.start);
        if !window.contains(&sentence) || cue.start > core.end + 60 {
            continue;
        }
        let start = passage.sentences[sentence].start;
        let before =
            passage.text[start..cue.start].trim_start_matches(|c: char| !c.is_alphanumeric());
        let after = passage.text[cue.end..].trim_start_matches(['*', '_', '`', '"']);
        let called = after.starts_with([':', ',', '!']) || after.starts_with(" -");
        let greeted = GREETINGS.iter().any(|word| contains_word(before, word)) && before.len() < 60;
        let obliged = || {
            passage.cues[number..].iter().any(|other| {
                other.class == Class::Must && other.start >= cue.end && other.start < cue.end + 40
            })
        };
        let strength = match cue.class {
            // A project's own prompts speak of grading in general, too.
            Class::AddressedIf if passage.text[cue.start..cue.end].ends_with("ing") => 1,
            Class::AddressedIf => 2,
            Class::Grader if cue.language != "en" => {
                if before.chars().count() < 40 || greeted {
                    2
                } else {
                    1
                }
            }
            Class::Grader if (called && before.len() < 40) || greeted || obliged() => 2,
            Class::Grader => 1,
            Class::Machine if (called && before.len() < 12) || greeted => 2,
            Class::Machine if obliged() => 1,
            Class::Override
            | Class::Instructions
            | Class::Prior
            | Class::Give
            | Class::Get
            | Class::Best
            | Class::Five
            | Class::Score
            | Class::Hide
            | Class::Skip
            | Class::Pass
            | Class::Machine
            | Class::Must
            | Class::This
            | Class::All
            | Class::Condition
            | Class::Not
            | Class::Mention
            | Class::Attack
            | Class::Persona
            | Class::Contained
            | Class::Scale
            | Class::Token => 0,
        };
        best = best.max(strength);
    }
    best
}

/// Words that call somebody.
const GREETINGS: [&str; 15] = [
    "dear",
    "note to",
    "note for",
    "to the",
    "to any",
    "to whichever",
    "attention",
    "hey",
    "message for",
    "for all",
    "for the",
    "notice",
    "instruction to",
    "instruction for",
    "instructions for",
];

fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let bounded = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        bounded(at.checked_sub(1).and_then(|i| text.as_bytes().get(i)))
            && bounded(text.as_bytes().get(at + word.len()))
    })
}
