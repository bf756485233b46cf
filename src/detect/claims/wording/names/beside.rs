//! Names and parts of the court beside the file that is said to have them: `merge_evidences in src/state.py`, `The
//! Judicial Layer is implemented in src/nodes/judges.py`, rows of a table of files.

use super::super::sentence::unclaimed::{is_demand, is_stated};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A source by its path, or by its name alone.
pub(super) const PATH: &str = r"(?:[\w-]+/)*[\w-]+\.py";

/// What a name in code may be called behind it.
const NOUN: &str = r"(?:functions?|class(?:es)?|nodes?|methods?|models?|helpers?|utility|utilities|reducers?|routers?|tools?|schemas?|routines?|wrappers?|decorators?|typeddicts?)";

/// That something is in a file, with or without a word for how it is there.
const IS_IN: &str = r"(?:(?:is|are) )?(?:now )?(?:(?:defined|declared|implemented|located|found|housed) )?(?:in|inside|within|from) (?:the )?(?:file |module )?";

/// A name in code right before the file that it stands in, in brackets or behind a word.
static NAMED: LazyLock<Parts> = LazyLock::new(|| {
    let name =
        r"(?:_?[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]{3,}(?:\(\)))";
    Parts::new(&format!(
        r"\b(?P<name>{name})`?(?:\(\))?`? (?:\([^()]{{0,40}}\) )?(?:{NOUN} ){{0,2}}(?:\(?{IS_IN}|\()`?(?P<path>{PATH})\b|^[^A-Za-z]*(?P<label>{name})`?(?: \([^()]{{0,40}}\))? +`?(?P<file>(?:[\w-]+/)+[\w-]+\.py)(?:\W*$| (?-i:[A-Z]))"
    ))
});

/// Words by which a row or a label tells of what is not there, or is to be done about what is there.
static UNMADE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|no|never|missing|absent|lacks?|lacking|tbd|wip|todo|partial\w*|empty|removed|deleted|improve|strengthen|extend|refactor|fix|gaps?|priority|actions?|add|target|students?)\b|(?u:[→?❌✗✘])",
    )
});

/// Whether the sentence states something of files that are there.
fn is_of_files(sentence: &str) -> bool {
    sentence.contains(".py") && is_stated(sentence) && !UNMADE.is_match(sentence)
}

/// A name that stands right before a file.
pub(in crate::detect::claims) struct Beside<'s> {
    pub name: &'s str,
    pub path: &'s str,
}

/// The names in code that the sentence puts in files, each with its file; none where the sentence states nothing.
pub(in crate::detect::claims) fn named_in(sentence: &str) -> Vec<Beside<'_>> {
    if !is_of_files(sentence) {
        return Vec::new();
    }
    let found = NAMED.captures_iter(sentence).filter_map(|found| {
        let name = found.name("name").or(found.name("label"))?.as_str().trim_end_matches("()");
        Some(Beside { name, path: found.name("path").or(found.name("file"))?.as_str() })
    });
    found.filter(|one| !words::FOREIGN.contains(&one.name)).collect()
}

/// A row of a table of files: the path, and at once what is there.
static ROW: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"^[^A-Za-z]*(?P<path>(?:[\w-]+/)+[\w-]+\.py)`?(?: ?[:|]| (?:--?|(?u:[–—])))?\s+(?P<cell>\S.*)$",
    )
});

/// Another source in the cell of a row, before which the row has ended.
static NEXT: LazyLock<Parts> = LazyLock::new(|| Parts::new(PATH));

/// Roles of the court that are written in one word, and stand in tables as names do.
const ROLES: [&str; 3] = ["Prosecutor", "Defense", "Defence"];

/// Words behind which a cell tells of what its names have or use, and not of what is there.
static BESIDES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"(?u:[;—–])|\b(?:with|via|using|bound|from|for|that|which|through|by|to|of|into)\b")
});

/// Most words of a cell before its first name.
const LEAD: usize = 2;
/// Words in small letters that may stand there: others tell what is done with the name.
const LEADS: [&str; 9] =
    ["a", "an", "contains", "declares", "defines", "has", "holds", "implements", "the"];

/// A row of a table of files, with the names in code that its cell begins with.
pub(in crate::detect::claims) struct Row<'s> {
    pub path: &'s str,
    pub names: Vec<&'s str>,
}

/// The row that the sentence is; nothing where its cell tells of something else than names, or of what is to be done.
pub(in crate::detect::claims) fn row(sentence: &str) -> Option<Row<'_>> {
    let (path, cell) = cell(sentence)?;
    let cell = BESIDES.find(cell).map_or(cell, |found| &cell[..found.start()]);
    let in_code: Vec<&str> = words::in_code(cell).into_iter().map(|one| one.name).collect();
    let mut names: Vec<&str> = Vec::new();
    for word in words::identifiers(cell) {
        if (ROLES.contains(&word) || in_code.contains(&word)) && !names.contains(&word) {
            names.push(word);
        }
    }
    let first = names.first()?;
    let before = &cell[..first.as_ptr() as usize - cell.as_ptr() as usize];
    let mut lead = before.split(|letter: char| !letter.is_alphanumeric()).filter(|w| !w.is_empty());
    let plain =
        lead.clone().all(|word| LEADS.contains(&word) || !word.starts_with(char::is_lowercase));
    (plain && lead.nth(LEAD).is_none()).then_some(Row { path, names })
}

/// The path and the cell of a row.
fn cell(sentence: &str) -> Option<(&str, &str)> {
    let found = is_of_files(sentence).then(|| ROW.captures(sentence))??;
    let all = found.name("cell")?.as_str();
    let cell = NEXT.find(all).map_or(all, |next| &all[..next.start()]).trim();
    let path = found.name("path")?.as_str();
    (!cell.is_empty() && !is_demand(cell)).then_some((path, cell))
}

/// A part of the court that has a place of its own in the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Organ {
    Judges,
    Detectives,
    Aggregator,
    Chief,
    Graph,
    State,
    Prompts,
    Clones,
    History,
    SyntaxTree,
    PdfText,
    Markdown,
}

/// Words for each part.
const ORGANS: [(Organ, &str); 12] = [
    (Organ::Aggregator, r"evidence ?aggregat(?:or|ion)"),
    (Organ::Chief, r"chief ?justice|(?:supreme court|synthesis|justice|conflict[- ]resolution)"),
    (Organ::Prompts, r"(?:persona(?:-specific)? |judge |judicial |system |persona )+prompts?"),
    (Organ::Judges, r"judg(?:es?|e nodes)|judicial|(?:three |3 )?(?:parallel |distinct )?judge"),
    (Organ::Detectives, r"detectives?|forensic (?:nodes?|agents?|layer)"),
    (Organ::Graph, r"(?:state ?graph|lang ?graph|(?:full |main )?graph)"),
    (Organ::State, r"(?:agent ?state|(?:shared |typed |graph )?state|reducers?)"),
    (
        Organ::Clones,
        r"(?:sandbox(?:ed)?|temporary|safe)(?: git)? clon(?:es?|ing)|(?:git |repo(?:sitory)? )?clon(?:es?|ing)",
    ),
    (Organ::SyntaxTree, r"ast"),
    (Organ::History, r"git (?:history|forensics?|log)|commit history"),
    (Organ::PdfText, r"pdf"),
    (
        Organ::Markdown,
        r"(?:report|markdown)(?: report)? (?:markdown|serializ\w+|render\w*|writ\w+)",
    ),
];

/// Nouns that may follow the words for a part without making another thing of it.
const OF_A_PART: &str = r"(?:layer|logic|nodes?|implementations?|definitions?|definition|code|rules?|engine|wiring|functions?|models?|schemas?|classes|panel|bench|orchestration|topology|construction|assembly|pipeline|compilation|synthesis|parsing|analysis|ingestion|extraction|history|generation|management|builder|personas?|agents?|tools?)";

/// Each part, as what is in a file and as what alone stands before one or behind one.
static PARTS: LazyLock<Vec<(Organ, Parts, Parts)>> = LazyLock::new(|| {
    let each = ORGANS.iter().map(|(organ, words)| {
        let part = format!(r"(?:{words})(?: (?:& |and |/ )?(?:{OF_A_PART}|synthesis|models)){{0,3}}");
        let prose = format!(
            r"(?i)\b{part} (?:(?:is|are) (?:\w+ly )?(?:now )?(?:defined|declared|implemented|located|found|housed|built|wired|cent(?:er|r)ed|kept) )?(?:in|inside|within) (?:the )?(?:file |module )?`?(?P<path>{PATH})\b"
        );
        let row = format!(
            r"(?i)^[^A-Za-z]*(?:{part}(?: \([^()]*\))?:? +(?P<path>{PATH})(?:\W*$| (?-i:[A-Z]))|(?P<file>(?:[\w-]+/)+[\w-]+\.py)`?(?: ?[:|]| (?:--?|(?u:[–—])))? +(?:(?:full|parallel|sandboxed|distinct|pydantic|typed|deterministic|[0-9]+|three) )*{part}\b)"
        );
        (*organ, Parts::new(&prose), Parts::new(&row))
    });
    each.collect()
});

/// The parts of the court that the sentence puts in files, each with its file; none where it states nothing.
pub(in crate::detect::claims) fn organs_in(sentence: &str) -> Vec<(Organ, &str)> {
    if !is_of_files(sentence) {
        return Vec::new();
    }
    let is_row = cell(sentence).is_some() || is_label(sentence);
    let mut all: Vec<(Organ, &str)> = Vec::new();
    for (organ, prose, row) in PARTS.iter() {
        let rows = is_row.then(|| row.captures(sentence)).flatten();
        let found = prose.captures_iter(sentence).chain(rows);
        let paths = found.filter_map(|one| one.name("path").or(one.name("file")));
        // Of two parts before one file the first that is listed is meant.
        for path in paths.map(|path| path.as_str()) {
            if !all.iter().any(|(_, other)| std::ptr::eq(*other, path)) {
                all.push((*organ, path));
            }
        }
    }
    all
}

/// Whether this may be a label with a source behind it.
fn is_label(sentence: &str) -> bool {
    let first = sentence.trim_start_matches(|letter: char| !letter.is_alphabetic());
    first.starts_with(char::is_uppercase) && !is_demand(sentence)
}

/// Whether the sentence puts names or parts of the court in files, however few words it has.
pub(in crate::detect::claims) fn is_placed(sentence: &str) -> bool {
    !named_in(sentence).is_empty() || !organs_in(sentence).is_empty() || row(sentence).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_before_the_file_that_it_is_in() {
        let check = |sentence: &str, expected: &[(&str, &str)]| {
            let found: Vec<_> = named_in(sentence).iter().map(|one| (one.name, one.path)).collect();
            assert_eq!(found, expected, "{sentence}");
        };
        let merge = ("merge_ledgers", "src/state.py");
        check("Each returns a part (reducer: merge_ledgers in src/state.py).", &[merge]);
        check("The `merge_ledgers()` reducer in `src/state.py` joins lists.", &[merge]);
        check("Fields are joined by merge_ledgers (src/state.py) at once.", &[merge]);
        check("The CourtClerk class in src/clerk.py files all.", &[("CourtClerk", "src/clerk.py")]);
        check("merge_ledgers (joins) src/state.py Implemented", &[merge]);
        check("The StateGraph in src/graph.py has nodes.", &[]);
        check("The merge_ledgers reducer should be in src/state.py.", &[]);
        check("Add the merge_ledgers reducer in src/state.py.", &[]);
        check("If merge_ledgers is in src/state.py, lists are joined.", &[]);
        check("merge_ledgers joins what is read in src/state.py.", &[]);
    }

    #[test]
    fn a_row_of_a_table_of_files_begins_with_names() {
        let check = |sentence: &str, expected: Option<(&str, Vec<&str>)>| {
            assert_eq!(row(sentence).map(|row| (row.path, row.names)), expected, "{sentence}");
        };
        let judges = vec!["Prosecutor", "Defense", "TechLead"];
        check(
            "src/nodes/judges.py Prosecutor, Defense, TechLead with distinct prompts",
            Some(("src/nodes/judges.py", judges)),
        );
        check(
            "src/tools/walk.py Sandboxed clone_repo(), walk_tree() src/tools/read.py read_pages()",
            Some(("src/tools/walk.py", vec!["clone_repo", "walk_tree"])),
        );
        check("src/nodes/judges.py Add prosecutor_node and defense_node", None);
        check("src/nodes/judges.py On the third failure of the model call ask_again() twice", None);
        check("src/nodes/judges.py runs before src/nodes/justice.py", None);
    }

    #[test]
    fn a_part_of_the_court_is_put_in_a_file() {
        let check = |sentence: &str, expected: &[(Organ, &str)]| {
            assert_eq!(organs_in(sentence), expected, "{sentence}");
        };
        let judges = (Organ::Judges, "src/nodes/judges.py");
        check("The Judicial Layer is implemented in src/nodes/judges.py.", &[judges]);
        check("Judges src/nodes/judges.py", &[judges]);
        check("src/nodes/judges.py 3 parallel judge nodes (structured output)", &[judges]);
        check(
            "Chief Justice & synthesis src/nodes/justice.py",
            &[(Organ::Chief, "src/nodes/justice.py")],
        );
        check(
            "They are judge implementations in src/nodes/judges.py, graph wiring in src/graph.py, and synthesis logic in src/nodes/justice.py.",
            &[(Organ::Chief, "src/nodes/justice.py"), judges, (Organ::Graph, "src/graph.py")],
        );
        check("The judges will be implemented in src/nodes/judges.py.", &[]);
        check("The judges find bugs that are in src/nodes/judges.py.", &[]);
        check("Add the judge nodes in src/nodes/judges.py.", &[]);
        check("The peer's judges are defined in src/nodes/judges.py.", &[]);
    }
}
