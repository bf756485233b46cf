//! Probe of the judges' personas.

mod told_of;

use super::super::{About, Answer, Ask, Record, Undecided, listed};
use super::bound::speakers;
use super::unwired::{NO_JUDGE, unwired};
use crate::detect::repo::python::SHINGLE;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    Binding, CommonWords, Lines, OpenTemplate, PromptFact, PromptSimilarity, PythonFacts, briefs,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Whether the personas' prompts differ.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Personas {
    #[serde(default = "half")]
    shared_at_most: f64,
}

fn half() -> f64 {
    0.5
}

impl Ask for Personas {
    const ABOUT: About = About {
        kind: "python.personas",
        artifact: Artifact::GithubRepo,
        summary: "Prosecutor, Defense and Tech Lead are instructed by texts of their own that share little.",
        parameters: &[(
            "shared_at_most",
            "largest share of five-word runs that two texts may share, 0–1; 0.5",
        )],
        example: r#"{"shared_at_most": 0.5}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let (unused, prompts): (Vec<&PromptFact>, Vec<&PromptFact>) = python
            .prompts
            .iter()
            .filter(|prompt| !prompt.in_tests)
            .partition(|prompt| prompt.live == Some(false));
        let mut prompts = prompts;
        let briefs = briefs(prompts.iter().copied());
        let is_brief =
            |prompt: &PromptFact| briefs.iter().any(|(persona, _)| *persona == prompt.persona);
        // Where none is too short, what a persona is told at length says more of it than a reminder.
        prompts.sort_by_key(|prompt| {
            let is_short = prompt.text.split_whitespace().count() < REMINDER;
            if briefs.is_empty() { is_short } else { !is_brief(prompt) }
        });
        // Where a judge has next to nothing to itself, that is looked for first.
        if self.is_label(python) {
            prompts.sort_by_key(|prompt| python.common_words.place.as_ref() != Some(&prompt.place));
        }
        let mut findings: Vec<Finding> =
            prompts.iter().take(9).map(|prompt| persona(prompt)).collect();
        let mut personas: Vec<&str> =
            prompts.iter().map(|prompt| prompt.persona.as_str()).collect();
        personas.sort_unstable();
        personas.dedup();
        if personas.len() < 3 {
            if personas.is_empty() && python.calls_model == Some(false) {
                return unasked(record, python);
            }
            if let (true, Some(files)) = (personas.is_empty(), unwired(python)) {
                return Ok(no_judge(&files, unused.iter().map(|prompt| persona(prompt))));
            }
            let open = python.open_templates.iter().find(|open| open.live != Some(false));
            let reason = match personas.as_slice() {
                [] if open.is_some_and(|open| open.personas.len() > 2) => {
                    findings.extend(open.map(filled_in));
                    open.map(of_one).unwrap_or_default()
                }
                [] => "no persona's prompt was recognised in the sources".to_owned(),
                some => format!("prompts were recognised for {} only", some.join(" and ")),
            };
            findings.extend(unused.iter().take(6).map(|prompt| persona(prompt)));
            let reason = reason + &only_unused(&unused, python);
            return Err(Undecided { findings, ..Undecided::new(record.python_scope(), reason) });
        }
        if python.prompt_similarity.len() < personas.len() {
            let reason = "prompts were recognised for all three personas, but not all that is sent with them, so how alike they are is open";
            findings.truncate(6);
            return Err(Undecided { findings, ..Undecided::new(record.python_scope(), reason) });
        }
        let (statement, missing) = if same_text(&prompts) {
            let one =
                "All three personas are instructed by one text in which only the name changes.";
            (one.to_owned(), vec![LABELS.to_owned()])
        } else {
            self.told(python, shared_template(&prompts), &briefs)
        };
        findings.truncate(6);
        let answer = Answer { outcome: self.outcome(python), statement, missing, findings };
        Ok(told_of::unheard(told_of::noted(answer, python), python))
    }
}

/// What is missing where the personas' texts differ by next to nothing.
const LABELS: &str = "sentences of each one's own that say what to look for and how to weigh it";
/// Words below which a text reminds a judge of who it is at most.
const REMINDER: usize = 24;
/// Words below which what a persona has to itself is a label.
const LABEL: u32 = 10;
/// The share of what two personas are sent from which on next to nothing of it is their own.
const NEXT_TO_ALL: f64 = 0.9;

impl Personas {
    /// What is said of three texts, and what they are wanting in.
    fn told(
        &self,
        python: &PythonFacts,
        template: Option<&Lines>,
        briefs: &[(&str, usize)],
    ) -> (String, Vec<String>) {
        let most = |of: fn(&PromptSimilarity) -> f64| {
            python.prompt_similarity.iter().map(of).fold(0.0, f64::max) * 100.0
        };
        let (shared, own) = (most(|pair| pair.shared), most(|pair| pair.own));
        let CommonWords { all, own: own_words, fewest, place } = &python.common_words;
        let is_shared =
            python.prompt_similarity.iter().any(|pair| pair.shared > self.shared_at_most);
        let within = template.map(|place| format!(", such as the template at `{place}`,"));
        let common = format!("{all} words{} are common to all", within.unwrap_or_default());
        let mut missing = Vec::new();
        let read = read(python);
        let told = if briefs.iter().any(|(_, words)| *words < SHINGLE) {
            // What has no such phrase has none in common with another either.
            format!("not all have a phrase of five words by which they could be compared{}", read.1)
        } else if !is_shared {
            format!(
                "{} the closest two have {shared:.0} % of their five-word phrases in common{}{}",
                read.0,
                few_words(python),
                read.1
            )
        } else if self.is_label(python) {
            missing.push(LABELS.to_owned());
            let judge = fewest.as_ref().map_or("one judge".to_owned(), |one| format!("the {one}"));
            let most = place.as_ref().map(|place| format!(", most of them at `{place}`"));
            format!(
                "{common}, and {judge} has {own_words} words of its own{}",
                most.unwrap_or_default()
            )
        } else {
            let alike = own / 100.0 > self.shared_at_most;
            missing.push(if alike {
                self.alike(python)
            } else {
                let said = if is_bound(python) {
                    "such as what the schema of the reply or the rubric says already"
                } else {
                    // Nothing but the prompt says there what the reply has to be.
                    "or give each judge more sentences of its own"
                };
                format!(
                    "prompts in which less is common to all: shorten the {all} shared words, {said}"
                )
            });
            format!(
                "{common}, so that the closest two have {shared:.0} % of their five-word phrases in common; of the personas' own sentences the closest two have {own:.0} %"
            )
        };
        let short = if briefs.is_empty() {
            String::new()
        } else {
            missing.push(longer(briefs));
            format!("; {}", hardly(briefs))
        };
        (format!("Three personas have prompts; {told}{short}."), missing)
    }

    /// Whether a persona has next to nothing to itself, in prompts that share much.
    fn is_label(&self, python: &PythonFacts) -> bool {
        let is_shared =
            python.prompt_similarity.iter().any(|pair| pair.shared > self.shared_at_most);
        is_shared && python.common_words.own < LABEL
    }

    /// What is missing where own sentences are alike.
    fn alike(&self, python: &PythonFacts) -> String {
        let alike = python.prompt_similarity.iter().filter(|pair| pair.own > self.shared_at_most);
        let alike: Vec<String> = alike
            .map(|pair| format!("{:.0} % by {} and {}", pair.own * 100.0, pair.left, pair.right))
            .collect();
        format!(
            "instructions of each one's own in place of sentences that others have too (shared: {})",
            alike.join(", ")
        )
    }

    /// Each pair counts by what the personas have to themselves: not at all where that is a label or the same, in
    /// part where what is common to all outweighs it, or where one is too short for anything to be shared with it.
    fn outcome(&self, python: &PythonFacts) -> Outcome {
        let ours = python.prompts.iter().filter(|one| !one.in_tests && one.live != Some(false));
        let short = briefs(ours);
        let is_short = |persona: &String| short.iter().any(|(one, _)| one == persona);
        let is_label = self.is_label(python);
        let points = python.prompt_similarity.iter().map(|pair| {
            if pair.shared <= self.shared_at_most {
                if is_short(&pair.left) || is_short(&pair.right) { 2 } else { 4 }
            } else if is_label || pair.own > self.shared_at_most {
                0
            } else if pair.shared <= NEXT_TO_ALL {
                3
            } else {
                2
            }
        });
        Outcome::of_share(points.sum(), 12)
    }
}

/// Whether a model is bound to a schema that tells it what the reply has to be.
fn is_bound(python: &PythonFacts) -> bool {
    python
        .structured_output
        .iter()
        .any(|call| call.binding == Binding::Schema && call.may_be_asked())
}

/// How long the texts are, where that is next to nothing and nothing is put around them.
fn few_words(python: &PythonFacts) -> String {
    let ours = python.prompts.iter().filter(|one| !one.in_tests && one.live != Some(false));
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    for prompt in ours {
        if prompt.template.is_some() {
            return String::new();
        }
        *words.entry(&prompt.persona).or_default() += prompt.text.split_whitespace().count();
    }
    match words.values().max() {
        Some(most) if *most < REMINDER => {
            format!("; no judge has more than {most} words in these")
        }
        _ => String::new(),
    }
}

/// What was compared of the personas' prompts, and what was not.
fn read(python: &PythonFacts) -> (&'static str, &'static str) {
    let mut ours =
        python.prompts.iter().filter(|one| !one.in_tests && one.live != Some(false)).peekable();
    if ours.peek().is_some() && ours.all(|one| one.template.is_some()) {
        ("with the templates around them", "; what fills these was not compared")
    } else {
        ("in the texts that were read for them", "; what else is sent with these was not compared")
    }
}

/// Why nothing is known of what personas have to themselves whom one text addresses.
fn of_one(open: &OpenTemplate) -> String {
    format!(
        "one text at `{}` addresses whichever persona is filled in, with {} words that are the same for all; what else fills it when the program runs, and how much of that is a persona's own, was not read",
        open.place, open.words
    )
}

fn filled_in(open: &OpenTemplate) -> Finding {
    let why = "Text that instructs whichever persona is filled in.";
    Finding::found(open.place.clone(), why)
        .with_confidence(Confidence::STRONG)
        .quoting(open.personas.join(", "))
}

/// What is said where no model is asked: nothing instructs a judge.
fn unasked(record: &Record<'_>, python: &PythonFacts) -> Result<Answer, Undecided> {
    let sought = "prompt of one of the three personas or call of a language model";
    Ok(Answer {
        outcome: Outcome::Fails,
        statement: "No source outside the tests calls a language model, so that no prompt makes a judge a persona.".to_owned(),
        missing: vec!["a model that is asked, with a prompt of each one's own".to_owned()],
        // Where functions speak for the judges, it is they that have to ask.
        findings: speakers(python)
            .into_iter()
            .chain([record.absent_from_python(sought, &[])?])
            .collect(),
    })
}

/// What is said where judges are written in files that nothing that runs uses.
fn no_judge(files: &BTreeSet<&str>, found: impl Iterator<Item = Finding>) -> Answer {
    let files = listed(files.iter().copied().take(3));
    Answer {
        outcome: Outcome::Fails,
        statement: format!(
            "No judge is heard: what is written for the judges in {files} is used by nothing that runs, and {NO_JUDGE}."
        ),
        missing: vec!["nodes of the graph, so that their prompts are sent".to_owned()],
        findings: found.take(6).collect(),
    }
}

/// The fewest and the most words of texts, in words: `4`, `4 to 9`.
fn between(briefs: &[(&str, usize)]) -> String {
    let words = || briefs.iter().map(|(_, words)| *words);
    match (words().min().unwrap_or_default(), words().max().unwrap_or_default()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// That texts hardly instruct.
fn hardly(briefs: &[(&str, usize)]) -> String {
    match briefs {
        [(persona, words)] => {
            format!("the one of {persona} has {words} words, which hardly instruct")
        }
        _ => format!(
            "{} have {} words each, which hardly instruct",
            personas(briefs),
            between(briefs)
        ),
    }
}

/// What is wished for in place of texts that hardly instruct.
fn longer(briefs: &[(&str, usize)]) -> String {
    match briefs {
        [(persona, words)] => format!("a brief for {persona} of more than its {words} words"),
        _ => {
            format!("briefs for {} of more than their {} words", personas(briefs), between(briefs))
        }
    }
}

/// The personas of texts, in words.
fn personas(briefs: &[(&str, usize)]) -> String {
    let names: Vec<&str> = briefs.iter().map(|(persona, _)| *persona).collect();
    match names.split_last() {
        Some((last, some)) if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        _ => names.concat(),
    }
}

/// Where the prompts are that nothing uses, as the end of a reason.
fn only_unused(unused: &[&PromptFact], python: &PythonFacts) -> String {
    let seen = if python.unreadable.is_empty() { "runs" } else { "runs and could be read" };
    let mut files: Vec<&str> = unused.iter().map(|prompt| prompt.place.file.as_str()).collect();
    files.dedup();
    files.truncate(3);
    if files.is_empty() {
        String::new()
    } else {
        format!("; others stand in {}, where nothing that {seen} uses them", listed(files))
    }
}

/// The template that all prompts are put into, if it is one.
fn shared_template<'p>(prompts: &[&'p PromptFact]) -> Option<&'p Lines> {
    let first = prompts.first()?.template.as_ref()?;
    prompts.iter().all(|prompt| prompt.template.as_ref() == Some(first)).then_some(first)
}

/// Whether one string at one place serves every persona.
/// Whether one text stands for all personas, and but for who they are the same is sent to each.
fn same_text(prompts: &[&PromptFact]) -> bool {
    prompts.windows(2).all(|pair| {
        pair[0].place == pair[1].place && without_names(pair[0]) == without_names(pair[1])
    })
}

/// The words of what a persona is sent, but for its name.
fn without_names(prompt: &PromptFact) -> Vec<String> {
    const NAMES: [&str; 7] =
        ["prosecutor", "defense", "defence", "defender", "tech", "lead", "techlead"];
    let text = prompt.sent.as_ref().unwrap_or(&prompt.text).to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && !NAMES.contains(word));
    words.map(str::to_owned).collect()
}

fn persona(prompt: &PromptFact) -> Finding {
    let flat: String = prompt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = flat.chars().take(220).collect();
    let more = if flat.chars().count() > 220 { "…" } else { "" };
    let why = match prompt.live {
        Some(false) => format!("Text for the {} that nothing that runs uses.", prompt.persona),
        Some(true) | None => format!("Text that instructs the {}.", prompt.persona),
    };
    Finding::found(prompt.place.clone(), why)
        .with_confidence(Confidence::STRONG)
        .quoting(format!("{start}{more}"))
}

#[cfg(test)]
mod tests;
