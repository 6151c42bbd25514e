//! Finite transfers of a group, counted.

use crate::sim::flow::Flow;
use crate::time::{Span, Time};

/// Finite transfers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfers {
    /// Number completed within the measured interval.
    pub completed: u64,
    /// Number that have begun and are not complete.
    pub under_way: u64,
    /// Data of the completed ones, bytes.
    pub bytes: u64,
    /// Segments sent again for the completed ones.
    pub retransmissions: u64,
    /// Mean time to complete, seconds.
    pub mean_s: Option<f64>,
    /// 99th percentile, seconds.
    pub p99_s: Option<f64>,
}

impl Transfers {
    /// Those of some flows; `None` if they have none.
    #[must_use]
    pub fn of(flows: &[&Flow], measured_from: Time) -> Option<Transfers> {
        let all: Vec<_> = flows
            .iter()
            .filter_map(|flow| flow.tcp())
            .filter_map(|tcp| tcp.transfer.map(|transfer| (tcp, transfer)))
            .collect();
        if all.is_empty() {
            return None;
        }
        let done: Vec<_> = all
            .iter()
            .filter(|(_, transfer)| transfer.finished.is_some_and(|at| at >= measured_from))
            .collect();
        let mut seconds: Vec<f64> = done
            .iter()
            .filter_map(|(_, transfer)| transfer.duration())
            .map(Span::s)
            .collect();
        seconds.sort_unstable_by(f64::total_cmp);
        let under_way = all
            .iter()
            .filter(|(tcp, transfer)| tcp.started && transfer.finished.is_none());
        let again = done
            .iter()
            .map(|(tcp, _)| tcp.sender.counters.retransmissions);
        Some(Transfers {
            completed: done.len() as u64,
            under_way: under_way.count() as u64,
            bytes: done.iter().map(|(_, transfer)| transfer.bytes).sum(),
            retransmissions: again.sum(),
            mean_s: (!seconds.is_empty())
                .then(|| seconds.iter().sum::<f64>() / seconds.len() as f64),
            p99_s: percentile_99(&seconds),
        })
    }
}

/// The smallest of sorted values that at least 99 % of them do not exceed.
fn percentile_99(sorted: &[f64]) -> Option<f64> {
    let last = (99 * sorted.len()).div_ceil(100).checked_sub(1)?;
    sorted.get(last).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_hundred_may_take_longer() {
        let seconds: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(percentile_99(&seconds), Some(99.0));
        assert_eq!(percentile_99(&seconds[..3]), Some(3.0));
        assert_eq!(percentile_99(&[]), None);
    }
}
