use super::*;

#[track_caller]
fn check(sentence: &str, expected: &str) {
    let letter = |stance| match stance {
        Stance::Wanted => "+",
        Stance::Forbidden { always: true } => "-",
        Stance::Forbidden { always: false } => "~",
        Stance::Doubted => "?",
        Stance::Named => ".",
    };
    let told: Vec<String> = stances(sentence)
        .into_iter()
        .map(|(term, stance)| format!("{}{term}", letter(stance)))
        .collect();
    assert_eq!(told.join(" "), expected, "{sentence:?}");
}

#[test]
fn what_a_sentence_asks_for_is_wanted() {
    check("Is `a_b` used?", "+a_b");
    check(
        "Look for 'StateGraph' in 'src/graph.py', for `X`, and in 'src/no.py'",
        "+stategraph +src/graph.py +x +src/no.py",
    );
    check("Passwords are hashed with `a_b`, not stored in plain text", "+a_b");
    check(
        "There must be a Dockerfile, a README.md and an openapi.yaml",
        "+dockerfile +readme.md +openapi.yaml",
    );
    check("`a_b` `c_d`", ".a_b .c_d");
    check("`a_b` makes us sad", ".a_b");
}

#[test]
fn words_before_a_term_forbid_it() {
    for forbids in [
        "Don't use `a_b`",
        "Don’t use `a_b`",
        "Do not use `a_b` at all",
        "Never call `a_b` or `a_b`",
        "Avoid `a_b` and `a_b`",
        "Does the code avoid `a_b`?",
        "No function named `a_b` may be called",
        "There must be no `a_b` in the repository",
        "You must not use `a_b`: it is slow",
        "It is forbidden to use `a_b`",
        "It is not allowed to call `a_b`",
        "Refrain from using `a_b`",
        "Penalise `a_b`",
        "Flag `a_b`",
        "Deduct points for `a_b`",
        "The code should be free of `a_b`",
        "Disallow `a_b`",
        "Forbidden: `a_b`",
        "We don't want to see `a_b`",
        "Check that nobody uses `a_b`",
        "No `a_b`",
        "Stay away from `a_b`",
    ] {
        let told = stances(forbids);
        assert!(!told.is_empty());
        assert!(
            told.iter().all(|(_, one)| *one == Stance::Forbidden { always: true }),
            "{forbids}: {told:?}"
        );
    }
}

#[test]
fn words_behind_a_term_forbid_it() {
    for forbids in [
        "The use of `a_b` is forbidden",
        "`a_b` is banned",
        "`a_b` has to be absent",
        "`a_b` is strictly prohibited",
        "`a_b` is not allowed",
        "`a_b` must not be used",
        "`a_b` should never be called",
        "`a_b` mustn't be used anywhere",
        "A bare `a_b` costs points",
        "The file `.env` must not be committed",
        "Check for raw 'os.system()' calls -- a security violation",
        "`a_b`, which is forbidden, or `a_b`",
        "Is `a_b` never called?",
        "`a_b` is a no-go",
        "Check that `a_b` is unused",
        "Make sure that `.env` is absent from the repository",
    ] {
        let (_, first) = stances(forbids).remove(0);
        assert_eq!(first, Stance::Forbidden { always: true }, "{forbids}");
    }
    check("Secrets come from the environment and `.env` must not be committed", "-env");
}

#[test]
fn what_stands_instead_of_another_is_wanted() {
    check("Uses `a_b` instead of `c_d`", "+a_b -c_d");
    check("Instead of `c_d`, use `a_b`", "-c_d +a_b");
    check("Uses `a_b` rather than `c_d`", "+a_b -c_d");
    check("Don't use `c_d`, use `a_b`", "-c_d +a_b");
    check("Use `a_b` and not `c_d`", "+a_b -c_d");
    check("Verify that `a.b` is used (not raw `c.d`)", "+a.b -c.d");
}

#[test]
fn a_prohibition_under_a_condition_is_told_from_one_for_all_code() {
    check("Don't use `a_b` on user input", "~a_b");
    check("Handlers cannot call `time.sleep`", "~time.sleep");
    check("Handlers mustn't use `a_b`", "~a_b");
    check("Never use `a_b` (except in tests)", "~a_b");
    check("Do not use `a_b` unless it is fast", "~a_b");
    check("Passwords go through `a_b` rather than `c_d`", "+a_b ~c_d");
    check("The old `a_b` has been removed", "~a_b");
    check("Do not use `a_b` in `c_d`", "~a_b ?c_d");
}

#[test]
fn what_cannot_be_told_stays_in_doubt() {
    for doubted in [
        "Do not forget `a_b`",
        "Never omit `a_b`",
        "Do not remove `a_b`",
        "Not only `a_b` is used",
        "No plain `a_b` column may exist",
        "No hardcoded `a_b`",
        "`a_b` is not required",
        "`a_b` may be used",
        "Students are allowed to use `a_b`",
        "Submissions without `a_b` fail",
        "Find functions without `a_b`",
        "If there is no `a_b`, score 1",
        "Penalise code without `a_b`",
        "Whether or not `a_b` is used",
        "`a_b` never blocks",
        "Do the tests remove `a_b`?",
        "Without `a_b` no call is safe",
        "`a_b` is a code smell",
        "Do not log `a_b`",
        "Prefer `a_b`",
        "No `a_b` errors are shown",
        "Don't avoid `a_b`",
        "Look for files that have no `a_b`",
        "Do not, under any circumstances, use `a_b`",
        "Any use of `a_b` results in a fail",
        "Half the points if `a_b` is used",
        "Stop using `a_b`",
        "Are there any `a_b` left?",
        "`a_b` is considered harmful",
    ] {
        let told = stances(doubted);
        assert_eq!(told.last().unwrap().1, Stance::Doubted, "{doubted}: {told:?}");
    }
}
