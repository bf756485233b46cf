//! The paths that a source names: `use a::{b, c::d}` and `a::b::c(…)` alike, whole from their first part.

/// A token of the source: a name, or one mark such as `::` or `{`.
type Token = String;

/// All paths with at least two parts, with `*` for a glob. Comments, texts and `#[cfg(test)]` modules
/// are left out.
pub fn paths(source: &str) -> Vec<Vec<String>> {
    let tokens = without_tests(&tokens(source));
    let mut all = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_name(&tokens[at]) && tokens.get(at + 1).is_some_and(|next| next == "::") {
            at = tree(&tokens, at, &mut Vec::new(), &mut all);
        } else if tokens[at] == "use" && tokens.get(at + 1).is_some_and(|next| next == "{") {
            at = tree(&tokens, at + 1, &mut Vec::new(), &mut all);
        } else {
            if tokens[at] == "use" && tokens.get(at + 2).is_some_and(|next| next == ";") {
                all.push(vec![tokens[at + 1].clone()]);
            }
            at += 1;
        }
    }
    all
}

/// Reads one use-tree from `at` on; returns where it ends.
fn tree(
    tokens: &[Token],
    at: usize,
    before: &mut Vec<String>,
    all: &mut Vec<Vec<String>>,
) -> usize {
    let Some(token) = tokens.get(at) else { return at };
    if token == "{" {
        let mut at = at + 1;
        while tokens.get(at).is_some_and(|token| token != "}") {
            let next = tree(tokens, at, &mut before.clone(), all);
            at = if next == at { at + 1 } else { next };
        }
        return at + 1;
    }
    if !is_name(token) && token != "*" {
        return at;
    }
    before.push(token.clone());
    let goes_on = tokens.get(at + 1).is_some_and(|next| next == "::")
        && tokens.get(at + 2).is_some_and(|next| is_name(next) || next == "{" || next == "*");
    if goes_on {
        return tree(tokens, at + 2, before, all);
    }
    all.push(before.clone());
    let renamed = tokens.get(at + 1).is_some_and(|next| next == "as");
    at + if renamed { 3 } else { 1 }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Takes out `#[cfg(test)] mod … { … }`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let marked = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_marked = tokens.len() - at >= marked.len()
            && tokens[at..].iter().zip(marked).all(|(token, mark)| token == mark);
        if is_marked && tokens.get(at + marked.len() + 1).is_some_and(|token| token == "{") {
            at = after_block(tokens, at + marked.len() + 1);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

fn after_block(tokens: &[Token], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

fn tokens(source: &str) -> Vec<Token> {
    let mut rest = source;
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = if let Some(length) = skipped(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        if skipped(rest).is_none() && !first.is_whitespace() {
            tokens.push(token.to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

/// The length of the comment, text or character at the start of `rest`, if there is one.
fn skipped(rest: &str) -> Option<usize> {
    let until = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at);
    if rest.starts_with("//") {
        return Some(until("\n", 0));
    }
    if rest.starts_with("/*") {
        return Some((until("*/", 2) + 2).min(rest.len()));
    }
    if rest.starts_with('"') || rest.starts_with("b\"") {
        return Some(quoted(rest));
    }
    let raw = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'));
    if let Some(raw) = raw {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(marks));
            let from = rest.len() - raw.len() + marks + 1;
            return Some((until(&end, from) + end.len()).min(rest.len()));
        }
    }
    // A lifetime has no closing mark: `'a`. A character has: `'a'`, `'\n'`, `'\u{1F600}'`.
    let inner = rest.strip_prefix('\'')?;
    if inner.starts_with('\\') {
        return inner[2..].find('\'').map(|at| at + 4);
    }
    let mut characters = inner.chars();
    let first = characters.next()?;
    (characters.next() == Some('\'')).then(|| first.len_utf8() + 2)
}

fn quoted(rest: &str) -> usize {
    let from = rest.find('"').map_or(rest.len(), |at| at + 1);
    let mut escaped = false;
    for (at, character) in rest[from..].char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return from + at + 1,
            _ => {}
        }
    }
    rest.len()
}
