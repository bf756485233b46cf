//! Wrong tokens: after a few of them nobody at that address may try again for a while.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;
use std::time::Duration;

/// Wrong tokens within [`WINDOW`] after which even the right one is not looked at.
pub(super) const MOST: u32 = 10;
/// How long wrong tokens are remembered.
const WINDOW: Duration = Duration::from_mins(1);
/// Most addresses that are remembered.
const PEERS: usize = 1024;

/// The wrong tokens of each address.
#[derive(Default)]
pub(super) struct Attempts(Mutex<BTreeMap<IpAddr, (u32, Duration)>>);

impl Attempts {
    /// Seconds until this address may try again; `None` where it may.
    pub(super) fn barred(&self, peer: IpAddr, now: Duration) -> Option<u64> {
        let peers = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (wrong, since) = peers.get(&whole(peer))?;
        let end = *since + WINDOW;
        let left = end.checked_sub(now).filter(|left| *wrong >= MOST && !left.is_zero())?;
        Some(left.as_secs() + 1)
    }

    /// Remembers a wrong token.
    pub(super) fn wrong(&self, peer: IpAddr, now: Duration) {
        let mut peers = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if peers.len() >= PEERS {
            peers.retain(|_, (_, since)| now < *since + WINDOW);
        }
        if peers.len() >= PEERS {
            let oldest = peers.iter().min_by_key(|(_, (_, since))| *since).map(|(peer, _)| *peer);
            oldest.map(|peer| peers.remove(&peer));
        }
        let (wrong, since) = peers.entry(whole(peer)).or_insert((0, now));
        if now >= *since + WINDOW {
            (*wrong, *since) = (0, now);
        }
        *wrong = wrong.saturating_add(1);
    }
}

/// What one caller can have many of counts as one: the network of an IPv6 address.
fn whole(peer: IpAddr) -> IpAddr {
    match peer {
        IpAddr::V4(_) => peer,
        IpAddr::V6(address) => {
            let bits = u128::from(address) >> 64 << 64;
            if address.to_ipv4_mapped().is_some() { peer } else { Ipv6Addr::from(bits).into() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_wrong_tokens_bar_their_address_alone_and_for_a_while() {
        let attempts = Attempts::default();
        let [here, there]: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let at = Duration::from_secs;
        for _ in 0..MOST {
            assert_eq!(attempts.barred(here, at(5)), None);
            attempts.wrong(here, at(5));
        }
        assert_eq!(attempts.barred(here, at(5)), Some(61));
        assert_eq!(attempts.barred(there, at(5)), None);
        assert_eq!(attempts.barred(here, at(65)), None);
        attempts.wrong(here, at(65));
        assert_eq!(attempts.barred(here, at(66)), None);
    }

    #[test]
    fn addresses_of_one_network_count_as_one_and_memory_is_bounded() {
        let attempts = Attempts::default();
        for last in 0..20_u16 {
            attempts
                .wrong(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 1, 2, 3, last).into(), Duration::ZERO);
        }
        let other = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 9, 9, 9, 9).into();
        assert!(attempts.barred(other, Duration::ZERO).is_some());
        for number in 0..3000_u32 {
            attempts.wrong(std::net::Ipv4Addr::from(number).into(), Duration::ZERO);
        }
        assert!(attempts.0.lock().unwrap().len() <= PEERS);
    }
}
