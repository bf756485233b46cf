//! What was audited, with what, by whom, and what to know before reading on.

use super::Sheet;
use crate::domain::models::Speaker;
use crate::domain::report::{AuditReport, StandIn};
use crate::domain::request::BenchKind;
use crate::render::index::Index;
use crate::render::name::short_id;
use crate::render::wording::{
    EXPOSED, FLAGS, MODELS, NOTICES, OFFLINE, bench, commits, first, pages, report_path,
};
use crate::render::{escape, name};

/// Writes the title, the head line, who judged, and the notices.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(
        1,
        &format!("Audit report: {}", escape::inline(&name::title(&index.report.repo_url))),
    );
    sheet.block(head_line(index));
    if index.report.provenance.bench == BenchKind::Rules {
        let [before, who, after] = OFFLINE;
        sheet.block(format!("{before}**{who}**{after}"));
    }
    if let Some(judging) = &index.report.provenance.judging {
        let [before, who, after] = MODELS;
        let models = escape::inline(&judging.models.in_words());
        let endpoint = escape::code_span(&judging.models.endpoint);
        let others: Vec<String> = judging.stand_ins.iter().map(stand_in).collect();
        let others = others.concat();
        sheet.block(format!("{before}**{who}**: {models} at {endpoint}{others}{after}"));
    }
    let AuditReport { notices, flags, exposed, .. } = index.report;
    let told = [((NOTICES, ""), notices), (FLAGS, flags), (EXPOSED, exposed)];
    let quotes =
        told.into_iter().filter(|(_, all)| !all.is_empty()).map(|((name, meaning), all)| {
            let head = format!("> **{name}** {meaning}");
            let mut lines = vec![head.trim_end().to_owned(), ">".to_owned()];
            lines.extend(all.iter().map(|one| format!("> - {}", escape::prose(one))));
            lines.join("\n")
        });
    // One quotation, since a blank line between two would be one within it to some readers.
    let quotes: Vec<String> = quotes.collect();
    if !quotes.is_empty() {
        sheet.block(quotes.join("\n>\n"));
    }
}

/// Who else answered, and how much.
fn stand_in(one: &StandIn) -> String {
    let Speaker { model, endpoint } = &one.speaker;
    format!(" and {} at {} ({})", escape::inline(model), escape::code_span(endpoint), one.part())
}

fn head_line(index: &Index<'_>) -> String {
    let provenance = &index.report.provenance;
    let mut parts = vec![repository(index)];
    parts.extend(commits(provenance));
    parts.push(report(index));
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
fn repository(index: &Index<'_>) -> String {
    let host = index.repository.as_ref();
    let name = match host {
        Some(host) => format!("[{}]({})", escape::code_span(host.address()), host.url()),
        None => escape::code_span(&index.report.repo_url),
    };
    let Some(commit) = &index.report.provenance.commit else {
        return format!("{name}, which could not be read");
    };
    let short = escape::code_span(short_id(commit));
    match host.and_then(|host| host.commit(commit)) {
        Some(url) => format!("{name} at [{short}]({url})"),
        None => format!("{name} at {short}"),
    }
}

/// The report's file. One that was chosen from the tree is linked to it.
fn report(index: &Index<'_>) -> String {
    let provenance = &index.report.provenance;
    let Some(path) = report_path(index.report) else {
        return "no report".to_owned();
    };
    let name = escape::code_span(path);
    let in_tree = provenance.report_choice.as_ref().and(index.repository.as_ref());
    let url = in_tree.and_then(|host| host.file(provenance.commit.as_deref()?, path));
    let name = url.map_or_else(|| name.clone(), |url| format!("[{name}]({url})"));
    let pages = pages(provenance).map_or_else(String::new, |pages| format!(" ({pages})"));
    format!("report {name}{pages}")
}
