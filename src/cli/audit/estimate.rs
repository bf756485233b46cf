//! `auditor audit --estimate`: what judging would use, before any model is asked.

use crate::cli::exit::{Exit, fail, usage};
use crate::cli::judging::JudgingArgs;
use crate::cli::keeping::Keeping;
use crate::cli::print;
use crate::cli::session::{self, Called, Goal};
use crate::domain::chat::{ChatRequest, Usage, estimated_prompt_tokens, estimated_tokens};
use crate::domain::request::AuditRequest;
use crate::domain::rubric::Rubric;
use crate::engine::Outcome;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Tokens of a usual opinion.
const USUAL_REPLY: u64 = 250;

/// Has the detectives work, lays out every question of the first hearing, and asks none.
pub(super) fn run(
    judging: &JudgingArgs,
    called: Called<'_>,
    (rubric, request): (Arc<Rubric>, AuditRequest),
) -> ExitCode {
    let bench = match judging.bench(called.config, Path::new("."), 0, &Keeping::forgetful().book())
    {
        Ok(Some(bench)) => bench,
        Ok(None) => return usage("the offline bench asks no model and costs nothing"),
        Err(message) => return usage(&message),
    };
    let goal = Goal::Facts { drawn: false };
    let cases = match session::passing(called, request, rubric, goal) {
        Ok(Outcome::Investigated { cases, .. }) => cases,
        Ok(Outcome::Abandoned { task, failure }) => {
            return fail(Exit::of_abandoned(&task), &failure.to_string());
        }
        Ok(Outcome::Reported { .. }) => return fail(Exit::Internal, "it ended in a judgement"),
        Err(exit) => return exit,
    };
    let questions: Vec<ChatRequest> = cases.iter().map(|case| bench.question(case)).collect();
    print(&in_words(&questions, &bench));
    ExitCode::SUCCESS
}

fn in_words(questions: &[ChatRequest], bench: &crate::cli::judging::Bench) -> String {
    let (mut all, mut kept, mut cost, mut dearest) = (0, 0, Some(0.0), Some(0.0));
    let mut before = String::new();
    for question in questions {
        let text: String = question.messages.iter().map(|message| message.text.as_str()).collect();
        let prompt = estimated_prompt_tokens(question);
        let shared = text.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
        let cached = estimated_tokens(text.get(..shared).unwrap_or_default()).min(prompt);
        let usage = |cached_tokens, completion_tokens| Usage {
            prompt_tokens: prompt,
            cached_tokens,
            completion_tokens,
            estimated: true,
        };
        let price = bench.prices.of(&question.model);
        let of = |usage: Usage| price.map(|price| price.cost(&usage));
        cost = cost.zip(of(usage(cached, USUAL_REPLY))).map(|(a, b)| a + b);
        let most = usage(0, u64::from(question.max_output_tokens));
        dearest = dearest.zip(of(most)).map(|(a, b)| a + b);
        all += prompt;
        kept += cached;
        before = text;
    }
    let cost = match (cost, dearest) {
        (Some(cost), Some(dearest)) => format!(
            "about {cost:.4} {0}, at most {dearest:.4} {0} without a cache and with the longest replies; \
             prices of {1}",
            bench.prices.currency, bench.prices.as_of
        ),
        _ => "not known: a model is not in the table of prices (see `--prices`)".to_owned(),
    };
    format!(
        "{} calls to {} at {}\nprompt tokens  about {all}, of which {kept} are repeated from the call \
         before\nreply tokens   about {}\ncost           {cost}\nSecond hearings and replies that have \
         to be mended come on top.",
        questions.len(),
        bench.models.in_words(),
        bench.models.endpoint,
        USUAL_REPLY * questions.len() as u64,
    )
}
