//! `auditor verify`: whether an audit's journal is as it was written, and its verdict follows from it.

use super::exit::{Exit, fail};
use super::keeping::{Lasting, unusable};
use super::session::Called;
use super::{kept, print, session};
use crate::config::Config;
use crate::docket::DOCKET;
use crate::domain::ids::AuditId;
use crate::engine::verify;
use crate::ports::journal::{Journal, JournalError, salvage};
use clap::Args;
use std::path::Path;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor verify 20261122-081512-3f2a9c
  auditor verify --salvage              # keep what is sound of a damaged journal

Exit codes: 0 everything holds, 1 something does not, 70 the journal is damaged.";

/// Check an audit's journal, and derive its verdict again, byte for byte.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct VerifyArgs {
    /// The audit, or how its name begins.
    #[arg(value_name = "ID", required_unless_present = "salvage")]
    audit: Option<String>,
    /// Copy all that is sound of a damaged journal into a new one, and set the damaged one aside.
    #[arg(long, conflicts_with = "audit")]
    salvage: bool,
}

/// Verifies one audit.
pub(super) fn run(args: &VerifyArgs, called: Called<'_>) -> ExitCode {
    let Called { config, state, quiet: _ } = called;
    if args.salvage {
        return rescue(state, config);
    }
    let lasting = match Lasting::existing(config, state, false) {
        Ok(lasting) => lasting,
        Err(exit) => return exit,
    };
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    let typed = args.audit.as_deref().unwrap_or_default();
    runtime.block_on(check(&lasting, typed))
}

/// The records of a class have no verdict; they are as they were written, or not.
async fn chain_alone(lasting: &Lasting, name: &AuditId) -> ExitCode {
    match lasting.journal.verify(name).await {
        Ok(records) => {
            print(&format!("{name}: {records} records of the class, each as it was written"));
            ExitCode::SUCCESS
        }
        Err(error) => unusable(&error),
    }
}

async fn check(lasting: &Lasting, typed: &str) -> ExitCode {
    let audit = match kept::named(lasting, typed).await {
        Ok(audit) => audit,
        Err(exit) => return exit,
    };
    if audit.as_str() == DOCKET {
        return chain_alone(lasting, &audit).await;
    }
    let events = match lasting.journal.events(&audit).await {
        Ok(events) => events,
        Err(error) => return unusable(&error),
    };
    let log = lasting.journal.log(&audit).await;
    let head = log.ok().and_then(|sound| sound.events.last().map(|last| last.hash.clone()));
    print(&format!(
        "{audit}: {} events, each as it was written; the chain ends in {}",
        events.len(),
        head.unwrap_or_default()
    ));
    // How it was asked for, and what models said.
    let beside = async {
        lasting.journal.terms(&audit).await?;
        lasting.journal.calls(&audit).await
    };
    let calls = match beside.await {
        Ok(calls) => calls,
        Err(error) => return unusable(&error),
    };
    let mut found = verify(&events, &calls);
    for (path, text) in &found.files {
        match std::fs::read_to_string(path) {
            Ok(there) if there == *text => {
                found.same.push(format!("`{}` is what the verdict says", path.display()));
            }
            Ok(_) => found.differs.push(format!("`{}` is not as it was written", path.display())),
            Err(_) => found.unchecked.push(format!("`{}` is not there any more", path.display())),
        }
    }
    for words in &found.same {
        print(&format!("  holds: {words}"));
    }
    for words in &found.unchecked {
        print(&format!("  not checked: {words}"));
    }
    if found.differs.is_empty() {
        return ExitCode::SUCCESS;
    }
    fail(Exit::BelowBar, &found.differs.join("; "))
}

/// Keeps what is sound of a damaged journal.
fn rescue(state: Option<&Path>, config: &Config) -> ExitCode {
    let file = match super::keeping::place(config, state) {
        Ok(file) => file,
        Err(exit) => return exit,
    };
    let done = match salvage(&file) {
        Ok(done) => done,
        Err(JournalError::NotAJournal { path, why }) => {
            let path = path.display();
            return fail(
                Exit::Internal,
                &format!(
                    "nothing in `{path}` is a journal's ({why}): move it away, and the next audit begins a new one; \
                     nothing was changed"
                ),
            );
        }
        Err(error) => return unusable(&error),
    };
    let Some(aside) = &done.set_aside else {
        print("nothing is damaged; nothing was changed");
        return ExitCode::SUCCESS;
    };
    print(&format!("the former journal is now `{}`", aside.display()));
    for rescued in &done.audits {
        let kept = format!("{}: {} events and {} calls", rescued.id, rescued.events, rescued.calls);
        let lost: Vec<String> = rescued.losses.iter().map(lost).collect();
        let lost = if lost.is_empty() {
            "all that could be read is kept".to_owned()
        } else {
            lost.join("; ")
        };
        print(&format!("  {kept}; {lost}"));
    }
    ExitCode::SUCCESS
}

/// What a salvage could not keep.
fn lost(error: &JournalError) -> String {
    match error {
        JournalError::Damaged { intact, why, .. } => {
            format!("damaged ({why}), and its first {intact} events are kept")
        }
        JournalError::Malformed { why, .. } => format!("damaged ({why})"),
        JournalError::Spoilt { what, .. } => format!("{what} is damaged and left out"),
        JournalError::Unknown { .. } => "nothing of it is left".to_owned(),
        other => other.to_string(),
    }
}
