//! Schema bindings, prompts, synthesis, and sources that cannot be read.

use super::facts;
use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::Practice;
use crate::domain::limits::Limits;

/// Checks the bindings in `text` as `method schema retry`.
#[track_caller]
fn check_bound(text: &str, expected: &[&str]) {
    let found: Vec<_> = facts(&[("src/a.py", text)])
        .structured_output
        .into_iter()
        .map(|fact| format!("{} {} {:?}", fact.method, fact.schema.unwrap_or_default(), fact.retry))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn schema_bindings_are_found_with_their_handlers() {
    check_bound(
        "class S: pass\ndef f(m):\n    return m.with_structured_output(S).invoke(1)\n",
        &["with_structured_output S Some(false)"],
    );
    check_bound(
        "class S: pass\ndef f(m):\n    b = m.with_structured_output(S)\n    try:\n        return b.invoke(1)\n    except ValueError:\n        return None\n",
        &["with_structured_output S Some(false)"],
    );
    check_bound(
        "class S: pass\ndef f(m):\n    return m.with_structured_output(S)\n",
        &["with_structured_output S None"],
    );
    check_bound(
        "class S: pass\ndef f(m):\n    return m.with_structured_output(S)\ndef g(m):\n    for attempt in range(3):\n        try:\n            return f(m).invoke(1)\n        except ValueError:\n            continue\n",
        &["with_structured_output S Some(true)"],
    );
    check_bound(
        "from x import Op\ndef f(m):\n    T = Op\n    m.bind_tools([T]).invoke(2)\n",
        &["bind_tools Op Some(false)"],
    );
    check_bound(
        "def f(c):\n    c.chat.completions.create(response_format={'type': 'json_object'})\n",
        &["response_format  Some(false)"],
    );
    check_bound("T = '.with_structured_output(S)'\n# m.with_structured_output(S)\n", &[]);
}

#[test]
fn prompts_belong_to_the_persona_they_instruct() {
    let text = "PROSECUTOR_PROMPT = 'You are the Prosecutor. Trust no one and look for gaps.'\n\
        P = {'Defense': {'system': f'You are a lawyer for {x}. Reward all honest effort.'}}\n\
        def tech_lead():\n    '''You are the Tech Lead. This only documents the function.'''\n\
        \x20   return 'You are the Tech Lead: judge whether it really works.'\n\
        LABELS = {'prosecutor': 'Score of the prosecutor'}\n";
    let facts = facts(&[("src/a.py", text)]);
    let personas: Vec<_> = facts.prompts.iter().map(|prompt| prompt.persona.as_str()).collect();
    assert_eq!(personas, ["Prosecutor", "Defense", "TechLead"]);
    assert_eq!(facts.prompts[1].text, "You are a lawyer for {}. Reward all honest effort.");
    assert_eq!(facts.prompt_similarity.len(), 3);
}

#[test]
fn equal_prompts_share_everything() {
    let body = "assess the evidence for this criterion and answer with a score";
    let text =
        format!("PROSECUTOR_PROMPT = 'You must {body}'\nDEFENSE_PROMPT = 'You must {body}'\n");
    let facts = facts(&[("src/a.py", &text)]);
    assert!((facts.prompt_similarity[0].shared - 1.0).abs() < 1e-9);
}

/// Checks why `bytes` is unreadable.
#[track_caller]
fn check_unreadable(bytes: &[u8], expected: &[&str]) {
    let source = Source { path: "a.py".into(), blob: "b".into(), bytes: bytes.to_vec() };
    let found = examine(&[source], &Limits::default()).unreadable;
    let found: Vec<_> =
        found.iter().map(|fact| format!("{} {}", fact.place, fact.reason)).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_read_is_told() {
    check_unreadable(b"x = 1\n", &[]);
    check_unreadable("\u{feff}x = 'é'\n".as_bytes(), &[]);
    check_unreadable(b"x = 1\ny = '\xe9'\n", &["a.py:2 is not UTF-8"]);
    check_unreadable(b"# -*- coding: latin-1 -*-\ny = '\xe9'\n", &[]);
    check_unreadable(b"x = 1\n\0\n", &["a.py:2 contains a NUL byte"]);
    check_unreadable(b"x = 1\nprint 'a'\n", &["a.py:2 is Python 2 syntax"]);
    let caught = |classes: &str| format!("try:\n    f()\nexcept {classes}:\n    pass\n");
    check_unreadable(caught("IOError, e").as_bytes(), &["a.py:3 is Python 2 syntax"]);
    for newer in ["OSError, ssl.SSLError", "a.B, c.D", "OSError, error, ValueError"] {
        check_unreadable(caught(newer).as_bytes(), &[]);
    }
    check_unreadable(b"x = 1\ndef f(:\n    pass\n", &["a.py:2 has a syntax error"]);
    check_unreadable(b"match x:\n    case [1, *_] if y:\n        pass\n", &[]);
}

#[test]
fn a_broken_part_does_not_hide_the_rest() {
    let facts =
        facts(&[("a.py", "import os\nos.system('a')\ndef f(:\n    pass\nos.system('b')\n")]);
    assert!(!facts.calls.is_empty());
    assert_eq!(facts.unreadable.len(), 1);
}

#[test]
fn deep_nesting_is_a_finding_and_no_crash() {
    let deep = |open: &str, close: &str, count: usize| {
        format!("x = {}1{}\n", open.repeat(count), close.repeat(count))
    };
    for text in [
        deep("(", ")", 100_000),
        deep("[", "]", 100_000),
        deep("f(", ")", 20_000),
        deep("-", "", 50_000),
    ] {
        let facts = facts(&[("a.py", &text)]);
        assert!(!facts.unreadable.is_empty());
    }
    assert_eq!(facts(&[("a.py", &deep("(", ")", 90))]).unreadable, []);
    let graph = "from langgraph.graph import StateGraph\ng = StateGraph(S)\n";
    for (open, close) in
        [("[", "]"), ("f(", ")"), ("(lambda: ", ")()"), ("{1: ", "}"), ("not ", "")]
    {
        facts(&[("a.py", &format!("{graph}{}", deep(open, close, 1_000)))]);
    }
    let blocks: Vec<String> =
        (0..1_000).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect();
    let blocks = blocks.concat();
    facts(&[("a.py", &format!("{graph}{blocks}"))]);
    let calls: Vec<String> = (0..100)
        .map(|n| format!("def f{n}(x):\n    return f{}((((((((x))))))))\n", n + 1))
        .collect();
    let calls = calls.concat();
    facts(&[("a.py", &format!("{calls}{graph}g.add_edge(f0('a'), 'b')\n"))]);
}

#[test]
fn values_that_grow_without_end_are_given_up() {
    let text = "from langgraph.graph import StateGraph\ng = StateGraph(S)\nx = ['a']\ny = 'a'\n\
        for i in range(200):\n    x = [x, x]\n    y = y + y\n    x.append(x)\ng.add_edge(y, x)\n";
    assert_eq!(facts(&[("a.py", text)]).graphs[0].edges, []);
}

#[test]
fn the_same_sources_give_the_same_facts() {
    let text = "import os\nos.system('a')\nclass A: pass\n";
    assert_eq!(facts(&[("a.py", text)]), facts(&[("a.py", text)]));
}

#[test]
fn what_is_sent_to_a_model_is_no_report() {
    let markdown = |body: &str| {
        let text = format!("def write_report(state, llm):\n{body}");
        let found = facts(&[("src/justice.py", &text)]).practices;
        let lines = found.iter().filter(|fact| fact.practice == Practice::Markdown);
        lines.map(|fact| fact.place.line).collect::<Vec<_>>()
    };
    let asked = "    text = (\n        f'# Scores {state}'\n        'Rewrite it.'\n    )\n";
    for sent in [
        "    return llm.invoke([HumanMessage(content=text)])\n",
        "    return llm.invoke(text)\n",
        "    return ask([{\"role\": \"user\", \"content\": text}])\n",
    ] {
        assert!(markdown(&format!("{asked}{sent}")).is_empty(), "{sent}");
    }
    for written in [
        "    return text\n",
        "    path.write_text(text)\n    return llm.invoke(text_of_another)\n",
        "    # é\n    ü = text\n    return f'# {ü}'\n",
    ] {
        assert_eq!(markdown(&format!("{asked}{written}")).first(), Some(&2), "{written}");
    }
    // Another text of the function is the report.
    let both = "    answer = llm.invoke(text)\n    return f'# Report {answer}'\n";
    assert_eq!(markdown(&format!("{asked}{both}")), [7]);
    assert_eq!(markdown("    return llm.invoke(state) or '# Ärger'\n"), [2]);
}

#[test]
fn a_path_check_compares_paths() {
    let checks = |body: &str| {
        let text = format!("def analyse(claimed, repo_files, opinions, valid):\n{body}");
        let found = facts(&[("src/docs.py", &text)]).practices;
        found.iter().filter(|fact| fact.practice == Practice::PathCheck).count()
    };
    for compares in [
        "    hallucinated = [p for p in claimed if p not in repo_files]\n",
        "    hallucinated = sorted(set(claimed_paths) - set(repo_files))\n",
        "    hallucinated = [p for p in claimed if not Path(p).exists()]\n",
        "    hallucinated_count = sum(1 for p in claimed if p not in repo_files)\n",
        "    for p in claimed_paths:\n        if p not in repo_files:\n            if p not in seen_files:\n                hallucinated.append(p)\n",
        "    for p in claimed:\n        if p in repo_files:\n            verified.append(p)\n        else:\n            hallucinated.append(p)\n",
        "    hallucinated = [p for p in claimed if not any(p in known for known in repo_files)]\n",
        "    for p in claimed:\n        met = False\n        for known in repo_files:\n            if p == known or known.endswith('/' + p):\n                met = True\n                break\n        if not met:\n            hallucinated.add(p)\n",
    ] {
        assert_eq!(checks(compares), 1, "{compares}");
    }
    for other in [
        "    is_hallucinating = overruled(opinions, repo_files)\n",
        "    hallucinated = [op for op in opinions if op.judge not in valid]\n",
        "    hallucinations = next((e for e in opinions if e.goal == 'hallucinations'), None)\n",
        "    hallucinated = claimed.copy()\n",
        "    if opinions.flaw in valid:\n        hallucinated.append(opinions)\n",
        "    hallucinated = [p for p in claimed if any('x' in known for known in repo_files)]\n",
        "    for p in claimed:\n        met = False\n        for one in opinions:\n            if p == one:\n                met = True\n        if not met:\n            hallucinated.add(p)\n",
    ] {
        assert_eq!(checks(other), 0, "{other}");
    }
}

#[test]
fn paths_that_are_compared_only_where_a_field_holds_what_nothing_gives_it_are_not() {
    let checks = |goal: &str, test: &str| {
        let text = format!(
            "def gather(text):\n    return Evidence(goal={goal}, found=True)\n\
             def analyse(items, repo_files):\n    for item in items:\n        if item.goal and {test}:\n            hallucinated = [p for p in item.paths if p not in repo_files]\n"
        );
        let found = facts(&[("src/docs.py", &text)]).practices;
        found.iter().any(|fact| fact.practice == Practice::PathCheck)
    };
    let asks = "'cross_reference' in item.goal.lower()";
    assert!(!checks("'Paths for a cross-reference'", asks));
    assert!(!checks("f'Paths of {text}'", asks));
    assert!(checks("'Cross_reference of paths'", asks));
    assert!(checks("text", asks));
    assert!(checks("'Paths'", "'cross_reference' in text_of(item)"));
    assert!(checks("'Paths'", "'cross_reference' in item.name"));
}
