//! The part of Python's syntax that facts are drawn from, as plain values.
//!
//! Every later stage reads these values instead of the parser's tree, so that a construct is
//! understood once. What has no meaning for any fact is kept as [`ExprKind::Other`] with its parts,
//! so that nothing inside it is lost.

/// Where something stands: bytes of the source and lines from 1, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
    pub first: u32,
    pub last: u32,
}

/// A list of statements.
pub(super) type Body<'a> = Vec<Stmt<'a>>;

/// One statement.
#[derive(Debug)]
pub(super) struct Stmt<'a> {
    pub kind: StmtKind<'a>,
    pub span: Span,
}

/// What a statement does.
#[derive(Debug)]
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
#[derive(Debug)]
pub(super) struct Handler<'a> {
    pub caught: Vec<Expr<'a>>,
    pub name: Option<&'a str>,
    pub body: Body<'a>,
}

/// One `case` clause.
#[derive(Debug)]
pub(super) struct Case<'a> {
    /// The pattern as written.
    pub pattern: &'a str,
    pub guard: Option<Expr<'a>>,
    pub body: Body<'a>,
}

/// A name that an import binds.
#[derive(Debug)]
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
#[derive(Debug)]
pub(super) struct Function<'a> {
    /// Counts the definitions of the module; functions, classes and lambdas share the count.
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
#[derive(Debug)]
pub(super) struct Param<'a> {
    pub name: &'a str,
    pub taking: Taking,
    pub default: Option<Expr<'a>>,
}

/// A class definition.
#[derive(Debug)]
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
#[derive(Debug)]
pub(super) struct Arg<'a> {
    pub passing: Passing<'a>,
    pub value: Expr<'a>,
}

/// One expression.
#[derive(Debug)]
pub(super) struct Expr<'a> {
    pub kind: ExprKind<'a>,
    pub span: Span,
}

/// A piece of a string.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Literal(String),
    Hole(Expr<'a>),
}

/// A call.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub callee: Expr<'a>,
    pub args: Vec<Arg<'a>>,
}

/// A comprehension or generator.
#[derive(Debug)]
pub(super) struct Comprehension<'a> {
    /// The key of a dictionary comprehension.
    pub key: Option<Expr<'a>>,
    pub element: Expr<'a>,
    pub clauses: Vec<Clause<'a>>,
}

/// One clause of a comprehension.
#[derive(Debug)]
pub(super) enum Clause<'a> {
    For { target: Expr<'a>, iterable: Expr<'a> },
    If(Expr<'a>),
}

/// A lambda.
#[derive(Debug)]
pub(super) struct Lambda<'a> {
    pub id: usize,
    pub params: Vec<Param<'a>>,
    pub body: Expr<'a>,
}

/// What an expression is.
#[derive(Debug)]
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
#[derive(Debug)]
pub(super) struct Conditional<'a> {
    pub test: Expr<'a>,
    pub then: Expr<'a>,
    pub otherwise: Expr<'a>,
}

impl<'a> Expr<'a> {
    /// The text when it is a string without interpolations.
    pub(super) fn text(&self) -> Option<String> {
        let ExprKind::Str(pieces) = &self.kind else { return None };
        pieces.iter().try_fold(String::new(), |text, piece| match piece {
            Piece::Literal(literal) => Some(text + literal),
            Piece::Hole(_) => None,
        })
    }

    /// The text when it is a string, with interpolations as `{}`.
    pub(super) fn template(&self) -> Option<String> {
        let ExprKind::Str(pieces) = &self.kind else { return None };
        Some(pieces.iter().fold(String::new(), |text, piece| match piece {
            Piece::Literal(literal) => text + literal,
            Piece::Hole(_) => text + "{}",
        }))
    }

    /// The expressions directly inside, in source order; a lambda's body included.
    pub(super) fn parts(&self) -> Vec<&Expr<'a>> {
        match &self.kind {
            ExprKind::Name(_)
            | ExprKind::Literal(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Slice(_) => Vec::new(),
            ExprKind::Str(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Literal(_) => None,
                    Piece::Hole(hole) => Some(hole),
                })
                .collect(),
            ExprKind::Attribute(inner, _)
            | ExprKind::Not(inner)
            | ExprKind::Starred(inner)
            | ExprKind::Await(inner)
            | ExprKind::Named(_, inner) => vec![inner],
            ExprKind::Call(call) => std::iter::once(&call.callee)
                .chain(call.args.iter().map(|arg| &arg.value))
                .collect(),
            ExprKind::Subscript(value, indices) => {
                std::iter::once(&**value).chain(indices).collect()
            }
            ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::Set(items)
            | ExprKind::Other(items)
            | ExprKind::Compare(items, _) => items.iter().collect(),
            ExprKind::Dict(pairs) => {
                pairs.iter().flat_map(|(key, value)| key.iter().chain(Some(value))).collect()
            }
            ExprKind::Comprehension(comprehension) => comprehension.parts(),
            ExprKind::Lambda(lambda) => vec![&lambda.body],
            ExprKind::Binary(_, sides) | ExprKind::Logic(_, sides) => vec![&sides.0, &sides.1],
            ExprKind::Conditional(choice) => {
                vec![&choice.test, &choice.then, &choice.otherwise]
            }
        }
    }
}

impl<'a> Comprehension<'a> {
    fn parts(&self) -> Vec<&Expr<'a>> {
        let mut parts: Vec<_> = self.key.iter().chain(Some(&self.element)).collect();
        for clause in &self.clauses {
            match clause {
                Clause::For { target, iterable } => parts.extend([target, iterable]),
                Clause::If(test) => parts.push(test),
            }
        }
        parts
    }
}

impl<'a> Call<'a> {
    /// The `index`th positional argument, if no `*` argument stands before it.
    pub(super) fn position(&self, index: usize) -> Option<&Expr<'a>> {
        self.args
            .iter()
            .take_while(|arg| arg.passing != Passing::Rest)
            .filter(|arg| arg.passing == Passing::Position)
            .nth(index)
            .map(|arg| &arg.value)
    }

    /// The argument passed as `name=`.
    pub(super) fn keyword(&self, name: &str) -> Option<&Expr<'a>> {
        self.args.iter().find(|arg| arg.passing == Passing::Keyword(name)).map(|arg| &arg.value)
    }

    /// The last part of the callee's name; empty when it has none.
    pub(super) fn callee_name(&self) -> &'a str {
        match self.callee.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => name,
            _ => "",
        }
    }

    /// The argument at `index` or passed as `name=`.
    pub(super) fn argument(&self, index: usize, name: &str) -> Option<&Expr<'a>> {
        self.position(index).or_else(|| self.keyword(name))
    }
}

impl<'a> Stmt<'a> {
    /// The expressions that stand in this statement itself, not in its blocks.
    pub(super) fn expressions(&self) -> Vec<&Expr<'a>> {
        match &self.kind {
            StmtKind::Expr(value) | StmtKind::While { test: value, .. } => vec![value],
            StmtKind::Assign { targets, annotation, value } => {
                targets.iter().chain(annotation).chain(value).collect()
            }
            StmtKind::Augment { target, value } => vec![target, value],
            StmtKind::Return(value) => value.iter().collect(),
            StmtKind::Raise(values) | StmtKind::Other(values) => values.iter().collect(),
            StmtKind::If { branches, .. } => branches.iter().map(|(test, _)| test).collect(),
            StmtKind::For { target, iterable, .. } => vec![target, iterable],
            StmtKind::With { items, .. } => {
                items.iter().flat_map(|(value, name)| std::iter::once(value).chain(name)).collect()
            }
            StmtKind::Try { handlers, .. } => {
                handlers.iter().flat_map(|handler| &handler.caught).collect()
            }
            StmtKind::Match { subject, cases } => {
                std::iter::once(subject).chain(cases.iter().flat_map(|case| &case.guard)).collect()
            }
            StmtKind::Function(function) => function
                .decorators
                .iter()
                .chain(function.params.iter().flat_map(|param| &param.default))
                .chain(&function.returns)
                .collect(),
            StmtKind::Class(class) => {
                class.decorators.iter().chain(class.bases.iter().map(|base| &base.value)).collect()
            }
            StmtKind::Import(_) | StmtKind::Break | StmtKind::Continue => Vec::new(),
        }
    }

    /// The blocks of this statement, a definition's body included.
    pub(super) fn blocks(&self) -> Vec<&Body<'a>> {
        match &self.kind {
            StmtKind::If { branches, otherwise } => {
                branches.iter().map(|(_, body)| body).chain(Some(otherwise)).collect()
            }
            StmtKind::For { body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
                vec![body, otherwise]
            }
            StmtKind::With { body, .. } => vec![body],
            StmtKind::Try { body, handlers, otherwise, finally } => std::iter::once(body)
                .chain(handlers.iter().map(|handler| &handler.body))
                .chain([otherwise, finally])
                .collect(),
            StmtKind::Match { cases, .. } => cases.iter().map(|case| &case.body).collect(),
            StmtKind::Function(function) => vec![&function.body],
            StmtKind::Class(class) => vec![&class.body],
            StmtKind::Expr(_)
            | StmtKind::Assign { .. }
            | StmtKind::Augment { .. }
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::Import(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other(_) => Vec::new(),
        }
    }
}
