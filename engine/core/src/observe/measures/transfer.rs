//! Finite transfers of a group, counted.

use crate::apps::TransferStatistics;
use crate::sim::flow::Flow;

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
    /// 99th percentile, seconds, within 0.1 %.
    pub p99_s: Option<f64>,
}

impl Transfers {
    /// Those of a group's flows, `finished` the ones that are complete; `None` if what they send has no end.
    #[must_use]
    pub fn of(flows: &[&Flow], finished: &TransferStatistics) -> Option<Transfers> {
        let mut senders = flows
            .iter()
            .filter_map(|flow| flow.tcp())
            .filter(|tcp| tcp.has_an_end())
            .peekable();
        senders.peek()?;
        let under_way = senders.filter(|tcp| tcp.transfer.is_some() && tcp.is_sending());
        Some(Transfers {
            completed: finished.completed,
            under_way: under_way.count() as u64,
            bytes: finished.bytes,
            retransmissions: finished.retransmissions,
            mean_s: finished.mean_s(),
            p99_s: finished.quantile_s(0.99),
        })
    }
}
