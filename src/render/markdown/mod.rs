//! The report as Markdown (contract §8.2).
//!
//! One file per part. Each adds blocks to a [`Sheet`], which keeps the blank lines between them.

mod citing;
mod criterion;
mod head;
mod ledger;
mod moved;
mod plan;
mod provenance;
mod summary;
mod trace;

use crate::domain::report::AuditReport;
use crate::render::index::Index;

/// The report as GitHub-flavoured Markdown, with a line break at its end. The same report gives the
/// same bytes. Source: contract §8.2.
#[must_use]
pub fn markdown(report: &AuditReport) -> String {
    let index = Index::new(report);
    let mut sheet = Sheet::default();
    for part in [
        head::write,
        summary::write,
        moved::write,
        criterion::write,
        plan::write,
        ledger::write,
        trace::write,
        provenance::write,
    ] {
        part(&index, &mut sheet);
    }
    sheet.finish()
}

/// Blocks of Markdown with one blank line between them.
#[derive(Default)]
struct Sheet {
    blocks: Vec<String>,
}

impl Sheet {
    /// Adds a heading; `title` is Markdown.
    fn heading(&mut self, level: usize, title: &str) {
        self.blocks.push(format!("{} {title}", "#".repeat(level)));
    }

    /// Adds a paragraph or another finished block; nothing where it is empty.
    fn block(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.blocks.push(text);
        }
    }

    /// Adds a list with `-`; nothing where it is empty.
    fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
        self.block(lines.join("\n"));
    }

    /// Adds a table; nothing where it has no rows. `align` holds one of `l`, `c`, `r` per column.
    fn table(&mut self, align: &str, head: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let rule = align.chars().map(|side| match side {
            'r' => "---:".to_owned(),
            'c' => ":---:".to_owned(),
            _ => "---".to_owned(),
        });
        let head = head.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let mut lines = vec![row(&head), row(&rule.collect::<Vec<_>>())];
        lines.extend(rows.iter().map(|cells| row(cells)));
        self.block(lines.join("\n"));
    }

    fn finish(self) -> String {
        self.blocks.join("\n\n") + "\n"
    }
}

fn row(cells: &[String]) -> String {
    let mut line = String::from("|");
    for cell in cells {
        line.push(' ');
        line.push_str(cell);
        line.push_str(if cell.is_empty() { "|" } else { " |" });
    }
    line
}

#[cfg(test)]
mod tests;
