//! What conditions say of one another, whatever the things are that they ask.

use super::HARMLESS;
use super::flags::Flags;
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};

/// The different things that conditions may ask before nothing is said of them.
const THINGS: usize = 8;

/// What is said to hold.
#[derive(Clone, Debug)]
pub(super) struct Claim<'t> {
    formula: Formula,
    /// The flags that it asks.
    flags: BTreeSet<&'t str>,
    /// The other variables in it.
    names: BTreeSet<&'t str>,
    /// The variables and fields in it, as they are written.
    places: BTreeSet<&'t str>,
    /// Whether it asks what others may change too, which is not the function's own.
    is_shared: bool,
}

#[derive(Clone, Debug)]
enum Formula {
    Thing(String),
    Constant(bool),
    Not(Box<Self>),
    Both(Box<Self>, Box<Self>),
    Either(Box<Self>, Box<Self>),
}

impl Claim<'_> {
    /// Whether it still holds: none of its variables is set anew, nothing is done with those that are no flags, and with
    /// what is not the function's own even less.
    pub(super) fn is_kept(
        &self,
        unset: &dyn Fn(&str) -> bool,
        untouched: &dyn Fn(&str) -> bool,
        renewed: &dyn Fn(&str) -> bool,
        quiet: bool,
    ) -> bool {
        self.flags.iter().all(|name| unset(name))
            && self.names.iter().all(|name| unset(name) && untouched(name))
            && !self.places.iter().any(|place| renewed(place))
            && (quiet || !self.is_shared)
    }

    /// Whether it asks for a thing of which `other` tells.
    pub(super) fn asks_of(&self, other: &Self) -> bool {
        let (mut own, mut theirs) = (BTreeSet::new(), BTreeSet::new());
        self.formula.things(&mut own);
        other.formula.things(&mut theirs);
        !own.is_disjoint(&theirs)
    }
}

impl Formula {
    fn things<'f>(&'f self, found: &mut BTreeSet<&'f str>) {
        match self {
            Self::Thing(thing) => drop(found.insert(thing)),
            Self::Constant(_) => {}
            Self::Not(inner) => inner.things(found),
            Self::Both(left, right) | Self::Either(left, right) => {
                left.things(found);
                right.things(found);
            }
        }
    }

    fn holds(&self, things: &BTreeMap<&str, bool>) -> bool {
        match self {
            Self::Thing(thing) => things[thing.as_str()],
            Self::Constant(value) => *value,
            Self::Not(inner) => !inner.holds(things),
            Self::Both(left, right) => left.holds(things) && right.holds(things),
            Self::Either(left, right) => left.holds(things) || right.holds(things),
        }
    }
}

/// Whether these can not all hold.
pub(super) fn never_together(claims: &[Claim<'_>]) -> bool {
    let mut things = BTreeSet::new();
    let Some((asked, rest)) = claims.split_last() else { return false };
    asked.formula.things(&mut things);
    // What has nothing to do with what is asked tells nothing of it.
    let mut related: Vec<&Claim<'_>> = vec![asked];
    let mut open: Vec<&Claim<'_>> = rest.iter().collect();
    loop {
        let (near, far): (Vec<&Claim<'_>>, Vec<&Claim<'_>>) = open.into_iter().partition(|claim| {
            let mut own = BTreeSet::new();
            claim.formula.things(&mut own);
            !own.is_disjoint(&things)
        });
        if near.is_empty() {
            break;
        }
        for claim in &near {
            claim.formula.things(&mut things);
        }
        related.extend(near);
        open = far;
    }
    let things: Vec<&str> = things.into_iter().collect();
    if things.len() > THINGS {
        return false;
    }
    (0..1_usize << things.len()).all(|chosen| {
        let chosen = things.iter().enumerate().map(|(at, thing)| (*thing, chosen >> at & 1 == 1));
        let chosen: BTreeMap<&str, bool> = chosen.collect();
        !related.iter().all(|claim| claim.formula.holds(&chosen))
    })
}

/// Reads conditions.
pub(super) struct Reader<'t> {
    text: &'t str,
    flags: Flags<'t>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, flags: Flags<'t>) -> Self {
        Self { text, flags }
    }

    /// That a condition holds, or that it does not.
    pub(super) fn claim(&self, test: &Expr<'_>, holds: bool) -> Claim<'t> {
        let (mut flags, mut names) = (BTreeSet::new(), BTreeSet::new());
        let formula = self.formula(test, &mut flags, &mut names);
        let mut places = BTreeSet::new();
        self.places(test, &mut places);
        let is_shared =
            names.iter().any(|name| !self.flags.is_own(name) && !HARMLESS.contains(name));
        Claim {
            formula: if holds { formula } else { not(formula) },
            flags,
            names,
            places,
            is_shared,
        }
    }

    /// That a variable or a field counts as `value`.
    pub(super) fn given(&self, target: &Expr<'_>, value: bool) -> Claim<'t> {
        self.claim(target, value)
    }

    fn formula(
        &self,
        test: &Expr<'_>,
        flags: &mut BTreeSet<&'t str>,
        names: &mut BTreeSet<&'t str>,
    ) -> Formula {
        match &test.kind {
            ExprKind::Bool(value) => Formula::Constant(*value),
            ExprKind::None => Formula::Constant(false),
            ExprKind::Not(inner) => not(self.formula(inner, flags, names)),
            ExprKind::Logic(how, sides) => {
                let left = Box::new(self.formula(&sides.0, flags, names));
                let right = Box::new(self.formula(&sides.1, flags, names));
                if *how == "and" {
                    Formula::Both(left, right)
                } else {
                    Formula::Either(left, right)
                }
            }
            ExprKind::Call(call) if call.callee.is_name("bool") && call.args.len() == 1 => {
                self.formula(&call.args[0].value, flags, names)
            }
            ExprKind::Compare(sides, operators) => {
                let plain = match operators.as_slice() {
                    ["is not"] => Some("is"),
                    ["not in"] => Some("in"),
                    ["!="] => Some("=="),
                    _ => None,
                };
                match (plain, sides.as_slice()) {
                    (Some(plain), [left, right]) => {
                        let (left_text, right_text) = (self.words(left), self.words(right));
                        not(self.thing(test, format!("{left_text} {plain} {right_text}"), names))
                    }
                    _ => self.thing(test, self.compared(sides, operators), names),
                }
            }
            ExprKind::Name(_) => match self.told_by(test) {
                Some((root, opposite)) => {
                    flags.insert(root);
                    flags.extend(self.source(test));
                    let constant = self.source(test).and_then(|name| self.flags.constant(name));
                    let told = match constant {
                        Some(value) => return Formula::Constant(value),
                        None => Formula::Thing(root.to_owned()),
                    };
                    if opposite { not(told) } else { told }
                }
                None => self.thing(test, self.words(test), names),
            },
            _ => self.thing(test, self.words(test), names),
        }
    }

    /// The variables and fields in a condition; of what is called, the object.
    fn places(&self, value: &Expr<'_>, found: &mut BTreeSet<&'t str>) {
        match &value.kind {
            _ if is_path(value) => found.extend(self.source(value)),
            ExprKind::Call(call) => {
                match &call.callee.kind {
                    ExprKind::Attribute(object, _) => self.places(object, found),
                    _ => self.places(&call.callee, found),
                }
                call.args.iter().for_each(|arg| self.places(&arg.value, found));
            }
            _ => value.parts().into_iter().for_each(|part| self.places(part, found)),
        }
    }

    fn compared(&self, sides: &[Expr<'_>], operators: &[&str]) -> String {
        let mut words = sides.first().map(|side| self.words(side)).unwrap_or_default();
        for (operator, side) in operators.iter().zip(sides.iter().skip(1)) {
            words = format!("{words} {operator} {}", self.words(side));
        }
        words
    }

    /// A thing that is asked: the same words ask for the same, unless a call in them may give another each time.
    fn thing(&self, asked: &Expr<'_>, words: String, names: &mut BTreeSet<&'t str>) -> Formula {
        let mut is_open = false;
        asked.each(&mut |part| match &part.kind {
            ExprKind::Name(_) => names.extend(self.source(part)),
            ExprKind::Call(call) => is_open |= !HARMLESS.contains(&call.callee_name()),
            ExprKind::Await(_) | ExprKind::Named(..) | ExprKind::Lambda(_) | ExprKind::Other(_) => {
                is_open = true;
            }
            _ => {}
        });
        let place = if is_open { format!("{words} at {}", asked.span.start) } else { words };
        Formula::Thing(place)
    }

    fn told_by(&self, value: &Expr<'_>) -> Option<(&'t str, bool)> {
        self.flags.told_by(self.source(value)?)
    }

    fn source(&self, value: &Expr<'_>) -> Option<&'t str> {
        self.text.get(value.span.start..value.span.end)
    }

    fn words(&self, value: &Expr<'_>) -> String {
        let source = self.source(value).unwrap_or_default();
        source.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Whether a value is a variable, or a field of one.
pub(in crate::detect::repo::python) fn is_path(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(_) => true,
        ExprKind::Attribute(object, _) => is_path(object),
        _ => false,
    }
}

fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Not(inner) => *inner,
        other => Formula::Not(Box::new(other)),
    }
}
