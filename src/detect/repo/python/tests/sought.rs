//! Texts that something is looked for by.

use super::facts;
use crate::domain::facts::Practice;

#[test]
fn what_headings_are_looked_for_by_writes_none() {
    let markdown = |body: &str| {
        let text = format!("import re\ndef parse_report(text):\n    {body}\n");
        let found = facts(&[("src/report.py", &text)]).practices;
        found.iter().any(|fact| fact.practice == Practice::Markdown)
    };
    assert!(!markdown("return re.search(r'## Summary(.*)', text)"));
    assert!(!markdown("return re.findall(\n        '# Audit', text)"));
    assert!(!markdown("return '## Summary' in text"));
    assert!(!markdown("return text.split('## ')"));
    assert!(markdown("return '## Summary' + text"));
    assert!(markdown("text.append('## Summary')"));
}

/// The words that are sought in the text of a source, those with `!` that nothing else names.
#[track_caller]
fn check(text: &str, expected: &str) {
    let found = facts(&[("src/tools.py", text)]).practices;
    let words = |practice| {
        let ours = found.iter().filter(move |fact| fact.practice == practice);
        ours.map(|fact| fact.by.clone()).collect::<Vec<_>>()
    };
    let alone = words(Practice::OnlyWordSought);
    let told = words(Practice::WordSought).into_iter().map(|word| {
        let mark = if alone.contains(&word) { "!" } else { "" };
        format!("{word}{mark}")
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), expected, "{text}");
}

#[test]
fn a_word_of_code_is_sought_in_a_source_that_is_read_or_parsed() {
    let look = |body: &str| format!("import ast\ndef look(path, source):\n    {body}\n");
    check(&look("tree = ast.parse(source)\n    return 'operator.add' in source"), "operator.add!");
    check(&look("return ast.parse(source), '.bind_tools' in source.lower()"), ".bind_tools!");
    check(&look("code = path.read_text()\n    return 'StateGraph' not in code"), "StateGraph!");
    let opened = "with open(path) as f:\n        code = f.read()\n    return 'os.system(' in code";
    check(&look(opened), "os.system(!");
    let perhaps = "code = path.read_text() if path else ''\n    return 'add_edge' in code";
    check(&look(perhaps), "add_edge!");
    // What is no text of a source, and what is no word of code.
    check(&look("return 'operator.add' in source"), "");
    check(&look("calls = [n.id for n in ast.walk(source)]\n    return 'add_edge' in calls"), "");
    check(&look("return 'operator.add' in ast.unparse(ast.parse(source))"), "");
    check(&look("report = path.read_text()\n    return 'StateGraph' in report"), "");
    check(&look("code = path.read_text()\n    return 'sandbox' in code"), "");
    check(&look("code = path.read_text()\n    return 'src/graph.py' in code"), "");
    check(&look("code = (path / 'x').read_pdf()\n    return 'StateGraph' in code"), "");
}

#[test]
fn a_word_that_may_be_held_against_a_part_of_the_tree_is_not_sought_in_texts_alone() {
    let with = |more: &str| {
        format!(
            "import ast\ndef look(source):\n    tree = ast.parse(source)\n    {more}\n    return 'operator.add' in source\n"
        )
    };
    check(&with("print('Looked for operators.')"), "operator.add!");
    check(&with("adds = [n for n in ast.walk(tree) if n.attr == 'add']"), "operator.add");
    check(&with("adds = [n for n in tree.body if n.attr in ('ior', 'add')]"), "operator.add");
    check(&with("names = {'operator.add': 1}"), "operator.add");
}
