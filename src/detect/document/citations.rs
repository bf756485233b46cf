//! Finds the paths that a report cites.
//!
//! A report is prose: `fan-out/fan-in` and `4/5` are no paths, `operator.add` is no file. What is
//! taken for a path here is only asked for in the tree; [`super::cross_reference`] decides.

use super::indents::indented;
use super::listings::{Listed, Listings};
use super::parts::Parts;
use super::path_names::{
    COMMON_ROOTS, ends_in_library, has_extension, names_directory, names_file, well_formed,
};
use super::path_words::{self, Word};
use super::reading::ReadPage;
use super::running::Running;
use super::sentences::sentence;
use crate::domain::facts::{CitedPath, PathStatus};

/// Most cited paths that are kept of one report.
const MOST_PATHS: usize = 2000;

/// The paths that the pages cite, in reading order, not looked up yet. Their reason is what the part that they stand in
/// is on, as far as that matters.
pub(super) fn cited_paths(pages: &[ReadPage]) -> Vec<CitedPath> {
    let mut found: Vec<CitedPath> = Vec::new();
    let mut heading: Option<String> = None;
    let running = Running::of(pages.iter().map(|read| read.page.text.as_str()));
    let (mut listings, mut parts) = (Listings::default(), Parts::default());
    for read in pages {
        let text = &read.page.text;
        let within = indented(text, &read.rows);
        let mut listed = listings.page(text, &read.rows, &read.headings);
        listed.extend(within.listed);
        listed.sort_by_key(|one| one.at);
        let mut citations = citations_apart(text, &within.begun).into_iter().peekable();
        let mut headings = read.headings.iter().peekable();
        for (at, row) in read.rows.iter().enumerate() {
            let end = read.rows.get(at + 1).map_or(text.len(), |next| next.start);
            let mut is_heading = false;
            while let Some(above) = headings.next_if(|above| above.start < end) {
                is_heading = true;
                // What heads every page heads no part.
                if !running.has(line(text, above.start)) {
                    parts.enter(above);
                }
                heading = Some(above.text.clone());
            }
            if !is_heading {
                parts.pass(&text[row.start..end]);
            }
            while let Some(citation) = citations.next_if(|citation| citation.start < end) {
                // The report's own name over every page cites nothing.
                if running.has(line(text, citation.start)) {
                    continue;
                }
                let reason = parts.note().unwrap_or_default().to_owned();
                let cited = read_as(citation, read, &listed);
                let cited = CitedPath { reason, heading: heading.clone(), ..cited };
                if found.len() < MOST_PATHS && !found.iter().rev().take(50).any(|f| *f == cited) {
                    found.push(cited);
                }
            }
        }
    }
    found
}

/// What a page cites, by itself.
fn read_as(citation: Citation, read: &ReadPage, listed: &[Listed]) -> CitedPath {
    CitedPath {
        path: placed(&citation, listed),
        sentence: sentence(&read.page.text, &(citation.start..citation.end)),
        written: citation.written,
        status: PathStatus::Unchecked,
        matched: None,
        reason: String::new(),
        page: read.page.number,
        heading: None,
    }
}

/// The path of a citation, with the folder that a listing has it in.
fn placed(citation: &Citation, listed: &[Listed]) -> String {
    let at = listed.binary_search_by_key(&citation.start, |one| one.at).ok();
    match at.map(|at| &listed[at]).filter(|_| !citation.written.contains(' ')) {
        Some(one) => format!("{}/{}", one.folder, citation.path),
        None => citation.path.clone(),
    }
}

/// The line of the text in which a place lies.
pub(super) fn line(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

/// A path in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Citation {
    pub(super) start: usize,
    pub(super) end: usize,
    /// As printed; a line end inside it is a space.
    written: String,
    path: String,
}

/// The paths of a text, as far as their form tells them.
pub(super) fn citations(text: &str) -> Vec<Citation> {
    citations_apart(text, &[])
}

/// The same, where the words at these offsets go on with none before them.
fn citations_apart(text: &str, begun: &[usize]) -> Vec<Citation> {
    let words = path_words::words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        found.extend(path_words::listed(words[at].text).iter().map(|path| cited(&words[at], path)));
        let (citation, used) = broken(text, &words[at..], begun)
            .or_else(|| Some((whole(&words[at]).filter(|_| is_one(text, &words[at..]))?, 1)))
            .map_or((None, 1), |(citation, used)| (Some(citation), used));
        found.extend(citation);
        at += used;
    }
    found
}

fn whole(word: &Word<'_>) -> Option<Citation> {
    (names_file(word.text) || names_directory(word.text)).then(|| cited(word, word.text))
}

/// The citation of a path by a word.
fn cited(word: &Word<'_>, path: &str) -> Citation {
    Citation {
        start: word.start,
        end: word.start + word.text.len(),
        written: word.text.to_string(),
        path: path.trim_start_matches("./").to_string(),
    }
}

/// Whether the first word is a name of its own.
fn is_one(text: &str, words: &[Word<'_>]) -> bool {
    let is_other = |word: &Word<'_>| ends_a_word(text, word) || is_of_system(text, word);
    !is_choice(text, words) && !words.first().is_some_and(is_other)
}

/// Whether a header is taken from what is installed: `#include <stdio.h>`.
fn is_of_system(text: &str, word: &Word<'_>) -> bool {
    let before = text[..word.start].strip_suffix('<').map(str::trim_end);
    before.is_some_and(|before| before.ends_with("include"))
}

/// Whether a name before a slash is the end of a word that a line's end breaks, with another behind the slash: `Fan-`
/// before `out/`.
fn ends_a_word(text: &str, word: &Word<'_>) -> bool {
    // So may one before the name of a library: `Re-` before `act/Vue.js`.
    let library = || word.text.split_once('/').filter(|_| ends_in_library(word.text));
    let name = word.text.strip_suffix('/').or_else(|| Some(library()?.0)).unwrap_or_default();
    let before = &text[..word.start];
    let line = before.trim_end();
    let hyphen = line.strip_suffix('-').is_some_and(|line| line.ends_with(char::is_alphabetic));
    hyphen
        && before[line.len()..].contains('\n')
        && !name.is_empty()
        && name.chars().all(char::is_alphabetic)
}

/// Whether the first word is one of several names with a slash between them, of which the others stand on the
/// next line: `GPT-4V/` before `Gemini`.
fn is_choice(text: &str, words: &[Word<'_>]) -> bool {
    let Some(first) = words.first() else { return false };
    let Some(name) = first.text.strip_suffix('/').filter(|name| !name.contains('/')) else {
        return false;
    };
    let shouted = name.len() > 1
        && name.chars().any(char::is_alphabetic)
        && !name.chars().any(char::is_lowercase)
        && !name.contains(['_', '.']);
    let goes_on = || {
        words.get(1).is_some_and(|next| {
            let gap = &text[first.end..next.start];
            let same = gap.chars().all(char::is_whitespace) && !gap.contains("\n\n");
            same && next.text.starts_with(char::is_uppercase)
                && !names_file(next.text)
                && !names_directory(next.text)
        })
    };
    let titled = name.starts_with(char::is_uppercase) && first.ends_line;
    shouted || (titled && goes_on())
}

/// A path over the end of a line, or one that lost its underscores to spaces.
///
/// It begins with a word that cannot be a whole path, or is one only by chance, and ends with the
/// first word that completes it.
fn broken(text: &str, words: &[Word<'_>], begun: &[usize]) -> Option<(Citation, usize)> {
    const LONGEST: usize = 4;
    let first = words.first()?;
    if names_file(first.text) || !begins_path(first) {
        return None;
    }
    for used in 2..=LONGEST.min(words.len()) {
        let last = &words[used - 1];
        let before = &words[used - 2];
        let gap = &text[before.end..last.start];
        let line_end = gap.trim_matches(' ') == "\n";
        let parted = path_words::punctuated(text, before.end)
            || (line_end && begun.binary_search(&last.start).is_ok());
        if parted || !(line_end || gap == " ") {
            return None;
        }
        let inner = last.text.trim_start_matches(['-', '_']);
        if !line_end && (inner.contains('/') || before.text.ends_with('/')) {
            return None;
        }
        let completes = names_file(last.text)
            || (inner.len() < last.text.len() && has_extension(last.text))
            || (used == 2 && line_end && ends_folder(last.text));
        if completes {
            let pieces = || words[..used].iter().map(|word| word.text);
            let joint = if line_end && used == 2 { "" } else { "_" };
            let path = pieces().collect::<Vec<_>>().join(joint);
            let citation = Citation {
                start: first.start,
                end: last.end,
                written: pieces().collect::<Vec<_>>().join(" "),
                path: path.trim_start_matches("./").to_string(),
            };
            return Some((citation, used));
        }
        if !last.text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.')) {
            return None;
        }
    }
    None
}

/// Whether a word may be the end of a folder's name that a line breaks: `rated/` behind `reports/gene`.
fn ends_folder(text: &str) -> bool {
    text.strip_suffix('/').is_some_and(|name| {
        name.len() > 1
            && name.chars().all(|letter| letter.is_ascii_lowercase() || matches!(letter, '_' | '-'))
            && !COMMON_ROOTS.contains(&name)
    })
}

/// Whether the word is the front of a path whose rest may follow: `src/tools/git`, `repo_`.
fn begins_path(word: &Word<'_>) -> bool {
    let text = word.text;
    let open =
        text.ends_with('_') || (word.ends_line && text.ends_with('-') && text.contains(['_', '/']));
    let rooted = text
        .split_once('/')
        .is_some_and(|(root, rest)| COMMON_ROOTS.contains(&root) && !rest.contains("//"));
    // A folder below another at the end of a line goes on with its file on the next, whatever its root.
    let hanging = word.ends_line && text.ends_with('/') && text.matches('/').count() > 1;
    (open && text.len() > 2) || ((rooted || hanging) && well_formed(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = citations(text).into_iter().map(|c| c.path).collect();
        assert_eq!(found, expected, "in {text:?}");
    }

    #[test]
    fn files_and_directories_are_found_in_prose() {
        check("See src/tools/repo_tools.py.", &["src/tools/repo_tools.py"]);
        check("The graph (`graph.py`) and ./reports/x.pdf:", &["graph.py", "reports/x.pdf"]);
        check("All of src/nodes/ and .env.example", &["src/nodes/", ".env.example"]);
        check("src/state.py:10-24, src/graph.py#L3", &["src/state.py", "src/graph.py"]);
        check("prosecutor.py/defense.py", &["prosecutor.py", "defense.py"]);
        check("├── graph.py", &["graph.py"]);
        check("x/{a,b}.py y/*.{png,md}", &["x/a.py", "x/b.py", "y/*.png", "y/*.md"]);
        check("Makefile: Run make, or deploy/Dockerfile", &["Makefile", "deploy/Dockerfile"]);
        check("by envs/reader/bin/python there", &["envs/reader/bin/python"]);
        // The lines of a label in a diagram are parted by letters.
        check("A --> B[\"CLI\\nsrc/cli.py\\nsrc/run.py\"]", &["src/cli.py", "src/run.py"]);
    }

    #[test]
    fn tokens_that_only_look_like_paths_are_left_out() {
        check("fan-out/fan-in and/or 4/5 I/O v1.2/3 TCP/IP", &[]);
        check("https://github.com/a/b/blob/main/src/x.py www.a.com/x.html", &[]);
        check("operator.add, os.system, ast.NodeVisitor, Node.js, e.g. i.e.", &[]);
        check("response.json() and json.py2 a@b.py", &[]);
        check("the .py and *.py", &["*.py"]);
        check(
            "as HTML/JS/Chart.js and D3.js/Chart.js do, in web/js/chart.js",
            &["web/js/chart.js"],
        );
        check("where \u{1D705}\u{1D45E}/\u{1D6FE} and \u{1D6FE}\u{1D70F}/ hold", &[]);
    }

    #[test]
    fn sources_of_many_languages_are_found_by_their_names() {
        check("main.c, uart.h: Program.cs", &["main.c", "uart.h", "Program.cs"]);
        check("in lib/Foo.kt and best.pt, self.v", &["lib/Foo.kt", "best.pt"]);
        check("on site.pt/news, at ftp.site.pt and arduino.cc", &[]);
        check("one.cc/two.cc", &["one.cc", "two.cc"]);
        check("#include <stdio.h>\n#include \"uart.h\"", &["uart.h"]);
    }

    #[test]
    fn a_plus_may_stand_in_the_name_of_a_file() {
        check("run notes/plan+result.ipynb.", &["notes/plan+result.ipynb"]);
        check("in src/a.py+src/b.py and graph+state.py", &["src/a.py", "src/b.py", "state.py"]);
        check("all of src/nodes/+graph.py", &["src/nodes/", "graph.py"]);
    }

    #[test]
    fn the_end_of_a_broken_word_before_a_slash_is_no_directory() {
        check("Fan-\nout/\nfan-in, edges", &[]);
        check("of the Fan- out/ kind", &["out/"]);
        check("files of the run\nout/\nand more", &["out/"]);
        check("in Re-\nact/Vue.js, by vendor/vue.js", &["vendor/vue.js"]);
    }

    #[test]
    fn names_to_choose_from_are_no_directories() {
        check("a model such as GPT-4V/\nGemini looks", &[]);
        check("AND/ OR, CI/\nCD and Claude/\nGemini and GPT-4V/Gemini", &[]);
        check("├── Report/\n├── README.md", &["Report/", "README.md"]);
        check("Report/\nREADME.md", &["Report/", "README.md"]);
    }

    #[test]
    fn paths_over_a_line_end_are_put_together() {
        check("in src/tools/repo_\ntools.py we", &["src/tools/repo_tools.py"]);
        check("in src/tools/\nrepo_tools.py we", &["src/tools/repo_tools.py"]);
        check("in repo_\ntools.py we", &["repo_tools.py"]);
        check("in reports/gene\nrated/ we", &["reports/generated/"]);
        check("in reports/gene and\nrated/", &["reports/gene", "rated/"]);
        check("in src/nodes\ntests/", &["src/nodes", "tests/"]);
    }

    #[test]
    fn what_goes_on_over_a_line_end_is_no_path_by_itself() {
        check("(https://a.com/x/y/blob/main/\nsrc/graph.py) and src/b.py", &["src/b.py"]);
        check("see https://a.com/x\nsrc/graph.py is there", &["src/graph.py"]);
        check("from https://www.project.\nio/articles/a-b/ and src/b.py", &["src/b.py"]);
        check("see https://project.io.\nsrc/graph.py is there", &["src/graph.py"]);
        check("in lake/house/main/\nparts.py we", &["lake/house/main/parts.py"]);
        check("of lake/\nparts.py we", &["lake/", "parts.py"]);
    }

    #[test]
    fn the_signs_of_a_mark_up_are_none_of_a_name() {
        check(
            "**src/graph.py**, *a.py*, _b.py_ <c.py>.",
            &["src/graph.py", "a.py", "b.py", "c.py"],
        );
        check("a.py<br/>b.md and <br/>, <br>, <br/\n>", &["a.py", "b.md"]);
        check("src/*.py and __init__.py", &["src/*.py", "__init__.py"]);
    }

    #[test]
    fn underscores_lost_to_spaces_are_put_back() {
        check("in src/tools/git tools.py we", &["src/tools/git_tools.py"]);
    }

    #[test]
    fn sentences_that_follow_a_directory_are_not_joined_to_it() {
        check("in src/nodes. The graph.py", &["src/nodes", "graph.py"]);
        check("both src/nodes/ and graph.py", &["src/nodes/", "graph.py"]);
    }
}
