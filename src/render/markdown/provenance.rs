//! The Provenance: enough to repeat the audit.

use super::Sheet;
use super::docket::Docket;
use super::head::bench;
use crate::domain::chat::Usage;
use crate::domain::report::Judging;
use crate::render::escape;
use crate::render::phrase::closed;

/// Rows that not every report has.
const OPTIONAL: &[&str] = &[
    "how the report was chosen",
    "models",
    "endpoint",
    "model calls",
    "cost",
    "quotations struck",
];

/// Writes the table, the reservations and the routing.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Provenance");
    sheet.table("ll", &["what", "value"], &rows(docket));
    let provenance = &docket.report.provenance;
    if !provenance.reservations.is_empty() {
        sheet.block("**Reservations:**");
        sheet.list(provenance.reservations.iter().map(|text| closed(&escape::prose(text))));
    }
    let routes: Vec<Vec<String>> = provenance
        .routing
        .iter()
        .map(|(id, detective)| vec![escape::code_cell(id.as_str()), detective.name().to_owned()])
        .collect();
    if !routes.is_empty() {
        sheet.block("**Routing:** which detective examined which dimension.");
    }
    sheet.table("ll", &["dimension", "detective"], &routes);
}

fn rows(docket: &Docket<'_>) -> Vec<Vec<String>> {
    let p = &docket.report.provenance;
    let code = |text: &str| escape::code_cell(text);
    let judging = p.judging.as_ref();
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let all = [
        ("program", Some(format!("automaton-auditor {}", escape::table_cell(&p.program_version)))),
        ("fingerprint", Some(code(&p.fingerprint))),
        ("repository", Some(code(&docket.report.repo_url))),
        ("commit", p.commit.as_deref().map(code)),
        ("branch", p.branch.as_deref().map(code)),
        ("commits read", number(p.commits)),
        ("report", p.report_path.as_deref().filter(|path| !path.is_empty()).map(code)),
        ("how the report was chosen", p.report_choice.as_deref().map(escape::table_cell)),
        ("report SHA-256", p.report_sha256.as_deref().map(code)),
        ("report pages", number(p.report_pages)),
        ("rubric", Some(escape::table_cell(&p.rubric_name))),
        ("rubric version", Some(escape::table_cell(&p.rubric_version))),
        ("rubric SHA-256", Some(code(&p.rubric_sha256))),
        ("bench", Some(bench(p.bench).to_owned())),
        ("models", judging.map(|j| escape::table_cell(&j.models.in_words()))),
        ("endpoint", judging.map(|j| code(&j.models.endpoint))),
        ("model calls", judging.map(calls)),
        ("cost", judging.map(cost)),
        ("quotations struck", judging.map(|j| j.struck_quotes.to_string())),
    ];
    let unread = || "not read".to_owned();
    let shown = all.into_iter().filter(|(what, value)| {
        // How a report was chosen is only a question where nobody named it, and what models used is
        // one only where models judged.
        value.is_some() || !OPTIONAL.contains(what)
    });
    shown.map(|(what, value)| vec![what.to_owned(), value.unwrap_or_else(unread)]).collect()
}

/// How many calls, and how many tokens.
fn calls(judging: &Judging) -> String {
    let Usage { prompt_tokens, cached_tokens, completion_tokens, estimated } = judging.usage;
    let estimated = if estimated { " (in part estimated: the endpoint does not say)" } else { "" };
    format!(
        "{} calls; {prompt_tokens} prompt tokens, {cached_tokens} of them cached; \
         {completion_tokens} tokens of replies{estimated}",
        judging.calls
    )
}

fn cost(judging: &Judging) -> String {
    let Some(cost) = judging.cost else {
        return "not known: a model is not in the table of prices".to_owned();
    };
    format!(
        "{cost:.4} {}, at prices of {}",
        escape::table_cell(&judging.currency),
        escape::table_cell(&judging.prices_as_of)
    )
}
