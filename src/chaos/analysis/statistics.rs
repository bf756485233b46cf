//! Shares, percentiles and means with their intervals. No random draws: the same numbers always give
//! the same interval.

use serde::{Deserialize, Serialize};

/// The 97.5 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 97.5 % points of Student's distribution with 1 to 30 degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// How many of how many, with the 95 % Wilson score interval (Wilson 1927; without continuity
/// correction).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// `count / of`, 0–1. `None` where `of` is 0.
    pub share: Option<f64>,
    /// Lower end of the interval, 0–1. 0 where `of` is 0, because nothing is known.
    pub low: f64,
    /// Upper end of the interval, 0–1. 1 where `of` is 0.
    pub high: f64,
}

impl Share {
    /// `count` of `of`. A count above `of` is taken for `of`.
    #[must_use]
    pub fn of(count: usize, of: usize) -> Self {
        let (count, of) = (count.min(of) as u64, of as u64);
        if of == 0 {
            return Self { count, of, share: None, low: 0.0, high: 1.0 };
        }
        let (n, k) = (real(of), real(count));
        let share = k / n;
        let z2 = Z * Z;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        // Rounding may not move an end that is exactly 0 or 1.
        let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if count == of { 1.0 } else { (middle + half).min(1.0) };
        Self { count, of, share: Some(rounded(share)), low: rounded(low), high: rounded(high) }
    }
}

/// Percentiles by nearest rank: each is a value that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// Number of values.
    pub n: u64,
    /// Half of the values are at most this.
    pub p50: u64,
    /// 90 % of the values are at most this.
    pub p90: u64,
    /// 99 % of the values are at most this.
    pub p99: u64,
    /// The largest value.
    pub max: u64,
}

impl Spread {
    /// The spread of `values`. `None` where there are none.
    pub fn of(values: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut values: Vec<u64> = values.into_iter().collect();
        values.sort_unstable();
        let max = *values.last()?;
        let n = values.len();
        let at = |percent: usize| values[(n.saturating_mul(percent)).div_ceil(100).max(1) - 1];
        Some(Self { n: n as u64, p50: at(50), p90: at(90), p99: at(99), max })
    }
}

/// A mean with its 95 % interval by Student's distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// Sum of the values.
    pub total: f64,
    /// Their mean.
    pub mean: f64,
    /// Lower end of the interval of the mean. `None` where there is one value.
    pub low: Option<f64>,
    /// Upper end of the interval of the mean. `None` where there is one value.
    pub high: Option<f64>,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

impl Mean {
    /// The mean of `values`. What is no finite number counts as not measured; `None` where nothing
    /// was measured.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        // A sum of floats depends on their order, so the order must not depend on who came first.
        values.sort_by(f64::total_cmp);
        let (min, max) = (*values.first()?, *values.last()?);
        let n = values.len();
        let total: f64 = values.iter().sum();
        let mean = total / real(n as u64);
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let half = (n > 1).then(|| {
            let freedom = n as u64 - 1;
            student(freedom) * (squares / real(freedom) / real(n as u64)).sqrt()
        });
        Some(Self {
            total: rounded(total),
            mean: rounded(mean),
            low: half.map(|half| rounded(mean - half)),
            high: half.map(|half| rounded(mean + half)),
            min: rounded(min),
            max: rounded(max),
        })
    }
}

/// The 97.5 % point of Student's distribution: a table up to 30 degrees of freedom, the expansion of
/// Cornish and Fisher above, which is right to three decimals there.
fn student(freedom: u64) -> f64 {
    let known = usize::try_from(freedom).ok().and_then(|at| STUDENT.get(at.checked_sub(1)?));
    known.copied().unwrap_or_else(|| Z + (Z * Z * Z + Z) / (4.0 * real(freedom.max(1))))
}

/// `value` to six decimals, without a negative zero.
pub(super) fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded == 0.0 { 0.0 } else { rounded }
}

#[expect(clippy::cast_precision_loss, reason = "counts of audits and calls stay far below 2^53")]
fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_share(count: usize, of: usize, low: f64, high: f64) {
        let share = Share::of(count, of);
        assert!((share.low - low).abs() < 6e-5, "{count} of {of}: {share:?}");
        assert!((share.high - high).abs() < 6e-5, "{count} of {of}: {share:?}");
    }

    #[test]
    fn wilson_intervals_are_those_of_newcombe() {
        // Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        check_share(81, 263, 0.2553, 0.3662);
        check_share(15, 148, 0.0624, 0.1605);
        check_share(0, 20, 0.0, 0.1611);
        check_share(1, 29, 0.0061, 0.1718);
    }

    #[test]
    fn a_share_of_nothing_says_that_nothing_is_known() {
        let nothing = Share { count: 0, of: 0, share: None, low: 0.0, high: 1.0 };
        assert_eq!(Share::of(0, 0), nothing);
        check_share(7, 7, 0.6457, 1.0);
    }

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let of = |values: &[u64]| Spread::of(values.iter().copied());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[9]), Some(Spread { n: 1, p50: 9, p90: 9, p99: 9, max: 9 }));
        assert_eq!(
            of(&[30, 10, 20, 40]),
            Some(Spread { n: 4, p50: 20, p90: 40, p99: 40, max: 40 })
        );
        let hundred = Spread { n: 200, p50: 100, p90: 180, p99: 198, max: 200 };
        assert_eq!(Spread::of((1..=200).rev()), Some(hundred));
    }

    #[test]
    fn a_mean_has_the_interval_of_student() {
        let mean = Mean::of([2.0, 4.0, 6.0]).expect("three values");
        assert_eq!((mean.total, mean.mean, mean.min, mean.max), (12.0, 4.0, 2.0, 6.0));
        // 4 ± 4.303 · 2 / √3
        assert_eq!((mean.low, mean.high), (Some(-0.968_676), Some(8.968_676)));
        let one = Mean::of([f64::NAN, 3.0]).expect("one value");
        assert_eq!((one.mean, one.low, one.high), (3.0, None, None));
        assert_eq!(Mean::of([f64::INFINITY]), None);
    }

    #[test]
    fn a_mean_does_not_depend_on_the_order() {
        let values = [1e16, 1.0, -1e16, 0.3, 7.7];
        let mut turned = values;
        turned.reverse();
        assert_eq!(Mean::of(values), Mean::of(turned));
    }

    #[test]
    fn students_points_go_on_where_the_table_ends() {
        assert!((student(40) - 2.021).abs() < 3e-3, "{}", student(40));
        assert!((student(120) - 1.980).abs() < 1e-3, "{}", student(120));
    }
}
