//! Which calls are being followed, and by which of them whoever wires a graph got it.

use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::Expr;

/// Where a call stands: module, beginning and end.
pub(in crate::detect::repo::python::graph) type Place = (usize, usize, usize);

/// One function that is being followed: its number, and the call that was followed into it.
pub(in super::super) type Entered = (usize, Option<Place>);

/// The calls that are being followed, the outermost first.
#[derive(Debug, Default)]
pub(in crate::detect::repo::python::graph) struct Trace {
    /// The root that is being followed, by its number.
    pub root: usize,
    roots: usize,
    entered: usize,
    /// The call that is followed next.
    next: Option<Place>,
    open: Vec<Entered>,
}

/// What a top level interrupts.
pub(in super::super) struct Interrupted(usize, Vec<Entered>);

impl Trace {
    /// Begins a root of its own, and gives what goes on after it.
    pub(in super::super) fn begin(&mut self) -> Interrupted {
        self.roots += 1;
        let root = std::mem::replace(&mut self.root, self.roots);
        let open = std::mem::take(&mut self.open);
        self.next = None;
        self.enter(None);
        Interrupted(root, open)
    }

    /// Ends it.
    pub(in super::super) fn resume(&mut self, Interrupted(root, open): Interrupted) {
        (self.root, self.open) = (root, open);
    }

    /// Notes the call that is followed next.
    pub(in super::super) fn calls(&mut self, at: At, expr: &Expr<'_>) {
        self.next = Some(place_of(at.module, expr));
    }

    /// The call that is followed now.
    pub(in super::super) fn called(&mut self) -> Option<Place> {
        self.next.take()
    }

    pub(in super::super) fn enter(&mut self, by: Option<Place>) {
        self.entered += 1;
        self.open.push((self.entered, by));
    }

    /// Whether a call was followed into what is being followed.
    pub(in super::super) fn is_called(&self) -> bool {
        self.open.last().is_some_and(|(_, by)| by.is_some())
    }

    pub(in super::super) fn leave(&mut self) {
        self.open.pop();
    }

    /// What is being followed where a graph is made.
    pub(in super::super) fn here(&self) -> Vec<Entered> {
        self.open.clone()
    }

    /// The call by which whoever wires now got the graph that was made there; `None` for what makes the graph itself, and
    /// where no call handed it on.
    pub(in super::super) fn got_by(&self, made: &[Entered]) -> Option<Place> {
        let common = made.iter().zip(&self.open).take_while(|(one, other)| one.0 == other.0);
        match common.count() {
            0 => None,
            common => made.get(common)?.1,
        }
    }
}

/// Where a call stands.
pub(in crate::detect::repo::python::graph) fn place_of(module: usize, expr: &Expr<'_>) -> Place {
    (module, expr.span.start, expr.span.end)
}
