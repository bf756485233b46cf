use super::*;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

/// Texts that have broken Markdown builders.
pub(in crate::render) const NASTY: &[&str] = &[
    "## Executive Summary",
    "```\n# x",
    "~~~\n# x\n~~~",
    "|",
    "a | b\n--- | ---\nc | d",
    "\\|",
    "`a\\|b`",
    "`|` and `\\\\|`",
    "<script>alert(1)</script>",
    "</details>",
    "<!-- ",
    "<?php",
    "<https://evil.example>",
    "\u{202e}dercas\u{2066}",
    "zero\u{200b}width\u{feff}",
    "\u{1b}[31mred\u{7}",
    "[x](javascript:alert(1))",
    "![](http://evil.example/x.png)",
    "[x][y]\n\n[y]: http://evil.example",
    "[[wiki]]",
    "https://evil.example",
    "https://evil.example/a|b",
    "@evil|b\\|c",
    "www.evil.example",
    "(WWW.evil.example)",
    "mail evil@evil.example now",
    "\\@evil `x`@evil `y`https://evil.example",
    "title\n===",
    "title\n---",
    "- item",
    "* item",
    "+ item",
    "1. item",
    "1",
    "12) item",
    "- [ ] task",
    "> quote",
    "[^1]",
    "[^1]: note",
    "&lt;b&gt; &#35; &amp;",
    "$x$ $$y$$ $`z`$",
    "`open",
    "``two` one``",
    "` `",
    "wow!",
    "!",
    "trailing\\",
    "***bold*** __x__ _y_ ~~z~~",
    "    indented",
    "\tindented",
    "---\ntitle: x\n---",
    ": definition",
    "H~2~O ^up^ {#id .class}",
    "=====",
    "\u{2028}# x\u{2029}",
    "\r# x",
    "\0",
];

/// What a piece of Markdown is made of, without its words.
fn skeleton(markdown: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for event in Parser::new_ext(markdown, Options::all()) {
        match event {
            Event::Text(_) | Event::Code(_) => {}
            other => parts.push(format!("{other:?}")),
        }
    }
    parts
}

/// The words that a reader sees.
fn words(markdown: &str) -> String {
    let mut seen = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        if let Event::Text(text) | Event::Code(text) = event {
            seen.push_str(&text);
        }
    }
    seen
}

fn documents(text: &str) -> Vec<String> {
    vec![
        inline(text),
        prose(text),
        code_span(text),
        format!("before {} after", inline(text)),
        format!("{} [ours](#ours)", prose(text)),
        format!("### {}: 3 of 5", inline(text)),
        format!("> {}", prose(text)),
        format!("- {}\n- {}", prose(text), code_span(text)),
        format!(
            "| a | b | c |\n|---|---|---|\n| {} | {} | [{}](#ours) |\n\nafter",
            table_cell(text),
            code_cell(text),
            inline_cell(text)
        ),
        format!("{}\n\nafter", code_block(text, "python")),
    ]
}

#[track_caller]
fn check(text: &str) {
    for (with, without) in documents(text).iter().zip(documents("harmless")) {
        assert_eq!(skeleton(with), skeleton(&without), "{text:?} gave\n{with}");
        assert!(!with.contains('\u{202e}') && !with.contains('\u{1b}'), "{with:?}");
    }
}

#[track_caller]
fn check_shown(text: &str, shown: &str) {
    assert_eq!(words(&inline(text)), shown, "{text:?} gave {}", inline(text));
}

#[test]
fn nasty_texts_build_nothing() {
    NASTY.iter().filter(|text| !text.trim().is_empty()).for_each(|text| check(text));
    check(&"x".repeat(100_000));
    check(&"`[*_<".repeat(2_000));
}

#[test]
fn a_reader_sees_the_text_as_it_was_written() {
    check_shown("a_b *c* [d](e) <f> &lt; \\ # 1. !", "a_b *c* [d](e) <f> &lt; \\ # 1. !");
    check_shown("1. first", "1. first");
    check_shown("- first\n  second", "- first second");
    check_shown("see https://evil.example/a_b.", "see https://evil.example/a_b.");
    check_shown("\u{202e}x\u{200b}\u{1b}", "⟨U+202E⟩x⟨U+200B⟩⟨U+001B⟩");
}

#[test]
fn plain_words_stay_readable_in_the_source() {
    assert_eq!(
        inline("2 of 3: fan_out (src/graph.py:10-24)."),
        "2 of 3: fan_out (src/graph.py:10-24)."
    );
    assert_eq!(prose("uses `a_b` - and c"), "uses `a_b` - and c");
    assert_eq!(inline("fix ⚠️ sign"), "fix ⚠️ sign");
}

#[test]
fn code_shows_backticks_and_pipes() {
    assert_eq!(code_span("a`b"), "``a`b``");
    assert_eq!(code_span("`"), "`` ` ``");
    assert_eq!(code_cell("int | str"), "`int \\| str`");
    assert_eq!(table_cell("`int | str` or a|b"), "`int \\| str` or a\\|b");
    assert_eq!(code_span(" \n"), "⟨empty⟩");
    assert_eq!(code_block("a\n```\nb", "py\nthon"), "````python\na\n```\nb\n````");
}

#[test]
fn json_keeps_its_value_and_hides_nothing() {
    let escaped = json("\"a\u{202e}b\u{e0041}\"");
    assert_eq!(escaped, "\"a\\u202eb\\udb40\\udc41\"");
    assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), "a\u{202e}b\u{e0041}");
}

#[test]
fn a_terminal_line_is_one_line_without_controls() {
    assert_eq!(terminal("a\r\n\tb\u{1b}[2J\u{9b}"), "a b⟨U+001B⟩[2J⟨U+009B⟩");
}

#[test]
fn a_link_of_ours_after_an_exclamation_is_no_image() {
    let markdown = format!("{}[ours](#ours)", inline("wow!"));
    let is_image = |event: Event<'_>| matches!(event, Event::Start(Tag::Image { .. }));
    assert!(!Parser::new(&markdown).any(is_image), "{markdown}");
}

proptest! {
    #[test]
    fn no_text_builds_structure(text in "\\PC{0,40}") {
        prop_assume!(!text.trim().is_empty());
        check(&text);
    }

    #[test]
    fn no_text_of_markdown_signs_builds_structure(
        text in "[ \\n\\t\\\\`*_{}\\[\\]()#+.!|<>&~$:@/=\\-0-9awW\"'^;x]{1,30}"
    ) {
        prop_assume!(!text.trim().is_empty());
        check(&text);
    }

    #[test]
    fn any_two_nasty_texts_together_build_nothing(
        a in prop::sample::select(NASTY), b in prop::sample::select(NASTY), glue in "[ \\n]{0,2}"
    ) {
        let text = format!("{a}{glue}{b}");
        prop_assume!(!text.trim().is_empty());
        check(&text);
    }
}

#[test]
fn a_word_of_a_command_is_one_word() {
    for (word, shown) in [
        ("judge:panic:0.5", "judge:panic:0.5"),
        ("", "''"),
        ("a b", "'a b'"),
        ("it's", r"'it'\''s'"),
    ] {
        assert_eq!(shell(word), shown);
    }
}
