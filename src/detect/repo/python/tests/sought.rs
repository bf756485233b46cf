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
