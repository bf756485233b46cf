//! What stands in quotation marks, and how the words around it take it.

/// Marks that open and close a term.
pub(super) const MARKS: [(char, char); 11] = [
    ('`', '`'),
    ('\'', '\''),
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('»', '«'),
    ('「', '」'),
    ('‘', '’'),
    ('‚', '‘'),
    ('‹', '›'),
];

/// What stands in quotation marks of any kind or in backticks.
pub(super) fn quoted(text: &str) -> Vec<&str> {
    marked(text).into_iter().map(|(_, term)| term).collect()
}

/// The same with the mark that opens it.
pub(super) fn marked(text: &str) -> Vec<(char, &str)> {
    let mut terms = Vec::new();
    for (open, close) in MARKS {
        let mut rest = text;
        while let Some(start) = rest.find(open) {
            let before = rest[..start].chars().next_back();
            let opens = !before.is_some_and(char::is_alphanumeric);
            let after = &rest[start + open.len_utf8()..];
            match after.find(close) {
                Some(end) if opens && end > 0 && !after[..end].contains('\n') => {
                    terms.push((open, after[..end].trim()));
                    rest = &after[end + close.len_utf8()..];
                }
                Some(_) | None => rest = after,
            }
        }
    }
    terms
}

/// The clauses of a text. A full stop ends one where white space follows, or nothing: `os.system` has one of its own.
pub(super) fn clauses(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices().filter(|(_, c)| matches!(c, '.' | ';' | '\n' | '!' | '?'))
    {
        let after = &text[at + mark.len_utf8()..];
        let ends =
            matches!(mark, ';' | '\n') || after.chars().next().is_none_or(char::is_whitespace);
        if ends {
            all.push(&text[start..at]);
            start = at + mark.len_utf8();
        }
    }
    all.push(&text[start..]);
    all.retain(|clause| !clause.trim().is_empty());
    all
}

/// How two terms of a text stand beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    Or,
    Comma,
    Apart,
}

/// Terms in the order of the text, those together of which one is enough: `a or b`, `a, b or c`.
pub(super) fn alternatives(text: &str, mut terms: Vec<String>) -> Vec<Vec<String>> {
    terms.sort_by_key(|term| text.find(term.as_str()).unwrap_or(usize::MAX));
    let mut groups: Vec<Vec<String>> = Vec::new();
    // Those after the last `or` or full list, which a comma joins so far.
    let mut run: Vec<String> = Vec::new();
    for term in terms {
        let link = run.last().map_or(Link::Apart, |last| link(text, last, &term));
        match link {
            Link::Comma => run.push(term),
            Link::Or => {
                run.push(term);
                groups.push(std::mem::take(&mut run));
            }
            Link::Apart => {
                groups.extend(run.drain(..).map(|one| vec![one]));
                // `a or b or c` goes on.
                let several = groups.last_mut().filter(|group| group.len() > 1);
                match several {
                    Some(group) if goes_on(text, group, &term) => group.push(term),
                    Some(_) | None => run.push(term),
                }
            }
        }
    }
    groups.extend(run.into_iter().map(|one| vec![one]));
    groups
}

/// Whether a term is one more of those of which one is enough.
fn goes_on(text: &str, group: &[String], term: &str) -> bool {
    group.last().is_some_and(|last| link(text, last, term) == Link::Or)
}

/// What stands between the first uses of two terms.
fn link(text: &str, one: &str, other: &str) -> Link {
    let Some(start) = text.find(one).map(|at| at + one.len()) else { return Link::Apart };
    let Some(length) = text[start..].find(other) else { return Link::Apart };
    match unmarked(&text[start..start + length]).as_str() {
        "or" | ", or" | "/" => Link::Or,
        "," => Link::Comma,
        _ => Link::Apart,
    }
}

/// What a text between two terms says without marks and what stands in brackets.
fn unmarked(between: &str) -> String {
    let is_mark = |c: char| MARKS.iter().any(|(open, close)| c == *open || c == *close);
    let (mut kept, mut depth) = (String::new(), 0_usize);
    for c in between.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && !is_mark(c) => kept.push(c),
            _ => {}
        }
    }
    kept.trim().to_lowercase()
}

/// Whether something that is not named may serve for a term: `x or equivalent`.
pub(super) fn or_like(text: &str, term: &str) -> bool {
    const LIKE: [&str; 7] =
        ["equivalent", "similar", "comparable", "alternative", "the like", "something", "another"];
    let after = text.find(term).map(|at| &text[at + term.len()..]);
    let after = after.map(|after| unmarked(clauses(after).first().copied().unwrap_or_default()));
    let told =
        after.as_deref().and_then(|after| after.trim_start_matches(", ").strip_prefix("or "));
    told.is_some_and(|told| {
        let told = told.strip_prefix("an ").or(told.strip_prefix("a ")).unwrap_or(told);
        LIKE.iter().any(|like| told.starts_with(like))
    })
}

/// Parts that a drawing in words sets side by side: `[Reader || Writer in parallel]`.
pub(super) fn side_by_side(text: &str) -> Vec<String> {
    let bracketed = text.split('[').skip(1).filter_map(|after| Some(after.split_once(']')?.0));
    let several = bracketed.filter(|inside| inside.contains("||"));
    let parts = several.flat_map(|inside| inside.split("||"));
    let named = parts.map(|part| part.trim().trim_end_matches(" in parallel").trim().to_owned());
    named.filter(|part| !part.is_empty() && part.split(' ').count() < 4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(quoted(text), expected, "{text:?}");
    }

    #[test]
    fn quotes_of_any_kind_hold_terms_and_apostrophes_do_not() {
        check("Look for 'StateGraph' and `add_edge`.", &["add_edge", "StateGraph"]);
        check("the judge's prompt isn't 'x'", &["x"]);
        check("“a b” «c» „d“ 「e」 ‘f’", &["a b", "d", "c", "e", "f"]);
        check("the judge’s prompt isn’t", &[]);
        check("nothing here", &[]);
    }

    #[test]
    fn a_full_stop_within_a_name_ends_no_clause() {
        let text = "Check for 'os.system()' calls. Use subprocess.run; see v2.0!";
        let expected = ["Check for 'os.system()' calls", " Use subprocess.run", " see v2.0"];
        assert_eq!(clauses(text), expected);
    }

    #[test]
    fn of_alternatives_one_is_enough() {
        let grouped = |text: &str, terms: &[&str]| {
            alternatives(text, terms.iter().map(ToString::to_string).collect())
                .iter()
                .map(|group| group.join("|"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let text = "'BaseModel' (Pydantic) or 'TypedDict'. Use 'add' and 'ior'.";
        assert_eq!(
            grouped(text, &["TypedDict", "BaseModel", "add", "ior"]),
            "BaseModel|TypedDict add ior"
        );
        assert_eq!(grouped("`a1`, `b1`, or `c1`", &["a1", "b1", "c1"]), "a1|b1|c1");
        assert_eq!(grouped("`a1` or `b1` or `c1`", &["a1", "b1", "c1"]), "a1|b1|c1");
        assert_eq!(grouped("`a1`, `b1` and `c1`", &["a1", "b1", "c1"]), "a1 b1 c1");
    }

    #[test]
    fn what_may_be_something_else_is_known_by_the_words_behind_it() {
        assert!(or_like("Scan 'a_b' or equivalent code.", "a_b"));
        assert!(or_like("a node ('a_b' or an equivalent) is there", "a_b"));
        assert!(!or_like("Scan 'a_b' or 'c_d'.", "a_b"));
        assert!(!or_like("Scan 'a_b'. Or similar.", "a_b"));
    }
}
