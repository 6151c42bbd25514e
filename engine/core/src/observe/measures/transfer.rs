//! Statistics of the finite transfers of a group.

use crate::apps::TransferStatistics;
use crate::sim::flow::Flow;

/// Statistics of finite transfers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfers {
    /// Number of transfers completed within the measured time.
    pub completed: u64,
    /// Number of transfers that have started and are not complete.
    pub under_way: u64,
    /// Data of the completed transfers, in bytes.
    pub bytes: u64,
    /// Segments retransmitted for the completed transfers.
    pub retransmissions: u64,
    /// Mean duration, in seconds.
    pub mean_s: Option<f64>,
    /// 99th percentile of the duration in seconds, within 0.1 %.
    pub p99_s: Option<f64>,
}

impl Transfers {
    /// Returns the transfers of the flows of a group; `finished` are the completed ones. `None` if their data has no
    /// end.
    #[must_use]
    pub fn of<'a>(
        flows: impl Iterator<Item = &'a Flow>,
        finished: &TransferStatistics,
    ) -> Option<Transfers> {
        let mut senders = flows
            .filter_map(|flow| flow.tcp())
            .filter(|tcp| tcp.has_an_end())
            .peekable();
        senders.peek()?;
        let under_way = senders.filter(|tcp| tcp.transfer().is_some() && tcp.is_sending());
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
