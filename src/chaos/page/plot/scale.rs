//! From a value to a place on an axis, and where the ticks stand.

use std::ops::RangeInclusive;

/// The part of a log axis that is set apart for 0.
const ZERO_SLOT: f64 = 0.17;
/// Where 0 stands in it, and where the axis is broken off.
const ZERO_AT: (f64, f64) = (0.03, 0.1);
/// Most ticks on an axis.
const MOST_TICKS: u8 = 24;
/// From this ratio of the largest to the smallest value on, a linear axis would pile most values up
/// at its lower end.
const WIDE: f64 = 20.0;

/// Positive values outside of this stand at an end of their axis and do not stretch it.
const SENSIBLE: RangeInclusive<f64> = 1e-9..=1e20;

/// How values are laid along an axis. Ends are finite and apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::chaos::page) enum Scale {
    /// Equal steps, ticks at multiples of `step`.
    Linear {
        /// The value at the beginning.
        from: f64,
        /// The value at the end.
        to: f64,
        /// Distance of two ticks.
        step: f64,
    },
    /// Equal ratios between two positive values.
    Log {
        /// The value at the beginning.
        from: f64,
        /// The value at the end.
        to: f64,
        /// Whether the beginning of the axis is set apart for 0.
        zero: bool,
    },
}

impl Scale {
    /// From 0 % to 100 %.
    pub(in crate::chaos::page) const SHARE: Self = Self::Linear { from: 0.0, to: 1.0, step: 0.2 };

    /// Equal steps over `values` and 0, ended at round numbers. 0–1 where all are 0.
    pub(in crate::chaos::page) fn linear(values: &[f64]) -> Self {
        let is_sensible = |value: &f64| value.abs() <= *SENSIBLE.end();
        let finite = || values.iter().copied().filter(is_sensible);
        let (low, high) = (finite().fold(0.0, f64::min), finite().fold(0.0, f64::max));
        let span = high - low;
        if span < *SENSIBLE.start() {
            return Self::SHARE;
        }
        let step = round_above(span / 5.0);
        let ends = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        Self::Linear { from: ends.0, to: ends.1, step }
    }

    /// Equal ratios over the positive of `values`, with a place for 0 where one is not positive.
    pub(in crate::chaos::page) fn log(values: &[f64]) -> Self {
        let (low, high) = positive_ends(values);
        let zero = values.iter().any(|value| *value <= 0.0);
        if high <= 0.0 {
            return Self::Log { from: 1.0, to: 10.0, zero };
        }
        let (from, to) = (round_below(low), round_above(high));
        // A single round value would be both ends.
        if to / from < 1.5 {
            return Self::Log { from: round_below(low / 2.0), to: round_above(high * 2.0), zero };
        }
        Self::Log { from, to, zero }
    }

    /// [`Self::log`] where the positive of `values` differ so much that it is needed to tell them
    /// apart, [`Self::linear`] otherwise.
    pub(in crate::chaos::page) fn fitting(values: &[f64]) -> Self {
        let (low, high) = positive_ends(values);
        if high / low >= WIDE { Self::log(values) } else { Self::linear(values) }
    }

    /// Where `value` stands, from 0 at the beginning of the axis to 1 at its end.
    pub(in crate::chaos::page) fn place(&self, value: f64) -> f64 {
        let place = match *self {
            Self::Linear { from, to, .. } => (value - from) / (to - from),
            Self::Log { zero, .. } if value <= 0.0 => {
                if zero {
                    ZERO_SLOT / 3.0
                } else {
                    0.0
                }
            }
            Self::Log { from, to, zero } => {
                let begin = if zero { ZERO_SLOT } else { 0.0 };
                begin + (1.0 - begin) * (value / from).ln() / (to / from).ln()
            }
        };
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Where values beside 0 begin: the place of a break in the axis.
    pub(in crate::chaos::page) fn axis_break(&self) -> Option<f64> {
        match self {
            Self::Linear { .. } | Self::Log { zero: false, .. } => None,
            Self::Log { zero: true, .. } => Some(ZERO_AT.1),
        }
    }

    /// The values at which ticks stand, at most two dozen.
    pub(in crate::chaos::page) fn ticks(&self) -> Vec<f64> {
        match *self {
            Self::Linear { from, to, step } => (0..MOST_TICKS)
                .map(|nth| from + f64::from(nth) * step)
                .take_while(|value| *value <= to + step / 2.0)
                // A multiple of the step that ought to be 0 may miss it by a rounding.
                .map(|value| if value.abs() < step * 1e-6 { 0.0 } else { value })
                .collect(),
            Self::Log { from, to, zero } => {
                let (first, last) = (power(from, f64::floor), power(to, f64::ceil));
                let decades = last - first;
                let between: &[f64] = if to / from < 120.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let every = usize::try_from((decades - 1) / 6 + 1).unwrap_or(1);
                let powers = (first..=last).step_by(every).take(usize::from(MOST_TICKS));
                let ticks =
                    powers.flat_map(|at| between.iter().map(move |one| one * 10_f64.powi(at)));
                let within = ticks.filter(|tick| (from * 0.999..=to * 1.001).contains(tick));
                zero.then_some(0.0).into_iter().chain(within).collect()
            }
        }
    }
}

/// The smallest and the largest of the positive values.
fn positive_ends(values: &[f64]) -> (f64, f64) {
    let positive = || values.iter().copied().filter(|value| SENSIBLE.contains(value));
    (positive().fold(f64::MAX, f64::min), positive().fold(0.0, f64::max))
}

/// The round number (1, 2 or 5 times a power of ten) at or above `value`, but for a rounding.
fn round_above(value: f64) -> f64 {
    let unit = 10_f64.powi(power(value, f64::floor));
    let factors = [1.0, 2.0, 5.0, 10.0];
    unit * factors.into_iter().find(|factor| factor * unit >= value * 0.999_999).unwrap_or(10.0)
}

/// The round number at or below `value`, but for a rounding.
fn round_below(value: f64) -> f64 {
    let unit = 10_f64.powi(power(value, f64::floor));
    let factors = [5.0, 2.0, 1.0];
    unit * factors.into_iter().find(|factor| factor * unit <= value * 1.000_001).unwrap_or(1.0)
}

/// The power of ten of a positive number. Decimal powers themselves are not moved by a rounding.
fn power(value: f64, end: fn(f64) -> f64) -> i32 {
    let exact = value.log10();
    let near = exact.round();
    let power = if (exact - near).abs() < 1e-9 { near } else { end(exact) };
    #[expect(clippy::cast_possible_truncation, reason = "a float's power of ten is within ±324")]
    let power = power as i32;
    power
}
