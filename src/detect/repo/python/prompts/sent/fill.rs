//! Puts a text into the template that takes it.

use super::super::super::syntax::{Call, Expr, ExprKind, Passing, Piece};

/// What a template is filled with.
pub(super) struct Fills<'f, 'a> {
    /// Whether an expression is the text.
    pub held: &'f dyn Fn(&Expr<'a>) -> bool,
    pub text: &'f str,
    /// The texts of other expressions.
    pub known: &'f dyn Fn(&Expr<'a>) -> Option<String>,
}

impl<'a> Fills<'_, 'a> {
    fn of(&self, value: &Expr<'a>) -> String {
        if (self.held)(value) {
            return self.text.to_owned();
        }
        let known = || (self.known)(value).or_else(|| self.worded(value));
        known().unwrap_or_else(|| "{}".to_owned())
    }

    /// A known text in other letters: `name.lower()`.
    fn worded(&self, value: &Expr<'a>) -> Option<String> {
        let (object, method, call) = value.method_call()?;
        let text =
            || if (self.held)(object) { Some(self.text.to_owned()) } else { (self.known)(object) };
        if !call.args.is_empty() {
            return None;
        }
        match method {
            "lower" | "casefold" => Some(text()?.to_lowercase()),
            "upper" => Some(text()?.to_uppercase()),
            "title" | "capitalize" | "strip" => text(),
            _ => None,
        }
    }

    fn pieces(&self, pieces: &[Piece<'a>]) -> String {
        let whole = pieces.iter().map(|piece| match piece {
            Piece::Literal(literal) => literal.clone(),
            Piece::Hole(hole) => self.of(hole),
        });
        whole.collect()
    }
}

/// A template with the text in it.
pub(super) enum Filled {
    Whole(String),
    /// The template could not be read.
    Unknown,
}

/// What `value` makes of the text, if it is a template that takes it; `template` reads what is filled by a call.
pub(super) fn fill<'a>(
    value: &Expr<'a>,
    fills: &Fills<'_, 'a>,
    template: &dyn Fn(&Expr<'a>) -> Option<String>,
) -> Option<Filled> {
    match &value.kind {
        ExprKind::Str(pieces) => {
            let takes = |piece: &Piece<'a>| match piece {
                Piece::Literal(_) => false,
                Piece::Hole(hole) => (fills.held)(hole),
            };
            pieces.iter().any(takes).then(|| Filled::Whole(fills.pieces(pieces)))
        }
        ExprKind::Binary("+", _) => {
            let mut sides = Vec::new();
            operands(value, &mut sides);
            let takes = |side: &&Expr<'a>| match &side.kind {
                ExprKind::Str(pieces) => pieces
                    .iter()
                    .any(|piece| matches!(piece, Piece::Hole(hole) if (fills.held)(hole))),
                _ => (fills.held)(side),
            };
            let whole = || sides.iter().map(|side| item(side, fills)).collect();
            sides.iter().any(takes).then(|| Filled::Whole(whole()))
        }
        ExprKind::Binary("%", sides) => formatted(&sides.0, &sides.1, fills, template),
        ExprKind::Call(call) => called(call, fills, template),
        _ => None,
    }
}

/// `"…%s…" % text`, `"…" % (role, text)`, `"…%(brief)s…" % {"brief": text}`.
fn formatted<'a>(
    object: &Expr<'a>,
    given: &Expr<'a>,
    fills: &Fills<'_, 'a>,
    template: &dyn Fn(&Expr<'a>) -> Option<String>,
) -> Option<Filled> {
    let given = match &given.kind {
        ExprKind::Tuple(items) => items.iter().map(|item| (None, item)).collect(),
        ExprKind::Dict(pairs) => pairs.iter().map(|(key, item)| (key.as_ref(), item)).collect(),
        _ => vec![(None, given)],
    };
    if !given.iter().any(|(_, item)| (fills.held)(item)) {
        return None;
    }
    let Some(mut whole) = template(object) else { return Some(Filled::Unknown) };
    for (key, item) in given {
        let mark = match key {
            Some(key) => format!("%({})s", key.text()?),
            None => "%s".to_owned(),
        };
        whole = whole.replacen(&mark, &fills.of(item), 1);
    }
    Some(Filled::Whole(whole))
}

fn operands<'e, 'a>(value: &'e Expr<'a>, found: &mut Vec<&'e Expr<'a>>) {
    match &value.kind {
        ExprKind::Binary("+", sides) => {
            operands(&sides.0, found);
            operands(&sides.1, found);
        }
        _ => found.push(value),
    }
}

fn item<'a>(value: &Expr<'a>, fills: &Fills<'_, 'a>) -> String {
    match &value.kind {
        ExprKind::Str(pieces) if !(fills.held)(value) => fills.pieces(pieces),
        _ => fills.of(value),
    }
}

/// The messages of a conversation in one text, where one of them is or takes the text that is followed:
/// `from_messages([("system", text), ("human", "…")])`.
fn conversation<'a>(call: &Call<'a>, fills: &Fills<'_, 'a>) -> Option<Filled> {
    let (ExprKind::List(messages) | ExprKind::Tuple(messages)) = &call.position(0)?.kind else {
        return None;
    };
    let takes = |said: Option<&Expr<'a>>| said.is_some_and(|said| takes_text(said, fills));
    let text = |said: Option<&Expr<'a>>| match said {
        Some(own) if takes(said) => item(own, fills),
        Some(other) => unfilled(&item(other, fills)),
        None => "{}".to_owned(),
    };
    let all: Vec<Option<&Expr<'a>>> = messages.iter().map(said_in).collect();
    all.iter()
        .any(|said| takes(*said))
        .then(|| Filled::Whole(all.into_iter().map(text).collect::<Vec<_>>().join("\n")))
}

/// What a message says, beside whose it is.
fn said_in<'e, 'a>(message: &'e Expr<'a>) -> Option<&'e Expr<'a>> {
    let ExprKind::Tuple(parts) = &message.kind else { return None };
    if let [_, said] = parts.as_slice() { Some(said) } else { None }
}

/// A template without the names of what it is filled with, which nobody is sent.
fn unfilled(template: &str) -> String {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let rest = part.split_once('}').filter(|(name, _)| is_name(name)).map(|(_, rest)| rest);
        text.push('{');
        text.extend(rest.is_some().then_some('}'));
        text.push_str(rest.unwrap_or(part));
    }
    text
}

/// Whether a value is the text, or a text with it in a hole.
fn takes_text<'a>(value: &Expr<'a>, fills: &Fills<'_, 'a>) -> bool {
    let hole = |piece: &Piece<'a>| matches!(piece, Piece::Hole(hole) if (fills.held)(hole));
    (fills.held)(value) || matches!(&value.kind, ExprKind::Str(pieces) if pieces.iter().any(hole))
}

/// `"…".format(…)`, `"…".join([…])`, `template.replace("…", …)` and messages of a conversation.
fn called<'a>(
    call: &Call<'a>,
    fills: &Fills<'_, 'a>,
    template: &dyn Fn(&Expr<'a>) -> Option<String>,
) -> Option<Filled> {
    let ExprKind::Attribute(object, method) = &call.callee.kind else { return None };
    match *method {
        "from_messages" => conversation(call, fills),
        "join" => {
            let (ExprKind::List(items) | ExprKind::Tuple(items)) = &call.position(0)?.kind else {
                return None;
            };
            let takes = |one: &Expr<'a>| one.any(&|part| (fills.held)(part));
            items.iter().any(takes).then(|| {
                let items: Vec<String> = items.iter().map(|one| item(one, fills)).collect();
                Filled::Whole(items.join(&object.text().unwrap_or_default()))
            })
        }
        // A prompt that is filled by a table of what its variables hold.
        "invoke" | "ainvoke" | "stream" | "render" | "format_messages"
            if entries(call).any(|(_, value)| (fills.held)(value)) =>
        {
            let Some(mut whole) = template(object) else { return Some(Filled::Unknown) };
            for (name, value) in entries(call) {
                whole = named(&whole, &name, &fills.of(value));
            }
            Some(Filled::Whole(unfilled(&whole)))
        }
        "format" | "format_prompt" | "replace" | "render" | "format_messages" | "partial"
        | "substitute" | "safe_substitute" => {
            let of_function = object.is_name("functools");
            if of_function || !call.args.iter().any(|arg| (fills.held)(&arg.value)) {
                return None;
            }
            let Some(mut whole) = template(object) else { return Some(Filled::Unknown) };
            if *method == "replace" {
                let mark = call.position(0).and_then(Expr::text)?;
                return Some(Filled::Whole(whole.replace(&mark, &fills.of(call.position(1)?))));
            }
            for arg in &call.args {
                whole = match arg.passing {
                    Passing::Keyword(name) => named(&whole, name, &fills.of(&arg.value)),
                    Passing::Position => whole.replacen("{}", &fills.of(&arg.value), 1),
                    Passing::Rest | Passing::Named => whole,
                };
            }
            Some(Filled::Whole(whole))
        }
        _ => None,
    }
}

/// The entries of the table that a call is given first.
fn entries<'e, 'a>(call: &'e Call<'a>) -> impl Iterator<Item = (String, &'e Expr<'a>)> {
    let pairs = match call.position(0).map(|first| &first.kind) {
        Some(ExprKind::Dict(pairs)) => pairs.as_slice(),
        _ => &[],
    };
    pairs.iter().filter_map(|(key, value)| Some((key.as_ref()?.text()?, value)))
}

/// The text of a template that a library makes: `Template("…")`, `ChatPromptTemplate.from_messages([("system", "…")])`.
pub(super) fn made(value: &Expr<'_>) -> Option<String> {
    match &value.kind {
        ExprKind::Call(call) => match call.callee_name() {
            "Template" | "from_string" | "from_template" | "PromptTemplate" => {
                call.argument(0, "template")?.template()
            }
            "from_messages" | "ChatPromptTemplate" => {
                let messages = call.argument(0, "messages")?;
                let (ExprKind::List(items) | ExprKind::Tuple(items)) = &messages.kind else {
                    return None;
                };
                let said = items.iter().map(|item| said_in(item)?.template());
                Some(said.collect::<Option<Vec<_>>>()?.join("\n"))
            }
            _ => None,
        },
        // What is asked with a prompt takes what fills it.
        ExprKind::Binary("|", sides) => made(&sides.0),
        _ => None,
    }
}

/// `{name}`, `{{ name }}`, `$name` and `${name}` in a template, filled in.
fn named(template: &str, name: &str, text: &str) -> String {
    template
        .replace(&format!("{{{{ {name} }}}}"), text)
        .replace(&format!("{{{{{name}}}}}"), text)
        .replace(&format!("{{{name}}}"), text)
        .replace(&format!("${{{name}}}"), text)
        .replace(&format!("${name}"), text)
}
