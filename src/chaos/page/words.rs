//! Numbers in words: never rounded to a claim that the number does not make.

use crate::domain::wording::grouped;

/// A count with its thousands apart: `12,345`.
pub(super) fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// A count that was summed as a fraction, with its thousands apart.
pub(super) fn whole(number: f64) -> String {
    grouped(&format!("{:.0}", number.max(0.0)))
}

/// What stands for a number that is none.
const UNKNOWN: &str = "unknown";

/// A share as per cent. Only none at all is `0%`, only all is `100%`.
pub(super) fn percent(share: f64) -> String {
    if !share.is_finite() {
        return UNKNOWN.to_owned();
    }
    for digits in 1..=5 {
        let text = trimmed(format!("{:.digits$}", share * 100.0));
        if (text != "0" || share <= 0.0) && (text != "100" || share >= 1.0) {
            return text + "%";
        }
    }
    (if share < 0.5 { "<0.00001%" } else { ">99.9999%" }).to_owned()
}

/// A share as per cent for an axis.
pub(super) fn percent_tick(share: f64) -> String {
    trimmed(format!("{:.6}", share * 100.0)) + "%"
}

/// A number with at most three decimals. Only 0 is `0`.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        return UNKNOWN.to_owned();
    }
    let text = trimmed(format!("{value:.3}"));
    match (text.as_str(), value) {
        ("0" | "-0", value) if value > 0.0 => "<0.001".to_owned(),
        ("0" | "-0", value) if value < 0.0 => ">−0.001".to_owned(),
        ("-0", _) => "0".to_owned(),
        _ => text.replace('-', "−"),
    }
}

/// A number with its sign.
pub(super) fn signed(value: f64) -> String {
    let text = number(value);
    if value > 0.0 && !text.starts_with('<') { format!("+{text}") } else { text }
}

/// A number for an axis.
pub(super) fn tick(value: f64) -> String {
    trimmed(format!("{value:.9}")).replace('-', "−")
}

/// A duration in milliseconds, in the largest unit that leaves at least one of it.
pub(super) fn duration(ms: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "three digits of it are shown")]
    let ms = ms as f64;
    in_unit(ms, &[(3_600_000.0, "h"), (60_000.0, "min"), (1000.0, "s")])
}

/// A duration in milliseconds for an axis, where powers of ten shall stay round.
pub(super) fn duration_tick(ms: f64) -> String {
    in_unit(ms, &[(1000.0, "s")])
}

fn in_unit(ms: f64, units: &[(f64, &str)]) -> String {
    let unit = units.iter().copied().find(|(size, _)| ms >= *size);
    let (size, unit) = unit.unwrap_or((1.0, "ms"));
    let value = ms / size;
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{} {unit}", trimmed(format!("{value:.digits$}")))
}

/// `number` with a fraction, without the zeros that end it.
fn trimmed(number: String) -> String {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_thousands_apart() {
        let told = [0, 999, 1000, 12_345, 1_234_567].map(count);
        assert_eq!(told, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }

    #[test]
    fn what_is_no_number_is_unknown() {
        assert_eq!([percent(f64::NAN), number(f64::INFINITY)], [UNKNOWN, UNKNOWN]);
    }

    #[test]
    fn only_all_is_a_hundred_per_cent() {
        let told = [0.0, 0.5, 0.123_45, 0.999_7, 0.000_04, 1e-9, 1.0 - 1e-9, 1.0].map(percent);
        let wanted = ["0%", "50%", "12.3%", "99.97%", "0.004%", "<0.00001%", ">99.9999%", "100%"];
        assert_eq!(told, wanted);
    }

    #[test]
    fn only_nothing_is_zero() {
        let told = [0.0, -0.0, 0.5, -0.25, 1e-9, -1e-9].map(number);
        assert_eq!(told, ["0", "0", "0.5", "−0.25", "<0.001", ">−0.001"]);
        assert_eq!([0.5, 0.0, -0.5].map(signed), ["+0.5", "0", "−0.5"]);
    }

    #[test]
    fn durations_stand_in_their_unit() {
        let told = [0, 7, 999, 1000, 12_340, 150_000, 7_200_000].map(duration);
        assert_eq!(told, ["0 ms", "7 ms", "999 ms", "1 s", "12.3 s", "2.5 min", "2 h"]);
    }
}
