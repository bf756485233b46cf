//! Numbers with a unit that words ask for: `at least ten commits`, `3 authors or more`.

/// A number that is asked for, with what it counts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// The fewest that are asked for; nothing where the words set another bound, or none.
    pub(super) least: Option<u32>,
    /// What is counted, such as `commits`.
    pub(super) unit: String,
    /// The words, such as `at least ten commits`.
    pub(super) words: String,
}

/// Numbers as words.
const NUMBERS: [(&str, u32); 18] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("hundred", 100),
];

/// What is counted of a submission.
const UNITS: [&str; 22] = [
    "authors",
    "branches",
    "classes",
    "commits",
    "committers",
    "contributors",
    "days",
    "diagrams",
    "endpoints",
    "figures",
    "files",
    "functions",
    "issues",
    "lines",
    "messages",
    "modules",
    "pages",
    "references",
    "releases",
    "tests",
    "weeks",
    "words",
];

/// Most words between a number and what it counts: `ten meaningful commits`.
const BETWEEN: usize = 2;

/// The numbers with a unit that a text asks for.
pub(super) fn quantities(text: &str) -> Vec<Quantity> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (0..words.len()).filter_map(|at| quantity(&words, at)).collect()
}

fn quantity(words: &[&str], at: usize) -> Option<Quantity> {
    let plain = |at: usize| words.get(at).map(|word| bare(word)).unwrap_or_default();
    let number = number(&plain(at))?;
    let ends = |at: &usize| words[*at].ends_with([',', ';', '.', ':', ')']);
    let further = (at + 1).min(words.len())..(at + 2 + BETWEEN).min(words.len());
    let mut of = None;
    for next in further {
        if UNITS.contains(&plural(&plain(next)).as_str()) {
            of = Some(next);
            break;
        }
        if ends(&next) || ends(&(next - 1)) {
            return None;
        }
    }
    let unit = of?;
    let before =
        |count: usize| -> Vec<String> { (at.saturating_sub(count)..at).map(plain).collect() };
    let is = |said: &[&str]| before(said.len()) == said;
    let or_more = plain(unit + 1) == "or" && plain(unit + 2) == "more";
    let more = or_more
        || plain(at + 1) == "or" && plain(at + 2) == "more"
        || words[at].trim_matches(|c: char| !c.is_ascii_digit() && c != '+').ends_with('+');
    let denied = before(4)
        .iter()
        .any(|word| matches!(word.as_str(), "no" | "not" | "never") || word.ends_with("n't"));
    let no_fewer =
        is(&["no", "fewer", "than"]) || is(&["no", "less", "than"]) || is(&["not", "less", "than"]);
    let (least, from) = if no_fewer {
        (Some(number), at - 3)
    } else if is(&["at", "least"]) || is(&["minimum", "of"]) {
        (Some(number).filter(|_| !denied), at - 2)
    } else if is(&["more", "than"]) {
        (number.checked_add(1).filter(|_| !denied), at - 2)
    } else if is(&["over"]) {
        (number.checked_add(1).filter(|_| !denied), at - 1)
    } else if more && !denied {
        (Some(number), at)
    } else {
        (None, at.saturating_sub(if is_bound(&before(2)) { 2 } else { 0 }))
    };
    let to = if or_more { unit + 2 } else { unit };
    let told = words[from..=to].join(" ");
    let told = told.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    Some(Quantity { least, unit: plural(&plain(unit)), words: told })
}

/// Whether words bound a number from above.
fn is_bound(words: &[String]) -> bool {
    let all: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(all.as_slice(), ["at", "most"] | ["fewer" | "less", "than"] | ["up", "to"])
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn plural(word: &str) -> String {
    if word.ends_with('s') || word.is_empty() {
        word.to_owned()
    } else if word.ends_with("ch") {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

fn number(word: &str) -> Option<u32> {
    let named = NUMBERS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    named.or_else(|| word.parse().ok()).filter(|number| (1..100_000).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_bound_and_their_unit() {
        let told = |text: &str| -> Vec<String> {
            let all = quantities(text);
            let told = |one: &Quantity| {
                let least = one.least.map_or("?".to_owned(), |least| least.to_string());
                format!("{least} {} ({})", one.unit, one.words)
            };
            all.iter().map(told).collect()
        };
        assert_eq!(
            told("Check the git history: at least ten commits, and at least 3 authors."),
            ["10 commits (at least ten commits)", "3 authors (at least 3 authors)"]
        );
        assert_eq!(
            told("More than 3 meaningful commits."),
            ["4 commits (More than 3 meaningful commits)"]
        );
        assert_eq!(told("A minimum of twenty commits"), ["20 commits (minimum of twenty commits)"]);
        assert_eq!(
            told("12+ commits or 5 pages or more"),
            ["12 commits (12+ commits)", "5 pages (5 pages or more)"]
        );
        assert_eq!(told("no fewer than 8 tests"), ["8 tests (no fewer than 8 tests)"]);
        assert_eq!(told("at most 5 pages"), ["? pages (at most 5 pages)"]);
        assert_eq!(told("not more than 5 pages"), ["? pages (more than 5 pages)"]);
        assert_eq!(told("two modules"), ["? modules (two modules)"]);
        assert_eq!(told("status code 404, and tests"), [""; 0]);
        assert_eq!(told("One upload of everything"), [""; 0]);
    }
}
