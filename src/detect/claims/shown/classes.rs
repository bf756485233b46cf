//! Classes that a report shows as code.

use crate::detect::claims::{LONGEST, one_line};
use crate::detect::phrase::{Form, Phrase};
use std::sync::LazyLock;

/// How far before a listing it is looked for words that tell whose or of when it is, in bytes.
const BEFORE: usize = 240;
/// Fewest fields of a listing.
const FEWEST: usize = 2;
/// Most lines of a listing that are read.
const LINES: usize = 120;

/// The head of a class, on a line of its own.
static HEAD: LazyLock<Form> =
    LazyLock::new(|| Form::new(r"^class ([A-Z][A-Za-z0-9]*)\([A-Za-z][A-Za-z0-9_., =]*\) ?:$"));

/// A field with the beginning of its type.
static FIELD: LazyLock<Form> = LazyLock::new(|| {
    Form::new(concat!(
        r"^([a-z][a-z0-9_]*) ?: ?(?:str|int|float|bool|bytes|dict|list|set|tuple|datetime|date|[A-Z][A-Za-z]*)",
        r"(?: ?[\[|=#.].*)?$",
    ))
});

/// The reducer of a field.
static REDUCER: LazyLock<Form> = LazyLock::new(|| {
    Form::new(r"^[^#]*Annotated\[.*, ?(operator\.(?:add|ior)|add_messages) ?,? ?\]")
});

/// Words by which a listing is of another time, of others' code, or of what is only wished for.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:before|after|old|earlier|previous\w*|initial\w*|original\w*|propos\w+|plan\w*|future|would|should|could|will|",
        r"e\.g|example|peers?|targets?|suggest\w*|recommend\w*|remed\w+|fix\w*|missing|instead|alternative\w*|simplified|",
        r"pseudo\w*|sketch\w*|illustrat\w+|concept\w*|excerpt of the rubric|rubric|students?|submissions?|todo|option)\b",
    ))
});

/// A class as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Listing {
    /// The class's name.
    pub class: String,
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// The words of the report, on one line.
    pub shown: String,
}

/// A field of a class that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Field {
    pub name: String,
    /// The reducer that is shown with it, if it is one that reports name.
    pub reducer: Option<String>,
}

/// The classes whose heads stand in a part of a page's text.
pub(in super::super) fn listings(text: &str, part: std::ops::Range<usize>) -> Vec<Listing> {
    let mut found = Vec::new();
    let mut start = part.start;
    for line in text[part].split_inclusive('\n') {
        let end = start + line.len();
        if let Some(class) = head(line)
            && !is_elsewhere(&text[text.ceil_char_boundary(start.saturating_sub(BEFORE))..start])
        {
            let (fields, length) = fields(&text[end..]);
            let shown = one_line(&text[start..end + length]).chars().take(LONGEST).collect();
            let is_long = fields.len() >= FEWEST;
            found.extend(is_long.then(|| Listing { class: class.to_owned(), fields, shown }));
        }
        start = end;
    }
    found
}

/// The class of which a line is the head; what is no code is not held against a pattern.
fn head(line: &str) -> Option<&str> {
    let line = line.trim_matches([' ', '\t', '\n', '>']);
    let is_one = line.starts_with("class ") && line.ends_with(':');
    is_one.then(|| HEAD.group(line)).flatten()
}

/// Whether what stands before a listing tells of another time or of others; what another class shows does not.
fn is_elsewhere(before: &str) -> bool {
    let words = |line: &&str| {
        FIELD.group(line.trim()).is_none() && head(line).is_none() && !line.contains('"')
    };
    ELSEWHERE.is_match(&before.lines().filter(words).collect::<Vec<_>>().join("\n"))
}

/// The fields that follow the head of a class, and how far they go.
fn fields(text: &str) -> (Vec<Field>, usize) {
    let mut found: Vec<Field> = Vec::new();
    let (mut end, mut at, mut open, mut in_words) = (0, 0, 0_i32, false);
    let mut whole = String::new();
    for line in text.split_inclusive('\n').take(LINES) {
        at += line.len();
        let line = line.trim();
        let quotes = line.matches("\"\"\"").count();
        if in_words {
            in_words = quotes == 0;
        } else if open > 0 {
            // What goes on with a field may bring its reducer.
            open += balance(line);
            whole.push_str(line);
            if let Some(last) = found.last_mut() {
                last.reducer = reducer(&whole);
            }
            end = at;
        } else if quotes > 0 {
            in_words = quotes == 1;
        } else if let Some(name) = FIELD.group(line) {
            found.push(Field { name: name.to_owned(), reducer: reducer(line) });
            (whole, open) = (line.to_owned(), balance(line));
            end = at;
        } else if !(line.is_empty() && found.is_empty() || line.starts_with('#')) {
            break;
        }
    }
    (found, end)
}

fn reducer(line: &str) -> Option<String> {
    REDUCER.group(line).map(str::to_owned)
}

/// How many brackets of a line stay open.
fn balance(line: &str) -> i32 {
    line.chars().fold(0, |open, letter| match letter {
        '(' | '[' | '{' => open + 1,
        ')' | ']' | '}' => open - 1,
        _ => open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let field = |field: &Field| match &field.reducer {
            Some(reducer) => format!("{}~{reducer}", field.name),
            None => field.name.clone(),
        };
        let all = listings(text, 0..text.len());
        let all = all.iter().map(|listing| {
            format!(
                "{}: {}",
                listing.class,
                listing.fields.iter().map(field).collect::<Vec<_>>().join(" ")
            )
        });
        all.collect()
    }

    #[test]
    fn fields_are_read_with_their_reducers() {
        let text = "7.1 State\n\nclass CourtState(TypedDict):\n\n\"\"\"Root state of\nthe graph: all.\"\"\"\n\n\
                    ledger: Annotated[Dict[str, List[Fact]], operator.ior]\nvotes: Annotated[\n    List[Vote],\n    operator.add]\n\
                    # kept\nreport: Optional[str] = None\nscore: int = Field(ge=1,\nle=5)\n\nThat is all: done.\nnote: str";
        assert_eq!(
            shown(text),
            ["CourtState: ledger~operator.ior votes~operator.add report score"]
        );
        let listing = listings(text, 0..text.len()).remove(0);
        assert!(listing.shown.starts_with("class CourtState(TypedDict): \"\"\"Root"));
        assert!(listing.shown.ends_with("le=5)"), "{}", listing.shown);
    }

    #[test]
    fn what_is_of_another_time_or_no_listing_is_left() {
        let class = "class Fact(BaseModel):\ngoal: str\nfound: bool\n";
        assert_eq!(shown(class), ["Fact: goal found"]);
        for before in [
            "Before:",
            "We plan to add:",
            "The peer's model:",
            "A simplified sketch:",
            "For example:",
        ] {
            assert_eq!(shown(&format!("{before}\n\n{class}")), [""; 0], "{before}");
        }
        // The fields of the class before say nothing of this one.
        let two = format!("class Plan(BaseModel):\nremediation: str\nplan: str\n\n{class}");
        assert_eq!(shown(&two), ["Plan: remediation plan", "Fact: goal found"]);
        assert_eq!(shown("class Fact(BaseModel): goal: str\nfound: bool\n"), [""; 0]);
        assert_eq!(shown("The class Fact(BaseModel):\ngoal: str\nfound: bool"), [""; 0]);
        assert_eq!(shown("class Fact(BaseModel):\ngoal: str\n"), [""; 0]);
        assert_eq!(shown("class Fact(BaseModel):\ngoal: what it is for\nfound: yes\n"), [""; 0]);
    }
}
