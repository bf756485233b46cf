//! What statements tell: definitions, imports, and what names and texts in them say.

use super::super::justice::measures_spread;
use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Sites, is_unused};
use super::super::sources::parse::Module;
use super::super::structured_output::speaks_of_attempts;
use super::super::syntax::{Body, Expr, ExprKind, Function, Piece, Span, Stmt, StmtKind};
use super::numbers::{product, rounds, schemes, weights};
use super::{FAMILIES, Found, bases, bounds, paths, rubrics, sought, texts};
use crate::detect::repo::python::names::words::speaks_of;
use crate::domain::facts::Practice;

/// Depth to which statements and expressions are read.
const DEPTH: usize = 200;

/// Parts of the names of functions that write a report.
const WRITES_REPORT: &[&str] =
    &["markdown", "_md", "report", "render", "justice", "save", "write", "synthes"];

/// Longest text that is the name of a model, in bytes.
const MODEL_NAME: usize = 80;

/// Reads the statements of the module with this index. What tells something in the files of the synthesis alone is
/// noted of every file.
pub(super) fn read<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    module: usize,
    found: &mut Found,
) {
    let at = At::top(module);
    let module = &repository.modules[module];
    let mut reading = Reading {
        repository,
        sites,
        module,
        found,
        functions: Vec::new(),
        depth: 0,
        put_down: None,
        is_idle: false,
    };
    reading.body(&module.syntax.body, at);
}

struct Reading<'r, 'f> {
    repository: &'f Repository<'r>,
    sites: &'f Sites<'r>,
    module: &'r Module<'r>,
    found: &'f mut Found,
    /// The functions around, innermost last.
    functions: Vec<&'r Function<'r>>,
    depth: usize,
    /// Where the last path was put down as one that does not exist.
    put_down: Option<usize>,
    /// Whether a condition around never holds.
    is_idle: bool,
}

impl<'r> Reading<'r, '_> {
    fn note(&mut self, practice: Practice, by: &str, span: Span) {
        self.found.noted(practice, by, (self.module, span), false);
    }

    /// The same of what tells something in the files of the synthesis alone.
    fn note_in_court(&mut self, practice: Practice, by: &str, span: Span) {
        self.found.noted(practice, by, (self.module, span), true);
    }

    /// Whether a function around has one of these words in its name.
    fn is_inside(&self, words: &[&str]) -> bool {
        self.functions.iter().any(|function| speaks_of(function.name, words))
    }

    fn body(&mut self, body: &'r Body<'r>, at: At) {
        if self.depth >= DEPTH {
            return;
        }
        self.depth += 1;
        self.compares(paths::unmet(body));
        for stmt in body {
            self.statement(stmt, at);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, at: At) {
        // Documentation does nothing.
        if matches!(&stmt.kind, StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. })) {
            return;
        }
        for value in stmt.expressions() {
            self.expr(value, at, 0);
        }
        match &stmt.kind {
            StmtKind::Function(function) => {
                let place = self.module.place(function.span);
                // A method may stand in for one of a base class, and an inner function is handed out.
                let unused = at.scope == 0 && is_unused(self.repository, function);
                self.found.function(function, place, self.module.in_tests, unused);
                self.named(function.name, function.span);
                self.functions.push(function);
                self.body(&function.body, self.repository.inside(at, function.id));
                self.functions.pop();
            }
            StmtKind::Class(class) => {
                self.body(&class.body, self.repository.inside(at, class.id));
            }
            StmtKind::Import(imports) => {
                self.found.imports(self.repository, (at.module, stmt.span), imports);
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                self.assigned(targets, value);
                self.bounded(targets, value, at);
            }
            StmtKind::For { target, iterable, .. }
                if speaks_of_attempts(target, 0) || speaks_of_attempts(iterable, 0) =>
            {
                let by = rounds((self.repository, self.sites), iterable, at);
                let by = by.map_or_else(|| "?".to_owned(), |count| count.to_string());
                self.note(Practice::Attempts, &by, stmt.span);
            }
            StmtKind::If { branches, otherwise } => {
                self.compares(paths::put_down(branches, otherwise));
            }
            StmtKind::While { test, .. } if speaks_of_attempts(test, 0) => {
                self.note(Practice::Attempts, "?", stmt.span);
            }
            _ => {}
        }
        if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
            return;
        }
        let is_idle = self.is_idle;
        let never = self.is_never(stmt);
        for (index, block) in stmt.blocks().into_iter().enumerate() {
            self.is_idle = is_idle || (never && index == 0);
            self.body(block, at);
        }
        self.is_idle = is_idle;
    }

    /// Whether the first condition of a statement asks for a text that nothing gives.
    fn is_never(&self, stmt: &Stmt<'_>) -> bool {
        let StmtKind::If { branches, .. } = &stmt.kind else { return false };
        branches.first().is_some_and(|(test, _)| {
            paths::is_never_given(test, &|field, text| {
                paths::is_given(self.repository, self.sites, field, text)
            })
        })
    }

    /// Notes that paths are held against others, unless the condition around never holds.
    fn compares(&mut self, put: Option<(&Stmt<'r>, &'r str)>) {
        // A condition around this one tells of the same.
        if let Some((put, name)) = put
            && !self.is_idle
            && self.put_down.replace(put.span.start) != Some(put.span.start)
        {
            self.note(Practice::PathCheck, name, put.span);
        }
    }

    /// What the name of a function says that it does.
    fn named(&mut self, name: &str, span: Span) {
        if !self.repository.is_mentioned(name) {
            return;
        }
        if speaks_of(name, &["chunk"]) && !of_bytes(name) {
            self.note(Practice::Chunks, name, span);
        }
        // What agrees with what is another question.
        if speaks_of(name, &["cross_ref", "crossref"]) && !speaks_of(name, &["consisten"]) {
            self.note(Practice::PathCheck, name, span);
        }
    }

    /// A variable that is computed from something, and what its name says it holds.
    fn assigned(&mut self, targets: &'r [Expr<'r>], value: &'r Expr<'r>) {
        let computed = matches!(
            value.kind,
            ExprKind::Comprehension(_) | ExprKind::Call(_) | ExprKind::Binary(..)
        );
        let Some(Expr { kind: ExprKind::Name(name) | ExprKind::Attribute(_, name), span }) =
            targets.first()
        else {
            return;
        };
        if speaks_of(name, &["weight"]) {
            for (persona, weight) in weights(value).into_iter().flatten() {
                self.note(Practice::Weight, &format!("{persona} {weight}"), value.span);
            }
        }
        // `chunk = text[start:start + size]`; what has one bound is a beginning or an end.
        let is_cut = |part: &Expr<'_>| {
            let bounds = match part.kind {
                ExprKind::Slice(written) => written.split_once(':'),
                _ => None,
            };
            bounds.is_some_and(|(from, to)| ![from, to].iter().any(|one| one.trim().is_empty()))
        };
        if speaks_of(name, &["chunk"]) && !of_bytes(name) && value.any(&is_cut) {
            self.note(Practice::Chunks, name, *span);
        }
        if !computed {
            return;
        }
        if speaks_of(name, &["hallucinat"]) && !self.is_idle && paths::compares_paths(value) {
            self.note(Practice::PathCheck, name, *span);
        }
        if speaks_of(name, &["chunks"]) && matches!(value.kind, ExprKind::Comprehension(_)) {
            self.note(Practice::Chunks, name, *span);
        }
    }

    /// A score that is set to a number, or the number that is to bound one.
    fn bounded(&mut self, targets: &'r [Expr<'r>], value: &'r Expr<'r>, at: At) {
        let found =
            targets.iter().find_map(|target| bounds::of_target(self.repository, target, value, at));
        if let Some(bound) = found {
            self.note_in_court(Practice::Bound, &bound, value.span);
        }
    }

    fn expr(&mut self, value: &'r Expr<'r>, at: At, depth: usize) {
        if depth > DEPTH {
            return;
        }
        match &value.kind {
            ExprKind::Str(pieces) => self.text(pieces, value.span, at),
            ExprKind::Attribute(_, "images" | "pictures") => {
                self.note(Practice::PdfImages, "images", value.span);
            }
            ExprKind::Attribute(_, "image") if self.is_inside(&["image"]) => {
                self.note(Practice::PdfImages, "image", value.span);
            }
            ExprKind::Name(name) | ExprKind::Attribute(_, name)
                if speaks_of(name, &["median", "sort", "quantile", "percentile"]) =>
            {
                self.note_in_court(Practice::Ordered, name, value.span);
            }
            ExprKind::Compare(sides, operators) => self.compared(sides, operators, value, at),
            ExprKind::Call(call) => {
                if let Some(bound) = bounds::of_call(self.repository, call, at) {
                    self.note_in_court(Practice::Bound, &bound, value.span);
                }
            }
            _ => {}
        }
        if let Some(weight) = product(value) {
            self.note_in_court(Practice::Weight, &weight, value.span);
        }
        if let Some(asked) = schemes(value) {
            self.note(Practice::Schemes, &asked, value.span);
        }
        if let Some(name) = value.last_name() {
            self.mentioned(name, value.span);
        }
        for part in value.parts() {
            self.expr(part, at, depth + 1);
        }
    }

    /// What the mere name of something that is used tells.
    fn mentioned(&mut self, name: &str, span: Span) {
        if let Some(word) = rubrics::word(name) {
            self.note(Practice::RubricOpen, word, span);
        }
        if bases::reads(name) {
            self.note(Practice::Bases, name, span);
        }
    }

    fn text(&mut self, pieces: &[Piece<'r>], span: Span, at: At) {
        let literal = |piece: Option<&'_ Piece<'r>>| match piece {
            Some(Piece::Literal(text)) => text.clone(),
            _ => String::new(),
        };
        if let Some(Piece::Literal(last)) = pieces.last()
            && last.rsplit_once('.').is_some_and(|(_, end)| end == "json")
            && speaks_of(last, &["rubric", "constitution"])
        {
            self.note(Practice::RubricFile, last, span);
        }
        let texts = pieces.iter().map(|piece| literal(Some(piece)));
        if let Some(word) = texts.into_iter().find_map(|text| rubrics::word(&text)) {
            self.note(Practice::RubricOpen, word, span);
        }
        if literal(pieces.first()).starts_with("^http") {
            self.note(Practice::Schemes, "?", span);
        }
        if matches!(pieces, [Piece::Literal(text)] if text == "/XObject") {
            self.note(Practice::PdfImages, "/XObject", span);
        }
        if let Some(sought) = pieces.iter().find_map(|piece| bases::sought(&literal(Some(piece)))) {
            self.note(Practice::Bases, &format!("\"{sought}\""), span);
        }
        let first = literal(pieces.first());
        if pieces.len() == 1 && !self.module.in_tests {
            self.found.sought.text(at.module, span.start, &first);
        }
        if pieces.len() == 1
            && first.len() <= MODEL_NAME
            && !first.contains(char::is_whitespace)
            && speaks_of(&first, FAMILIES)
        {
            self.note(Practice::Model, &first, span);
        }
        // The environment may name a model.
        let key =
            |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
        if pieces.len() == 1 && first.contains("MODEL") && first.chars().all(key) {
            self.note(Practice::ModelOpen, &first, span);
        }
        let heads = ["# ", "## "].iter().any(|mark| first.trim_start().starts_with(mark))
            && !texts::is_sought(self.module.text, span);
        let function = self.functions.last().map(|function| function.span);
        let asked = || texts::is_asked(self.module.text, function, span);
        if heads && self.is_inside(WRITES_REPORT) && !asked() {
            let name = self.functions.last().map_or("", |function| function.name);
            self.note(Practice::Markdown, name, span);
        }
    }

    /// `variance > 2`, also against a named constant.
    fn compared(&mut self, sides: &'r [Expr<'r>], by: &[&str], whole: &Expr<'r>, at: At) {
        if let Some(function) = self.functions.last() {
            let body = &self.module.text[function.span.start..function.span.end];
            let word = sought::word(self.repository, (function, body), (sides, by), at);
            if let Some(word) = word {
                self.found.sought.word(at.module, &sides[0]);
                self.note(Practice::WordSought, &word, whole.span);
            }
        }
        let ([left, right], [by @ (">" | ">=" | "<" | "<=")]) = (sides, by) else { return };
        // `gap > 2` after `gap = max(scores) - min(scores)`.
        let measured = self
            .repository
            .origins(left, at)
            .into_iter()
            .any(|origin| matches!(origin, Origin::Value(_, value) if measures_spread(value)));
        if !measured && !measures_spread(left) {
            return;
        }
        // What holds up to a number ends above it.
        let by = match *by {
            "<" => ">=",
            "<=" => ">",
            by => by,
        };
        let literal = |value: &Expr<'r>| match value.kind {
            ExprKind::Literal(number) => Some(number),
            _ => None,
        };
        let mut origins = self.repository.origins(right, at).into_iter();
        let number = origins.find_map(|origin| match origin {
            Origin::Value(_, value) => literal(value),
            Origin::Param(_, function, index) => {
                function.params.get(index)?.default.as_ref().and_then(literal)
            }
            _ => None,
        });
        let number = number.unwrap_or("?");
        self.note(Practice::SpreadLimit, &format!("{by} {number}"), whole.span);
    }
}

/// Whether a name speaks of pieces of a file that is no text, as `png_chunk` does.
fn of_bytes(name: &str) -> bool {
    const WORDS: [&str; 16] = [
        "png", "jpeg", "jpg", "gif", "webp", "riff", "wav", "mp3", "audio", "video", "zip", "byte",
        "bytes", "binary", "crc", "upload",
    ];
    name.to_ascii_lowercase().split('_').any(|word| WORDS.contains(&word))
}
