use super::*;

/// Files → `line value` of each score, then what was not read.
#[track_caller]
fn check(files: &[(&str, Option<&str>)], expected: &[&str]) {
    let entry = |(path, _): &(&str, Option<&str>)| TreeEntry {
        path: (*path).into(),
        ..TreeEntry::default()
    };
    let tree = TreeFacts { entries: files.iter().map(entry).collect(), ..TreeFacts::default() };
    let source = |(path, text): &(&str, Option<&str>)| {
        let bytes = text.as_ref()?.as_bytes().to_vec();
        Some(Source { path: (*path).into(), blob: String::new(), bytes })
    };
    let sources: Vec<Source> = files.iter().filter_map(source).collect();
    let audits = self_audits(&sources, &tree, &[], None);
    let told = audits.files.iter().flat_map(|file| {
        let whole = file.whole.iter().map(|whole| format!("{} {whole}", whole.place.line));
        let criterion = |(name, score): &(String, AuditScore)| format!("{name} {score}");
        whole.chain(file.criteria.iter().map(criterion)).collect::<Vec<_>>()
    });
    let told: Vec<String> = told.chain(audits.unread.iter().cloned()).collect();
    assert_eq!(told, expected, "{files:?}");
}

#[test]
fn the_score_of_the_whole_is_read_however_it_is_written() {
    for (text, expected) in [
        ("# Audit\n\n**Overall Score:** 4.43 / 5.0\n", "3 4.43/5"),
        ("**overall_score:** `4.3`  \n", "1 4.3"),
        ("{\n  \"overall_score\": 3,\n", "2 3"),
        ("| **Overall score** | **4.75 / 5.0** |", "1 4.75/5"),
        ("**Overall Score (Verdict):** 2.57/5 (51.4/100)", "1 2.57/5"),
        ("Overall Average Score: 3.83", "1 3.83"),
        ("**Overall Assessment Score:** 1.5/5.0", "1 1.5/5"),
        ("**Consolidated Score**: `4.80 / 5.0`", "1 4.80/5"),
        ("Final audit complete. Aggregate score: 4.3. See below.", "1 4.3"),
        ("Overall score=2/5. Criteria evaluated=6.", "1 2/5"),
        ("Overall Score: 3.3333333333333335/5.0. Criteria: 3.", "1 3.33…/5"),
        ("The audit shows a perfect score of 5.00/5.0, with all passing.", "1 5.00/5"),
        ("Audit of four criteria.\n\n**Total:** 72 / 100 points", "3 72/100"),
        ("**Overall Assessment:** 12/20 (60.0%)", "1 12/20"),
        ("# Audit of the repository\n\n**Final Verdict**: 4/5\n", "3 4/5"),
        ("# Audit\n\n| **Final Score** | **4 / 5** |\n", "3 4/5"),
        ("# Audit\n## Conclusion\nFinal verdict: 4 out of 5\n", "3 4/5"),
    ] {
        check(&[("audit/report_onself_generated/audit.md", Some(text))], &[expected]);
    }
}

#[test]
fn final_scores_of_criteria_are_read_by_the_headings_above_them() {
    let criteria = |text: &str, expected: &[&str]| {
        let text = format!("Overall score: 3/5\n{text}");
        let expected: Vec<&str> =
            std::iter::once("1 3/5").chain(expected.iter().copied()).collect();
        check(&[("audit/report_onself_generated/audit.md", Some(&text))], &expected);
    };
    criteria(
        "### 1. Safe Tools (`safe_tools`)\n\n**Final Score:** 4/5\n\n#### Judge opinions\n- **Defense** (Score: 5)\n### Clear Graph\n**Final score:** ■■■ 5/5\n",
        &["1. Safe Tools (`safe_tools`) 4/5", "Clear Graph 5/5"],
    );
    criteria(
        "### Safe Tools (Score: 3 / 5.0)\n## Clear Graph — Score: 4/5\n",
        &["Safe Tools 3/5", "Clear Graph 4/5"],
    );
    criteria(
        "### Safe Tools\n#### Final Score\n**Verdict (Final Score):** 3/5\n",
        &["Safe Tools 3/5"],
    );
    criteria(
        "### Safe Tools\n#### Final Score\n4/5\n#### Cited Lines\n3/5\n### Clear Graph\n#### Final Score\n\n**5 / 5**\n",
        &["Safe Tools 4/5", "Clear Graph 5/5"],
    );
    criteria(
        "### Safe Tools  \n**Score:** `4`  \n- **Defense**\n  - Score: `5`\n### Clear Graph\nIt is clear.\nScore: 2\n",
        &["Safe Tools 4"],
    );
    criteria(
        "### Safe Tools\n**Final Verdict**: `4/5`\n### Clear Graph\n**Final Verdict:** 2 out of 5\n### Deep Text\n| **Final Score** | 3 / 5 |\n",
        &["Safe Tools 4/5", "Clear Graph 2/5", "Deep Text 3/5"],
    );
    // A verdict in words, one that counts judges, and that of the whole.
    criteria(
        "### Safe Tools\n**Final Verdict**: (3 judges)\nFinal verdict: 3\nFinal Verdict: FAIL\n",
        &[],
    );
    criteria("### Safe Tools\nNo score.\n## Conclusion\n**Final Verdict**: 4/5\n", &[]);
    // What stands below another heading, or after a text, is no final score.
    criteria("### Safe Tools\n#### Judges\n4/5\n#### Final Score\nNone.\n4/5\n", &[]);
    criteria("### Safe Tools\n- **Prosecutor** (Score: 2/5)\nA final score of 2 was close.\n", &[]);
}

#[test]
fn scores_of_criteria_are_read_in_tables_and_in_fields() {
    let check = |text: &str, expected: &[&str]| {
        check(&[("audit/report_onself_generated/audit.md", Some(text))], expected);
    };
    check(
        "| Dimension | Prosecutor | Final Score | Verdict |\n|:--|:-:|:-:|--|\n| Safe Tools | 3 | **5** | PASS |\n\n| Clear Graph | 1 | 2 | PASS |\n",
        &["Safe Tools 5"],
    );
    check(
        "| Criterion | Score |\n| :--- | :--- |\n| `safe_tools` | 35/35 |\n| clear_graph | none |\n",
        &["safe_tools 35/35"],
    );
    check(
        "{\n  \"dimension_scores\": {\n    \"safe_tools\": 3,\n    \"clear_graph\": 4\n  },\n  \"others\": 2\n}",
        &["safe_tools 3", "clear_graph 4"],
    );
    // Two columns of scores, and a table of something else.
    let unread = "audit/report_onself_generated/audit.md";
    check(
        "| Criterion | Score now | Score then |\n|--|--|--|\n| Safe Tools | 3 | 4 |\n",
        &[unread],
    );
    check("| Judge | Score |\n|--|--|\n| Defense | 3 |\n", &[unread]);
}

#[test]
fn a_form_that_nobody_filled_in_is_no_audit() {
    let opinion = "- *Opinion:* [Peer agent opinion on git.]\n";
    let form = format!("Overall Score: 3/5\n{}", opinion.repeat(3));
    check(&[("audit/self_audit/a.md", Some(&form))], &[]);
    let twice = format!("Overall Score: 3/5\n{}", opinion.repeat(2));
    check(&[("audit/self_audit/a.md", Some(&twice))], &["1 3/5"]);
    let line =
        "**Dissent:** Low dissent placeholder.\n**Targets:** `src/state.py` (placeholder).\n";
    let form = format!("Overall Score: 3/5\n{}", line.repeat(3));
    check(&[("audit/self_audit/a.md", Some(&form))], &[]);
    // An audit may find placeholders.
    let found = "- The placeholder at `src/vision.py:3` returns a constant.\n- A placeholder.\n";
    let found = format!("Overall Score: 3/5\n{}", found.repeat(4));
    check(&[("audit/self_audit/a.md", Some(&found))], &["1 3/5"]);
    let cited =
        "- *Evidence:* ['src/graph.py', 'src/state.py']\n- *Evidence:* [The graph](src/graph.py)\n";
    let cited = format!("Overall Score: 3/5\n{}", cited.repeat(3));
    check(&[("audit/self_audit/a.md", Some(&cited))], &["1 3/5"]);
}

#[test]
fn files_of_one_audit_are_told_once() {
    let json = Some("{\"overall_score\": 3.3333}");
    let text = Some("Overall Score: 3.33/5\n### Safe Tools\nFinal Score: 4/5\n");
    let both = [("audit/self_audit/a.json", json), ("audit/self_audit/a.md", text)];
    check(&both, &["1 3.33/5", "Safe Tools 4/5"]);
    let unread = [("audit/self_audit/a.json", Some("{\"score\": []}")), both[1]];
    check(&unread, &["1 3.33/5", "Safe Tools 4/5"]);
    // Another run, another score, and what nobody has read.
    check(&[both[0], ("audit/self_audit/b.json", json)], &["1 3.33…", "1 3.33…"]);
    check(&[both[0], ("audit/self_audit/a.md", Some("Overall Score: 2/5"))], &["1 3.33…", "1 2/5"]);
    let pdf = [both[1], ("audit/self_audit/a.pdf", None)];
    check(&pdf, &["1 3.33/5", "Safe Tools 4/5", "audit/self_audit/a.pdf"]);
}

#[test]
fn what_is_no_audit_of_itself_is_not_read_and_what_cannot_be_is_told() {
    let score = Some("Overall Score: 2/5");
    check(&[("audit/report_onpeer_generated/a.md", score)], &[]);
    check(&[("audit/report_onself_generated/a.py", score), ("README.md", score)], &[]);
    check(&[("audit/report_onself_generated/README.md", Some("What lies here."))], &[]);
    let unread = "audit/report_onself_generated/a.md";
    check(&[(unread, Some("The final score of each criterion."))], &[unread]);
    check(&[("audit/self_audit.pdf", None)], &["audit/self_audit.pdf"]);
}

#[test]
fn what_an_audit_says_that_it_is_of_goes_before_its_folder() {
    let of = |path: &str, repository: &str, score: &str| {
        (
            path.to_owned(),
            format!("Repository: https://github.com/{repository}\nOverall Score: {score}\n"),
        )
    };
    let files = [
        of("audit/report_onself_generated/a.md", "ada/auditor", "4/5"),
        of("audit/report_onself_generated/b.md", "ada/auditor", "3/5"),
        of("audit/report_onself_generated/c.md", "bob/judge", "2/5"),
        of("audit/report_onpeer_generated/d.md", "ada/auditor", "1/5"),
        of("audit/report_bypeer_received/e.md", "ada/auditor", "5/5"),
        of("result/audit_result.md", "ada/auditor", "0/5"),
        of("result/audit_of_a_friend.md", "bob/judge", "2.2/5"),
    ];
    let files: Vec<(&str, Option<&str>)> =
        files.iter().map(|(path, text)| (path.as_str(), Some(text.as_str()))).collect();
    check(&files, &["2 4/5", "2 3/5", "2 1/5", "2 0/5"]);
    let entries =
        files.iter().map(|(path, _)| TreeEntry { path: (*path).into(), ..TreeEntry::default() });
    let tree = TreeFacts { entries: entries.collect(), ..TreeFacts::default() };
    let source = |(path, text): &(&str, Option<&str>)| {
        Some(Source {
            path: (*path).into(),
            blob: String::new(),
            bytes: (*text)?.as_bytes().to_vec(),
        })
    };
    let sources: Vec<Source> = files.iter().filter_map(source).collect();
    let peers = self_audits(&sources, &tree, &[], None).of_peers;
    let peers: Vec<String> = peers
        .iter()
        .filter_map(|file| Some(format!("{} {:?}", file.whole.as_ref()?, file.of)))
        .collect();
    assert_eq!(peers, ["2/5 Some(\"bob/judge\")", "5/5 None"]);
}
