//! Chance that is the same on every run and on every machine: a function of the seed and of what it is about.

/// A number from 0 up to but not including 1, for the `nth` time (from 1) that `site` is reached with `key`.
///
/// It depends on nothing else, so that taking one fault out of a plan moves no other.
pub(super) fn roll(seed: u64, fault: &str, site: &str, key: &str, nth: u32) -> f64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ mixed(seed);
    for part in [fault, site, key] {
        for byte in part.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        // Parts are told apart, whatever is in them.
        hash = mixed(hash ^ part.len() as u64);
    }
    let hash = mixed(hash ^ u64::from(nth));
    // The upper 53 bits are as many as a double holds.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let fraction = (hash >> 11) as f64 / (1_u64 << 53) as f64;
    fraction
}

/// The finaliser of splitmix64: every bit of the input moves half of those of the output.
const fn mixed(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The status with which a server fails: that of the server itself, or of one between.
pub(super) fn failure(work: &str, attempt: u32) -> u16 {
    const STATUSES: [u16; 4] = [500, 502, 503, 504];
    let fraction = roll(0, "status", work, "", attempt);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 0 to 3")]
    let nth = (fraction * 4.0) as usize;
    STATUSES[nth.min(STATUSES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_repeatable_and_even() {
        let all: Vec<f64> = (1..=10_000).map(|nth| roll(7, "panic", "judge", "x", nth)).collect();
        assert_eq!(all[41].to_bits(), roll(7, "panic", "judge", "x", 42).to_bits());
        let low = all.iter().filter(|roll| **roll < 0.2).count();
        assert!((1_900..2_100).contains(&low), "{low} of 10,000 are below 0.2");
        assert!(all.iter().all(|roll| (0.0..1.0).contains(roll)));
    }

    #[test]
    fn moving_a_boundary_between_parts_changes_the_roll() {
        assert_ne!(
            roll(7, "panic", "judg", "ex", 1).to_bits(),
            roll(7, "panic", "judge", "x", 1).to_bits()
        );
    }
}
