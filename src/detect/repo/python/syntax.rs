//! The part of Python's syntax that facts are drawn from, as plain values.
//!
//! Every later stage reads these values instead of the parser's tree, so that a construct is
//! understood once. What has no meaning for any fact is kept as [`ExprKind::Other`] with its parts,
//! so that nothing inside it is lost.

mod change;
mod forms;
mod parts;
mod walk;

pub(super) use parts::Parts;

/// Where something stands: bytes of the source and lines from 1, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
    pub first: u32,
    pub last: u32,
}

impl Span {
    /// Whether `inner` stands in it from its beginning to its end.
    pub(super) fn holds(self, inner: Self) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }
}

/// A list of statements.
pub(super) type Body<'a> = Vec<Stmt<'a>>;

/// One statement.
#[derive(Clone, Debug)]
pub(super) struct Stmt<'a> {
    pub kind: StmtKind<'a>,
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(super) enum StmtKind<'a> {
    Expr(Expr<'a>),
    /// `targets` are in source order: `a = b = value`.
    Assign {
        targets: Vec<Expr<'a>>,
        annotation: Option<Expr<'a>>,
        value: Option<Expr<'a>>,
    },
    Augment {
        target: Expr<'a>,
        value: Expr<'a>,
    },
    Return(Option<Expr<'a>>),
    Raise(Vec<Expr<'a>>),
    /// The `if` and its `elif`s, then the `else`.
    If {
        branches: Vec<(Expr<'a>, Body<'a>)>,
        otherwise: Body<'a>,
    },
    For {
        target: Expr<'a>,
        iterable: Expr<'a>,
        body: Body<'a>,
        otherwise: Body<'a>,
    },
    While {
        test: Expr<'a>,
        body: Body<'a>,
        otherwise: Body<'a>,
    },
    With {
        items: Vec<(Expr<'a>, Option<Expr<'a>>)>,
        body: Body<'a>,
    },
    Try {
        body: Body<'a>,
        handlers: Vec<Handler<'a>>,
        otherwise: Body<'a>,
        finally: Body<'a>,
    },
    Match {
        subject: Expr<'a>,
        cases: Vec<Case<'a>>,
    },
    Function(Box<Function<'a>>),
    Class(Box<Class<'a>>),
    Import(Vec<Import<'a>>),
    Break,
    Continue,
    /// `assert`, `del` and others: only their expressions matter.
    Other(Vec<Expr<'a>>),
}

/// One `except` clause.
#[derive(Clone, Debug)]
pub(super) struct Handler<'a> {
    pub caught: Vec<Expr<'a>>,
    pub name: Option<&'a str>,
    pub body: Body<'a>,
}

/// One `case` clause.
#[derive(Clone, Debug)]
pub(super) struct Case<'a> {
    /// The pattern as written.
    pub pattern: &'a str,
    pub guard: Option<Expr<'a>>,
    pub body: Body<'a>,
}

/// A name that an import binds.
#[derive(Clone, Debug)]
pub(super) struct Import<'a> {
    /// Leading dots of a relative import.
    pub level: usize,
    /// The module as written, without leading dots.
    pub module: &'a str,
    /// The imported name; `None` for `import module`, `*` for everything.
    pub name: Option<&'a str>,
    pub alias: Option<&'a str>,
}

/// A function definition.
#[derive(Clone, Debug)]
pub(super) struct Function<'a> {
    /// Counts the definitions of the module; functions and classes share the count.
    pub id: usize,
    pub name: &'a str,
    pub params: Vec<Param<'a>>,
    pub returns: Option<Expr<'a>>,
    pub decorators: Vec<Expr<'a>>,
    pub body: Body<'a>,
    pub span: Span,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taking {
    One,
    /// `*args`.
    Rest,
    /// `**kwargs`.
    Named,
}

/// One parameter.
#[derive(Clone, Debug)]
pub(super) struct Param<'a> {
    pub name: &'a str,
    pub taking: Taking,
    pub annotation: Option<Expr<'a>>,
    pub default: Option<Expr<'a>>,
}

/// A class definition.
#[derive(Clone, Debug)]
pub(super) struct Class<'a> {
    pub id: usize,
    pub name: &'a str,
    pub bases: Vec<Arg<'a>>,
    pub decorators: Vec<Expr<'a>>,
    pub body: Body<'a>,
    pub span: Span,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passing<'a> {
    Position,
    Keyword(&'a str),
    /// `*value`.
    Rest,
    /// `**value`.
    Named,
}

/// One argument of a call, or one base of a class.
#[derive(Clone, Debug)]
pub(super) struct Arg<'a> {
    pub passing: Passing<'a>,
    pub value: Expr<'a>,
}

/// One expression.
#[derive(Clone, Debug)]
pub(super) struct Expr<'a> {
    pub kind: ExprKind<'a>,
    pub span: Span,
}

/// A piece of a string.
#[derive(Clone, Debug)]
pub(super) enum Piece<'a> {
    Literal(String),
    Hole(Expr<'a>),
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Call<'a> {
    pub callee: Expr<'a>,
    pub args: Vec<Arg<'a>>,
}

/// A comprehension or generator.
#[derive(Clone, Debug)]
pub(super) struct Comprehension<'a> {
    /// The key of a dictionary comprehension.
    pub key: Option<Expr<'a>>,
    pub element: Expr<'a>,
    pub clauses: Vec<Clause<'a>>,
}

/// One clause of a comprehension.
#[derive(Clone, Debug)]
pub(super) enum Clause<'a> {
    For { target: Expr<'a>, iterable: Expr<'a> },
    If(Expr<'a>),
}

/// A lambda.
#[derive(Clone, Debug)]
pub(super) struct Lambda<'a> {
    pub params: Vec<Param<'a>>,
    pub body: Expr<'a>,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum ExprKind<'a> {
    Name(&'a str),
    Str(Vec<Piece<'a>>),
    /// Bytes, numbers and `...`, as written.
    Literal(&'a str),
    Bool(bool),
    None,
    Attribute(Box<Expr<'a>>, &'a str),
    Call(Box<Call<'a>>),
    Subscript(Box<Expr<'a>>, Vec<Expr<'a>>),
    /// `[lower:upper]` as written; steps are not followed.
    Slice(&'a str),
    List(Vec<Expr<'a>>),
    Tuple(Vec<Expr<'a>>),
    Set(Vec<Expr<'a>>),
    /// A `None` key is a `**` splat.
    Dict(Vec<(Option<Expr<'a>>, Expr<'a>)>),
    Comprehension(Box<Comprehension<'a>>),
    Lambda(Box<Lambda<'a>>),
    /// `+`, `|` and the other arithmetic operators.
    Binary(&'a str, Box<(Expr<'a>, Expr<'a>)>),
    /// `and`, `or`.
    Logic(&'a str, Box<(Expr<'a>, Expr<'a>)>),
    /// Operands and operators of a comparison.
    Compare(Vec<Expr<'a>>, Vec<&'a str>),
    Not(Box<Expr<'a>>),
    Conditional(Box<Conditional<'a>>),
    Starred(Box<Expr<'a>>),
    Await(Box<Expr<'a>>),
    /// `name := value`.
    Named(&'a str, Box<Expr<'a>>),
    /// Anything else, with the expressions in it.
    Other(Vec<Expr<'a>>),
}

/// `then if test else otherwise`.
#[derive(Clone, Debug)]
pub(super) struct Conditional<'a> {
    pub test: Expr<'a>,
    pub then: Expr<'a>,
    pub otherwise: Expr<'a>,
}
