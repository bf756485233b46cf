//! Texts that people are shown, and no model.

use super::super::running::sites::Sites;
use super::super::syntax::ExprKind;
use std::collections::BTreeMap;

/// How often names are shown to people: printed, or written to a log.
pub(super) fn shown<'r>(sites: &Sites<'r>) -> BTreeMap<&'r str, u32> {
    let mut found = BTreeMap::new();
    for site in sites.all.iter().filter(|site| speaks_to_people(site.call.callee_name())) {
        for arg in &site.call.args {
            if let ExprKind::Name(name) = arg.value.kind {
                *found.entry(name).or_default() += 1;
            }
        }
    }
    found
}

/// Whether a name is that of a text which tells how a program is used.
pub(super) fn is_help(names: &[String]) -> bool {
    let name = names.last().map(|name| name.to_ascii_lowercase()).unwrap_or_default();
    name.split(|one: char| !one.is_ascii_alphabetic())
        .any(|word| matches!(word, "help" | "usage" | "epilog"))
}

/// Functions whose texts are read by people, not by a model.
pub(super) fn speaks_to_people(name: &str) -> bool {
    matches!(
        name,
        "print"
            | "debug"
            | "info"
            | "warning"
            | "error"
            | "exception"
            | "critical"
            | "log"
            | "append_log"
            | "ArgumentParser"
            | "add_argument"
            | "add_argument_group"
            | "add_parser"
            | "add_subparsers"
            | "Option"
            | "SystemExit"
    ) || name.ends_with("Error")
        || name.ends_with("Exception")
        || matches!(
            name,
            "Evidence" | "JudicialOpinion" | "CriterionResult" | "Field" | "HTTPException"
        )
}
