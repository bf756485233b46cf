//! Weighs what a passage says: whether it tells its grader what to do, or speaks of such texts.

use super::cues::Cue;
use super::lexicon::Class;
use super::passage::Passage;
use super::{Channel, Technique};
use std::ops::Range;

/// The weight from which on a passage is an instruction to the grader.
const ENOUGH: i32 = 4;
/// How far the words of one demand may stand from each other, in bytes.
const DEMAND: usize = 110;

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

/// What a core of an instruction asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Demand {
    /// To set aside what the grader was told.
    Override,
    /// To give the best grade.
    Grade,
    /// To keep silent about flaws.
    Silence,
    /// To leave out checks.
    Omission,
    /// To let it pass.
    Approval,
}

#[derive(Clone, Debug)]
struct Core {
    demand: Demand,
    range: Range<usize>,
    sentence: usize,
    language: &'static str,
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
    (weight >= ENOUGH).then(|| Instruction { range, forged, language: first.language })
}

/// How much speaks for a passage that discusses such texts.
fn discussed(passage: &Passage, setting: Setting, core: &Core) -> i32 {
    let mut weight = 0;
    if setting.channel != Channel::HiddenText
        && passage.cues.iter().any(|cue| cue.class == Class::Mention)
    {
        weight += 6;
    }
    let prose = matches!(
        setting.channel,
        Channel::Text | Channel::CommitMessage | Channel::ReportText
    );
    if prose && is_quoted(&passage.text, core.range.start) {
        weight += 3;
    }
    let persona = |cue: &Cue| {
        cue.class == Class::Persona
            && core.range.start.abs_diff(cue.start) < 600
            && !passage.text[..cue.start].ends_with("if ")
            && !passage.text[..cue.start].ends_with("on ")
    };
    if matches!(setting.channel, Channel::Source | Channel::Text | Channel::Test)
        && passage.cues.iter().any(persona)
    {
        weight += 4;
    }
    weight
}

/// Whether a place lies between quotation marks.
fn is_quoted(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let odd = |mark: char| before.matches(mark).count() % 2 == 1 && text[at..].contains(mark);
    odd('"') || odd('`') || single_quoted(text, at)
}

fn single_quoted(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let opens = |i: &usize| {
        bytes[*i] == b'\'' && i.checked_sub(1).is_none_or(|p| !bytes[p].is_ascii_alphanumeric())
    };
    let low = at.saturating_sub(100);
    (low..at).rev().find(opens).is_some_and(|open| {
        !bytes[open + 1..at].contains(&b'\'') && bytes[at..].contains(&b'\'')
    })
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
        let before = passage.text[start..cue.start].trim_start_matches(|c: char| !c.is_alphanumeric());
        let after = passage.text[cue.end..].trim_start_matches(['*', '_', '`', '"']);
        let called = after.starts_with([':', ',', '!']) || after.starts_with(" -");
        let greeted = GREETINGS.iter().any(|word| contains_word(before, word)) && before.len() < 60;
        let obliged = || {
            passage.cues[number..].iter().any(|other| {
                other.class == Class::Must && other.start >= cue.end && other.start < cue.end + 40
            })
        };
        let strength = match cue.class {
            Class::AddressedIf => 2,
            Class::Grader if cue.language != "en" => {
                if before.chars().count() < 40 || greeted { 2 } else { 1 }
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
    "dear", "note to", "note for", "to the", "to any", "to whichever", "attention", "hey", "message for", "for all",
    "for the", "notice", "instruction to", "instruction for", "instructions for",
];

fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let bounded = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        bounded(at.checked_sub(1).and_then(|i| text.as_bytes().get(i)))
            && bounded(text.as_bytes().get(at + word.len()))
    })
}

fn token_before(passage: &Passage, at: usize) -> bool {
    passage.cues.iter().any(|cue| {
        let begins = || {
            let start = passage.sentences[passage.sentence(cue.start)].start;
            !passage.text[start..cue.start].contains(char::is_alphanumeric)
        };
        let word = passage.text.as_bytes()[cue.start].is_ascii_alphabetic();
        cue.class == Class::Token
            && cue.start < at + 40
            && cue.start + 400 > at
            && (!word || begins())
    })
}

fn cores(passage: &Passage, setting: Setting) -> Vec<Core> {
    let mut cores = Vec::new();
    for (number, cue) in passage.cues.iter().enumerate() {
        let demand = match cue.class {
            Class::Override => override_at(passage, number),
            Class::Give => grade_at(passage, setting, number),
            Class::Get => received_at(passage, setting, number),
            Class::Best | Class::Five => told_at(passage, setting, number),
            Class::Hide => asked(passage, number, Demand::Silence),
            Class::Skip => asked(passage, number, Demand::Omission),
            Class::Pass => asked(passage, number, Demand::Approval),
            Class::Instructions
            | Class::Prior
            | Class::Score
            | Class::Grader
            | Class::Machine
            | Class::AddressedIf
            | Class::Must
            | Class::This
            | Class::All
            | Class::Condition
            | Class::Not
            | Class::Mention
            | Class::Persona
            | Class::Contained
            | Class::Scale
            | Class::Token => None,
        };
        cores.extend(demand);
    }
    cores.sort_by_key(|core| core.range.start);
    cores
}

/// The words of a class in the sentence of a cue and in its language.
fn beside<'a>(
    passage: &'a Passage,
    cue: &'a Cue,
    class: Class,
) -> impl Iterator<Item = &'a Cue> + use<'a> {
    let sentence = passage.sentences[passage.sentence(cue.start)].clone();
    passage.cues.iter().filter(move |other| {
        other.class == class
            && sentence.contains(&other.start)
            && (other.language == cue.language || other.language.is_empty())
    })
}

fn gap(one: &Cue, other: &Cue) -> usize {
    if one.start < other.start {
        other.start.saturating_sub(one.end)
    } else {
        one.start.saturating_sub(other.end)
    }
}

fn is_negated(passage: &Passage, cue: &Cue) -> bool {
    beside(passage, cue, Class::Not).any(|not| not.end <= cue.start && not.end + 9 >= cue.start)
}

/// Whether an English verb stands as an order and not as a statement.
fn is_order(passage: &Passage, cue: &Cue) -> bool {
    if cue.language != "en" {
        return true;
    }
    let before = passage.text[..cue.start].trim_end_matches(' ');
    let mut words = before.rsplit(|c: char| c.is_whitespace());
    let Some(last) = words.next().filter(|word| !word.is_empty()) else { return true };
    if last.ends_with(|c: char| !c.is_alphanumeric()) {
        return !last.ends_with([')', ']', '=', '}', '\''])
            || last.ends_with("hint:") ;
    }
    let previous = words.next().unwrap_or_default();
    let spoken = ["grader", "evaluator", "examiner", "judge", "reviewer", "model", "ai", "llm", "assistant", "auditor", "me"];
    match last {
        "and" | "then" | "please" | "must" | "shall" | "should" | "always" | "just" | "simply" | "now" | "so" | "or"
        | "def" | "fn" | "func" | "function" | "class" | "const" | "let" | "var" | "also" | "kindly" | "therefore" | "you" | "hereby" | "instead" | "immediately" | "only" | "directly" | "but" => {
            !(last == "should" && matches!(previous, "we" | "it"))
        }
        "to" => matches!(previous, "need" | "have" | "required" | "instructed" | "are" | "supposed" | "you" | "asked" | "told" | "and" | "aside"),
        word => spoken.contains(&word) && previous != "the" && previous != "a" && previous != "each",
    }
}

fn override_at(passage: &Passage, number: usize) -> Option<Core> {
    let cue = &passage.cues[number];
    let object = beside(passage, cue, Class::Instructions)
        .filter(|object| cue.language != "en" || object.start > cue.end || gap(cue, object) < 40)
        .find(|object| gap(cue, object) < 80)?;
    let prior = beside(passage, cue, Class::Prior).any(|prior| gap(cue, prior) < 90);
    let contained = passage.cues.iter().any(|other| {
        other.class == Class::Contained && other.start >= object.start && other.start < object.end + 60
    });
    let tied = is_tied(passage, cue);
    if !prior || contained || tied || is_negated(passage, cue) || !is_order(passage, cue) && verb(passage, cue) {
        return None;
    }
    let range = cue.start.min(object.start)..cue.end.max(object.end);
    Some(core(passage, Demand::Override, range, cue))
}

/// Whether a word that sets aside is a verb in its plain form, which may be an order.
fn verb(passage: &Passage, cue: &Cue) -> bool {
    let text = &passage.text[cue.start..cue.end];
    !["is outdated", "is void", "are void", "no longer", "does not", "do not", "instead", "rules changed", "new grading", "supersedes", "exempted"]
        .iter()
        .any(|words| text.starts_with(words) || text.ends_with(words))
}

/// Whether a sentence ties its demand to what is found, or names other grades too.
fn is_tied(passage: &Passage, cue: &Cue) -> bool {
    let mut conditions = beside(passage, cue, Class::Condition);
    let is_address = |condition: &Cue| {
        passage.cues.iter().any(|other| {
            (other.class == Class::AddressedIf || (other.class == Class::Grader && other.start < condition.end + 30))
                && other.start >= condition.start.saturating_sub(2)
                && other.start < condition.end + 30
        })
    };
    conditions.any(|condition| !is_address(condition) && gap(condition, cue) < 120)
        || beside(passage, cue, Class::Scale).next().is_some()
}

fn grade_at(passage: &Passage, setting: Setting, number: usize) -> Option<Core> {
    let cue = &passage.cues[number];
    if is_negated(passage, cue) || !is_order(passage, cue) || is_tied(passage, cue) {
        return None;
    }
    let close = |best: &&Cue| best.end > cue.end && gap(cue, best) < DEMAND || cue.language != "en" && gap(cue, best) < DEMAND;
    let best = beside(passage, cue, Class::Best)
        .filter(close)
        .find(|best| is_grade(passage, setting, cue, best))
        .or_else(|| {
            beside(passage, cue, Class::Five)
                .filter(close)
                .find(|five| gap(cue, five) < 60 && five_is_grade(passage, cue, five))
        })?;
    let range = cue.start.min(best.start)..cue.end.max(best.end);
    Some(core(passage, Demand::Grade, range, cue))
}

/// Whether the best that is asked for is a grade: a number of points is, `the highest version` is not.
fn is_grade(passage: &Passage, setting: Setting, verb: &Cue, best: &Cue) -> bool {
    let text = &passage.text[best.start..best.end];
    let numeric = text.bytes().any(|byte| byte.is_ascii_digit());
    let english = best.language == "en";
    if !english {
        return true;
    }
    let follows = |class: Class, within: usize| {
        beside(passage, best, class).any(|other| other.start < best.end + within && other.end + 12 > best.start && other.start != best.start || other.start == best.start && other.end > best.end)
    };
    let judged = ["exemplary", "excellent", "outstanding", "perfect", "flawless"].contains(&text);
    let grading = matches!(&passage.text[verb.start..verb.end], "rate" | "grade" | "score" | "treat" | "mark" | "award");
    let label = setting.channel == Channel::FigureLabel;
    numeric && (follows(Class::Score, 60) || text.contains('/') || text.contains("of") || text.contains("score") || addressed(passage))
        || text == "an a+"
        || follows(Class::Score, 24)
        || (judged && grading)
        || (grading || label || text == "everywhere") && addressed(passage)
        || (text == "maximum" || text == "max" || text == "highest") && addressed(passage)
}

fn five_is_grade(passage: &Passage, verb: &Cue, five: &Cue) -> bool {
    let near = |class: Class, within: usize| beside(passage, verb, class).any(|other| gap(five, other) < within);
    near(Class::Score, 30) || near(Class::All, 50) || near(Class::This, 40) || addressed(passage)
}

/// Whether anything in the passage names its grader or what is graded.
fn addressed(passage: &Passage) -> bool {
    passage.cues.iter().any(|cue| {
        matches!(cue.class, Class::Grader | Class::AddressedIf | Class::This | Class::Token | Class::Override)
    })
}

/// A grade that is told in the indicative counts where nobody tells anything: in hidden text and behind marks.
fn received_at(passage: &Passage, setting: Setting, number: usize) -> Option<Core> {
    let cue = &passage.cues[number];
    let strong = passage.cues.iter().any(|other| other.class == Class::Token || other.class == Class::Override && override_text(passage, other))
        || setting.channel == Channel::HiddenText
        || beside(passage, cue, Class::Must).any(|must| gap(must, cue) < 8 || must.start <= cue.start && must.end >= cue.end);
    if !strong || is_negated(passage, cue) || is_tied(passage, cue) {
        return None;
    }
    let best = beside(passage, cue, Class::Best)
        .chain(beside(passage, cue, Class::Five))
        .find(|best| gap(cue, best) < 40)?;
    let range = cue.start.min(best.start)..cue.end.max(best.end);
    Some(core(passage, Demand::Grade, range, cue))
}

fn override_text(passage: &Passage, cue: &Cue) -> bool {
    !verb(passage, cue)
}

/// `score = 5 for everything`: a grade without a verb, where everything is to have it or a mark precedes it.
fn told_at(passage: &Passage, setting: Setting, number: usize) -> Option<Core> {
    let cue = &passage.cues[number];
    let text = &passage.text[cue.start..cue.end];
    let states = text.starts_with("score") || text.starts_with('"');
    let all = beside(passage, cue, Class::All).any(|all| gap(all, cue) < 20);
    let token = token_before(passage, cue.start);
    let grader = addressed(passage);
    let label = setting.channel == Channel::FigureLabel;
    if !(states && (all || token || label) && grader) || is_tied(passage, cue) || is_negated(passage, cue) {
        return None;
    }
    Some(core(passage, Demand::Grade, cue.start..cue.end, cue))
}

fn asked(passage: &Passage, number: usize, demand: Demand) -> Option<Core> {
    let cue = &passage.cues[number];
    let refused = is_negated(passage, cue) || !is_order(passage, cue) && cue.language == "en";
    (!refused && !is_tied(passage, cue)).then(|| core(passage, demand, cue.start..cue.end, cue))
}

fn core(passage: &Passage, demand: Demand, range: Range<usize>, cue: &Cue) -> Core {
    let sentence = passage.sentence(range.start);
    Core { demand, range, sentence, language: cue.language }
}
