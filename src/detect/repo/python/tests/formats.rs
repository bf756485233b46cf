//! Texts that no rule of format fits.

use super::facts;

/// The texts that fail, as `text@line`, with `!` where a function cannot get past it.
#[track_caller]
fn check(text: &str, expected: &str) {
    let found = facts(&[("src/a.py", text)]).misformatted_texts;
    let told = found.iter().map(|one| {
        let stops = if one.stops.is_some() { "!" } else { "" };
        format!("{}@{}{stops}", one.text, one.place.line)
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), expected, "{text}");
}

#[test]
fn words_after_a_colon_are_no_rule_for_a_text() {
    check(
        "def f(n):\n    p = f\"\"\"Answer:\n{\n  \"score\": {n:.2f},\n  \"why\": \"…\"\n}\n\"\"\"\n    return p\n",
        "score@4!",
    );
    check("x = f'{\"a\": \"b\"}'\n", "a@1");
    check("def f():\n    return ask(f'{\"a\":int}', 1)\n", "a@2!");
    check("def f():\n    if x:\n        return f'{\"a\": [1]}'\n", "a@3");
    check(
        "def f():\n    try:\n        g(f'{\"a\": [1]}')\n    except ValueError:\n        pass\n",
        "a@3",
    );
    check("def f(x):\n    return x and f'{\"a\": [1]}'\n", "a@2");
    check("def f(x):\n    return lambda: f'{\"a\": [1]}'\n", "a@2");
}

#[test]
fn whatever_may_be_a_rule_for_a_text_is_one() {
    for text in [
        "f'{\"name\":<20}{\"name\":>20s}{\"x\":^5}{\"x\":.3}{\"x\":─^60}{\"\":=<60}{\"x\":é>5}'",
        "f'{\"name\":{width}}{\"name\":{fill}>{width}}{\"name\":>{width}.{most}s}'",
        "f'{\"name\"!r:>20}{\"name\"}{\"name\"!s}{\"x\"=}'",
        "f'{\"name\":\\n>10}'",
        "f'{name:words}{1:,d}{now:%Y-%m-%d}{f\"{x}\":%Y}'",
        "f'{{\"score\": \"words\"}}'",
        "f'{ {\"score\": \"words\"} }'",
        "f'{d[\"score\"]:>10}{(lambda: \"x\")()}'",
        "'{\"score\": \"words\"}'",
        "t'{\"score\": \"words\"}'",
    ] {
        check(&format!("x = {text}\n"), "");
    }
    assert_eq!(facts(&[("tests/a.py", "x = f'{\"a\": \"b\"}'\n")]).misformatted_texts, []);
}
