//! Numbers and clauses as people write them.

/// `1 commit`, `2 commits`, `2,041 commits`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(&number.to_string()))
}

/// The digits of a whole number with its thousands apart: `12,345`.
#[must_use]
pub fn grouped(digits: &str) -> String {
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Names or places, each marked as code: `` `a`, `b` ``.
#[must_use]
pub fn listed(names: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    let marked: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    marked.join(", ")
}

/// A score or a number of points with one decimal, or two where the second is not 0: `3.0`, `4.86`.
#[must_use]
pub fn decimal(number: f64) -> String {
    let shown = format!("{number:.2}");
    shown.strip_suffix('0').map(str::to_owned).unwrap_or(shown)
}

/// A clause as the beginning of a sentence.
#[must_use]
pub fn capitalised(clause: &str) -> String {
    let mut rest = clause.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        assert_eq!(count(1, "commit"), "1 commit");
        assert_eq!(count(0, "file"), "0 files");
        assert_eq!(count(1_234_567, "line"), "1,234,567 lines");
        assert_eq!(decimal(3.0), "3.0");
        assert_eq!(decimal(3.25), "3.25");
        assert_eq!(decimal(0.5), "0.5");
    }

    #[test]
    fn a_clause_begins_a_sentence() {
        assert_eq!(capitalised("état of the art"), "État of the art");
        assert_eq!(capitalised(""), "");
    }
}
