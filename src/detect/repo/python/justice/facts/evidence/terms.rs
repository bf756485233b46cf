//! What names say of evidence.

use crate::detect::repo::python::justice::reading::variables::terms::has;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Whether something called `name` may be, or tell, what the detectives found.
pub(super) fn is_evidence(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "evidence",
        "citation",
        "cited",
        "=cite",
        "=cites",
        "finding",
        "hallucin",
        "forensic",
        "detective",
        "=fact",
        "=facts",
        "factual",
        "verif",
        "supported",
        "manifest",
    ];
    has(name, WORDS)
}

/// Whether a part of an opinion called `name` is what the judge cites.
pub(super) fn is_citation(name: &str) -> bool {
    matches!(
        name,
        "cited_evidence"
            | "cited_evidences"
            | "citations"
            | "cited"
            | "evidence_refs"
            | "evidence_references"
            | "evidence_citations"
    )
}

/// Whether something called `name` is known to be no evidence.
pub(super) fn is_harmless(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "opinion",
        "=ops",
        "rubric",
        "dimension",
        "criteri",
        "=url",
        "=path",
        "=dir",
        "=file",
        "rule",
        "config",
        "setting",
        "=error",
        "=errors",
        "=name",
        "=id",
        "=op",
        "judge",
        "weight",
        "score",
        "verdict",
        "dissent",
        "remediation",
        "=title",
        "=llm",
        "=mode",
        "=verbose",
        "timestamp",
        "prosecut",
        "defen",
        "tech",
        "varianc",
        "spread",
        "threshold",
        "summar",
        "final",
        "output",
    ];
    has(name, WORDS) && !is_evidence(name)
}

/// Whether an annotation is of a single text or number, which no state is.
pub(super) fn is_plain(annotation: &Expr<'_>) -> bool {
    matches!(annotation.kind, ExprKind::Name("str" | "int" | "float" | "bool" | "Path"))
}

/// Whether a file is read into what is called a rubric or a setting, which is there whatever was found.
pub(super) fn reads_rubric(targets: &[Expr<'_>], value: &Expr<'_>) -> bool {
    let is_read = value.called().is_some_and(|name| READS.contains(&name));
    let is_rubric = |target: &Expr<'_>| match target.kind {
        ExprKind::Name(name) => has(name, &["rubric", "config", "setting"]) && !is_evidence(name),
        _ => false,
    };
    is_read && !targets.is_empty() && targets.iter().all(is_rubric)
}

/// Whether a finished verdict, or opinions, are read from a file: that says nothing of how a verdict is come to here.
pub(super) fn reads_verdict(targets: &[Expr<'_>], value: &Expr<'_>) -> bool {
    let is_verdict = |target: &Expr<'_>| {
        target
            .last_name()
            .is_some_and(|name| has(name, &["verdict", "opinion"]) && !is_evidence(name))
    };
    let ExprKind::Call(call) = &value.kind else { return false };
    let reads = has(call.callee_name(), &["load", "read"]);
    let speaks = value.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => is_evidence(name),
        ExprKind::Str(_) => part.text().is_none_or(|text| is_evidence(&text)),
        _ => false,
    });
    reads && !speaks && !targets.is_empty() && targets.iter().all(is_verdict)
}

/// Calls that look at something without reading what is in it.
pub(super) const ASKS: &[&str] =
    &["isinstance", "print", "type", "len", "bool", "id", "getattr", "hasattr"];

/// Calls that read files or run programs, which may be the evidence itself.
pub(super) const READS: &[&str] = &[
    "exists",
    "is_file",
    "isfile",
    "is_dir",
    "isdir",
    "open",
    "read",
    "read_text",
    "load",
    "loads",
    "run",
    "check_output",
    "walk",
    "glob",
    "rglob",
];
