//! `auditor config`: what can be set in a file, and whether one is right.

use super::exit::usage;
use super::print;
use crate::config::{EXAMPLE, File};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor config --example > auditor.toml
  auditor config --check auditor.toml
  auditor --config auditor.toml audit https://github.com/OWNER/REPO";

/// Show what can be set in a file, or check one.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ConfigArgs {
    /// Print a file with every setting, each explained and commented out.
    #[arg(long, required_unless_present = "check", conflicts_with = "check")]
    example: bool,
    /// Check a file and say what is wrong with it and where.
    #[arg(long)]
    check: bool,
    /// The file to check, where it is not that of `--config`.
    #[arg(value_name = "FILE", requires = "check")]
    file: Option<PathBuf>,
}

/// Shows the example, or checks a file; `named` is that of `--config`.
pub(super) fn run(args: &ConfigArgs, named: Option<&Path>) -> ExitCode {
    if args.example {
        print(EXAMPLE.trim_end());
        return ExitCode::SUCCESS;
    }
    let path = args.file.as_deref().or(named);
    let Some(path) = path else {
        return usage("no file is named; write `auditor config --check auditor.toml`");
    };
    match File::load(path) {
        Ok(_) => {
            print(&format!("{}: all settings are understood", path.display()));
            ExitCode::SUCCESS
        }
        Err(mistake) => usage(&mistake.to_string()),
    }
}
