//! The words of the command that clones.

mod added;
mod looped;
mod places;
mod program;

use super::super::names::scope::Binding;
use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::Site;
use super::super::syntax::{Call, Expr, ExprKind, Passing, Span};
use super::depth::Depth;
use added::appended;
use looped::looped;

/// How far commands are followed through variables.
const STEPS: usize = 8;

/// The words of a command, as far as they are spelled out.
#[derive(Default)]
pub(in crate::detect::repo::python) struct Words<'r> {
    all: Vec<(Option<String>, Option<&'r Expr<'r>>)>,
    /// Words that may not be there, with what adds them.
    under: Vec<(std::ops::Range<usize>, Span)>,
    /// Whether there may be others of which nothing is known.
    open: bool,
    /// The variable that holds the command, and how often more is added to it by `+=`.
    grown: Option<(&'r str, usize)>,
    shell: bool,
}

/// How many words a value may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    One,
    Many,
    /// It is a part of a line.
    Line,
}

/// The words of a command whose words are the arguments of the call.
pub(super) fn spread_words<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Words<'r> {
    let mut words = Words::default();
    for arg in &site.call.args {
        match arg.passing {
            Passing::Rest if site.call.position(0).is_none() => {
                return command_words(repository, site, &arg.value);
            }
            Passing::Rest => words.take(repository, site.at, &arg.value, (Room::Many, STEPS)),
            Passing::Position => words.take(repository, site.at, &arg.value, (Room::One, STEPS)),
            Passing::Keyword(_) | Passing::Named => {}
        }
    }
    words
}

/// The words of `command`, with what is appended to the variable that holds it.
pub(in crate::detect::repo::python) fn command_words<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    command: &'r Expr<'r>,
) -> Words<'r> {
    let mut words = Words::default();
    let ExprKind::Name(name) = &command.kind else {
        words.take(repository, site.at, command, (Room::Many, STEPS));
        return words;
    };
    let module = &repository.modules[site.at.module];
    let body = match site.function() {
        Some(function) => &function.body,
        None => &module.syntax.body,
    };
    let own = repository.scope(site.at).bindings.get(name);
    let may_change = |binding: &Binding<'_>| matches!(binding, Binding::Changed);
    // One command after another: the first of those that clone, or else the first.
    let turns = match own {
        Some(bindings) if !bindings.iter().any(may_change) => Vec::new(),
        _ => looped(repository, site, body, name),
    };
    if !turns.is_empty() {
        return one_of(repository, &turns);
    }
    let mut added = Vec::new();
    // What is mentioned here alone is nowhere added to.
    if repository.mentions_of(name) > 1 {
        appended(body, name, (0, false), &mut |more| added.push(more));
    }
    words.grown = Some((*name, added.iter().filter(|more| more.by_sum).count()));
    words.take(repository, site.at, command, (Room::Many, STEPS));
    for more in added {
        let before = words.all.len();
        match more.room {
            Some(room) => words.take(repository, site.at, more.value, (room, STEPS)),
            None => words.open = true,
        }
        words.under.extend(more.perhaps.then_some((before..words.all.len(), more.value.span)));
    }
    words
}

/// The words of the first of several commands that clones, or else of the first. What the others leave out, it may be that
/// is left out.
fn one_of<'r>(repository: &Repository<'r>, turns: &[(At, &'r Expr<'r>)]) -> Words<'r> {
    let words = |(at, command): &(At, &'r Expr<'r>)| {
        let mut words = Words::default();
        words.take(repository, *at, command, (Room::Many, STEPS));
        words
    };
    let mut all: Vec<(Words<'r>, Span)> =
        turns.iter().map(|turn| (words(turn), turn.1.span)).collect();
    if all.iter().any(|(words, _)| words.clones() || words.starts_with_clone()) {
        all.retain(|(words, _)| words.clones() || words.starts_with_clone());
    }
    let differ = all.iter().any(|(words, _)| words.shallow() != all[0].0.shallow());
    if differ {
        // The one that says how many commits are fetched tells most.
        let at = all.iter().position(|(words, _)| words.depth_at().is_some()).unwrap_or_default();
        let (mut words, span) = all.swap_remove(at);
        words.under.push((0..words.all.len(), span));
        words.open = true;
        return words;
    }
    all.swap_remove(0).0
}

/// Whether a value is a text that is split to words.
fn is_split(value: &Expr<'_>) -> bool {
    value.is_call_of("split")
}

/// Whether texts are put together to a line of words.
fn joins_line(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Binary("+", sides) => joins_line(&sides.0) || joins_line(&sides.1),
        _ => value.template().is_some_and(|text| text.contains(' ')),
    }
}

/// Whether a value is an option as it is written.
fn is_option(value: &Expr<'_>) -> bool {
    value.template().is_some_and(|text| text.starts_with('-'))
}

impl<'r> Words<'r> {
    fn take(
        &mut self,
        repository: &Repository<'r>,
        at: At,
        value: &'r Expr<'r>,
        (room, steps): (Room, usize),
    ) {
        let Some(steps) = steps.checked_sub(1) else {
            self.open = true;
            return;
        };
        let many = (Room::Many, steps);
        match &value.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                for item in items {
                    self.take(repository, at, item, (Room::One, steps));
                }
            }
            ExprKind::Starred(inner) => self.take(repository, at, inner, many),
            ExprKind::Binary("+", sides) if room != Room::One || joins_line(value) => {
                let is_line = room == Room::Line || joins_line(value);
                let room = if is_line { Room::Line } else { Room::Many };
                self.take(repository, at, &sides.0, (room, steps));
                self.take(repository, at, &sides.1, (room, steps));
            }
            // `"--depth=" + number`
            ExprKind::Binary("+", sides) if is_option(&sides.0) => {
                self.all.push((sides.0.text(), Some(&sides.1)));
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
            ExprKind::Call(call) => self.take_made(repository, at, value, (call, room, steps)),
            ExprKind::Name(_) => self.take_held(repository, at, value, (room, steps)),
            // Either side, or the other.
            ExprKind::Conditional(choice)
                if room == Room::Many
                    || is_option(&choice.then)
                    || is_option(&choice.otherwise) =>
            {
                for side in [&choice.then, &choice.otherwise] {
                    let before = self.all.len();
                    self.take(repository, at, side, (room, steps));
                    self.under.push((before..self.all.len(), side.span));
                }
            }
            _ => self.unknown(value, room),
        }
    }

    /// A value of which nothing is known.
    fn unknown(&mut self, value: &'r Expr<'r>, room: Room) {
        self.all.push((None, Some(value)));
        self.open |= room == Room::Many;
    }

    /// The words of what a variable holds.
    fn take_held(
        &mut self,
        repository: &Repository<'r>,
        at: At,
        value: &'r Expr<'r>,
        (room, steps): (Room, usize),
    ) {
        let origins = repository.origins(value, at);
        let before = self.all.len();
        let is_empty = |held: &Expr<'_>| match &held.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => items.is_empty(),
            _ => false,
        };
        let inner = |may_be_empty: bool| {
            origins.iter().find_map(|origin| match origin {
                Origin::Value(at, inner)
                    if (matches!(
                        inner.kind,
                        ExprKind::List(_) | ExprKind::Str(_) | ExprKind::Binary(..)
                    ) || is_split(inner))
                        && (may_be_empty || !is_empty(inner)) =>
                {
                    Some((*at, *inner))
                }
                _ => None,
            })
        };
        let Some((inner_at, inner)) = inner(false).or_else(|| inner(true)) else {
            return self.unknown(value, room);
        };
        self.take(repository, inner_at, inner, (room, steps));
        // What is added to it by `+=` is looked at by itself.
        let grown = match (&value.kind, self.grown) {
            (ExprKind::Name(name), Some((grown, count))) if *name == grown => count,
            _ => 0,
        };
        let unknown = origins.iter().filter(|origin| matches!(origin, Origin::Unknown)).count();
        let others = origins.len().saturating_sub(1 + grown.min(unknown));
        // It may hold another list by then.
        if others == 0 {
            return;
        }
        self.under.push((before..self.all.len(), inner.span));
        // Both sides of a condition, of which one adds nothing.
        let known = origins.iter().all(|origin| match origin {
            Origin::Value(_, held) => std::ptr::eq(*held, inner) || is_empty(held),
            _ => false,
        });
        self.open |= room == Room::Many && !known;
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
        (call, room, steps): (&'r Call<'r>, Room, usize),
    ) {
        let many = (Room::Many, steps);
        match (&call.callee.kind, call.position(0)) {
            (ExprKind::Attribute(line, "split"), None) => self.take(repository, at, line, many),
            (ExprKind::Attribute(_, "split") | ExprKind::Name("split"), Some(line))
                if repository.external(&call.callee, at).as_deref() == Some("shlex.split") =>
            {
                self.take(repository, at, line, many);
            }
            (ExprKind::Attribute(line, "format"), _)
                if line.text().is_some_and(|line| line.contains(' ')) =>
            {
                let line = line.text().unwrap_or_default();
                let values = call.args.iter().filter(|arg| arg.passing == Passing::Position);
                self.take_line(&line, "{}", values.map(|arg| &arg.value));
            }
            // `list(words)`
            (ExprKind::Name("list" | "tuple"), Some(inner)) if room == Room::Many => {
                self.take(repository, at, inner, many);
            }
            _ => self.unknown(value, room),
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
        let words: Vec<Option<&str>> = self.all.iter().map(|(text, _)| text.as_deref()).collect();
        words.len() > 2 && program::commands(&words).any(program::clones)
    }

    /// Whether this is `timeout 60 git … clone …`.
    pub(super) fn is_timed(&self) -> bool {
        let words: Vec<Option<&str>> = self.all.iter().map(|(text, _)| text.as_deref()).collect();
        program::commands(&words).any(program::is_timed)
    }

    /// Whether this is `clone …`, for functions that put `git` before it.
    pub(super) fn starts_with_clone(&self) -> bool {
        self.texts().next() == Some("clone") && self.all.len() > 1 && !self.shell
    }

    /// Where `--depth` stands among the words: of several, where it always stands.
    fn depth_at(&self) -> Option<usize> {
        let is_depth = |word: &str| {
            word.starts_with("--depth")
                || word.starts_with("--shallow-since")
                || word.starts_with("--shallow-exclude")
        };
        let all = (0..).zip(&self.all);
        let found = all.filter(|(_, (text, _))| text.as_deref().is_some_and(is_depth));
        let places: Vec<usize> = found.map(|(at, _)| at).collect();
        let sure = places.iter().find(|at| self.added_by(**at).is_none());
        sure.or(places.first()).copied()
    }

    /// What adds a word that may not be there.
    fn added_by(&self, at: usize) -> Option<Span> {
        self.under.iter().find(|(words, _)| words.contains(&at)).map(|(_, under)| *under)
    }

    /// Whether not all commits are fetched; nothing where that hangs on what runs.
    pub(super) fn shallow(&self) -> Option<bool> {
        match self.depth_at() {
            Some(at) => self.added_by(at).is_none().then_some(true),
            None => (!self.open && !self.has_open_option()).then_some(false),
        }
    }

    /// Whether a word that is not known is neither the address nor the directory.
    fn has_open_option(&self) -> bool {
        let places = self.places();
        places.len() > 2 && places.iter().any(|(text, _)| text.is_none())
    }

    /// What adds `--depth`, where it is not always there.
    pub(super) fn shallow_under(&self) -> Option<Span> {
        self.added_by(self.depth_at()?)
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
}
