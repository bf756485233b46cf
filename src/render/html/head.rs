//! What was audited, with what, by whom, and what to know before reading on.

use super::dossier::{Dossier, anchor};
use super::markup::{Element, Markup, element, jump, leave};
use super::strip::{badge, dial};
use crate::domain::report::StandIn;
use crate::domain::request::BenchKind;
use crate::render::moved::TITLE as MOVED;
use crate::render::name;
use crate::render::wording::{
    EXPOSED, FLAGS, MODELS, NOTICES, OFFLINE, bench, commits, first, pages, report_path,
};

/// The title, what was audited, and the overall score.
pub(super) fn masthead(dossier: &Dossier<'_>) -> Markup {
    let report = dossier.index.report;
    let title = element("h1").text(&name::title(&report.repo_url));
    let words = element("div").with(element("p").class("eyebrow").with("Audit report"));
    let words = words.with(title).with(marks(dossier)).with(judged(dossier));
    let dial = dossier.overall.map(dial);
    let inside = element("div").class("inside").with(words).with(dial);
    element("header").class("masthead").with(inside).into()
}

/// The head line: repository, commit, report, rubric, bench, fingerprint.
fn marks(dossier: &Dossier<'_>) -> Element {
    let provenance = &dossier.index.report.provenance;
    let item = |piece: Markup| element("li").with(piece);
    let mut list = element("ul").class("marks").with(item(repository(dossier)));
    if let Some(commits) = commits(provenance) {
        list = list.with(item(Markup::text(&commits)));
    }
    let digest = format!("sha256:{}", first(&provenance.rubric_sha256, 12));
    let rubric = Markup::ours("rubric “").and(Markup::text(&provenance.rubric_name));
    let rubric = rubric.and("” ").and(Markup::text(&provenance.rubric_version));
    let bench = element("b").with(bench(provenance.bench));
    list.with(item(report(dossier)))
        .with(item(rubric.and(" (").and(Markup::code(&digest)).and(")")))
        .with(item(Markup::ours("bench: ").and(bench)))
        .with(item(Markup::ours("fingerprint ").and(Markup::code(&provenance.fingerprint))))
}

/// The repository and the commit, linked where the host is known.
fn repository(dossier: &Dossier<'_>) -> Markup {
    let host = dossier.index.repository.as_ref();
    let name = match host {
        Some(host) => leave(&host.url(), Markup::code(host.address())).into(),
        None => Markup::code(&dossier.index.report.repo_url),
    };
    let Some(commit) = &dossier.index.report.provenance.commit else {
        return name.and(", which could not be read");
    };
    let short = Markup::code(name::short_id(commit));
    let short = match host.and_then(|host| host.commit(commit)) {
        Some(url) => leave(&url, short).into(),
        None => short,
    };
    name.and(" at ").and(short)
}

/// The report's file. One that was chosen from the tree is linked to it.
fn report(dossier: &Dossier<'_>) -> Markup {
    let provenance = &dossier.index.report.provenance;
    let Some(path) = report_path(dossier.index.report) else {
        return "no report".into();
    };
    let name = Markup::code(path);
    let in_tree = provenance.report_choice.as_ref().and(dossier.index.repository.as_ref());
    let url = in_tree.and_then(|host| host.file(provenance.commit.as_deref()?, path));
    let name = match url {
        Some(url) => leave(&url, name).into(),
        None => name,
    };
    let pages =
        pages(provenance).map(|pages| Markup::ours(" (").and(Markup::text(&pages)).and(")"));
    Markup::ours("report ").and(name).and(pages)
}

/// Who judged.
fn judged(dossier: &Dossier<'_>) -> Markup {
    let provenance = &dossier.index.report.provenance;
    let offline = (provenance.bench == BenchKind::Rules).then(|| {
        let [before, who, after] = OFFLINE;
        element("p").class("judged").with(before).with(element("b").with(who)).with(after)
    });
    let models = provenance.judging.as_ref().map(|judging| {
        let [before, who, after] = MODELS;
        let said = element("p").class("judged").with(before).with(element("b").with(who));
        let said = said.with(": ").text(&judging.models.in_words()).with(" at ");
        let said = said.with(Markup::code(&judging.models.endpoint));
        judging.stand_ins.iter().fold(said, stand_in).with(after)
    });
    Markup::from(offline).and(models)
}

/// Who else answered, and how much.
fn stand_in(said: Element, one: &StandIn) -> Element {
    let said = said.with(" and ").text(&one.speaker.model).with(" at ");
    said.with(Markup::code(&one.speaker.endpoint)).text(&format!(" ({})", one.part()))
}

/// The notices, the flags and the secrets.
pub(super) fn caution(dossier: &Dossier<'_>) -> Markup {
    let report = dossier.index.report;
    let list = |all: &[String]| {
        element("ul").all(all.iter().map(|one| element("li").with(dossier.prose(one))))
    };
    let notices = (!report.notices.is_empty()).then(|| {
        let words = element("p").with(element("b").with(NOTICES));
        element("aside").class("caution").with(words).with(list(&report.notices))
    });
    let warned = |(name, meaning): (&'static str, &'static str), all: &[String]| {
        let words = || element("p").with(element("b").with(name)).with(" ").with(meaning);
        (!all.is_empty())
            .then(|| element("aside").class("caution flags").with(words()).with(list(all)))
    };
    let flags = warned(FLAGS, &report.flags);
    let exposed = warned(EXPOSED, &report.exposed);
    Markup::from(notices).and(flags).and(exposed)
}

/// Links to the parts and to the criteria.
pub(super) fn contents(dossier: &Dossier<'_>) -> Markup {
    let criteria = dossier.index.sections.iter().map(|section| {
        let label = Markup::from(element("span").text(&section.label))
            .and(badge(dossier.standing(section.ruling)));
        element("li").with(jump(&anchor(section.ruling.id()), label))
    });
    let to = |id, label: &'static str| element("li").with(jump(id, label));
    let list = element("ul").with(to("part:summary", "Executive Summary"));
    let moved = dossier.index.report.moved.as_ref().map(|_| to("part:moved", MOVED));
    let list = list.with(moved);
    let list = list.all(criteria).with(to("part:plan", "Remediation Plan"));
    let list = list.with(to("part:provenance", "Provenance"));
    element("nav").class("contents").attribute("aria-label", "Contents").with(list).into()
}
