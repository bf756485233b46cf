//! The words of the command that clones.

use super::super::repository::{At, Origin, Repository};
use super::super::sites::Site;
use super::super::syntax::{Call, Expr, ExprKind, Passing, Span, Stmt, StmtKind};
use super::depth::Depth;
use super::target::Target;

/// How far commands are followed through variables.
const STEPS: usize = 8;

/// The words of a command, as far as they are spelled out.
#[derive(Default)]
pub(in crate::detect::repo::python) struct Words<'r> {
    all: Vec<(Option<String>, Option<&'r Expr<'r>>)>,
    /// Words that may not be there, with what adds them.
    under: Vec<(std::ops::Range<usize>, Span)>,
    shell: bool,
}

/// The words of `command`, with what is appended to the variable that holds it.
pub(in crate::detect::repo::python) fn command_words<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    command: &'r Expr<'r>,
) -> Words<'r> {
    let mut words = Words::default();
    words.take(repository, site.at, command, STEPS);
    if let (ExprKind::Name(name), Some(function)) = (&command.kind, site.around.functions.last()) {
        appended(&function.body, name, (0, false), &mut |value, perhaps| {
            let before = words.all.len();
            words.take(repository, site.at, value, STEPS);
            words.under.extend(perhaps.then_some((before..words.all.len(), value.span)));
        });
    }
    words
}

/// Shows what `name += …`, `name.append(…)` and `name.extend(…)` add, and whether that may not run.
fn appended<'r>(
    body: &'r [Stmt<'r>],
    name: &str,
    (depth, perhaps): (usize, bool),
    see: &mut impl FnMut(&'r Expr<'r>, bool),
) {
    if depth > 64 {
        return;
    }
    for stmt in body {
        match &stmt.kind {
            StmtKind::Augment { target, value } if matches!(target.kind, ExprKind::Name(n) if n == name) =>
            {
                see(value, perhaps);
            }
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                if let ExprKind::Attribute(object, "append" | "extend") = &call.callee.kind
                    && matches!(object.kind, ExprKind::Name(n) if n == name)
                    && let Some(value) = call.position(0)
                {
                    see(value, perhaps);
                }
            }
            _ => {}
        }
        // What stands here runs whenever what follows does.
        let runs = matches!(stmt.kind, StmtKind::With { .. } | StmtKind::Try { .. });
        for block in stmt.blocks() {
            appended(block, name, (depth + 1, perhaps || !runs), see);
        }
    }
}

/// Whether a value is a text that is split to words.
fn is_split(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::Call(call) if call.callee_name() == "split")
}

impl<'r> Words<'r> {
    pub(super) fn take(
        &mut self,
        repository: &Repository<'r>,
        at: At,
        value: &'r Expr<'r>,
        steps: usize,
    ) {
        let Some(steps) = steps.checked_sub(1) else { return };
        match &value.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                for item in items {
                    self.take(repository, at, item, steps);
                }
            }
            ExprKind::Starred(inner) => self.take(repository, at, inner, steps),
            ExprKind::Binary("+", sides) => {
                self.take(repository, at, &sides.0, steps);
                self.take(repository, at, &sides.1, steps);
            }
            ExprKind::Str(_) => {
                let template = value.template().unwrap_or_default();
                if template.contains(' ') {
                    self.take_line(&template, "{}", value.parts().into_iter());
                } else {
                    self.all.push((value.text().or(Some(template)), Some(value)));
                }
            }
            // `"git clone %s" % url`
            ExprKind::Binary("%", sides) if sides.0.text().is_some() => {
                let line = sides.0.text().unwrap_or_default();
                match &sides.1.kind {
                    ExprKind::Tuple(items) => self.take_line(&line, "%s", items.iter()),
                    _ => self.take_line(&line, "%s", std::iter::once(&sides.1)),
                }
            }
            ExprKind::Call(call) => self.take_made(repository, at, value, call, steps),
            ExprKind::Name(_) => {
                let origins = repository.origins(value, at);
                let before = self.all.len();
                let inner = origins.iter().find_map(|origin| match origin {
                    Origin::Value(at, inner)
                        if matches!(
                            inner.kind,
                            ExprKind::List(_) | ExprKind::Str(_) | ExprKind::Binary(..)
                        ) || is_split(inner) =>
                    {
                        Some((*at, *inner))
                    }
                    _ => None,
                });
                match inner {
                    Some((at, inner)) => self.take(repository, at, inner, steps),
                    None => self.all.push((None, Some(value))),
                }
                // It may hold another list by then.
                if let (true, Some((_, inner))) = (origins.len() > 1, inner) {
                    self.under.push((before..self.all.len(), inner.span));
                }
            }
            _ => self.all.push((None, Some(value))),
        }
    }

    /// The words of a line, with values in the place of `hole`s.
    fn take_line(&mut self, line: &str, hole: &str, values: impl Iterator<Item = &'r Expr<'r>>) {
        let mut values = values;
        self.shell = true;
        for word in line.split_whitespace() {
            let is_open = word.contains(hole);
            let value = if is_open { values.next() } else { None };
            self.all.push(((!is_open).then(|| word.to_owned()), value));
        }
    }

    /// The words of what a call makes of a text: `"…".split()`, `shlex.split("…")`, `"…".format(…)`.
    fn take_made(
        &mut self,
        repository: &Repository<'r>,
        at: At,
        value: &'r Expr<'r>,
        call: &'r Call<'r>,
        steps: usize,
    ) {
        match (&call.callee.kind, call.position(0)) {
            (ExprKind::Attribute(line, "split"), None) => self.take(repository, at, line, steps),
            (ExprKind::Attribute(_, "split") | ExprKind::Name("split"), Some(line))
                if repository.external(&call.callee, at).as_deref() == Some("shlex.split") =>
            {
                self.take(repository, at, line, steps);
            }
            (ExprKind::Attribute(line, "format"), _)
                if line.text().is_some_and(|line| line.contains(' ')) =>
            {
                let line = line.text().unwrap_or_default();
                let values = call.args.iter().filter(|arg| arg.passing == Passing::Position);
                self.take_line(&line, "{}", values.map(|arg| &arg.value));
            }
            _ => self.all.push((None, Some(value))),
        }
    }

    /// Whether this is `git … log …`.
    pub(in crate::detect::repo::python) fn reads_log(&self) -> bool {
        let git = self.texts().next().is_some_and(|word| word.ends_with("git"));
        git && self.texts().any(|word| matches!(word, "log" | "shortlog" | "rev-list"))
    }

    /// The program that fetches a file from the web, where this runs one.
    pub(in crate::detect::repo::python) fn fetcher(&self) -> Option<&'static str> {
        let first = self.texts().next()?.rsplit('/').next()?;
        ["curl", "wget"].into_iter().find(|name| *name == first)
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter_map(|(text, _)| text.as_deref())
    }

    /// Whether this is `git … clone …`.
    pub(super) fn clones(&self) -> bool {
        let mut texts = self.texts();
        let git = |word: &str| matches!(word.rsplit('/').next(), Some("git" | "git.exe"));
        let first = texts.next().is_some_and(|word| git(word) || word == "gh");
        let prefixed = self.shell && self.texts().any(git);
        (first || prefixed) && self.texts().any(|word| word == "clone") && self.all.len() > 2
    }

    /// Whether this is `clone …`, for functions that put `git` before it.
    pub(super) fn starts_with_clone(&self) -> bool {
        self.texts().next() == Some("clone") && self.all.len() > 1 && !self.shell
    }

    /// Where `--depth` stands among the words.
    fn depth_at(&self) -> Option<usize> {
        let is_depth = |word: &str| word.starts_with("--depth") || word.starts_with("--shallow");
        self.all.iter().position(|(text, _)| text.as_deref().is_some_and(is_depth))
    }

    pub(super) fn shallow(&self) -> bool {
        self.depth_at().is_some()
    }

    /// What adds `--depth`, where it is not always there.
    pub(super) fn shallow_under(&self) -> Option<Span> {
        let at = self.depth_at()?;
        self.under.iter().find(|(words, _)| words.contains(&at)).map(|(_, under)| *under)
    }

    /// What says how many commits are fetched.
    pub(super) fn depth(&self) -> Option<Depth<'r>> {
        let at = self.depth_at()?;
        let (option, value) = &self.all[at];
        let written = option.as_deref()?.strip_prefix("--depth")?;
        let (text, value) = if let Some(number) = written.strip_prefix('=') {
            (Some(number), *value)
        } else {
            let (text, value) = self.all.get(at + 1)?;
            (text.as_deref(), *value)
        };
        match text.and_then(|text| text.parse().ok()) {
            Some(number) => Some(Depth::Number(number)),
            None => value.map(Depth::Value),
        }
    }

    /// Where the clone goes: the word after the address, or the working directory.
    pub(super) fn target(&self, site: &Site<'r>, cwd: Option<&'r Expr<'r>>) -> Target<'r> {
        let after =
            self.all.iter().skip_while(|(text, _)| text.as_deref() != Some("clone")).skip(1);
        let mut places = Vec::new();
        let mut takes_value = false;
        for (text, value) in after {
            if std::mem::take(&mut takes_value) {
                continue;
            }
            match text.as_deref() {
                Some(
                    "--depth" | "--branch" | "-b" | "-c" | "--config" | "-o" | "--origin"
                    | "--filter" | "-j",
                ) => {
                    takes_value = true;
                }
                Some(option) if option.starts_with('-') => {}
                _ => places.push((text.as_deref(), *value)),
            }
        }
        match places.as_slice() {
            // A relative name lies in the working directory of the command.
            [_, .., (Some(name), _)] if cwd.is_some() && !name.starts_with(['/', '~']) => {
                Target::of(site, cwd)
            }
            [_, .., (_, last)] => Target::of(site, *last),
            _ => Target::of(site, cwd),
        }
    }
}
