//! Places that are cited by line: `src/graph.py:45`, `graph.py, lines 40-80`, `(graph.py L12–L30)`, a link to lines at a
//! commit, and the function or class that is said to be there.

use super::super::sentence::elsewhere;
use super::super::sentence::unclaimed::is_of_own;
use crate::detect::claims::words;
use crate::detect::document::SYSTEMS;
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

const PATH: &str =
    r"(?:[\w.-]+/)*[\w-]+\.(?:py|tsx?|jsx?|go|rs|java|php|md|json|ya?ml|toml|css|html|sql|sh|vue)";
/// A path with its lines; each `#` stands for a number that tells the groups of several such places apart.
const PLACE: &str = concat!(
    r"`?(?P<path#>PATH)(?::L?(?P<from#>[0-9]{1,5})(?:(?u:[-–])L?(?P<to#>[0-9]{1,5}))?\b",
    r"|(?:`? ?,|`)? ?\(?(?:(?i:see|at|on|around|near|after|before|from|starting at) )?(?:(?i:lines?|ll?\.) ?|L)(?P<first#>[0-9]{1,5})(?: ?(?u:[-–]|to|through) ?L?(?P<last#>[0-9]{1,5}))?\b)",
);
/// A name in code, and what it is called.
const NAME: &str = r"`?\b(?P<name#>[A-Za-z_]\w{2,})`?(?:\(\))?`?(?: (?:function|class|method|node|helper|model|router))?";

fn pattern(form: &str) -> String {
    form.replace("PATH", PATH)
}

fn numbered(form: &str, number: &str) -> String {
    pattern(form).replace('#', number)
}

/// A place, with the path before or behind the line.
static CITED: LazyLock<Parts> = LazyLock::new(|| {
    let turned = pattern(
        r"\b(?:(?i:lines? )|L)(?P<from2>[0-9]{1,5})(?: ?(?u:[-–]|to|through) ?L?(?P<to2>[0-9]{1,5}))? (?:of|in) (?:the )?(?:file )?`?(?P<path2>PATH)\b",
    );
    Parts::new(&format!("{}|{turned}", numbered(PLACE, "1")))
});

/// A name that is said to be at a place.
static NAMED: LazyLock<Parts> = LazyLock::new(|| {
    let is_at = r"(?: (?:is |are |was )?(?:now )?(?:defined|implemented|declared|located|found|lives|starts|begins|sits))?,? ?\(?(?:(?:in|at|from|see) )?";
    Parts::new(&format!("{}{is_at}{}", numbered(NAME, "1"), numbered(PLACE, "1")))
});

/// A place with the name in brackets that is said to be there.
static HOLDS: LazyLock<Parts> = LazyLock::new(|| {
    let named =
        r"`?\)? ?\(`?(?P<name1>[A-Za-z_]\w{2,})(?:\(\))?`?(?: (?:function|class|method|node))?\)";
    Parts::new(&format!("{}{named}", numbered(PLACE, "1")))
});

/// A link to lines of a file at a commit.
static LINKED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&pattern(
        r"/blob/(?P<commit>[0-9a-f]{7,40})/(?P<path>PATH)#L(?P<from>[0-9]{1,5})(?:-L?(?P<to>[0-9]{1,5}))?\b",
    ))
});

/// What goes on behind a number, and makes a share, a time or the line of an output of it.
static GOES_ON: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"^(?:[:%/\w]|\.[0-9]|,[0-9]| ?(?u:[-–]) ?[0-9]| of the\b)"));

/// Numbers behind a colon that are those of ports as well.
const PORTS: &[u32] = &[3000, 5000, 5432, 6379, 8000, 8080, 8501, 8888, 9000];

/// Words by which the sentence speaks of another time, of others, of what is quoted or of another number.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    let own = concat!(
        r"commits? `?[0-9a-f]{6,}|(?:at|of|before|since|until|in) (?:that|the|this|an?|each|every|its) (?:\w+ )?(?:commit|revision|release|snapshot|tag)|as of|versions?|branch|diffs?|traceback|stack ?traces?|",
        r"(?:raised|thrown|fail\w*|crash\w*) (?:at|in|on)|printed|prints|logged|example|such as|imagine|suppose|was|were|had|no longer|used to|remov\w+|delet\w+|renam\w+|moved|shr\w+|refactored|before|until|since|",
        r"if|next|templates?|starter|boilerplate|skeleton|scaffold\w*|baseline|frameworks?|librar(?:y|ies)|target|students?|audited|submi\w+|another|upstream|fork|their|site-packages|ports?|localhost|uvicorn|issues?|pages?|hallucinat\w+|fabricat\w+|cit(?:e|es|ed|ing|ations?)|claim(?:s|ed)?|invent\w+|non-?existent|",
        r"(?:does|do|did) not|doesn(?u:['’])t|wrong|false|invalid|argues?|argued|said|says|quot\w+|ground truth|diagrams?|figure|notebooks?|(?:langgraph|langchain|pydantic)(?u:['’])s",
    );
    elsewhere::of_a_claim(&format!("{SYSTEMS}|CrewAI|{own}"))
});

/// A place that a sentence cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Cited<'t> {
    pub path: &'t str,
    /// The first line and the last.
    pub lines: (u32, u32),
    /// The commit of the link that it is.
    pub commit: Option<&'t str>,
    /// The part that cites it.
    pub part: &'t str,
}

/// Every place that the sentence cites by line as one of the code as it is.
pub(in crate::detect::claims) fn cited(sentence: &str) -> Vec<Cited<'_>> {
    if !may_cite(sentence) {
        return Vec::new();
    }
    let linked = LINKED.captures_iter(sentence).filter_map(|found| {
        let commit = Some(found.name("commit")?.as_str());
        Some(Cited { commit, ..place(sentence, &found, "")? })
    });
    let plain =
        |found: Groups<'_>| ["1", "2"].into_iter().find_map(|way| place(sentence, &found, way));
    let mut all: Vec<Cited<'_>> = linked.collect();
    // A link holds a place as well, of whatever it leads to.
    if !sentence.contains("://") {
        all.extend(CITED.captures_iter(sentence).filter_map(plain));
    }
    all
}

/// Every function or class that is said to be at a place.
pub(in crate::detect::claims) fn named_at(sentence: &str) -> Vec<(&str, Cited<'_>)> {
    if !may_cite(sentence) || sentence.contains("://") {
        return Vec::new();
    }
    let one = |found: Groups<'_>| {
        let part = found.name("name1")?;
        let name = sentence.get(part.start()..part.end())?;
        let marked =
            sentence[..part.start()].ends_with('`') || sentence[part.end()..].starts_with("()");
        let is_code = marked || words::is_snake(name) || words::is_camel(name);
        is_code.then(|| Some((name, place(sentence, &found, "1")?)))?
    };
    let forms = NAMED.captures_iter(sentence).chain(HOLDS.captures_iter(sentence));
    forms.filter_map(one).collect()
}

fn may_cite(sentence: &str) -> bool {
    let has_digit = sentence.contains(|letter: char| letter.is_ascii_digit());
    has_digit && sentence.contains('.') && !ELSEWHERE.is_match(sentence) && is_of_own(sentence)
}

fn place<'t>(sentence: &'t str, found: &Groups<'_>, way: &str) -> Option<Cited<'t>> {
    let text = |group: &str| {
        let part = found.name(&format!("{group}{way}"))?;
        sentence.get(part.start()..part.end())
    };
    let number = |one: &str, other: &str| text(one).or_else(|| text(other))?.parse::<u32>().ok();
    let path = text("path")?;
    let first = number("from", "first").filter(|first| *first > 0)?;
    let last = number("to", "last").unwrap_or(first);
    let port = text("from").is_some() && text("to").is_none() && PORTS.contains(&first);
    let whole = found.get(0)?;
    let other = port || GOES_ON.is_match(&sentence[whole.end()..]) && text("name").is_none();
    let cited = sentence.get(whole.start()..whole.end())?;
    (first <= last && !other).then_some(Cited {
        path,
        lines: (first, last),
        commit: None,
        part: cited,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_in_every_form_that_is_in_use() {
        let check = |sentence: &str, path: &str, lines: (u32, u32)| {
            let found: Vec<_> = cited(sentence).iter().map(|one| (one.path, one.lines)).collect();
            assert_eq!(found, [(path, lines)], "{sentence}");
        };
        check("The edges are added at `src/graph.py:412` in a loop.", "src/graph.py", (412, 412));
        check("The edges are added in graph.py, lines 40-80.", "graph.py", (40, 80));
        check("The edges are added by a loop (graph.py L12–L30).", "graph.py", (12, 30));
        check("The edges are added by a loop (`graph.py`, line 45).", "graph.py", (45, 45));
        check("The edges are added by a loop (graph.py:12-30).", "graph.py", (12, 30));
        check("Lines 40 to 80 of `src/graph.py` add the edges.", "src/graph.py", (40, 80));
        check("The edges are added in src/graph.py (lines 40–80).", "src/graph.py", (40, 80));
        check("In src/graph.py at line 412 the edges are added.", "src/graph.py", (412, 412));
        let link = "See https://github.com/a/b/blob/0123abc/src/graph.py#L10-L20 for the edges.";
        check(link, "src/graph.py", (10, 20));
        assert_eq!(cited(link)[0].commit, Some("0123abc"));
    }

    #[test]
    fn what_is_of_another_time_of_others_or_another_number_is_no_place() {
        for sentence in [
            "At commit 0123abc the edges are added at src/graph.py:412.",
            "In the previous version src/graph.py:412 added the edges.",
            "The judge cited src/graph.py:412 for the edges.",
            "We will add the edges at src/graph.py:412.",
            "If src/graph.py:412 is reached, the graph stops.",
            "The peer's src/graph.py:412 adds the edges.",
            "The server is started by uvicorn from src/main.py:8000 by hand.",
            "The tests cover src/graph.py:95% of the time.",
            "src/graph.py:412: error of the type checker.",
            "See https://github.com/a/b/blob/main/src/graph.py#L10-L20 for the edges.",
            "The graph is in src/graph.py (340 lines) and runs.",
            "The traceback ends in src/graph.py, line 412.",
            "The dashboard runs from src/main.py:8000 in a browser.",
            "The starter template has its router at src/graph.py:412.",
            "Next, the guard goes to src/graph.py:412.",
        ] {
            assert_eq!(cited(sentence), [], "{sentence}");
        }
    }

    #[test]
    fn a_name_is_told_with_the_place_where_it_is_said_to_be() {
        let check = |sentence: &str, expected: &[(&str, (u32, u32))]| {
            let found = named_at(sentence);
            let told: Vec<_> = found.iter().map(|(name, place)| (*name, place.lines)).collect();
            assert_eq!(told, expected, "{sentence}");
        };
        check("`build_graph` at graph.py:45 wires it.", &[("build_graph", (45, 45))]);
        check(
            "It is wired by build_graph() (src/graph.py, line 45).",
            &[("build_graph", (45, 45))],
        );
        check("It is wired in src/graph.py:45 (`build_graph`).", &[("build_graph", (45, 45))]);
        check(
            "The build_graph function (graph.py, L45–L60) wires it.",
            &[("build_graph", (45, 60))],
        );
        check("The CourtState class in state.py:12 has fields.", &[("CourtState", (12, 12))]);
        check(
            "`one_node` (a.py:3) leads to `other_node` (b.py:9).",
            &[("one_node", (3, 3)), ("other_node", (9, 9))],
        );
        check("The edges at graph.py:45 meet.", &[]);
    }
}
