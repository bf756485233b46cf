//! `auditor doctor`: is everything there that language models need, and what do they really do? By what are PDFs
//! read?

use super::exit::{Exit, fail, usage};
use super::judging::{self, Provider, provider};
use super::{print, reading, session};
use crate::config::Config;
use crate::ports::llm::{Acquaintance, Endpoint, EndpointSettings, ModelError, Rung, sees};
use clap::Args;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor doctor
  OPENAI_BASE_URL=http://localhost:11434/v1 auditor doctor --model qwen3:8b";

/// Check the configuration of language models: what is reached, and what it really does.
///
/// Asks each model a question or two, which costs next to nothing. What a file `.env` in this folder or above it says
/// is followed, as audits do, and the file is named.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DoctorArgs {
    /// The model to look at, before those that the environment names.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
}

/// Checks the configuration of language models and says what to change.
pub(super) fn run(args: &DoctorArgs, config: &Config) -> ExitCode {
    if let Some(file) = &config.dotenv {
        print(&format!("settings   the environment, and `{}`", file.display()));
    }
    match reading::in_words(config) {
        Ok(words) => print(&words),
        Err(message) => return usage(&message),
    }
    let provider = match provider(&config.models) {
        Ok(Some(provider)) => provider,
        Ok(None) => {
            print(
                "No language model is configured: audits use the offline bench.\n\
                 To change that, set `OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` or \
                 `OPENROUTER_API_KEY`,\nor `OPENAI_BASE_URL` and `AUDITOR_MODEL` for a server of your \
                 own; .env.example explains each.",
            );
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage(&message),
    };
    match endpoint(args, config, &provider) {
        Ok((endpoint, models)) => examine(&endpoint, &provider, &models),
        Err(message) => usage(&message),
    }
}

type Named = Vec<(String, &'static str)>;

/// The server, and each model with what it is for.
fn endpoint(
    args: &DoctorArgs,
    config: &Config,
    provider: &Provider,
) -> Result<(Endpoint, Named), String> {
    let settings = EndpointSettings {
        base_url: provider.base_url.clone(),
        key: provider.key.clone(),
        rung: judging::rung(&config.models)?,
        deadline: judging::call_deadline(&config.models)?,
    };
    // What an audit would refuse is told here, too.
    judging::bounds(&config.models, provider)?;
    judging::pace(&config.models)?;
    let models = judging::models(args.model.as_deref(), &config.models, provider)?;
    let mut named = Named::new();
    for model in models.all() {
        let is_for = if Some(model) == models.vision.as_deref() { "figures" } else { "judges" };
        named.push((model.to_owned(), is_for));
    }
    Ok((Endpoint::new(settings)?, named))
}

fn examine(endpoint: &Endpoint, provider: &Provider, models: &Named) -> ExitCode {
    let key = if provider.key.is_some() { "with a key" } else { "without a key" };
    print(&format!("endpoint   {} ({}), asked {key}", endpoint.host(), provider.base_url));
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    for (model, is_for) in models {
        match runtime.block_on(look_at(endpoint, model)) {
            Ok((found, sight)) => print(&report(model, is_for, found, sight)),
            Err(error) => return fail(Exit::Judges, &format!("{error}; {}", advice(&error))),
        }
    }
    ExitCode::SUCCESS
}

async fn look_at(endpoint: &Endpoint, model: &str) -> Result<(Acquaintance, bool), ModelError> {
    let found = endpoint.acquaint(model).await?;
    Ok((found, sees(endpoint, model).await?))
}

fn report(model: &str, is_for: &str, found: Acquaintance, sight: bool) -> String {
    let rung = match found.dialect.rung {
        Rung::JsonSchema => "json_schema: replies are held to the schema",
        Rung::ToolCall => "tool_call: replies are held to the schema by a tool that must be called",
        Rung::JsonObject => {
            "json_object: replies are JSON, their shape is checked and asked for again"
        }
        Rung::Prompt => {
            "prompt: nothing holds replies to a shape; expect seats that stay empty, or take another model"
        }
    };
    let usage = if found.usage.estimated {
        "not reported; tokens are estimated, and caps on them are rough"
    } else {
        "reported"
    };
    let sight = match (sight, is_for) {
        (true, _) => "it sees",
        (false, "figures") => "it does not see; name another model in `AUDITOR_MODEL_VISION`",
        (false, _) => "it does not see, which judges need not",
    };
    let without: Vec<&str> = [
        (found.dialect.temperature, "temperature"),
        (found.dialect.seed, "seed"),
        (found.dialect.token_limit, "a limit of tokens"),
        (found.dialect.lengths, "lengths in schemas"),
    ]
    .into_iter()
    .filter_map(|(takes, name)| (!takes).then_some(name))
    .collect();
    let without = if without.is_empty() { "none".to_owned() } else { without.join(", ") };
    format!(
        "model      {model}, for {is_for}\n  structured output  {rung}\n  usage              {usage}\n  \
         pictures           {sight}\n  does not take      {without}"
    )
}

fn advice(error: &ModelError) -> &'static str {
    match error {
        ModelError::Unreachable { .. }
        | ModelError::TimedOut { .. }
        | ModelError::Severed { .. } => {
            "is the server running, and is its address in `OPENAI_BASE_URL` right?"
        }
        ModelError::Unauthorised { .. } => "check the key",
        ModelError::NoQuota { .. } => "top the account up, or use another provider",
        ModelError::Rejected { status: 404, .. } => {
            "check the model's name in `AUDITOR_MODEL`, and that the base URL ends as the server wants it"
        }
        ModelError::Rejected { .. } | ModelError::NotAReply { .. } => {
            "check the base URL and the model"
        }
        ModelError::RateLimited { .. }
        | ModelError::Server { .. }
        | ModelError::LeftAlone { .. } => "try again later",
        ModelError::TooLarge { .. }
        | ModelError::Spent { .. }
        | ModelError::Tape { .. }
        | ModelError::Unkept { .. } => {
            "no question of a doctor should end so: please report it with the command"
        }
    }
}
