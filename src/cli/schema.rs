//! `auditor schema`: JSON Schemas of the contract's types.

use super::exit::usage;
use super::print;
use crate::domain::evidence::Evidence;
use crate::domain::facts::{FigureFacts, RepositoryFacts};
use crate::domain::investigation::{CaseFacts, DocumentReading, Investigation};
use crate::domain::opinion::JudicialOpinion;
use crate::domain::report::AuditReport;
use crate::domain::state::ContractState;
use crate::domain::verdict::CriterionResult;
use schemars::{Schema, schema_for};
use std::process::ExitCode;

/// A name and what makes its schema.
type Named = (&'static str, fn() -> Schema);

/// Every type whose schema can be printed.
const TYPES: &[Named] = &[
    ("evidence", || schema_for!(Evidence)),
    ("opinion", || schema_for!(JudicialOpinion)),
    ("criterion", || schema_for!(CriterionResult)),
    ("report", || schema_for!(AuditReport)),
    ("state", || schema_for!(ContractState)),
    ("investigation", || schema_for!(Investigation)),
    ("facts", || schema_for!(CaseFacts)),
    ("facts.repository", || schema_for!(RepositoryFacts)),
    ("facts.document", || schema_for!(DocumentReading)),
    ("facts.figures", || schema_for!(FigureFacts)),
];

/// Prints one schema, or the names.
pub(super) fn run(name: Option<&str>) -> ExitCode {
    let names: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
    let Some(name) = name else {
        print(&names.join("\n"));
        return ExitCode::SUCCESS;
    };
    match TYPES.iter().find(|(known, _)| *known == name) {
        Some((_, schema)) => {
            print(&serde_json::to_string_pretty(&schema()).unwrap_or_default());
            ExitCode::SUCCESS
        }
        None => usage(&format!("there is no schema `{name}`; the names are {}", names.join(", "))),
    }
}
