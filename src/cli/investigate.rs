//! `auditor investigate`: the detectives alone.

use super::exit::{Exit, complain, fail, usage};
use super::print;
use super::results::on_disk;
use super::session::{self, Called, Goal};
use super::submission::SubmissionArgs;
use crate::domain::facts::Figure;
use crate::engine::Outcome;
use crate::ports::sandbox::{Png, Rendered};
use crate::render;
use clap::Args;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor investigate https://github.com/OWNER/REPO
  auditor investigate ~/submission --pdf report.pdf --json > facts.json
  auditor investigate ~/submission --pdf report.pdf --figures figures/
  auditor schema investigation            # what the JSON means";

/// Have the detectives collect evidence and facts; nobody judges and nothing is written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct InvestigateArgs {
    #[command(flatten)]
    submission: SubmissionArgs,
    /// Print all evidence and all facts as JSON.
    #[arg(long)]
    json: bool,
    /// Write a PNG picture of each figure of the report into this folder.
    #[arg(long, value_name = "DIR", value_parser = on_disk())]
    figures: Option<PathBuf>,
}

impl InvestigateArgs {
    /// The folder of this machine that is audited, if it is one.
    pub fn audited(&self) -> Option<PathBuf> {
        self.submission.audited()
    }
}

/// Runs one investigation.
pub(super) fn run(args: &InvestigateArgs, called: Called<'_>) -> ExitCode {
    let (rubric, request) = match args.submission.prepare(called.config) {
        Ok(prepared) => prepared,
        Err(message) => return usage(&message),
    };
    if let Some(why) = args.figures.as_deref().and_then(no_folder) {
        return usage(&why);
    }
    let goal = Goal::Facts { drawn: args.figures.is_some() };
    let (mut found, pictures) = match session::passing(called, request, rubric, goal) {
        Ok(Outcome::Investigated { found, pictures, .. }) => (found, pictures),
        Ok(Outcome::Abandoned { task, failure }) => {
            return fail(Exit::of_abandoned(&task), &failure.to_string());
        }
        Ok(Outcome::Reported { .. }) => {
            return fail(Exit::Internal, "the investigation ended in a judgement");
        }
        Err(exit) => return exit,
    };
    let mut missing = found.unread.clone();
    if let (Some(folder), Some(facts)) = (&args.figures, &mut found.facts.figures) {
        match keep(folder, &mut facts.figures, pictures) {
            Ok(undrawn) => missing.extend(undrawn),
            Err(error) => {
                let shown = folder.display();
                return usage(&format!("the figures cannot be written to `{shown}`: {error}"));
            }
        }
    }
    for reason in &missing {
        complain("warning", reason);
    }
    if args.json {
        print(render::investigation_json(&found).trim_end());
    } else {
        print(render::investigation(&found).trim_end());
    }
    if missing.is_empty() { Exit::Reported.into() } else { Exit::Partial.into() }
}

/// Why figures cannot be written to a folder of this name, as far as that is known before there are any.
fn no_folder(folder: &Path) -> Option<String> {
    let nearest = folder.ancestors().find(|path| path.exists())?;
    (!nearest.is_dir()).then(|| {
        let (shown, file) = (folder.display(), nearest.display());
        format!(
            "the figures cannot be written to `{shown}`: `{file}` is a file, and they need a folder"
        )
    })
}

/// Writes the pictures and names them in the facts; tells which figures have none, and why.
fn keep(
    folder: &Path,
    figures: &mut [Figure],
    pictures: Vec<Rendered>,
) -> std::io::Result<Vec<String>> {
    std::fs::create_dir_all(folder)?;
    let mut undrawn = Vec::new();
    for (number, (figure, picture)) in (1..).zip(figures.iter_mut().zip(pictures)) {
        match picture {
            Ok(Png(bytes)) => {
                let name = format!("figure_{number:02}_page_{:03}.png", figure.page);
                let mut file = tempfile::NamedTempFile::new_in(folder)?;
                file.write_all(&bytes)?;
                file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
                file.persist(folder.join(&name))?;
                figure.png = Some(name);
            }
            Err(why) => {
                undrawn
                    .push(format!("The figure on page {} could not be drawn: {why}.", figure.page));
            }
        }
    }
    Ok(undrawn)
}
