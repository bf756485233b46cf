//! Names that are used and bound nowhere: the line fails with a `NameError` when it runs.
//!
//! A name counts only where nothing could bind it: no scope around it, no star import, no trick of the file. What
//! stands in annotations and decorators is left out.

use super::reach::Reach;
use super::repository::{At, Repository};
use super::scope::Opener;
use super::syntax::{Body, Clause, Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::{UnboundName, Unreadable};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most that are stated.
const MOST: usize = 50;
/// Words by which a file may get names that no statement of it binds, or expect that one is missing.
const BY_OTHER_MEANS: [&str; 16] = [
    "globals(",
    "locals(",
    "exec(",
    "vars(",
    "dir(",
    "setattr(",
    "builtins",
    "NameError",
    "__getattr__",
    "__dict__",
    "__prepare__",
    "sys.modules",
    "f_globals",
    "global_enum",
    ".install(",
    "TYPE_CHECKING",
];

/// What Python itself binds, in all of its versions since 3.8.
const BUILT_IN: &str = "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError \
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError \
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis \
    EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError \
    FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError \
    ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError \
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError \
    NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning \
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError \
    ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError \
    SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError \
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning \
    UserWarning ValueError Warning WindowsError ZeroDivisionError abs aiter all anext any ascii bin \
    bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits \
    delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals \
    hasattr hash help hex id input int isinstance issubclass iter len license list locals map max \
    memoryview min next object oct open ord pow print property quit range repr reveal_locals \
    reveal_type reversed round set setattr slice sorted staticmethod str sum super tuple type vars \
    zip";

/// What notebooks, build tools and Python 2 bind.
const OF_OTHERS: &str = "In Out display displayHTML get_ipython dbutils spark sc sqlContext snakemake tags Import \
    env unicode basestring xrange raw_input unichr long reduce file cmp execfile reload intern buffer apply coerce";

static KNOWN: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| BUILT_IN.split_whitespace().chain(OF_OTHERS.split_whitespace()).collect());

/// The names that files of the program use and nothing binds, each once per file, by file and line.
pub(super) fn unbound(
    repository: &Repository<'_>,
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<UnboundName> {
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let broken = unreadable.iter().any(|lost| lost.place.file == module.path);
        let tricks = BY_OTHER_MEANS.iter().any(|means| module.text.contains(means));
        if module.in_tests
            || broken
            || tricks
            || has_type_parameters(module.text)
            || reach.live(index) == Some(false)
        {
            continue;
        }
        let inner = spelled_out(module.text);
        let mut search = Search { repository, module: index, inner, found: Vec::new() };
        search.body(&module.syntax.body, 0);
        let mut seen = BTreeSet::new();
        search.found.sort_by_key(|(_, span)| span.start);
        search.found.retain(|(name, _)| seen.insert(*name));
        found.extend(
            search.found.into_iter().map(|(name, span)| UnboundName {
                name: name.to_owned(),
                place: module.place(span),
            }),
        );
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

struct Search<'p, 'r> {
    repository: &'p Repository<'r>,
    module: usize,
    /// What lambdas, comprehensions and patterns around bind, and what is declared to be the module's.
    inner: Vec<&'r str>,
    found: Vec<(&'r str, Span)>,
}

impl<'r> Search<'_, 'r> {
    fn body(&mut self, body: &'r Body<'r>, scope: usize) {
        for stmt in body {
            self.statement(stmt, scope);
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, scope: usize) {
        let at = At { module: self.module, scope };
        match &stmt.kind {
            StmtKind::Function(function) => {
                let around = self.inner.len();
                self.body(&function.body, self.repository.inside(at, function.id).scope);
                self.inner.truncate(around);
                return;
            }
            StmtKind::Class(class) => {
                return self.body(&class.body, self.repository.inside(at, class.id).scope);
            }
            // Deletions and declarations name what they do not use.
            StmtKind::Other(_) | StmtKind::Import(_) => return,
            // What a handler stands around by itself is tried out.
            StmtKind::Try { body, handlers, .. } if body.len() == 1 && !handlers.is_empty() => {
                for block in stmt.blocks().into_iter().skip(1) {
                    self.body(block, scope);
                }
                return;
            }
            // What has only a type is bound elsewhere, or by whoever sets it.
            StmtKind::Assign { value, .. } => {
                if let Some(value) = value {
                    self.value(value, scope);
                }
                return;
            }
            StmtKind::With { items, .. } => {
                items
                    .iter()
                    .filter_map(|(_, name)| name.as_ref())
                    .for_each(|name| self.targets(name));
            }
            StmtKind::Match { subject, cases } => {
                self.value(subject, scope);
                for case in cases {
                    self.inner.extend(names_in(case.pattern));
                    case.guard.iter().for_each(|guard| self.value(guard, scope));
                    self.body(&case.body, scope);
                }
                return;
            }
            _ => {}
        }
        for value in stmt.expressions() {
            self.value(value, scope);
        }
        for block in stmt.blocks() {
            self.body(block, scope);
        }
    }

    /// Names that a target binds: more than are bound is less than is found.
    fn targets(&mut self, target: &'r Expr<'r>) {
        match &target.kind {
            ExprKind::Name(name) => self.inner.push(name),
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Other(items) => {
                for item in items {
                    self.targets(item);
                }
            }
            ExprKind::Starred(inner) => self.targets(inner),
            _ => {}
        }
    }

    fn value(&mut self, value: &'r Expr<'r>, scope: usize) {
        let before = self.inner.len();
        match &value.kind {
            ExprKind::Name(name) if !self.binds(name, scope) => {
                self.found.push((name, value.span));
            }
            ExprKind::Lambda(lambda) => {
                self.inner.extend(lambda.params.iter().map(|param| param.name));
            }
            ExprKind::Comprehension(comprehension) => {
                for clause in &comprehension.clauses {
                    if let Clause::For { target, .. } = clause {
                        self.targets(target);
                    }
                }
            }
            _ => {}
        }
        for part in value.parts() {
            self.value(part, scope);
        }
        self.inner.truncate(before);
    }

    /// Whether anything can bind a name where it stands.
    fn binds(&self, name: &str, scope: usize) -> bool {
        if KNOWN.contains(name)
            || name == "_"
            || name.starts_with("__")
            || self.inner.contains(&name)
        {
            return true;
        }
        let mut here = Some(scope);
        while let Some(index) = here {
            let around = self.repository.scope(At { module: self.module, scope: index });
            let hidden = matches!(around.opener, Opener::Class(_)) && index != scope;
            if !around.stars.is_empty() || (!hidden && around.bindings.contains_key(name)) {
                return true;
            }
            here = around.parent;
        }
        false
    }
}

/// Whether a definition has type parameters, or a type is given a name, which binds in ways of its own.
fn has_type_parameters(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let head = ["def ", "async def ", "class "].iter().find_map(|word| line.strip_prefix(word));
        let opened = head.and_then(|rest| rest.find(['(', '[', ':']).map(|at| &rest[at..]));
        line.starts_with("type ") || opened.is_some_and(|rest| rest.starts_with('['))
    })
}

/// The names after `as`, `global` and `case` and before `:=`, wherever they stand: whatever a file gives a name to
/// in other words than by an assignment.
pub(super) fn spelled_out(text: &str) -> Vec<&str> {
    let after_as = text.match_indices(" as ").map(|(at, word)| {
        let rest = &text[at + word.len()..];
        // Several names in brackets may stand on lines of their own.
        let ends: &[char] = if rest.starts_with('(') { &[')'] } else { &[':', '\n', '='] };
        &rest[..rest.find(ends).unwrap_or(rest.len())]
    });
    let global = text.match_indices("global").map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let end = rest.match_indices('\n').find(|(at, _)| !rest[..*at].ends_with('\\'));
        &rest[..end.map_or(rest.len(), |(at, _)| at)]
    });
    let cases = text.lines().filter_map(|line| line.trim_start().strip_prefix("case "));
    let walrus = text.match_indices(":=").map(|(at, _)| {
        let before = text[..at].trim_end();
        &before[before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1)..]
    });
    after_as.chain(global).chain(cases).chain(walrus).flat_map(names_in).collect()
}

/// The names that a pattern may bind.
fn names_in(pattern: &str) -> impl Iterator<Item = &str> {
    pattern
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|name| !name.is_empty())
}
