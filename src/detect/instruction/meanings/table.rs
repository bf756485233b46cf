//! Words of known meaning, and the probes that answer them.

/// Words that ask for what a probe answers.
pub(super) struct Meaning {
    /// Of each list one has to stand in the instruction or in the success pattern.
    pub(super) needs: &'static [&'static [&'static str]],
    pub(super) probe: &'static str,
    pub(super) asks: &'static str,
    /// Its parameters, as JSON.
    pub(super) with: &'static str,
    pub(super) weight: f64,
    pub(super) advice: &'static str,
    /// Names that need no look of their own beside it.
    pub(super) covers: &'static [&'static str],
}

const CLONES: &[&str] = &["clone", "cloning"];
/// What a text names that speaks of a state graph.
pub(super) const GRAPHS: &[&str] =
    &["stategraph", "langgraph", "add_edge", "add_conditional_edges"];
const VERDICTS: &[&str] = &["chief justice", "chiefjustice"];
/// Names of the library of graphs that a question about the wiring answers.
pub(super) const WIRING: &[&str] = &["stategraph", "add_node", "add_edge", "add_conditional_edges"];

/// All of them, in the order in which they are asked.
pub(super) const MEANINGS: &[Meaning] = &[
    Meaning {
        needs: &[CLONES, &["tempfile", "temporarydirectory", "temporary director", "sandbox"]],
        probe: "python.clone",
        asks: "repositories are cloned into temporary directories",
        with: r#"{"temporary": true}"#,
        weight: 2.0,
        advice: "clone into a `tempfile.TemporaryDirectory()` that lives for as long as the clone is used: {missing}",
        covers: &[
            "tempfile",
            "tempfile.temporarydirectory",
            "temporarydirectory",
            "tempfile.mkdtemp",
        ],
    },
    Meaning {
        needs: &[
            CLONES,
            &[
                "error handling",
                "return code",
                "returncode",
                "gracefully",
                "failures caught",
                "authentication",
            ],
        ],
        probe: "python.clone",
        asks: "failures of a clone are noticed",
        with: r#"{"handles_errors": true}"#,
        weight: 2.0,
        advice: "provide {missing}, so that a clone that fails is noticed",
        covers: &["subprocess", "subprocess.run"],
    },
    Meaning {
        needs: &[CLONES, &["timeout", "time out", "time limit"]],
        probe: "python.clone",
        asks: "a timeout bounds every clone",
        with: r#"{"timeout": true}"#,
        weight: 1.0,
        advice: "bound the clone by {missing}",
        covers: &[],
    },
    Meaning {
        needs: &[
            GRAPHS,
            &["conditional edge", "add_conditional_edges"],
            &["error", "fail", "missing"],
        ],
        probe: "python.conditional_edges",
        asks: "a conditional edge deals with errors or missing evidence",
        with: r#"{"errors": true}"#,
        weight: 2.0,
        advice: "let the graph have {missing}, so that nothing goes on as if no node had failed and nothing were missing",
        covers: WIRING,
    },
    Meaning {
        needs: &[&["operator.add"], &["reducer", "annotated", "state"]],
        probe: "python.reducer",
        asks: "a reducer joins lists",
        with: r#"{"kinds": ["operator_add", "add_messages", "function", "lambda"]}"#,
        weight: 2.0,
        advice: "annotate the lists that parallel nodes write to with `operator.add`",
        covers: &["operator.add", "annotated"],
    },
    Meaning {
        needs: &[&["operator.ior"], &["reducer", "annotated", "state"]],
        probe: "python.reducer",
        asks: "a reducer unites dictionaries",
        with: r#"{"kinds": ["operator_ior", "function", "lambda"]}"#,
        weight: 2.0,
        advice: "annotate the dictionaries that parallel nodes write to with `operator.ior`, or with a function of your own that unites keys",
        covers: &["operator.ior", "annotated"],
    },
    Meaning {
        needs: &[&["prosecutor"], &["defense", "defence"], &["persona"], &["prompt"]],
        probe: "python.personas",
        asks: "three personas have prompts whose own sentences differ, and that share at most half of their text",
        with: r#"{"shared_at_most": 0.5}"#,
        weight: 3.0,
        advice: "give the judges {missing}",
        covers: &[],
    },
    Meaning {
        needs: &[
            &["prosecutor"],
            &["prompt"],
            &["judges"],
            &["in parallel", "concurrently", "side by side"],
        ],
        probe: "python.side_by_side",
        asks: "several judges are heard at the same time",
        with: r#"{"who": "judges"}"#,
        weight: 1.0,
        advice: "let the judges leave one node in parallel",
        covers: &[],
    },
    Meaning {
        needs: &[VERDICTS, &["deterministic", "hardcoded", "hard-coded"]],
        probe: "python.justice",
        asks: "the verdict is decided by code and not by a model",
        with: "{}",
        weight: 2.0,
        advice: "decide the final score by {missing}",
        covers: &[],
    },
    Meaning {
        needs: &[VERDICTS, &["security"], &["capped", "caps "]],
        probe: "python.justice",
        asks: "a confirmed flaw caps the score",
        with: r#"{"rules": ["security_override"]}"#,
        weight: 1.0,
        advice: "cap the score where a security flaw is confirmed, whatever the Defense argues",
        covers: &[],
    },
    Meaning {
        needs: &[VERDICTS, &["evidence", "fact"], &["overrul", "overrid", "supremacy"]],
        probe: "python.justice",
        asks: "evidence overrules opinions",
        with: r#"{"rules": ["fact_supremacy"]}"#,
        weight: 1.0,
        advice: "overrule an opinion that the evidence contradicts",
        covers: &[],
    },
    Meaning {
        needs: &[VERDICTS, &["tech lead", "techlead"], &["highest weight", "functionality"]],
        probe: "python.justice",
        asks: "the Tech Lead weighs most on architecture",
        with: r#"{"rules": ["functionality_weight"]}"#,
        weight: 1.0,
        advice: "let the Tech Lead's confirmation decide the architecture criterion",
        covers: &[],
    },
    Meaning {
        needs: &[VERDICTS, &["variance"], &["re-evaluat", "reevaluat"]],
        probe: "python.justice",
        asks: "a wide spread is evaluated again",
        with: r#"{"rules": ["variance_re_evaluation"]}"#,
        weight: 1.0,
        advice: "wherever the scores are far apart, examine the cited evidence again before ruling",
        covers: &[],
    },
    Meaning {
        needs: &[VERDICTS, &["dissent"]],
        probe: "python.justice",
        asks: "dissent is summarised",
        with: r#"{"rules": ["dissent"]}"#,
        weight: 1.0,
        advice: "wherever the scores are far apart, write a dissent summary that says why the judges differ",
        covers: &[],
    },
    Meaning {
        needs: &[
            &["api key", "secret", "credential", "password"],
            &[
                "committed",
                "hardcode",
                "hard-code",
                "leaked",
                "in the repository",
                "in the source",
                "exposed",
            ],
        ],
        probe: "secrets",
        asks: "no key or password stands in the repository",
        with: "{}",
        weight: 2.0,
        advice: "read keys and passwords from the environment, and revoke those that stand in the repository",
        covers: &[],
    },
];
