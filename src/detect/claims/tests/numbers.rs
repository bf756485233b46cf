//! Numbers that are said, held against those of the code.

use super::super::*;
use super::asked::status;
use super::sources::repository;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

const BENCH: &str = "
def ask(text):
    model = make().with_structured_output(Opinion)
    limit = 4
    for attempt in range(limit + 1):
        try:
            return model.invoke(text)
        except ValueError:
            continue
ask('x')
";

#[test]
fn a_loop_goes_round_as_often_as_is_said_or_not() {
    let retry = ClaimKind::Retry;
    let facts = repository(&[("judges.py", BENCH)]);
    let said = "A retry loop (up to 2 retries) handles failures of parsing.";
    assert_eq!(status(&facts, retry, said), Some(Contradicted));
    for fits in [
        "A retry loop (up to 4 retries) handles failures of parsing.",
        "A retry loop (up to 5 attempts) handles failures of parsing.",
        "A retry loop handles failures of parsing.",
        "A retry loop of 2 retries or 3 attempts handles failures of parsing.",
        "A retry loop would make 2 retries for failures of parsing.",
    ] {
        assert_ne!(status(&facts, retry, fits), Some(Contradicted), "{fits:?}");
    }
    let silent = |files: &[(&str, &str)]| {
        assert_ne!(status(&repository(files), retry, said), Some(Contradicted), "{files:?}");
    };
    silent(&[("judges.py", &BENCH.replace("limit = 4", "limit = int(os.getenv('N'))"))]);
    silent(&[("judges.py", BENCH), ("other.py", "import tenacity\n")]);
    silent(&[("judges.py", BENCH), ("graph.py", "p = RetryPolicy(max_attempts=3)\n")]);
    silent(&[("judges.py", BENCH), ("llm.py", "m = ChatOpenAI(model='x', max_retries=2)\n")]);
    silent(&[("judges.py", BENCH), ("c.py", "for attempt in range(3):\n    clone()\n")]);
    silent(&[("judges.py", &BENCH.replace(".with_structured_output(Opinion)", ""))]);
}

#[test]
fn a_number_of_rounds_is_no_part_of_what_a_loop_shows() {
    let retry = ClaimKind::Retry;
    let by_default =
        BENCH.replace("def ask(text):", "def ask(text, limit=4):").replace("    limit = 4\n", "");
    for bench in [BENCH, &by_default] {
        let facts = repository(&[("judges.py", bench)]);
        let said = |count: &str| {
            let said = format!("Malformed output of a judge is retried up to {count} times.");
            status(&facts, retry, &said)
        };
        assert_eq!(
            (said("four"), said("5"), said("ten")),
            (Some(Supported), Some(Supported), Some(Contradicted))
        );
    }
    // Where a call gives another number, none is known.
    let given = by_default.replace("ask('x')", "ask('x', limit=9)");
    let open = [given.as_str(), &BENCH.replace("limit = 4", "limit = int(os.getenv('N'))")];
    for bench in open {
        let facts = repository(&[("judges.py", bench)]);
        let said = "Malformed output of a judge is retried up to ten times.";
        assert_eq!(status(&facts, retry, said), Some(Undecided), "{bench}");
    }
}

const WEIGHTS: &str = "
DEFAULT_WEIGHTS = {'Prosecutor': 0.30, 'Defense': 0.30, 'TechLead': 0.40}
BUILD_WEIGHTS = {'Prosecutor': 0.2, 'Defense': 0.2, 'TechLead': 0.6}
def chief_justice(opinions, build):
    weights = BUILD_WEIGHTS if build else DEFAULT_WEIGHTS
    return sum(one.score * weights[one.judge] for one in opinions)
";

#[test]
fn a_judge_weighs_what_is_said_or_not() {
    let weights = ClaimKind::Weights;
    let facts = repository(&[("justice.py", WEIGHTS)]);
    let said = "The Prosecutor is weighted 0.35 by default.";
    let item = "Defense (kind)\nAssumes good faith. Weighted 0.25 in most of all cases.\n";
    assert_eq!(status(&facts, weights, said), Some(Contradicted));
    assert_eq!(status(&facts, weights, item), Some(Contradicted));
    let short = "Defense (kind)\nAssumes good faith. Weighted 0.25.\n";
    assert_eq!(status(&facts, weights, short), Some(Contradicted));
    let fits = "Defense (kind)\nAssumes good faith. Weighted 0.3.\n";
    assert_eq!(status(&facts, weights, fits), Some(Supported));
    let nobody = "The rubric\nAssumes good faith. Weighted 0.25.\n";
    assert_eq!(status(&facts, weights, nobody), None);
    let fits = "The Tech Lead is weighted 0.40 by default, and 0.6 where it is built.";
    assert_eq!(status(&facts, weights, fits), Some(Supported));
    let second = "The Tech Lead is weighted 0.40 by default, 0.30 for what is built.";
    assert_eq!(status(&facts, weights, second), Some(Contradicted));
    for open in [
        "The Prosecutor is weighted 0.30, and a threshold of 0.65 for words is used.",
        "The Prosecutor and the Defense are weighted 0.35 together.",
        "The Prosecutor would be weighted 0.35 by default.",
        "The rubric is weighted 0.35 by default here.",
        "The Prosecutor's temperature is weighted 0.35 by default.",
        "Defense (kind) and Prosecutor\nAssume good faith. Weighted 0.25 in most of all cases.\n",
        "The Prosecutor is given a weight of its own.",
        "A peer's Prosecutor is weighted 0.35 by default.",
    ] {
        assert_ne!(status(&facts, weights, open), Some(Contradicted), "{open:?}");
    }
    let silent = |text: &str| {
        let found = status(&repository(&[("justice.py", text)]), weights, said);
        assert_ne!(found, Some(Contradicted), "{text}");
    };
    silent(
        &WEIGHTS
            .replace("0.30", "3")
            .replace("0.2,", "2,")
            .replace("0.40", "4")
            .replace("0.6}", "6}"),
    );
    silent(
        &WEIGHTS
            .replace("'Prosecutor': 0.30", "'Prosecutor': float(os.getenv('P'))")
            .replace("'Prosecutor': 0.2,", "'Prosecutor': p,"),
    );
    silent(&format!("{WEIGHTS}def plus(score):\n    return score * 1.15\n").replace(
        "def chief_justice(opinions, build):",
        "def chief_justice(opinions, build):\n    final_score = opinions[0].score * 1.15",
    ));
    silent(&WEIGHTS.replace("WEIGHTS", "TEMPERATURES"));
    let other = "def chief_justice(opinions, build):\n    weak = prosecutor.score * 0.35";
    silent(&WEIGHTS.replace("def chief_justice(opinions, build):", other));
}

#[test]
fn a_check_that_takes_http_is_not_of_https_alone() {
    let code = "
import subprocess, tempfile
def clone(url):
    if not url.startswith(('https://', 'http://')):
        raise ValueError(url)
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(['git', 'clone', url, place], check=True)
clone('u')
";
    let kind = ClaimKind::SchemeCheck;
    let said = "1. Validates the URL — rejects non-HTTPS schemes and characters that could enable injection (;, |).";
    let facts = repository(&[("tools.py", code)]);
    assert_eq!(status(&facts, kind, said), Some(Contradicted));
    for open in [
        "It should reject non-HTTPS schemes of all URLs.",
        "The tool rejects schemes other than HTTP and HTTPS.",
        "A peer rejects non-HTTPS schemes in its clone tool.",
        "The API is called by HTTPS and nothing else.",
    ] {
        assert_ne!(status(&facts, kind, open), Some(Contradicted), "{open:?}");
    }
    let silent = |text: &str| {
        assert_ne!(
            status(&repository(&[("tools.py", text)]), kind, said),
            Some(Contradicted),
            "{text}"
        );
    };
    silent(&code.replace("('https://', 'http://')", "'https://'"));
    silent(&code.replace("('https://', 'http://')", "ALLOWED"));
    silent(&format!("{code}def first(url):\n    return url.startswith('https://')\n"));
    silent(&format!("{code}def first(url):\n    return re.match('^https://', url)\n"));
    silent(
        &code
            .replace(
                "def clone",
                "def fetch(url):\n    return url.startswith(('http://', 'https://'))\ndef clone",
            )
            .replace("if not url.startswith(('https://', 'http://'))", "if not is_safe(url)"),
    );
}
