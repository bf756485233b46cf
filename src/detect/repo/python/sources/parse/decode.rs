//! Bytes → the text that Python runs: by the encoding that is declared, with its ends of lines and its names.

use super::{Decoded, parser, tree};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, Unreadable};
use encoding_rs::Encoding;
use memchr::{memchr, memchr_iter, memchr2, memmem};
use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Names of UTF-8, and of ASCII, which is part of it; those with `utf-8-` before them are UTF-8 as well.
const UTF_8: [&str; 11] = [
    "utf-8",
    "utf8",
    "utf",
    "u8",
    "utf8-ucs2",
    "utf8-ucs4",
    "cp65001",
    "ascii",
    "us-ascii",
    "646",
    "ansi-x3.4-1968",
];
/// Names of the Latin encoding whose bytes are the first letters of Unicode.
const LATIN: [&str; 9] =
    ["latin-1", "latin1", "latin", "l1", "8859", "cp819", "iso-8859-1", "iso8859-1", "iso-latin-1"];
/// Code pages in which ASCII is something else.
const NO_ASCII: [&str; 8] =
    ["cp037", "cp273", "cp424", "cp500", "cp864", "cp875", "cp1026", "cp1140"];
/// Longest name of an encoding that is quoted, in bytes.
const LONGEST: usize = 40;

/// Decodes as Python would: as UTF-8, or by the encoding that the first two lines declare. A carriage return ends a
/// line, and letters in names are what their compatibility forms stand for; the numbers of lines are Python's.
pub(in crate::detect::repo::python) fn decode(source: &Source) -> Result<Decoded<'_>, Unreadable> {
    let refuse = |at: usize, reason: String| {
        let before = source.bytes.get(..at).unwrap_or_default();
        let lines = memchr_iter(b'\n', before).count() + lone_returns(before).count();
        let line = u32::try_from(lines + 1).unwrap_or(u32::MAX);
        let place = Lines::new(&source.path, &source.blob, line, line);
        Err(Unreadable { place, reason })
    };
    if source.bytes.starts_with(&[0xff, 0xfe]) || source.bytes.starts_with(&[0xfe, 0xff]) {
        return refuse(0, "is UTF-16, not UTF-8".into());
    }
    if let Some(at) = memchr(0, &source.bytes) {
        return refuse(at, "contains a NUL byte".into());
    }
    let bytes = source.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&source.bytes);
    let declared = declared(bytes);
    let name = declared.map(str::to_ascii_lowercase).unwrap_or_default().replace('_', "-");
    let text = match declared.map(|written| (written, kind(&name))) {
        None | Some((_, Kind::Utf8)) => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(error) => {
                let marked = source.bytes.len() - bytes.len();
                return refuse(marked + error.valid_up_to(), "is not UTF-8".into());
            }
        },
        // Whoever declares it and saves UTF-8 has other letters in texts, and the same program.
        Some((_, Kind::Latin)) => std::str::from_utf8(bytes).map_or_else(
            |_| bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into(),
            Cow::Borrowed,
        ),
        Some((written, Kind::Known(encoding))) => {
            match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
                Some(text) => text,
                None => return refuse(0, format!("is not {}, which it declares", quoted(written))),
            }
        }
        Some((_, Kind::Plain)) if bytes.is_ascii() => {
            Cow::Borrowed(std::str::from_utf8(bytes).unwrap_or_default())
        }
        Some((written, Kind::Plain | Kind::Unknown)) => {
            let written = quoted(written);
            return refuse(0, format!("declares the encoding {written}, which was not decoded"));
        }
    };
    Ok(Decoded { source, text: with_plain_names(with_ends_of_lines(text)) })
}

/// The source as Python reads it, where that is not how it is written.
///
/// # Errors
/// Why it cannot be read.
pub(in crate::detect) fn as_run(source: &Source) -> Result<Cow<'_, Source>, String> {
    let text = decode(source).map_err(|refusal| refusal.reason)?.text;
    Ok(match text {
        Cow::Borrowed(_) => Cow::Borrowed(source),
        Cow::Owned(text) => Cow::Owned(Source {
            path: source.path.clone(),
            blob: source.blob.clone(),
            bytes: text.into_bytes(),
        }),
    })
}

/// What is known of a declared encoding.
enum Kind {
    Utf8,
    Latin,
    /// It can be decoded, and holds ASCII as it is.
    Known(&'static Encoding),
    /// It holds ASCII as it is, and the rest is not known.
    Plain,
    /// ASCII may be something else in it: `utf-7`, `unicode_escape`, or what Python does not know either.
    Unknown,
}

fn kind(name: &str) -> Kind {
    let of = |names: &[&str]| names.contains(&name);
    if of(&UTF_8) || name.starts_with("utf-8-") {
        return Kind::Utf8;
    }
    let ending = ["latin-1-", "iso-8859-1-", "iso-latin-1-"];
    if of(&LATIN) || ending.iter().any(|start| name.starts_with(start)) {
        return Kind::Latin;
    }
    let known = Encoding::for_label_no_replacement(name.as_bytes());
    let known = known.or_else(|| Encoding::for_label(name.replace('-', "_").as_bytes()));
    if let Some(known) = known.filter(|known| known.is_ascii_compatible()) {
        return Kind::Known(known);
    }
    let page = name
        .strip_prefix("cp")
        .is_some_and(|page| !page.is_empty() && page.bytes().all(|digit| digit.is_ascii_digit()));
    let is_plain = (page && !of(&NO_ASCII)) || name.starts_with("mac-");
    if is_plain { Kind::Plain } else { Kind::Unknown }
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.get(..LONGEST).unwrap_or(name))
}

/// The encoding that a comment in the first two lines declares (PEP 263).
fn declared(bytes: &[u8]) -> Option<&str> {
    let (first, rest) = line(bytes);
    if let Some(name) = declared_in(first) {
        return Some(name);
    }
    // Only a comment or nothing may stand before it.
    let start = first.iter().find(|byte| !matches!(byte, b' ' | b'\t' | 0x0c));
    if start.is_none_or(|byte| *byte == b'#') { declared_in(line(rest).0) } else { None }
}

/// The first line, and what follows it.
fn line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let Some(end) = memchr2(b'\n', b'\r', bytes) else { return (bytes, &[]) };
    let (line, rest) = bytes.split_at(end);
    let ending = if rest.starts_with(b"\r\n") { 2 } else { 1 };
    (line, rest.get(ending..).unwrap_or_default())
}

fn declared_in(line: &[u8]) -> Option<&str> {
    let comment = line.trim_ascii_start().strip_prefix(b"#")?;
    memmem::find_iter(comment, "coding").find_map(|at| {
        let after = comment.get(at + "coding".len()..)?;
        let after = after.strip_prefix(b":").or_else(|| after.strip_prefix(b"="))?;
        let blank = after.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
        let name = &after[blank..];
        let is_of_name =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let end = name.iter().position(|byte| !is_of_name(byte)).unwrap_or(name.len());
        std::str::from_utf8(&name[..end]).ok().filter(|name| !name.is_empty())
    })
}

/// Carriage returns without a line feed.
fn lone_returns(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr_iter(b'\r', bytes).filter(move |at| bytes.get(at + 1) != Some(&b'\n'))
}

/// The same text, in which a line feed ends each line that a carriage return ends.
fn with_ends_of_lines(text: Cow<'_, str>) -> Cow<'_, str> {
    let Some(first) = lone_returns(text.as_bytes()).next() else { return text };
    let mut ended = String::with_capacity(text.len());
    ended.push_str(&text[..first]);
    let mut rest = text[first..].chars().peekable();
    while let Some(char) = rest.next() {
        ended.push(if char == '\r' && rest.peek() != Some(&'\n') { '\n' } else { char });
    }
    ended.into()
}

/// The same text with the names that Python sees: `ｏｓ.ｓｙｓｔｅｍ` is `os.system`.
fn with_plain_names(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii()
        || is_nfkc_quick(text.chars()) == IsNormalized::Yes
        || !text.chars().any(is_disguised)
    {
        return text;
    }
    let Some(tree) = tree(&mut parser(), &text) else { return text };
    let mut plain = String::with_capacity(text.len());
    let mut done = 0;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.kind() == "identifier" {
            let name = text.get(node.byte_range()).unwrap_or_default();
            if name.chars().any(is_disguised) {
                plain.push_str(text.get(done..node.start_byte()).unwrap_or_default());
                plain.extend(name.nfkc());
                done = node.end_byte();
            }
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                plain.push_str(text.get(done..).unwrap_or_default());
                return plain.into();
            }
        }
    }
}

/// Whether a letter stands for others in names.
fn is_disguised(char: char) -> bool {
    let is_of_name = |char: char| char.is_alphanumeric() || char == '_';
    let mut plain = std::iter::once(char).nfkc();
    !char.is_ascii() && plain.clone().next() != Some(char) && plain.all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::python::examine;
    use crate::domain::limits::Limits;

    /// What is called in the bytes, as `line callee`, and what was not read of them.
    #[track_caller]
    fn check(bytes: &[u8], expected: &[&str]) {
        let source = Source { path: "a.py".into(), blob: "b".into(), bytes: bytes.to_vec() };
        let facts = examine(&[source], &Limits::default());
        let calls = facts.calls.iter().map(|call| format!("{} {}", call.place.line, call.callee));
        let lost =
            facts.unreadable.iter().map(|lost| format!("{} {}", lost.place.line, lost.reason));
        let found: Vec<String> = calls.chain(lost).collect();
        assert_eq!(found, expected, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn a_carriage_return_ends_a_line() {
        check(b"import os\n# a note\ros.system(x)\n", &["3 os.system"]);
        check(b"import os\ros.system(x)\rdef f():\r    eval(x)", &["2 os.system", "4 eval"]);
        check(b"import os\r\n# a note\r\nos.system(x)\r\n", &["3 os.system"]);
        check(b"# a note\r\r\neval(x)", &["3 eval"]);
        check(b"x = '''a\rb'''\neval(x)", &["3 eval"]);
        check(b"x = 1\ry = '\xe9'\n", &["2 is not UTF-8"]);
    }

    #[test]
    fn an_encoding_is_what_a_comment_in_the_first_lines_declares() {
        let lost = |name: &str| format!("1 declares the encoding `{name}`, which was not decoded");
        for name in ["utf-7", "unicode_escape", "raw_unicode_escape", "cp037", "hz", "pyxl"] {
            let text = format!("# -*- coding: {name} -*-\n# +AAo-\\neval(x)\n");
            check(text.as_bytes(), &[&lost(name)]);
            // Only a comment may stand before it, and it must be a comment.
            check(format!("eval(x)\n{text}").as_bytes(), &["1 eval"]);
            check(format!("\n\n{text}eval(x)").as_bytes(), &["5 eval"]);
            check(format!("x = 'coding: {name}'\neval(x)").as_bytes(), &["2 eval"]);
        }
        check(b"#!/bin/x\r\n# vim: set fileencoding=utf_16 :\n", &[&lost("utf_16")]);
        check(b"#!/bin/x\r# coding=utf-7\n", &[&lost("utf-7")]);
        for name in ["UTF-8", "utf8", "utf_8", "utf-8-unix", "ascii", "Latin-1", "cp1251"] {
            check(format!("# coding: {name}\neval(x)\n").as_bytes(), &["2 eval"]);
        }
        check(b"# encoding of texts, by coding: \neval(x)\n", &["2 eval"]);
    }

    #[test]
    fn what_can_be_decoded_is_decoded() {
        // The second byte of some letters is one that ends a text, or begins a comment.
        check(b"# coding: shift_jis\nx = '\x83\x5c'; eval(x)\n", &["2 eval"]);
        check(b"# coding: gbk\nx = '\x81\x5c'; eval(x)\n", &["2 eval"]);
        check(b"# coding: cp437\neval(x)\n", &["2 eval"]);
        check(b"# coding: iso8859_15\nx = '\xa4'; eval(x)\n", &["2 eval"]);
        let lost = "1 declares the encoding `cp437`, which was not decoded";
        check(b"# coding: cp437\nx = '\x81'\n", &[lost]);
        check(b"# coding: euc_jp\nx = '\xff'\n", &["1 is not `euc_jp`, which it declares"]);
    }

    #[test]
    fn names_are_what_their_letters_stand_for() {
        check("import os\nｏｓ.ｓｙｓｔｅｍ(input())\n".as_bytes(), &["2 os.system"]);
        check(
            "import subprocess\nsubprocess.𝓬heck＿output(x, ｓｈｅｌｌ=True)\n".as_bytes(),
            &["2 subprocess.check_output"],
        );
        check("x = f'{𝐞𝐯𝐚𝐥(y)}…'\n".as_bytes(), &["1 eval"]);
        // Texts and comments stay as they are.
        let text = "X = 'ｅｖａｌ(x)'  # ｅｖａｌ(x)\né = '…'\n";
        check(text.as_bytes(), &[]);
        let source = Source { path: "a.py".into(), blob: "b".into(), bytes: text.into() };
        assert_eq!(decode(&source).expect("is text").text, text);
    }

    #[test]
    fn a_script_is_known_by_its_first_line() {
        let callees = |path: &str, text: &str| {
            let source = Source { path: path.into(), blob: "b".into(), bytes: text.into() };
            examine(&[source], &Limits::default()).calls.len()
        };
        assert_eq!(callees("bin/run", "#!/usr/bin/env python3\neval(x)\n"), 1);
        assert_eq!(callees("run.pyw", "eval(x)\n"), 1);
        assert_eq!(callees("bin/run", "#!/bin/sh\neval(python)\n"), 0);
        assert_eq!(callees("run.txt", "#!/usr/bin/python\neval(x)\n"), 0);
    }
}
