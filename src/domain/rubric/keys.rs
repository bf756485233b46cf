//! Keys that a rubric has and the schema has not.

/// The key of the schema that a key can only be a misspelling of: one that is not there itself and differs by a
/// letter, or by two where it is long. The plural of a key may be a key of its own.
pub(super) fn meant<'a>(key: &str, missing: &[&'a str]) -> Option<&'a str> {
    let near = |known: &&&str| {
        let most = if known.len() >= LONG { 2 } else { 1 };
        let plural = |one: &str, many: &str| many.strip_suffix('s') == Some(one);
        !plural(key, known)
            && !plural(known, key)
            && known.len() >= SHORT
            && distance(key, known) <= most
    };
    missing.iter().find(near).copied()
}

/// Shortest key that can be misspelled; others have too many neighbours.
const SHORT: usize = 4;
/// Shortest key of which two letters may differ.
const LONG: usize = 6;

/// How many letters are to be put in, taken out, replaced or exchanged with the next one.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.to_lowercase().chars().take(64).collect();
    let other: Vec<char> = other.to_lowercase().chars().take(64).collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut least =
                (rows[i][j] + usize::from(a != b)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_keys_are_told_from_other_keys() {
        let missing = ["weight", "levels", "id", "probes", "failure_pattern"];
        assert_eq!(meant("wieght", &missing), Some("weight"));
        assert_eq!(meant("Weight", &missing), Some("weight"));
        assert_eq!(meant("failure_patern", &missing), Some("failure_pattern"));
        for key in ["points", "ids", "level", "weights", "colour", "description", "notes"] {
            assert_eq!(meant(key, &missing), None, "{key}");
        }
    }
}
