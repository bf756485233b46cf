//! What sources define, import and do, as far as reports like to speak of it.
//!
//! Calls tell by their callee, statements by what they hold. Nothing is concluded from comments or
//! documentation.

mod archives;
mod bases;
mod bounds;
mod checkpoints;
mod field_bounds;
mod given;
mod imported;
mod in_turn;
mod makers;
mod models;
mod numbers;
mod paths;
pub(super) mod posts;
mod rubrics;
mod set_numbers;
mod sought;
mod statements;
mod stubs;
mod texts;
mod unbound;
mod unused;

pub(in crate::detect) use models::FAMILIES;

use super::clone::{command_words, looks_at, runner, runs_commands};
use super::repository::{Origin, Repository};
use super::running::reach::Reach;
use super::running::sites::{Site, Sites};
use super::sources::parse::Module;
use super::syntax::{Expr, ExprKind, Function, Passing, Span};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{FunctionFact, ImportFact, Lines, Practice, PracticeFact, PythonFacts};
use aho_corasick::AhoCorasick;
pub(super) use posts::is_one as asks_by_post;
use std::collections::{BTreeMap, BTreeSet};
use unused::Taken;

/// Most functions that are listed.
const FUNCTIONS: usize = 4000;
/// Most places that are listed of one practice done by one thing.
const PLACES: u32 = 3;

/// Callees that tell by themselves what is done.
const CALLEES: &[(&str, Practice)] = &[
    ("ast.parse", Practice::SyntaxTree),
    ("tree_sitter.Parser", Practice::SyntaxTree),
    ("tree_sitter_languages.get_parser", Practice::SyntaxTree),
    ("tree_sitter_language_pack.get_parser", Practice::SyntaxTree),
    ("libcst.parse_module", Practice::SyntaxTree),
    ("pypdf.PdfReader", Practice::PdfText),
    ("PyPDF2.PdfReader", Practice::PdfText),
    ("PyPDF2.PdfFileReader", Practice::PdfText),
    ("fitz.open", Practice::PdfText),
    ("fitz.Document", Practice::PdfText),
    ("pymupdf.open", Practice::PdfText),
    ("pymupdf4llm.to_markdown", Practice::PdfText),
    ("pdfplumber.open", Practice::PdfText),
    ("pypdfium2.PdfDocument", Practice::PdfText),
    ("pdfminer.high_level.extract_text", Practice::PdfText),
    ("docling.document_converter.DocumentConverter", Practice::PdfText),
    ("unstructured.partition.pdf.partition_pdf", Practice::PdfText),
    ("langchain_community.document_loaders.PyPDFLoader", Practice::PdfText),
    ("langchain_community.document_loaders.PyMuPDFLoader", Practice::PdfText),
    ("langchain_community.document_loaders.PDFPlumberLoader", Practice::PdfText),
    ("tempfile.TemporaryDirectory", Practice::TemporaryFolder),
    ("tempfile.mkdtemp", Practice::TemporaryFolder),
    ("os.chdir", Practice::ChangesFolder),
    ("pdf2image.convert_from_path", Practice::PdfImages),
    ("pdf2image.convert_from_bytes", Practice::PdfImages),
];

/// What calls and statements tell, whatever is known of the verdict.
pub(super) fn gather(repository: &Repository<'_>, sites: &Sites<'_>, reach: &Reach) -> Found {
    let modules = repository.modules.iter().enumerate();
    let unreached = modules.filter(|(at, _)| reach.live(*at) == Some(false));
    let unreached = unreached.map(|(_, module)| module.path.to_owned()).collect();
    let knows_calls = reach.is_certain() && !sites.names_at_run_time();
    let mut found = Found { unreached, knows_calls, ..Found::default() };
    for site in &sites.all {
        called(repository, sites, site, &mut found);
    }
    models::read(repository, sites, &mut found);
    unbound::read(repository, sites, &mut found);
    archives::read(repository, sites, &mut found);
    checkpoints::read(repository, sites, &mut found);
    posts::read(repository, sites, &mut found);
    in_turn::read(repository, sites, &mut found);
    rubrics::read(repository, sites, &mut found);
    found.taken = Taken::of(repository);
    for module in 0..repository.modules.len() {
        statements::read(repository, sites, module, &mut found);
    }
    sought::alone(&mut found);
    found
}

/// Adds the functions, imports and practices that were gathered to the facts, which know the files of the synthesis.
pub(super) fn state(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
    mut found: Found,
    facts: &mut PythonFacts,
) {
    let court: BTreeSet<&str> =
        facts.justice.iter().map(|justice| justice.place.file.as_str()).collect();
    for Noted { fact, in_court } in std::mem::take(&mut found.noted) {
        if !in_court || court.contains(fact.place.file.as_str()) {
            found.practice(fact.practice, fact.by, fact.place, fact.in_tests);
        }
    }
    // Pictures are taken out of a PDF only where something opens one.
    let reads_pdf = found.practices.iter().any(|fact| fact.practice == Practice::PdfText);
    found.practices.retain(|fact| fact.practice != Practice::PdfImages || reads_pdf);
    rubrics::one(&mut found);
    found.functions.truncate(FUNCTIONS);
    facts.functions = found.functions;
    facts.imports = found.imports;
    facts.imported_names = found.names.with_calls(repository, sites, reach);
    facts.practices = found.practices;
    facts.field_numbers = given::read(repository, &facts.classes);
    facts.field_bounds = field_bounds::read(repository);
    facts.set_numbers = set_numbers::read(repository, sites);
    facts.makers = makers::read(repository, sites, &facts.classes);
    let uncalled: BTreeSet<Lines> = reach.uncalled(repository).into_iter().collect();
    for function in facts.functions.iter_mut().filter(|function| !function.in_tests) {
        function.idle |= uncalled.contains(&function.place);
    }
    let is_uncalled = |place: &Lines| uncalled.iter().any(|around| around.holds(place));
    for practice in facts.practices.iter_mut().filter(|fact| fact.live && !fact.in_tests) {
        let place = &practice.place;
        let module = repository.modules.iter().position(|module| module.path == place.file);
        let here = |site: &&Site<'_>| {
            Some(site.at.module) == module
                && site.module(repository).place(site.expr.span).line == place.line
        };
        let mut at = sites.all.iter().filter(here).peekable();
        let known = at.peek().is_some();
        practice.live = if known {
            at.any(|site| reach.runs(repository, sites, site) != Some(false))
        } else {
            !is_uncalled(place)
        };
    }
}

/// Endings of files that people read, in which a name calls nothing.
const READ: &[&str] = &[".md", ".rst", ".txt", ".tex", ".html"];

/// Takes back that nothing calls a function where a file of settings, a script or a notebook names it.
pub(super) fn called_from_outside(sources: &[Source], functions: &mut [FunctionFact]) {
    let calls = |source: &&Source| {
        !source.is_python() && !READ.iter().any(|ending| source.path.ends_with(ending))
    };
    let mut idle: Vec<&mut FunctionFact> =
        functions.iter_mut().filter(|function| function.idle).collect();
    // One look at each text, however many functions there are.
    let Ok(names) = AhoCorasick::new(idle.iter().map(|function| &function.name)) else {
        return idle.into_iter().for_each(|function| function.idle = false);
    };
    for source in sources.iter().filter(calls) {
        for found in names.find_overlapping_iter(source.text().as_ref()) {
            idle[found.pattern().as_usize()].idle = false;
        }
    }
}

/// What was gathered so far.
#[derive(Default)]
pub(super) struct Found {
    functions: Vec<FunctionFact>,
    imports: Vec<ImportFact>,
    names: imported::Names,
    practices: Vec<PracticeFact>,
    imported: BTreeMap<(String, bool), usize>,
    counted: BTreeMap<(Practice, String, bool, bool), u32>,
    /// What statements tell, in their order.
    noted: Vec<Noted>,
    /// How often they tell it in a file.
    noted_in: BTreeMap<(String, Practice, String, bool), u32>,
    /// What is sought in texts.
    sought: sought::Sought,
    /// What modules take from each other.
    taken: Taken,
    /// The files that the program does not come to.
    unreached: BTreeSet<String>,
    /// Whether what nothing names is surely not called.
    knows_calls: bool,
}

/// What a statement tells.
struct Noted {
    fact: PracticeFact,
    /// Whether it tells something in the files of the synthesis alone.
    in_court: bool,
}

impl Found {
    fn noted(
        &mut self,
        practice: Practice,
        by: &str,
        (module, span): (&Module<'_>, Span),
        in_court: bool,
    ) {
        let place = module.place(span);
        // More places of one file are listed in no case.
        let key = (place.file.clone(), practice, by.to_owned(), in_court);
        let count = self.noted_in.entry(key).or_default();
        if *count < PLACES {
            *count += 1;
            let (by, in_tests) = (by.to_owned(), module.in_tests);
            let fact = PracticeFact { practice, by, place, in_tests, live: false };
            self.noted.push(Noted { fact, in_court });
        }
    }

    fn practice(&mut self, practice: Practice, by: impl Into<String>, place: Lines, tests: bool) {
        let by = by.into();
        let live = tests || !self.unreached.contains(&place.file);
        let count = self.counted.entry((practice, by.clone(), tests, live)).or_default();
        if *count < PLACES {
            *count += 1;
            self.practices.push(PracticeFact { practice, by, place, in_tests: tests, live });
        }
    }

    /// Notes the functions in which these calls stand, and those that call them, each once.
    fn with_callers<'s, 'r>(
        &mut self,
        repository: &Repository<'r>,
        sites: &'s Sites<'r>,
        practice: Practice,
        mut open: Vec<&'s Site<'r>>,
    ) {
        let mut seen = BTreeSet::new();
        while let Some(site) = open.pop() {
            let Some(function) = site.function() else { continue };
            if !seen.insert((site.at.module, function.id)) {
                continue;
            }
            let module = site.module(repository);
            let place = module.place(site.expr.span);
            self.practice(practice, function.name, place, module.in_tests);
            let callers = sites.callers(site.at.module, function).into_iter();
            open.extend(callers.filter(|caller| !caller.around.dead));
        }
    }

    fn function(&mut self, function: &Function<'_>, place: Lines, in_tests: bool, unused: bool) {
        let idle =
            !in_tests && (self.unreached.contains(&place.file) || (self.knows_calls && unused));
        let (name, stub) = (function.name.into(), stubs::is_stub(&function.body));
        self.functions.push(FunctionFact { name, place, in_tests, idle, stub });
    }
}

/// What one call tells.
fn called<'r>(repository: &Repository<'r>, sites: &Sites<'r>, site: &Site<'r>, found: &mut Found) {
    if site.around.dead {
        return;
    }
    let module = site.module(repository);
    let name = site.call.callee_name();
    let mut note = |practice, by: &str, span: Span| {
        found.practice(practice, by, module.place(span), module.in_tests);
    };
    let here = site.expr.span;
    match name {
        "get_images" | "extract_image" | "get_page_images" | "get_pictures" => {
            note(Practice::PdfImages, name, here);
        }
        "iter_commits" | "traverse_commits" => note(Practice::GitHistory, name, here),
        "log" if is_method_of(site, "git") => note(Practice::GitHistory, "git.log", here),
        _ if name.ends_with("TextSplitter") || name.ends_with("Chunker") => {
            note(Practice::Chunks, name, here);
        }
        _ => {}
    }
    let known = |(callee, _): &&(&str, Practice)| {
        callee.rsplit_once('.').is_some_and(|(_, last)| last == name)
    };
    let runs = matches!(
        name,
        "run" | "call" | "check_call" | "check_output" | "Popen" | "create_subprocess_exec"
    );
    // It may be a command for a function that runs it, or puts `git` before it.
    let lists = site.call.args.iter().any(|arg| lists_log(&arg.value.kind));
    if !runs && !lists && !CALLEES.iter().any(|one| known(&one)) {
        return;
    }
    for origin in repository.origins(&site.call.callee, site.at) {
        match origin {
            Origin::External(callee) | Origin::Perhaps(callee) => {
                if let Some((_, practice)) = CALLEES.iter().find(|(one, _)| *one == callee) {
                    note(*practice, &callee, here);
                }
                if runs && runs_commands(&callee) {
                    command(repository, site, &callee, &mut note);
                }
            }
            Origin::Function(at, function)
                if lists && runner(repository, sites, at.module, function, 3).is_some() =>
            {
                note(Practice::GitHistory, "git log", here);
            }
            _ => {}
        }
    }
}

/// Whether this is a list of words that reads a history: `log …`, `-C … log …` or `git … log …`.
fn lists_log(value: &ExprKind<'_>) -> bool {
    let ExprKind::List(items) = value else { return false };
    let mut words = items.iter().map(Expr::text).peekable();
    words.next_if(|word| word.as_deref().is_some_and(|word| word.ends_with("git")));
    while let Some(option) =
        words.next_if(|word| word.as_deref().is_some_and(|word| word.starts_with('-')))
    {
        // The folder, or the setting, is a word of its own.
        if matches!(option.as_deref(), Some("-C" | "-c" | "--git-dir" | "--work-tree")) {
            words.next();
        }
    }
    matches!(words.next().flatten().as_deref(), Some("log" | "shortlog" | "rev-list"))
}

/// Whether the callee is a method of something called `object`.
fn is_method_of(site: &Site<'_>, object: &str) -> bool {
    matches!(&site.call.callee.kind, ExprKind::Attribute(inner, _)
        if matches!(inner.kind, ExprKind::Attribute(_, name) if name == object))
}

/// Whether a call waits for its command as long as that runs: no limit is among its arguments, nor may be.
fn is_unlimited(site: &Site<'_>, callee: &str) -> bool {
    let waits = ["run", "call", "check_call", "check_output"];
    let name = callee.strip_prefix("subprocess.").filter(|name| waits.contains(name));
    name.is_some()
        && site.call.keyword("timeout").is_none()
        && site.call.args.iter().all(|arg| !matches!(arg.passing, Passing::Named | Passing::Rest))
}

/// What a call tells that runs a command.
fn command<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    callee: &str,
    note: &mut impl FnMut(Practice, &str, Span),
) {
    let here = site.expr.span;
    if let Some(command) = site.call.argument(0, "args")
        && command_words(repository, site, command).reads_log()
    {
        note(Practice::GitHistory, "git log", here);
    }
    let off = |value: &ExprKind<'_>| matches!(value, ExprKind::Bool(false) | ExprKind::None);
    if site.call.keyword("shell").is_some_and(|value| !off(&value.kind)) {
        return;
    }
    note(Practice::Command, callee, here);
    let is_true = |value: &ExprKind<'_>| matches!(value, ExprKind::Bool(true));
    if site.call.keyword("check").is_some_and(|value| is_true(&value.kind)) {
        // A handler alone sees nothing of a command that failed: without `check` nothing is raised.
        note(Practice::CommandHandled, "check=True", here);
    } else if looks_at(repository, site) == Some(true) || callee.contains("check_") {
        note(Practice::CommandHandled, callee, here);
    }
    if site.call.keyword("timeout").is_some_and(|value| !off(&value.kind)) {
        note(Practice::CommandLimited, callee, here);
    } else if is_unlimited(site, callee) {
        note(Practice::CommandUnlimited, callee, here);
    }
}
