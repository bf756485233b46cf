//! Probe of the judges' personas.

use super::{About, Answer, Ask, Record, Undecided, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Lines, PromptFact, PythonFacts};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Whether the personas' prompts differ.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Personas {
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
        let mut findings: Vec<Finding> =
            prompts.iter().take(9).map(|prompt| persona(prompt)).collect();
        let mut personas: Vec<&str> =
            prompts.iter().map(|prompt| prompt.persona.as_str()).collect();
        personas.sort_unstable();
        personas.dedup();
        if personas.len() < 3 {
            let reason = match personas.as_slice() {
                [] if python.calls_model == Some(false) => {
                    "no source outside the tests calls a language model, so that no prompt makes a judge a persona"
                        .to_owned()
                }
                [] => "no persona's prompt was recognised in the sources".to_owned(),
                some => format!("prompts were recognised for {} only", some.join(" and ")),
            };
            findings.extend(unused.iter().take(6).map(|prompt| persona(prompt)));
            let reason = reason + &only_unused(&unused);
            return Err(Undecided { findings, ..Undecided::new(record.python_scope(), reason) });
        }
        if python.prompt_similarity.len() < personas.len() {
            let reason = "prompts were recognised for all three personas, but not all that is sent with them, so how alike they are is open";
            findings.truncate(6);
            return Err(Undecided { findings, ..Undecided::new(record.python_scope(), reason) });
        }
        let alike: Vec<String> = python
            .prompt_similarity
            .iter()
            .filter(|pair| pair.shared > self.shared_at_most)
            .map(|pair| format!("{:.0} % by {} and {}", pair.shared * 100.0, pair.left, pair.right))
            .collect();
        let most = python.prompt_similarity.iter().map(|pair| pair.shared).fold(0.0, f64::max);
        let own = python.prompt_similarity.iter().map(|pair| pair.own).fold(0.0, f64::max);
        let brief = briefest(&prompts);
        let short = brief.map_or_else(String::new, |(_, words)| {
            format!("; the shortest has {words} words, which hardly instruct")
        });
        let mut missing = Vec::new();
        if !alike.is_empty() {
            // Longer texts would share less, and tell a judge no more.
            let whose = if python.prompts.iter().any(|prompt| prompt.template.is_some()) {
                "instructions of each persona's own in place of what the template says to all of them (of the fixed text"
            } else {
                "texts that share less (as sent"
            };
            missing.push(format!("{whose}: {})", alike.join(", ")));
        }
        missing.extend(brief.map(|(persona, words)| {
            format!("a brief for {persona} of more than its {words} words")
        }));
        let statement = if same_text(&prompts) {
            "All three personas are instructed by one text in which only the name changes."
                .to_owned()
        } else {
            format!(
                "Three personas have prompts; {} {:.0} % of their five-word runs{short}.",
                match shared_template(&prompts) {
                    Some(template) => format!(
                        "of their own texts the closest two share {:.0} %, and of the fixed text that is sent, before evidence is filled in, with the template at `{template}` around each,",
                        own * 100.0
                    ),
                    None => "the closest two share".to_owned(),
                },
                most * 100.0
            )
        };
        findings.truncate(6);
        Ok(Answer { outcome: self.outcome(python), statement, missing, findings })
    }
}

impl Personas {
    /// Each pair counts: in full where little is shared, and half where texts of their own still make a part of
    /// what is sent inside a template, or where one is too short for anything to be shared with it.
    fn outcome(&self, python: &PythonFacts) -> Outcome {
        let halfway = f64::midpoint(self.shared_at_most, 1.0);
        let in_template =
            python.prompts.iter().any(|prompt| !prompt.in_tests && prompt.template.is_some());
        let ours = python.prompts.iter().filter(|one| !one.in_tests && one.live != Some(false));
        let short: Vec<&str> =
            ours.filter(|one| one.is_brief()).map(|one| one.persona.as_str()).collect();
        let points = python.prompt_similarity.iter().map(|pair| match pair.shared {
            shared if shared <= self.shared_at_most => {
                let is_short = |persona: &String| short.contains(&persona.as_str());
                if is_short(&pair.left) || is_short(&pair.right) { 1 } else { 2 }
            }
            shared if in_template && shared <= halfway => 1,
            _ => 0,
        });
        Outcome::of_share(points.sum(), 6)
    }
}

/// The persona with the shortest text and its words, where that hardly instructs.
fn briefest<'p>(prompts: &[&'p PromptFact]) -> Option<(&'p str, usize)> {
    let brief = prompts.iter().filter(|prompt| prompt.is_brief());
    let words = |prompt: &PromptFact| prompt.text.split_whitespace().count();
    brief.map(|prompt| (prompt.persona.as_str(), words(prompt))).min_by_key(|(_, words)| *words)
}

/// Where the prompts are that nothing uses, as the end of a reason.
fn only_unused(unused: &[&PromptFact]) -> String {
    let mut files: Vec<&str> = unused.iter().map(|prompt| prompt.place.file.as_str()).collect();
    files.dedup();
    files.truncate(3);
    if files.is_empty() {
        String::new()
    } else {
        format!("; others stand in {}, where nothing that runs uses them", listed(files))
    }
}

/// The template that all prompts are put into, if it is one.
fn shared_template<'p>(prompts: &[&'p PromptFact]) -> Option<&'p Lines> {
    let first = prompts.first()?.template.as_ref()?;
    prompts.iter().all(|prompt| prompt.template.as_ref() == Some(first)).then_some(first)
}

/// Whether one string at one place serves every persona.
fn same_text(prompts: &[&PromptFact]) -> bool {
    prompts.windows(2).all(|pair| pair[0].place == pair[1].place)
}

fn persona(prompt: &PromptFact) -> Finding {
    let flat: String = prompt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = flat.chars().take(220).collect();
    let more = if flat.chars().count() > 220 { "…" } else { "" };
    Finding::found(prompt.place.clone(), format!("Text that instructs the {}.", prompt.persona))
        .with_confidence(Confidence::STRONG)
        .quoting(format!("{start}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::PromptSimilarity;

    const BRIEF: &str = "You are kind to whoever wrote it and see what was meant by it.";

    #[track_caller]
    fn check(shared: [f64; 3], in_template: bool, expected: &Outcome) {
        check_text(BRIEF, shared, in_template, expected);
    }

    #[track_caller]
    fn check_text(text: &str, shared: [f64; 3], in_template: bool, expected: &Outcome) {
        let pair = |shared| PromptSimilarity {
            left: "Defense".into(),
            right: "b".into(),
            shared,
            own: shared,
        };
        let prompt = PromptFact {
            persona: "Defense".into(),
            text: text.into(),
            template: in_template.then(Lines::default),
            sent: None,
            live: Some(true),
            place: Lines::default(),
            in_tests: false,
        };
        let python = PythonFacts {
            prompts: vec![prompt],
            prompt_similarity: shared.map(pair).into(),
            ..PythonFacts::default()
        };
        assert_eq!(Personas { shared_at_most: 0.5 }.outcome(&python), *expected);
    }

    #[test]
    fn texts_of_their_own_in_a_long_template_count_half() {
        check([0.1, 0.2, 0.5], true, &Outcome::Holds);
        check([0.56, 0.57, 0.57], true, &Outcome::Partly { share: 0.5 });
        check([0.87, 0.85, 0.87], true, &Outcome::Fails);
        check([0.56, 0.57, 0.57], false, &Outcome::Fails);
    }

    #[test]
    fn texts_too_short_to_share_anything_count_half() {
        check_text("You are kind.", [0.0, 0.0, 0.0], false, &Outcome::Partly { share: 0.5 });
        // The rest of it stands in the template.
        check_text("You are kind.", [0.0, 0.0, 0.0], true, &Outcome::Holds);
    }
}
