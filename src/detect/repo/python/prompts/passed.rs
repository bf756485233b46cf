//! Prompts that a call hands on together with the persona's name, and texts that all personas share.

use super::super::repository::{Origin, Repository};
use super::super::running::reach::Reach;
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Body, Class, Expr, ExprKind, Function, Param, Piece, Stmt, StmtKind};
use super::constants::joined;
use super::{HOLDERS, in_tests, persona_in};
use crate::detect::repo::python::names::words::speaks_of;
use crate::domain::facts::{Lines, OpenTemplate, PromptFact};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Fewest words of a text that instructs.
const WORDS: usize = 3;

/// Parts of names under which a persona's own text may be found.
const OWN_TEXTS: &[&str] = &[
    "prompt",
    "persona",
    "instruction",
    "philosophy",
    "system",
    "style",
    "lens",
    "stance",
    "mandate",
    "bias",
    "guid",
    "tone",
    "brief",
    "directive",
    "focus",
    "template",
    "character",
    "description",
];

/// `You are the {…} judge`: the name stands where it is filled in.
static ADDRESSES_ROLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?-u:\b)(?:you are|you're|act as|acting as)[ \t\r\n]+(?:now[ \t\r\n]+)?(?:the |a |an )?[\*\x22'_`]*\{([0-9A-Za-z_]*)(?:[.!:][^{}]*)?\}")
        .expect("the pattern is a constant that compiles")
});

/// A text that is a persona's prompt as it stands there.
pub(super) fn plain(persona: &str, text: &str, live: Option<bool>, place: Lines) -> PromptFact {
    PromptFact {
        persona: persona.into(),
        text: text.into(),
        template: None,
        sent: None,
        part: false,
        live,
        in_tests: in_tests(&place.file),
        place,
    }
}

/// One text as the prompt of each of these personas.
pub(super) fn of_each<'p>(
    personas: impl IntoIterator<Item = &'p str>,
    text: &str,
    live: Option<bool>,
    place: &Lines,
) -> impl Iterator<Item = PromptFact> {
    personas.into_iter().map(move |persona| plain(persona, text, live, place.clone()))
}

/// Short texts that are handed to a parameter for prompts, beside the name of a persona.
pub(super) fn passed(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
) -> Vec<PromptFact> {
    sites.all.iter().flat_map(|site| handed(repository, reach, site)).collect()
}

fn handed<'r>(repository: &Repository<'r>, reach: &Reach, site: &Site<'r>) -> Vec<PromptFact> {
    // The only persona that the call names.
    let args = site.call.args.iter().map(|arg| &arg.value);
    let names: BTreeSet<_> = args.filter_map(persona_name).collect();
    let [persona] = names.into_iter().collect::<Vec<_>>()[..] else { return Vec::new() };
    let called = repository.origins(&site.call.callee, site.at).into_iter();
    let Some((function, bound)) = called.into_iter().find_map(|origin| match origin {
        Origin::Function(_, function) => Some((function, 0)),
        Origin::Class(_, class) => Some((constructor(class)?, 1)),
        _ => None,
    }) else {
        return Vec::new();
    };
    let module = site.module(repository);
    let mut facts = Vec::new();
    for (index, arg) in site.call.args.iter().enumerate() {
        let param = function.taker_name(arg, index + bound);
        // What asks about the case is no brief of a persona.
        let holds = param.is_some_and(|name| {
            let name = name.to_ascii_lowercase();
            HOLDERS.iter().any(|holder| *holder != "role" && name.contains(holder))
                && !["user", "human", "name", "id"].iter().any(|word| name.contains(word))
        });
        let text = joined(&arg.value).filter(|_| holds && persona_name(&arg.value).is_none());
        if let Some(text) = text.filter(|text| text.split_whitespace().count() >= WORDS) {
            facts.push(PromptFact {
                persona: persona.into(),
                text,
                template: None,
                sent: None,
                part: false,
                live: reach.live(site.at.module),
                place: module.place(arg.value.span),
                in_tests: module.in_tests,
            });
        }
    }
    facts
}

fn constructor<'r>(class: &'r Class<'r>) -> Option<&'r Function<'r>> {
    class.method("__init__")
}

/// The persona that a string is the name of.
pub(super) fn persona_name(value: &Expr<'_>) -> Option<&'static str> {
    let text = value.text()?;
    (text.split_whitespace().count() <= 2 && text.len() <= 24).then(|| persona_in(&text)).flatten()
}

/// Texts that address whichever persona is filled in, once for each; and those of them beside whose names the personas
/// may be told something of their own.
pub(super) fn shared(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
) -> (Vec<PromptFact>, Vec<OpenTemplate>) {
    let (mut facts, mut open) = (Vec::new(), Vec::new());
    for (index, module) in repository.program_numbered() {
        let mut found = Vec::new();
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Function(function) = &stmt.kind {
                found.push(function);
            }
        });
        for function in found {
            for (value, text, role) in templates(&function.body) {
                let personas = named(repository, sites, index, function, role, 3);
                if personas.len() < 2 {
                    continue;
                }
                if has_own_text(module.text, function, role)
                    || tells_apart(repository, sites, index, function, role)
                {
                    let words = text.split_whitespace().filter(|word| !word.contains('{')).count();
                    open.push(OpenTemplate {
                        personas: personas.into_iter().map(ToOwned::to_owned).collect(),
                        words: u32::try_from(words).unwrap_or(u32::MAX),
                        live: reach.live(index),
                        place: module.place(value.span),
                    });
                    continue;
                }
                let (live, place) = (reach.live(index), module.place(value.span));
                facts.extend(of_each(personas, &text, live, &place));
            }
        }
    }
    (facts, open)
}

type Template<'r> = (&'r Expr<'r>, String, &'r str);

/// The texts in `body` that address a role by a variable, with the variable's name.
fn templates<'r>(body: &'r Body<'r>) -> Vec<Template<'r>> {
    let mut found = Vec::new();
    Stmt::each_own(body, &mut |stmt| {
        stmt.walk(&mut |part| found.extend(template(part)));
    });
    found
}

fn template<'r>(value: &'r Expr<'r>) -> Option<Template<'r>> {
    match &value.kind {
        ExprKind::Str(pieces) => {
            let text = value.template().unwrap_or_default();
            filled_in(&text, pieces).map(|role| (value, text, role))
        }
        ExprKind::Call(call) => {
            let ExprKind::Attribute(object, "format") = &call.callee.kind else { return None };
            let text = joined(object)?;
            let names = ADDRESSES_ROLE.captures(&text)?;
            let role = call.keyword(&names[1]).or_else(|| call.position(0)).and_then(root)?;
            Some((value, text, role))
        }
        _ => None,
    }
}

/// The variable that an f-string addresses.
fn filled_in<'r>(text: &str, pieces: &'r [Piece<'r>]) -> Option<&'r str> {
    let hole = ADDRESSES_ROLE.captures(text)?.get(1)?;
    let before = text[..hole.start()].matches("{}").count();
    let mut holes = pieces.iter().filter_map(|piece| match piece {
        Piece::Literal(_) => None,
        Piece::Hole(hole) => Some(hole),
    });
    hole.is_empty().then(|| holes.nth(before)).flatten().and_then(root)
}

/// The variable that `role`, `role.value` or `role.upper()` starts from.
fn root<'r>(value: &'r Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Attribute(object, _) => root(object),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, _) => root(object),
            _ => None,
        },
        _ => None,
    }
}

/// The personas that the callers of `function` pass as `role`.
fn named(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    module: usize,
    function: &Function<'_>,
    role: &str,
    steps: usize,
) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for (site, value) in given(repository, sites, module, function, role) {
        match (&value.kind, site.function()) {
            (ExprKind::Str(_), _) => found.extend(persona_name(value)),
            (ExprKind::Name(name), Some(caller)) if steps > 0 => {
                found.extend(named(repository, sites, site.at.module, caller, name, steps - 1));
            }
            (ExprKind::Attribute(_, name), _) => found.extend(persona_in(name)),
            _ => {}
        }
    }
    found
}

/// What the callers of `function` outside the tests pass as `name`, with the calls.
fn given<'s, 'r>(
    repository: &Repository<'_>,
    sites: &'s Sites<'r>,
    module: usize,
    function: &Function<'_>,
    name: &str,
) -> Vec<(&'s Site<'r>, &'r Expr<'r>)> {
    let is_bound = |param: &Param<'_>| param.is_self();
    let bound = usize::from(function.params.first().is_some_and(is_bound));
    let index = function.params.iter().position(|param| param.name == name);
    let Some(index) = index.and_then(|index| index.checked_sub(bound)) else { return Vec::new() };
    let callers = sites.callers(module, function).into_iter().take(32);
    callers
        .filter(|site| !repository.modules[site.at.module].in_tests)
        .filter_map(|site| Some((site, site.call.argument(index, name)?)))
        .collect()
}

/// Whether callers pass different texts besides the role, by which the function may look up what is the
/// persona's own.
fn tells_apart(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    module: usize,
    function: &Function<'_>,
    role: &str,
) -> bool {
    function.params.iter().filter(|param| param.name != role).any(|param| {
        let given = given(repository, sites, module, function, param.name);
        let texts: BTreeSet<String> = given.iter().filter_map(|(_, value)| value.text()).collect();
        texts.len() > 1
    })
}

/// Whether the function may add a text of the persona's own.
fn has_own_text(source: &str, function: &Function<'_>, role: &str) -> bool {
    let own = |name: &str| speaks_of(name, OWN_TEXTS);
    let params = function.params.iter().any(|param| param.name != role && own(param.name));
    params || depends(&function.body, source, role, 0)
}

/// Whether a body looks something up by the role, or tells roles apart.
fn depends(body: &Body<'_>, source: &str, role: &str, depth: usize) -> bool {
    depth < 64 && body.iter().any(|stmt| {
        stmt.expressions().into_iter().any(|value| looks_up(value, source, role, 0))
            || matches!(&stmt.kind, StmtKind::Match { subject, .. } if root(subject) == Some(role))
            || stmt.blocks().into_iter().any(|block| depends(block, source, role, depth + 1))
    })
}

fn looks_up(value: &Expr<'_>, source: &str, role: &str, depth: usize) -> bool {
    let is_role = |value: &Expr<'_>| root(value) == Some(role);
    let own = match &value.kind {
        ExprKind::Subscript(_, indices) => indices.iter().any(is_role),
        ExprKind::Compare(sides, _) => sides.iter().any(is_role),
        ExprKind::Call(call) => {
            let callee = source.get(call.callee.span.start..call.callee.span.end);
            let callee = callee.unwrap_or_default().to_ascii_lowercase();
            let finds = call.callee_name() == "get"
                || OWN_TEXTS.iter().chain(&["role"]).any(|word| callee.contains(word));
            // `"…{role}…".format(role=role)` fills in the text that is looked at.
            let fills = call.callee_name() == "format";
            finds && !fills && call.args.iter().any(|arg| is_role(&arg.value))
        }
        _ => false,
    };
    own || (depth < 32
        && value.parts().into_iter().any(|part| looks_up(part, source, role, depth + 1)))
}
