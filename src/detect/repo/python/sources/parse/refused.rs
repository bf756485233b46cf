//! Sources that Python refuses to compile, though the parser takes them: nothing can import such a file.
//!
//! The text is read once, as Python's tokenizer reads it. What may be newer syntax than the parser knows is not told of.

use super::super::lower::Lowered;
use super::order;

/// Where Python stops, and why, as it says itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::repo::python) struct Refusal {
    pub line: u32,
    pub why: &'static str,
}

/// Why Python surely refuses a source; `broken` where the parser found an error in it as well.
pub(super) fn refused(text: &str, syntax: &Lowered<'_>, broken: bool) -> Option<Refusal> {
    if syntax.python_2.is_some() {
        return None;
    }
    let scan = Scan { text: text.as_bytes(), broken, ..Scan::default() };
    let written = scan.refusal();
    let whole = !broken && syntax.too_deep.is_none() && syntax.error.is_none();
    written.or_else(|| whole.then(|| order::refusal(text, &syntax.body)).flatten())
}

/// What a letter stands in.
enum Inside {
    /// A bracket, by what closes it.
    Bracket(u8),
    Text {
        quote: u8,
        triple: bool,
        raw: bool,
        holes: bool,
    },
    /// A hole of an f-string.
    Hole,
    /// What follows the colon of a hole.
    Format,
}

/// A column, counted with tabs that reach to every eighth, and with tabs of one.
type Column = (usize, usize);

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own that is known of the line"
)]
struct Scan<'t> {
    text: &'t [u8],
    broken: bool,
    at: usize,
    line: u32,
    /// What is open, and the line where it was opened.
    inside: Vec<(Inside, u32)>,
    levels: Vec<Column>,
    /// Whether the logical line before ends with a colon.
    expects: bool,
    /// Whether that line is the head of a block, and not words that end in a colon.
    headed: bool,
    /// Whether the line goes on behind a backslash.
    continued: bool,
    /// The first word of the logical line, its line, and whether a colon stood in it outside brackets.
    word: &'t [u8],
    word_line: u32,
    colon: bool,
    last: u8,
}

/// Words with which nothing begins but the head of a block.
const HEADS: [&[u8]; 11] = [
    b"def", b"class", b"if", b"elif", b"else", b"for", b"while", b"try", b"except", b"finally",
    b"with",
];

impl Scan<'_> {
    fn refusal(mut self) -> Option<Refusal> {
        self.levels.push((0, 0));
        self.line = 1;
        loop {
            if self.inside.is_empty() && !self.continued {
                // A line that begins with a backslash begins further down.
                match self.begin() {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(why) => return Some(Refusal { line: self.line, why }),
                }
            }
            self.continued = false;
            if let Some(why) = self.rest_of_line() {
                return Some(Refusal { line: self.line, why });
            }
            if self.inside.is_empty() && !self.continued {
                if self.broken && !self.colon && HEADS.contains(&self.word) {
                    return Some(Refusal { line: self.word_line, why: "expected ':'" });
                }
                if self.last != 0 {
                    self.expects = self.last == b':';
                    self.headed =
                        HEADS.contains(&self.word) || [&b"match"[..], b"case"].contains(&self.word);
                }
                (self.word, self.last, self.colon) = (b"", 0, false);
            }
            if self.at >= self.text.len() {
                return self.end();
            }
            self.at += 1;
            self.line += 1;
        }
    }

    /// What is still open at the end.
    fn end(&self) -> Option<Refusal> {
        let open = match self.inside.first() {
            Some((Inside::Bracket(_), line)) => Some((*line, "a bracket is never closed")),
            Some((Inside::Text { triple: true, .. }, line)) => {
                Some((*line, "a text in triple quotes is never closed"))
            }
            _ => None,
        };
        match open.filter(|_| self.broken) {
            Some((line, why)) => Some(Refusal { line, why }),
            None if self.expects && self.inside.is_empty() && !self.continued => {
                Some(Refusal { line: self.line, why: self.unindented() })
            }
            None => None,
        }
    }

    /// What is wrong where no block follows on a colon.
    fn unindented(&self) -> &'static str {
        if self.headed { "expected an indented block" } else { "invalid syntax" }
    }

    /// Reads the blanks before a line that is no continuation of another.
    fn begin(&mut self) -> Result<bool, &'static str> {
        let (mut column, mut at): (Column, usize) = ((0, 0), self.at);
        while let Some(blank) = self.text.get(at) {
            column = match blank {
                b' ' => (column.0 + 1, column.1 + 1),
                b'\t' => ((column.0 / 8 + 1) * 8, column.1 + 1),
                0x0c => (0, 0),
                _ => break,
            };
            at += 1;
        }
        match self.text.get(at) {
            None | Some(b'\n' | b'\r' | b'#') => return Ok(true),
            Some(b'\\') => return Ok(false),
            Some(_) => {}
        }
        if ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| self.text[at..].starts_with(mark.as_bytes()))
        {
            return Err("a conflict of versions is left in it");
        }
        let outer = self.levels.last().copied().unwrap_or_default();
        if self.expects {
            if column.0 <= outer.0 {
                return Err(self.unindented());
            }
            self.levels.push(column);
        } else if column.0 > outer.0 {
            return Err("unexpected indent");
        } else {
            while self.levels.last().is_some_and(|level| level.0 > column.0) {
                self.levels.pop();
            }
            if self.levels.last().is_none_or(|level| level.0 != column.0) {
                return Err("unindent does not match any outer indentation level");
            }
        }
        if self.levels.last().is_none_or(|level| level.1 != column.1) {
            return Err("inconsistent use of tabs and spaces in indentation");
        }
        self.at = at;
        self.word_line = self.line;
        let word = word(&self.text[at..]);
        self.word = word;
        if word == b"async" {
            let behind = &self.text[at + word.len()..];
            let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            self.word = self::word(&behind[blanks..]);
        }
        Ok(true)
    }

    /// Reads to the end of a line, and stops there.
    fn rest_of_line(&mut self) -> Option<&'static str> {
        while let Some(&byte) = self.text.get(self.at) {
            let why = match self.inside.last() {
                Some((Inside::Text { quote, triple, raw, holes }, _)) => {
                    let (quote, triple, raw, holes) = (*quote, *triple, *raw, *holes);
                    if byte == b'\n' && !triple {
                        self.inside.pop();
                        self.last = quote;
                        return self.broken.then_some("a text is not closed on its line");
                    }
                    if byte == b'\n' {
                        return None;
                    }
                    if self.in_text(byte, quote, triple, raw, holes) {
                        // A line break was taken for a part of the text.
                        return None;
                    }
                    None
                }
                Some((Inside::Format, _)) => match byte {
                    b'\n' => return None,
                    b'{' => self.open(Inside::Hole),
                    b'}' => {
                        self.inside.truncate(self.inside.len().saturating_sub(2));
                        self.at += 1;
                        None
                    }
                    _ => {
                        self.at += 1;
                        None
                    }
                },
                _ => match byte {
                    b'\n' => return None,
                    b'#' => {
                        let rest = &self.text[self.at..];
                        self.at +=
                            rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                        return None;
                    }
                    b'\\' if self.ends_line() => return None,
                    _ => self.in_code(byte),
                },
            };
            if why.is_some() {
                return why;
            }
        }
        None
    }

    /// Whether a backslash ends the line, which goes on behind it.
    fn ends_line(&mut self) -> bool {
        let behind = self.text.get(self.at + 1..).unwrap_or_default();
        let breaks = if behind.starts_with(b"\r\n") { 2 } else { 1 };
        if !behind.starts_with(b"\n") && breaks == 1 {
            return false;
        }
        self.continued = true;
        self.at += breaks;
        true
    }

    fn open(&mut self, inside: Inside) -> Option<&'static str> {
        self.inside.push((inside, self.line));
        self.at += 1;
        None
    }

    /// Reads what stands in no text.
    fn in_code(&mut self, byte: u8) -> Option<&'static str> {
        let in_hole = matches!(self.inside.last(), Some((Inside::Hole, _)));
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 {
            let word = word(&self.text[self.at..]);
            let quote = self.text.get(self.at + word.len()).copied().unwrap_or_default();
            self.at += word.len().max(1);
            self.last = byte;
            if matches!(quote, b'"' | b'\'') && is_prefix(word) {
                let has = |letters: &[u8]| word.iter().any(|one| letters.contains(one));
                self.open_text(quote, has(b"rR"), has(b"fFtT"));
            }
            return None;
        }
        if !byte.is_ascii_whitespace() {
            self.last = byte;
        }
        match byte {
            b'"' | b'\'' => {
                self.open_text(byte, false, false);
                return None;
            }
            b'(' => return self.open(Inside::Bracket(b')')),
            b'[' => return self.open(Inside::Bracket(b']')),
            b'{' => return self.open(Inside::Bracket(b'}')),
            b'}' if in_hole => _ = self.inside.pop(),
            b')' | b']' | b'}' => match self.inside.last() {
                Some((Inside::Bracket(closing), _)) if *closing == byte => _ = self.inside.pop(),
                _ if self.broken => return Some("a closing bracket matches none that is open"),
                Some((Inside::Bracket(_), _)) => _ = self.inside.pop(),
                _ => {}
            },
            b':' if in_hole => return self.open(Inside::Format),
            b':' if self.inside.is_empty() => self.colon = true,
            _ => {}
        }
        self.at += 1;
        None
    }

    fn open_text(&mut self, quote: u8, raw: bool, holes: bool) {
        let triple = self.text[self.at..].starts_with(&[quote; 3]);
        self.inside.push((Inside::Text { quote, triple, raw, holes }, self.line));
        self.at += if triple { 3 } else { 1 };
    }

    /// Reads a letter of a text; whether that was the end of a line, behind a backslash.
    fn in_text(&mut self, byte: u8, quote: u8, triple: bool, raw: bool, holes: bool) -> bool {
        let rest = &self.text[self.at..];
        if byte == b'\\' {
            let behind = rest.get(1..).unwrap_or_default();
            if holes && !raw && behind.starts_with(b"N{") {
                let name = behind.iter().position(|byte| matches!(byte, b'}' | b'\n'));
                self.at += 1 + name.unwrap_or(behind.len());
            } else if behind.starts_with(b"\r\n") {
                self.at += 2;
                return true;
            } else if behind.starts_with(b"\n") {
                self.at += 1;
                return true;
            } else if holes && behind.starts_with(b"{") {
                self.at += 1;
            } else {
                self.at += 2;
            }
        } else if byte == quote && (!triple || rest.starts_with(&[quote; 3])) {
            self.at += if triple { 3 } else { 1 };
            self.inside.pop();
            self.last = quote;
        } else if holes && rest.starts_with(b"{{") {
            self.at += 2;
        } else if holes && byte == b'{' {
            self.open(Inside::Hole);
        } else {
            self.at += 1;
        }
        false
    }
}

/// The word at the beginning of a text.
fn word(text: &[u8]) -> &[u8] {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    &text[..text.iter().take_while(|byte| is_part(byte)).count()]
}

/// Whether a word before a quote says what the text is.
fn is_prefix(word: &[u8]) -> bool {
    word.len() <= 2 && word.iter().all(|letter| b"rRbBuUfFtT".contains(letter))
}

#[cfg(test)]
mod tests;
