//! Finds what a passage demands: a verb in its plain form, its object, and nothing that takes it back.

use super::Channel;
use super::cues::Cue;
use super::lexicon::Class;
use super::passage::Passage;
use super::weigh::Setting;
use std::ops::Range;

/// How far the words of one demand may stand from each other, in bytes.
const DEMAND: usize = 110;

/// What a core of an instruction asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Demand {
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

/// The words that make one demand.
#[derive(Clone, Debug)]
pub(super) struct Core {
    /// What they ask for.
    pub demand: Demand,
    /// Where they stand in the passage.
    pub range: Range<usize>,
    /// The number of their sentence.
    pub sentence: usize,
    /// Their language.
    pub language: &'static str,
}

/// All demands of a passage, in the order in which they stand.
pub(super) fn cores(passage: &Passage, setting: Setting) -> Vec<Core> {
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
            | Class::Attack
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
    if cue.language != "en" || passage.follows_title(cue.start) {
        return true;
    }
    let before = passage.text[..cue.start].trim_end_matches(' ');
    let mut words = before.rsplit(|c: char| c.is_whitespace());
    let Some(last) = words.next().filter(|word| !word.is_empty()) else { return true };
    if last.ends_with(|c: char| !c.is_alphanumeric()) {
        return !last.ends_with([')', ']', '=', '}', '\'']) || last.ends_with("hint:");
    }
    let previous = words.next().unwrap_or_default();
    let spoken = [
        "grader",
        "evaluator",
        "examiner",
        "judge",
        "reviewer",
        "model",
        "ai",
        "llm",
        "assistant",
        "auditor",
        "me",
    ];
    match last {
        "and" | "then" | "please" | "must" | "shall" | "should" | "always" | "just" | "simply"
        | "now" | "so" | "or" | "def" | "fn" | "func" | "function" | "class" | "const" | "let"
        | "var" | "also" | "kindly" | "therefore" | "you" | "hereby" | "instead"
        | "immediately" | "only" | "directly" | "but" => {
            !(last == "should" && matches!(previous, "we" | "it"))
        }
        "to" => matches!(
            previous,
            "need"
                | "have"
                | "required"
                | "instructed"
                | "are"
                | "supposed"
                | "you"
                | "asked"
                | "told"
                | "and"
                | "aside"
        ),
        word => {
            spoken.contains(&word) && previous != "the" && previous != "a" && previous != "each"
        }
    }
}

fn override_at(passage: &Passage, number: usize) -> Option<Core> {
    let cue = &passage.cues[number];
    let object = beside(passage, cue, Class::Instructions)
        .filter(|object| cue.language != "en" || object.start > cue.end || gap(cue, object) < 40)
        .find(|object| gap(cue, object) < 80)?;
    let prior = beside(passage, cue, Class::Prior).any(|prior| gap(cue, prior) < 90);
    let contained = passage.cues.iter().any(|other| {
        other.class == Class::Contained
            && other.start >= object.start
            && other.start < object.end + 60
    });
    let tied = is_tied(passage, cue);
    if !prior
        || contained
        || tied
        || is_negated(passage, cue)
        || !is_order(passage, cue) && verb(passage, cue)
    {
        return None;
    }
    let range = cue.start.min(object.start)..cue.end.max(object.end);
    Some(core(passage, Demand::Override, range, cue))
}

/// Whether a word that sets aside is a verb in its plain form, which may be an order.
fn verb(passage: &Passage, cue: &Cue) -> bool {
    let text = &passage.text[cue.start..cue.end];
    ![
        "is outdated",
        "is void",
        "are void",
        "no longer",
        "does not",
        "do not",
        "instead",
        "rules changed",
        "new grading",
        "supersedes",
        "exempted",
    ]
    .iter()
    .any(|words| text.starts_with(words) || text.ends_with(words))
}

/// Whether a sentence ties its demand to what is found, or names other grades too.
fn is_tied(passage: &Passage, cue: &Cue) -> bool {
    let mut conditions = beside(passage, cue, Class::Condition);
    let is_address = |condition: &Cue| {
        passage.cues.iter().any(|other| {
            matches!(other.class, Class::AddressedIf | Class::Grader)
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
    let close = |best: &&Cue| {
        best.end > cue.end && gap(cue, best) < DEMAND
            || cue.language != "en" && gap(cue, best) < DEMAND
    };
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
        beside(passage, best, class).any(|other| {
            other.start < best.end + within
                && other.end + 12 > best.start
                && other.start != best.start
                || other.start == best.start && other.end > best.end
        })
    };
    let judged = ["exemplary", "excellent", "outstanding", "perfect", "flawless"].contains(&text);
    let grading = matches!(
        &passage.text[verb.start..verb.end],
        "rate" | "grade" | "score" | "treat" | "mark" | "award"
    );
    let label = setting.channel == Channel::FigureLabel;
    numeric
        && (follows(Class::Score, 60)
            || text.contains('/')
            || text.contains("of")
            || text.contains("score")
            || addressed(passage))
        || text == "an a+"
        || follows(Class::Score, 24)
        || (judged && grading)
        || (grading || label || text == "everywhere") && addressed(passage)
        || MOST.contains(&text) && addressed(passage) && !is_of_another(passage, best)
}

/// Words for the most of anything.
const MOST: [&str; 3] = ["maximum", "max", "highest"];
/// Words that may go on behind these where a grade is meant.
const OF_GRADE: &str = "all allowed allowable and assessment attainable available band credit each evaluation every \
    everything everywhere for grade grades here in level mark marks now of on or outcome overall point points possible \
    rating ratings result score scores tier to value values verdict";

/// Whether the most is that of something else: `the maximum input length`.
fn is_of_another(passage: &Passage, best: &Cue) -> bool {
    let Some(behind) = passage.text[best.end..].strip_prefix(' ') else { return false };
    let next = behind.split(|letter: char| !letter.is_ascii_alphanumeric()).next();
    MOST.contains(&&passage.text[best.start..best.end])
        && next
            .is_some_and(|next| !next.is_empty() && !OF_GRADE.split(' ').any(|word| word == next))
}

fn five_is_grade(passage: &Passage, verb: &Cue, five: &Cue) -> bool {
    let near = |class: Class, within: usize| {
        beside(passage, verb, class).any(|other| gap(five, other) < within)
    };
    near(Class::Score, 30) || near(Class::All, 50) || near(Class::This, 40) || addressed(passage)
}

/// Whether anything in the passage names its grader or what is graded.
fn addressed(passage: &Passage) -> bool {
    passage.cues.iter().any(|cue| {
        matches!(
            cue.class,
            Class::Grader | Class::AddressedIf | Class::This | Class::Token | Class::Override
        )
    })
}

/// A grade that is told in the indicative counts where nobody tells anything: in hidden text and behind marks.
fn received_at(passage: &Passage, setting: Setting, number: usize) -> Option<Core> {
    let cue = &passage.cues[number];
    let strong = passage.cues.iter().any(|other| {
        other.class == Class::Token
            || other.class == Class::Override && override_text(passage, other)
    }) || setting.channel == Channel::HiddenText
        || beside(passage, cue, Class::Must)
            .any(|must| gap(must, cue) < 8 || must.start <= cue.start && must.end >= cue.end);
    if !strong || is_negated(passage, cue) || is_tied(passage, cue) {
        return None;
    }
    let best = beside(passage, cue, Class::Best)
        .chain(beside(passage, cue, Class::Five))
        .find(|best| gap(cue, best) < 40 && !is_of_another(passage, best))?;
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
    if !(states && (all || token || label) && grader)
        || is_tied(passage, cue)
        || is_negated(passage, cue)
    {
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

/// Whether a mark of a conversation precedes a place.
pub(super) fn token_before(passage: &Passage, at: usize) -> bool {
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
