//! What was audited, with what, by whom, and what to know before reading on.

use super::Sheet;
use super::docket::Docket;
use crate::domain::request::BenchKind;
use crate::render::escape;
use crate::render::name::{last_name, short_id};
use crate::render::phrase::count;

/// Writes the title, the head line, who judged, and the notices.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(1, &format!("Audit report: {}", title(docket)));
    sheet.block(head_line(docket));
    if docket.report.provenance.bench == BenchKind::Rules {
        sheet.block(
            "This report was made by the **offline bench**: three written scoring policies computed \
             the scores from the facts. No language model read the texts.",
        );
    }
    if let Some(judging) = &docket.report.provenance.judging {
        sheet.block(format!(
            "This report was made by **language models**: {} at {}. Every score is kept within the \
             bounds that the facts set, and every citation was checked.",
            escape::inline(&judging.models.in_words()),
            escape::code_span(&judging.models.endpoint),
        ));
    }
    let notices = &docket.report.notices;
    if !notices.is_empty() {
        let mut lines = vec!["> **Before you trust a score:**".to_owned(), ">".to_owned()];
        lines.extend(notices.iter().map(|notice| format!("> - {}", escape::prose(notice))));
        sheet.block(lines.join("\n"));
    }
    let flags = &docket.report.flags;
    if !flags.is_empty() {
        let mut lines = vec![
            "> **Flags:** parts of the submission speak to its grader. A person should read them; by \
             themselves they change no score."
                .to_owned(),
            ">".to_owned(),
        ];
        lines.extend(flags.iter().map(|flag| format!("> - {}", escape::prose(flag))));
        sheet.block(lines.join("\n"));
    }
}

fn title(docket: &Docket<'_>) -> String {
    let shown = &docket.report.repo_url;
    match &docket.repository {
        Some(repository) => escape::inline(repository.full_name()),
        None if shown.contains("://") => escape::inline(shown),
        None => escape::inline(last_name(shown).unwrap_or("repository")),
    }
}

fn head_line(docket: &Docket<'_>) -> String {
    let provenance = &docket.report.provenance;
    let mut parts = vec![repository(docket)];
    if let Some(commits) = provenance.commits {
        parts.push(count(usize::try_from(commits).unwrap_or(usize::MAX), "commit"));
    }
    parts.push(report(docket));
    parts.push(format!(
        "rubric “{}” {} ({})",
        escape::inline(&provenance.rubric_name),
        escape::inline(&provenance.rubric_version),
        escape::code_span(&format!("sha256:{}", first(&provenance.rubric_sha256, 12)))
    ));
    parts.push(format!("bench: **{}**", bench(provenance.bench)));
    parts.push(format!("fingerprint {}", escape::code_span(&provenance.fingerprint)));
    parts.join(" · ")
}

/// The repository and the commit, linked where the host is known.
fn repository(docket: &Docket<'_>) -> String {
    let host = docket.repository.as_ref();
    let name = match host {
        Some(host) => format!("[{}]({})", escape::code_span(host.address()), host.url()),
        None => escape::code_span(&docket.report.repo_url),
    };
    let Some(commit) = &docket.report.provenance.commit else {
        return format!("{name}, which could not be read");
    };
    let short = escape::code_span(short_id(commit));
    match host.and_then(|host| host.commit(commit)) {
        Some(url) => format!("{name} at [{short}]({url})"),
        None => format!("{name} at {short}"),
    }
}

/// The report's file. One that was chosen from the tree is linked to it.
fn report(docket: &Docket<'_>) -> String {
    let provenance = &docket.report.provenance;
    let Some(path) = provenance.report_path.as_deref().filter(|path| !path.trim().is_empty())
    else {
        return "no report".to_owned();
    };
    let name = escape::code_span(path);
    let in_tree = provenance.report_choice.as_ref().and(docket.repository.as_ref());
    let url = in_tree.and_then(|host| host.file(provenance.commit.as_deref()?, path));
    let name = url.map_or_else(|| name.clone(), |url| format!("[{name}]({url})"));
    let pages = provenance.report_pages.map_or_else(String::new, |pages| {
        format!(" ({})", count(usize::try_from(pages).unwrap_or(usize::MAX), "page"))
    });
    format!("report {name}{pages}")
}

/// Who judged, in words.
pub(super) fn bench(kind: BenchKind) -> &'static str {
    match kind {
        BenchKind::Rules => "offline rules, no language model",
        BenchKind::Llm => "language models",
    }
}

/// The first digits of a fingerprint.
fn first(digits: &str, length: usize) -> &str {
    digits.get(..length).unwrap_or(digits)
}
