//! A sentence as words and terms: what stands left and right of what it names.

use super::quotes::marked;
use super::terms::{is_camel, is_code, key};

/// What a sentence is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word in small letters.
    Word(String),
    /// A comma, a colon, a bracket, a dash or a question mark.
    Mark(char),
    /// What a term is known by.
    Term(String),
}

impl Token {
    /// The word, where it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::Mark(_) | Self::Term(_) => None,
        }
    }
}

/// Terms that stand beside each other, of which a sentence says the same: `a`, `b` and `c`.
#[derive(Debug)]
pub(super) struct Group {
    /// Where it begins among the tokens, and where it ends.
    pub(super) span: std::ops::Range<usize>,
    /// What its terms are known by.
    pub(super) terms: Vec<String>,
}

/// The tokens of a sentence.
pub(super) fn tokens(sentence: &str) -> Vec<Token> {
    let start = |term: &str| term.as_ptr() as usize - sentence.as_ptr() as usize;
    let mut quoted: Vec<&str> = marked(sentence).into_iter().map(|(_, term)| term).collect();
    quoted.retain(|term| !term.is_empty());
    quoted.sort_by_key(|term| (start(term), usize::MAX - term.len()));
    let (mut all, mut at) = (Vec::new(), 0);
    for term in quoted {
        if start(term) >= at {
            prose(&sentence[at..start(term)], &mut all);
            all.push(Token::Term(key(term)));
            at = start(term) + term.len();
        }
    }
    prose(&sentence[at..], &mut all);
    all
}

/// Reads what stands outside quotation marks.
fn prose(text: &str, all: &mut Vec<Token>) {
    let is_quote = |c: char| "`'\"“”„«»「」‘’‚‹›".contains(c);
    let is_mark = |c: char| ",:;()[]?!".contains(c);
    for piece in text.split_whitespace() {
        let piece = piece.trim_matches(is_quote);
        let core = piece.trim_matches(|c: char| is_mark(c) || is_quote(c)).trim_end_matches('.');
        if core.is_empty() || core.chars().all(|c| matches!(c, '-' | '–' | '—' | '/' | '&')) {
            let dash = |c: char| if matches!(c, '-' | '–' | '—') { '-' } else { c };
            all.extend(piece.chars().map(dash).map(Token::Mark).take(1));
            continue;
        }
        let before = piece.find(core).unwrap_or_default();
        let mark = |c: char| is_mark(c).then_some(Token::Mark(c));
        all.extend(piece[..before].chars().filter_map(mark));
        all.push(if is_code(core) || is_camel(core) {
            Token::Term(key(core))
        } else {
            Token::Word(core.to_lowercase().replace('’', "'"))
        });
        all.extend(piece[before + core.len()..].chars().filter_map(mark));
    }
}

/// The terms of a sentence, those together that stand beside each other.
pub(super) fn groups(tokens: &[Token]) -> Vec<Group> {
    /// What joins terms without saying anything of one of them.
    const JOINS: [&str; 8] = ["and", "or", "nor", "and/or", "a", "an", "the", "any"];
    let joins = |token: &Token| match token {
        Token::Word(word) => JOINS.contains(&word.as_str()),
        Token::Mark(mark) => matches!(mark, ',' | '/' | '&'),
        Token::Term(_) => false,
    };
    let mut all: Vec<Group> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Token::Term(term) = token else { continue };
        match all.last_mut() {
            Some(group) if tokens[group.span.end..at].iter().all(joins) => {
                group.span.end = at + 1;
                group.terms.push(term.clone());
            }
            Some(_) | None => {
                all.push(Group { span: at..at + 1, terms: vec![term.clone()] });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_are_joined_alone_are_told_together() {
        let said = |text: &str| {
            let tokens = tokens(text);
            let all = groups(&tokens);
            all.iter().map(|group| group.terms.join("+")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said("Use `a1`, `b1` and the `c1`"), "a1+b1+c1");
        assert_eq!(said("Don't use 'a1', but `b1`"), "a1 b1");
        assert_eq!(said("Use x_y (not aa.bb) in src/z.py"), "x_y aa.bb src/z.py");
    }

    #[test]
    fn words_lose_their_marks_and_keep_their_apostrophes() {
        let told = tokens("Don’t (ever) use `X`, please -- really");
        let word = |text: &str| Token::Word(text.into());
        let expected = [
            word("don't"),
            Token::Mark('('),
            word("ever"),
            Token::Mark(')'),
            word("use"),
            Token::Term("x".into()),
            Token::Mark(','),
            word("please"),
            Token::Mark('-'),
            word("really"),
        ];
        assert_eq!(told, expected);
    }
}
