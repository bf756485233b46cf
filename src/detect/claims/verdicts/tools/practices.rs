//! What the detectives' tools were seen to do: parse code, read commits and PDFs, take pictures, write Markdown.

use super::super::{Verdict, done};
use super::syntax_tree;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{ClaimKind, FunctionFact, Practice, PracticeFact, PythonFacts};

/// Whether the sources do what the kind of claim says, which they are seen to do or not.
pub(in super::super) fn practice(python: &PythonFacts, kind: ClaimKind, text: &str) -> Verdict {
    let (practice, what) = match kind {
        ClaimKind::SyntaxTree => (Practice::SyntaxTree, "parses code into a syntax tree"),
        ClaimKind::GitHistory => (Practice::GitHistory, "reads the commits"),
        ClaimKind::PdfImages => (Practice::PdfImages, "takes pictures out of a PDF"),
        ClaimKind::MarkdownReport => (Practice::Markdown, "writes Markdown"),
        _ => (Practice::PathCheck, "holds claimed paths against those that exist"),
    };
    let mut found = running(done(python, practice));
    if practice == Practice::SyntaxTree
        && let Some(open) = syntax_tree::by_another(python, &mut found, text)
    {
        return open;
    }
    // What else does it stands elsewhere.
    if let Some(by) = found.first().map(|first| first.by.clone()) {
        found.retain(|fact| fact.by == by);
    }
    match found.first() {
        Some(first) if !first.live => {
            let fact = format!("`{}` {what}, in code that nothing that runs uses", first.by);
            Verdict::of(Undecided, fact, [&first.place])
        }
        Some(first) => {
            let fact = format!("`{}` {what}", first.by);
            Verdict::of(Supported, fact, found.iter().map(|fact| &fact.place))
        }
        None => Verdict::undecided(format!("no code was recognised that {what}")),
    }
}

/// Those that run, or all where none does; what steps in where something fails comes last.
pub(super) fn running(mut found: Vec<&PracticeFact>) -> Vec<&PracticeFact> {
    let steps_in = |fact: &PracticeFact| {
        let by = fact.by.to_ascii_lowercase();
        ["fallback", "emergency", "error"].iter().any(|word| by.contains(word))
    };
    found.sort_by_key(|fact| steps_in(fact));
    if found.iter().any(|fact| fact.live) {
        found.retain(|fact| fact.live);
    }
    found
}

/// Whether a PDF is read, and cut into chunks where that is said.
pub(in super::super) fn pdf_text(python: &PythonFacts, text: &str) -> Verdict {
    // Whoever looks for pictures opens a PDF too, and reads no text of it.
    let (seen, read): (Vec<_>, Vec<_>) =
        done(python, Practice::PdfText).into_iter().partition(|fact| is_for_pictures(python, fact));
    let read = running(read);
    if let Some(first) = read.first().filter(|fact| !fact.live) {
        let fact = format!("`{}` reads a PDF, in code that nothing that runs uses", first.by);
        return Verdict::of(Undecided, fact, [&first.place]);
    }
    let Some(first) = read.first() else {
        return match seen.first() {
            Some(seen) => {
                let fact =
                    format!("`{}` opens a PDF where pictures are looked for, not text", seen.by);
                Verdict::of(Undecided, fact, [&seen.place])
            }
            None => Verdict::undecided("no call was recognised that reads a PDF"),
        };
    };
    let mut places = vec![&first.place];
    if text.to_lowercase().contains("chunk") {
        let chunks = done(python, Practice::Chunks);
        let Some(chunk) = chunks.first() else {
            return Verdict::undecided("no code was recognised that cuts a text into chunks");
        };
        places.push(&chunk.place);
    }
    Verdict::of(Supported, format!("`{}` reads a PDF", first.by), places)
}

/// Whether something is done in a file or a function of pictures, by its name.
fn is_for_pictures(python: &PythonFacts, fact: &PracticeFact) -> bool {
    let around = |function: &&FunctionFact| {
        let place = &function.place;
        place.file == fact.place.file && (place.line..=place.end_line).contains(&fact.place.line)
    };
    let mut functions = python.functions.iter().filter(around);
    is_of_pictures(fact) || functions.any(|function| names_pictures(&function.name))
}

/// Whether something is done in a file of pictures, by its name.
pub(in super::super) fn is_of_pictures(fact: &PracticeFact) -> bool {
    names_pictures(fact.place.file.rsplit('/').next().unwrap_or_default())
}

/// Whether a name is of pictures.
pub(in super::super) fn names_pictures(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["vision", "image", "figure", "diagram", "picture"].iter().any(|word| name.contains(word))
}
