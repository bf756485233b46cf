//! Whatever may be a rubric, or may read one: where nothing does, none is read.

use super::super::names::scope::Binding;
use super::super::repository::{At, Repository};
use super::super::running::sites::Sites;
use super::super::syntax::{Expr, ExprKind};
use super::Found;
use crate::domain::facts::{Practice, PracticeFact};

/// Parts of names that a rubric has.
const WORDS: &[&str] = &["rubric", "constitution"];

/// Callees that read data from files, or may, by their last name.
const LOADERS: &[&str] = &[
    "load",
    "safe_load",
    "full_load",
    "read_json",
    "parse_file",
    "from_file",
    "JSONLoader",
    "JSONDecoder",
    "get_data",
];

/// Callees that read data from a text, which may be that of a file.
const PARSERS: &[&str] = &["loads", "parse_raw", "model_validate_json", "validate_json"];

/// Parts of messages and of commands that have run, which hold no file.
const PARTS: &[&str] = &["content", "text", "stdout"];

/// Depth to which a value is followed.
const DEPTH: usize = 8;

/// The part of a name or of a text without spaces that may be a rubric's.
pub(super) fn word(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let found = WORDS.iter().find(|word| lower.contains(**word));
    // A pattern that looks for paths is none.
    let is_path = |letter: char| !letter.is_whitespace() && !matches!(letter, '(' | ')' | '|');
    found.filter(|_| name.chars().all(is_path)).copied()
}

/// Leaves one of those places that are outside the tests, and none where a rubric's file is named.
pub(super) fn one(found: &mut Found) {
    let ours = |fact: &PracticeFact, practice| !fact.in_tests && fact.practice == practice;
    let mut known = found.practices.iter().any(|fact| ours(fact, Practice::RubricFile));
    found.practices.retain(|fact| {
        fact.practice != Practice::RubricOpen
            || (!fact.in_tests && !std::mem::replace(&mut known, true))
    });
}

/// Notes the calls that may read a rubric.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    for site in &sites.all {
        let name = site.call.callee_name();
        let parses = || {
            let text = site.call.args.first().map(|arg| &arg.value);
            PARSERS.contains(&name)
                && text.is_none_or(|text| is_open(repository, site.at, text, DEPTH))
        };
        if LOADERS.contains(&name) || parses() {
            let module = site.module(repository);
            let place = module.place(site.expr.span);
            found.practice(Practice::RubricOpen, name, place, module.in_tests);
        }
    }
}

/// Whether a text may be that of a file: it is neither written there nor a part of a message.
fn is_open<'r>(repository: &Repository<'r>, at: At, text: &'r Expr<'r>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    match &text.kind {
        ExprKind::Str(_) => text.text().is_none(),
        ExprKind::Attribute(_, part) => !PARTS.contains(part),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(_, "group") => false,
            ExprKind::Attribute(object, "strip" | "lstrip" | "rstrip") => {
                is_open(repository, at, object, depth)
            }
            _ => true,
        },
        ExprKind::Conditional(choice) => {
            is_open(repository, at, &choice.then, depth)
                || is_open(repository, at, &choice.otherwise, depth)
        }
        ExprKind::Name(name) => repository.scope(at).bindings.get(name).is_none_or(|bindings| {
            !bindings.iter().all(|one| {
                matches!(one, Binding::Value(value) if !is_open(repository, at, value, depth))
            })
        }),
        _ => true,
    }
}
