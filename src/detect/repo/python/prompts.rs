//! Texts that instruct the three personas, and how alike they are.

mod alike;
mod attributes;
mod branches;
mod constants;
mod files;
mod inherited;
mod opening;
mod passed;
mod sent;
mod shown;
mod siblings;
mod unread;

use super::in_tests;
use super::repository::{At, Repository};
use super::running::reach::Reach;
use super::running::sites::Sites;
use super::sources::parse::Module;
use super::syntax::{Body, Call, Expr, ExprKind, Passing, Span, StmtKind};
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::names::words::speaks_of;
use crate::domain::facts::{OpenTemplate, PromptFact};
pub(in crate::detect) use alike::SHINGLE;
pub(super) use alike::similarity;
use attributes::Attributes;
pub(super) use files::files;
use shown::{is_help, shown, speaks_to_people};
use std::sync::LazyLock;

/// The personas in the order in which they are compared.
const PERSONAS: [&str; 3] = ["Prosecutor", "Defense", "TechLead"];

/// Words that make a text an instruction.
static INSTRUCTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\byou (are|must|should|will)\b|\byour (role|job|task|mission|goal|philosophy|duty|focus|core|mandate|objective)\b|\bphilosophy:|\bassume\b|\breward\b|\btrust no one\b",
    )
});

/// Names of variables, keys and parameters that hold instructions.
const HOLDERS: &[&str] = &[
    "prompt",
    "system",
    "persona",
    "instruction",
    "philosophy",
    "directive",
    "role",
    "objective",
    "stance",
    "lens",
    "mandate",
    "bias",
];

/// Lists the texts that instruct a persona, in source order, and those that address whichever is filled in, of which it is
/// not known what else fills them.
pub(super) fn prompts(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
) -> (Vec<PromptFact>, Vec<OpenTemplate>) {
    let mut facts = Vec::new();
    let looks_up = sites.named("globals").len() + sites.named("vars").len() > 0;
    let attributes = Attributes::new(repository, sites);
    let shown = shown(sites);
    for (index, module) in repository.modules.iter().enumerate() {
        let spelled = constants::Constants { repository, at: At::top(index) };
        let mut search = Search {
            module,
            spelled,
            facts: Vec::new(),
            branch: None,
            branched: Vec::new(),
            perhaps: Vec::new(),
            parted: false,
        };
        search.body(&module.syntax.body, &mut Vec::new());
        siblings::add(&mut search.facts, search.perhaps);
        search.facts.extend(branches::instructing(repository, search.branched));
        for (mut fact, holder) in search.facts {
            fact.live = reach.live(index);
            // What nothing names, nothing uses.
            let unused = !holder.name.is_empty()
                && repository.mentions_of(&holder.name)
                    <= holder.own_mentions + shown.get(holder.name.as_str()).unwrap_or(&0);
            let unused = unused || attributes.is_idle(repository, &holder.around);
            if !looks_up && unused && reach.is_certain() {
                fact.live = Some(false);
            }
            facts.push(fact);
        }
    }
    facts.extend(passed::passed(repository, sites, reach));
    unread::replace(repository, sites, &mut facts);
    facts.sort_by(|left, right| left.place.cmp(&right.place));
    facts.dedup();
    let (mut shared, open) = passed::shared(repository, sites, reach);
    shared.extend(inherited::inherited(repository, reach, &attributes));
    let known = |fact: &PromptFact| {
        facts
            .iter()
            .any(|one| !one.in_tests && one.live != Some(false) && one.persona == fact.persona)
    };
    let shared: Vec<PromptFact> = shared.into_iter().filter(|fact| !known(fact)).collect();
    facts.extend(shared);
    (facts, open)
}

/// The name at a module's own level under which a text is held.
struct Holder {
    name: String,
    /// How often its own definition mentions it.
    own_mentions: u32,
    /// The names around the text, the outermost first.
    around: Vec<String>,
}

struct Search<'r> {
    module: &'r Module<'r>,
    /// What stands where a text names a constant.
    spelled: constants::Constants<'r>,
    facts: Vec<(PromptFact, Holder)>,
    /// The persona that the branch is of, if it is one's.
    branch: Option<&'static str>,
    /// Texts in branches that are one persona's.
    branched: Vec<(PromptFact, Holder)>,
    /// Texts under a persona's key that do not say whether they instruct.
    perhaps: Vec<(PromptFact, Holder)>,
    /// Whether what is read stands beside other texts in a dictionary.
    parted: bool,
}

impl<'r> Search<'r> {
    /// `names` are the names around: classes, functions, variables, keys, outermost first.
    fn body(&mut self, body: &'r Body<'r>, names: &mut Vec<String>) {
        for stmt in body {
            match &stmt.kind {
                // Documentation instructs nobody.
                StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. }) => continue,
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    let target = targets.first().map(|target| self.source(target.span));
                    self.named(target.unwrap_or_default(), value, names);
                }
                StmtKind::Augment { target, value } => {
                    self.named(self.source(target.span), value, names);
                }
                StmtKind::Return(Some(value)) | StmtKind::Expr(value) => self.value(value, names),
                StmtKind::Function(function) => {
                    for (name, default) in function
                        .params
                        .iter()
                        .filter_map(|param| Some((param.name, param.default.as_ref()?)))
                    {
                        self.named(name, default, names);
                    }
                    names.push(function.name.into());
                    self.body(&function.body, names);
                    names.pop();
                    continue;
                }
                StmtKind::Class(class) => {
                    names.push(class.name.into());
                    self.body(&class.body, names);
                    names.pop();
                    continue;
                }
                StmtKind::If { .. } | StmtKind::Match { .. } => {
                    self.branches(stmt, names);
                    continue;
                }
                _ => {}
            }
            for block in stmt.blocks() {
                self.body(block, names);
            }
        }
    }

    fn source(&self, span: Span) -> &'r str {
        self.module.text_of(span).unwrap_or_default()
    }

    fn named(&mut self, name: &str, value: &'r Expr<'r>, names: &mut Vec<String>) {
        names.push(name.into());
        self.value(value, names);
        names.pop();
    }

    fn value(&mut self, value: &'r Expr<'r>, names: &mut Vec<String>) {
        match &value.kind {
            ExprKind::Str(_) | ExprKind::Binary("+", _) => {
                if let Some(text) = self.spelled.joined(value) {
                    self.text(&text, value.span, names);
                } else {
                    for part in value.parts() {
                        self.value(part, names);
                    }
                }
            }
            ExprKind::Dict(pairs) => {
                let around = self.parted;
                self.parted = has_parts(pairs);
                for (key, value) in pairs {
                    let key = key.as_ref().map(|key| self.source(key.span)).unwrap_or_default();
                    self.named(key, value, names);
                }
                self.parted = around;
            }
            ExprKind::Call(call) => {
                // `"…".format(…)` and `textwrap.dedent("…")` are still the text.
                if let ExprKind::Attribute(object, _) = &call.callee.kind {
                    self.value(object, names);
                }
                if speaks_to_people(call.callee_name()) {
                    return;
                }
                // What is added to a list of arguments is held by it.
                let list = added_to(call).filter(|list| is_argument(list));
                names.extend(list.map(ToOwned::to_owned));
                for arg in &call.args {
                    match arg.passing {
                        Passing::Keyword(name) => self.named(name, &arg.value, names),
                        Passing::Position | Passing::Rest | Passing::Named => {
                            self.value(&arg.value, names);
                        }
                    }
                }
                names.truncate(names.len() - usize::from(list.is_some()));
            }
            // `{"Prosecutor": "…", …}[judge]` chooses among texts.
            ExprKind::Subscript(choices, _) if matches!(choices.kind, ExprKind::Dict(_)) => {
                self.value(choices, names);
            }
            ExprKind::Conditional(_) => self.choice(value, names),
            ExprKind::Compare(..) | ExprKind::Subscript(..) => {}
            _ => {
                for part in value.parts() {
                    self.value(part, names);
                }
            }
        }
    }

    fn text(&mut self, text: &str, span: Span, names: &[String]) {
        let words = text.split_whitespace().count();
        if words < 4 || text.len() < 20 || is_help(names) {
            return;
        }
        let own = persona(text, names);
        let keyed = siblings::keyed(names).filter(|_| own.is_none() && !argues(names));
        let Some(persona) = own.or(self.branch).or(keyed) else { return };
        let fact = PromptFact {
            persona: persona.into(),
            text: text.into(),
            template: None,
            sent: None,
            part: self.parted,
            live: None,
            place: self.module.place(span),
            in_tests: self.module.in_tests,
        };
        let told = (fact, self.holder(names));
        let list = match (own, self.branch) {
            (Some(_), _) => &mut self.facts,
            (None, Some(_)) => &mut self.branched,
            (None, None) => &mut self.perhaps,
        };
        list.push(told);
    }

    fn holder(&self, names: &[String]) -> Holder {
        let name = names.first().cloned().unwrap_or_default();
        let is_definition = self.module.syntax.body.iter().any(|stmt| match &stmt.kind {
            StmtKind::Function(function) => function.name == name && function.decorators.is_empty(),
            StmtKind::Class(class) => class.name == name && class.decorators.is_empty(),
            _ => false,
        });
        let is_variable = name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
            && self.module.syntax.body.iter().any(|stmt| {
                matches!(&stmt.kind, StmtKind::Assign { targets, .. }
                    if matches!(targets.as_slice(), [Expr { kind: ExprKind::Name(n), .. }] if *n == name))
            });
        let (name, own_mentions) = match (is_definition, is_variable) {
            (true, false) => (name, 0),
            (false, true) => (name, 1),
            _ => (String::new(), 0),
        };
        Holder { name, own_mentions, around: names.to_vec() }
    }
}

/// Whether a dictionary holds several texts, and is not one of the personas.
fn has_parts(pairs: &[(Option<Expr<'_>>, Expr<'_>)]) -> bool {
    let is_persona = |key: &Expr<'_>| key.text().is_some_and(|key| persona_in(&key).is_some());
    let spoken = |value: &Expr<'_>| {
        value.any(&|part| part.text().is_some_and(|text| text.split_whitespace().count() > 1))
    };
    !pairs.iter().any(|(key, _)| key.as_ref().is_some_and(is_persona))
        && pairs.iter().filter(|(_, value)| spoken(value)).count() > 1
}

/// The name of the list that a call adds something to.
fn added_to<'r>(call: &Call<'r>) -> Option<&'r str> {
    match &call.callee.kind {
        ExprKind::Attribute(object, "append" | "extend" | "insert") => object.name(),
        _ => None,
    }
}

/// Whether a name is one of what a judge says, and not of what it is told.
fn is_argument(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["argument", "rationale", "opinion", "fallback"].iter().any(|word| name.contains(word))
        && !HOLDERS.iter().any(|holder| name.contains(holder))
}

/// The persona that `text` instructs: by its opening words, else by the names around it.
fn persona(text: &str, names: &[String]) -> Option<&'static str> {
    if let Some(addressed) = opening::addressed(text) {
        return Some(addressed);
    }
    if argues(names) {
        return None;
    }
    // The nearest name that speaks of exactly one persona decides.
    let near = names.iter().rev().find_map(|name| persona_in(name))?;
    let last = names.last()?.to_ascii_lowercase();
    let held = names.iter().rev().take(3).any(|name| speaks_of(name, HOLDERS));
    let is_name = persona_in(&last).is_some() || HOLDERS.iter().any(|holder| last.contains(holder));
    let instructs = INSTRUCTS.is_match(text);
    // A few words under a persona's name are as likely a label or a marker.
    if !instructs && text.split_whitespace().count() < 6 {
        return None;
    }
    (held && (instructs || is_name) || instructs && is_name).then_some(near)
}

/// Whether a text is what a judge says who speaks by rules, who tells whom it is not told to be, or what stands in for a
/// judge's words.
fn argues(names: &[String]) -> bool {
    let is_spare = |name: &String| name.to_ascii_lowercase().contains("fallback");
    let stands_in = names.iter().any(|name| is_spare(name) && is_argument(name));
    names.last().is_some_and(|name| is_argument(name)) || stands_in
}

/// The persona that a name speaks of, if it is exactly one.
pub(super) fn persona_in(name: &str) -> Option<&'static str> {
    let plain: String =
        name.chars().filter(|char| char.is_alphanumeric()).collect::<String>().to_lowercase();
    let found = [
        plain.contains("prosecut"),
        plain.contains("defense") || plain.contains("defence") || plain.contains("defender"),
        plain.contains("techlead"),
    ];
    match found {
        [true, false, false] => Some(PERSONAS[0]),
        [false, true, false] => Some(PERSONAS[1]),
        [false, false, true] => Some(PERSONAS[2]),
        _ => None,
    }
}
