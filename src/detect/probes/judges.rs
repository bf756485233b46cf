//! Probe of the judges' personas.

use super::{About, Answer, Ask, Record, Undecided, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::PromptFact;
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
                [] => "no persona's prompt was recognised in the sources".to_owned(),
                some => format!("prompts were recognised for {} only", some.join(" and ")),
            };
            findings.extend(unused.iter().take(6).map(|prompt| persona(prompt)));
            let reason = reason + &only_unused(&unused);
            return Err(Undecided { findings, ..Undecided::new(record.python_scope(), reason) });
        }
        let alike: Vec<String> = python
            .prompt_similarity
            .iter()
            .filter(|pair| pair.shared > self.shared_at_most)
            .map(|pair| {
                format!("{} and {} share {:.0} %", pair.left, pair.right, pair.shared * 100.0)
            })
            .collect();
        let most = python.prompt_similarity.iter().map(|pair| pair.shared).fold(0.0, f64::max);
        let words = |prompt: &&PromptFact| prompt.text.split_whitespace().count();
        let short = prompts.iter().map(words).min().filter(|words| *words < SHORT);
        let short =
            short.map_or_else(String::new, |words| format!("; the shortest has {words} words"));
        let statement = if same_text(&prompts) {
            "All three personas are instructed by one text in which only the name changes."
                .to_owned()
        } else {
            format!(
                "Three personas have prompts; the closest two share {:.0} % of their five-word runs{short}.",
                most * 100.0
            )
        };
        findings.truncate(6);
        Ok(Answer {
            outcome: Outcome::of_share(3 - alike.len().min(3), 3),
            statement,
            missing: alike,
            findings,
        })
    }
}

/// Words below which a text hardly instructs.
const SHORT: usize = 10;

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
