//! The bounds that classes set to the numbers of their fields: `score: int = Field(ge=1, le=5)`.

use super::super::classes::fields;
use super::super::repository::Repository;
use super::super::sources::parse::Module;
use super::super::syntax::{Call, Class, Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::FieldBounds;

/// Decorators of what is run on a field's value.
const OF_FIELD: [&str; 2] = ["field_validator", "validator"];
/// Decorators of what is run on all that a model is made of.
const OF_MODEL: [&str; 2] = ["model_validator", "root_validator"];

/// What is known of the bounds of one field.
#[derive(Default)]
struct Known<'r> {
    least: Option<&'r str>,
    most: Option<&'r str>,
    otherwise: bool,
}

/// Lists the fields of the classes outside the tests that bound their numbers, or may.
pub(super) fn read(repository: &Repository<'_>) -> Vec<FieldBounds> {
    let mut found = Vec::new();
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Class(class) = &stmt.kind {
                of_class(module, class, &mut found);
            }
        });
    }
    found.truncate(FieldBounds::MOST);
    found
}

fn of_class(module: &Module<'_>, class: &Class<'_>, found: &mut Vec<FieldBounds>) {
    for (field, annotation, stmt) in fields(class) {
        let StmtKind::Assign { value, .. } = &stmt.kind else { continue };
        let mut known = Known { otherwise: is_validated(class, field), ..Known::default() };
        for part in std::iter::once(annotation).chain(value) {
            part.each(&mut |part| note(module, part, &mut known));
        }
        let Known { least, most, otherwise } = known;
        if otherwise || least.is_some() || most.is_some() {
            let (least, most) = (least.map(ToOwned::to_owned), most.map(ToOwned::to_owned));
            let (class, field) = (class.name.to_owned(), field.to_owned());
            let place = module.place(stmt.span);
            found.push(FieldBounds { class, field, least, most, otherwise, place });
        }
    }
}

/// Takes in what a part of a field's annotation or value says of its bounds.
fn note<'r>(module: &Module<'r>, part: &Expr<'r>, known: &mut Known<'r>) {
    match &part.kind {
        ExprKind::Call(call) => called(module, call, known),
        ExprKind::Subscript(name, members) => {
            let is_literal =
                matches!(name.kind, ExprKind::Name("Literal") | ExprKind::Attribute(_, "Literal"));
            if is_literal {
                listed(module, members, known);
            }
        }
        _ => {}
    }
}

/// `Field(ge=1, le=5)`, `conint(ge=1, le=5)`.
fn called<'r>(module: &Module<'r>, call: &Call<'r>, known: &mut Known<'r>) {
    for (name, bound) in [("ge", &mut known.least), ("le", &mut known.most)] {
        let Some(value) = call.keyword(name) else { continue };
        match number(module, value) {
            Some(number) => *bound = Some(number),
            None => known.otherwise = true,
        }
    }
    known.otherwise |= ["gt", "lt"].iter().any(|name| call.keyword(name).is_some());
}

/// `Literal[1, 2, 3, 4, 5]`: the numbers one after the other.
fn listed<'r>(module: &Module<'r>, members: &[Expr<'r>], known: &mut Known<'r>) {
    let number = |member: &Expr<'r>| number(module, member);
    let members = match members {
        [Expr { kind: ExprKind::Tuple(inner), .. }] => inner.as_slice(),
        some => some,
    };
    let numbers: Option<Vec<i64>> =
        members.iter().map(|member| number(member)?.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|all| !all.is_empty()) else {
        // Words are no numbers that a bound could be told of.
        known.otherwise |= members.iter().any(|member| number(member).is_some());
        return;
    };
    if numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])) {
        known.least = members.first().and_then(number);
        known.most = members.last().and_then(number);
    } else {
        known.otherwise = true;
    }
}

/// A number as written, with its sign.
fn number<'r>(module: &Module<'r>, value: &Expr<'r>) -> Option<&'r str> {
    let written = match &value.kind {
        ExprKind::Literal(number) => number,
        ExprKind::Other(parts) => match parts.as_slice() {
            [Expr { kind: ExprKind::Literal(_), .. }] => module.text_of(value.span)?,
            _ => return None,
        },
        _ => return None,
    };
    written.parse::<f64>().is_ok().then_some(written)
}

/// Whether a validator of the class may look at the field.
fn is_validated(class: &Class<'_>, field: &str) -> bool {
    let looks = |decorator: &Expr<'_>| {
        let (name, call) = match &decorator.kind {
            ExprKind::Call(call) => (call.callee_name(), Some(call)),
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => (*name, None),
            _ => return false,
        };
        // A name that is no text may be the field's.
        let is_it = |value: &Expr<'_>| value.text().is_none_or(|text| text == field || text == "*");
        let named = || call.is_none_or(|call| call.args.iter().any(|arg| is_it(&arg.value)));
        OF_MODEL.contains(&name) || (OF_FIELD.contains(&name) && named())
    };
    class.body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Function(function) => function.decorators.iter().any(looks),
        _ => false,
    })
}
