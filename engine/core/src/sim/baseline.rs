//! Counters of all flows at the start of the measured time.
//!
//! They are read only for summaries, so they are apart from the flows, and there are none before the warm-up ends.

use super::flow::{Flow, FlowCounters, FlowDrops, Totals};
use crate::tcp::sender::SenderCounters;

/// Counters of all flows at the start of the measured time. Flows that were added later have counted nothing then.
#[derive(Clone, Debug)]
pub enum Baseline {
    /// Numbers of 32 bits, if every counter fits.
    Narrow(Vec<[u32; COUNTERS]>),
    /// Numbers of 64 bits otherwise.
    Wide(Vec<[u64; COUNTERS]>),
}

/// Number of counters of a flow.
const COUNTERS: usize = 13;

impl Default for Baseline {
    fn default() -> Baseline {
        Baseline::Narrow(Vec::new())
    }
}

impl Baseline {
    /// Notes the counters of all flows.
    #[must_use]
    pub fn of(flows: &[Flow]) -> Baseline {
        let counters = || flows.iter().map(|flow| flow.totals().to_array());
        let is_narrow = |counter: &u64| *counter <= u64::from(u32::MAX);
        if counters().all(|counters| counters.iter().all(is_narrow)) {
            let narrow = |counters: [u64; COUNTERS]| counters.map(|counter| counter as u32);
            Baseline::Narrow(counters().map(narrow).collect())
        } else {
            Baseline::Wide(counters().collect())
        }
    }

    /// Returns the counters of a flow over the measured time, given those since the start of the run.
    pub(super) fn measured(&self, flow: usize, totals: Totals) -> Totals {
        let base = self.get(flow).unwrap_or_default();
        let mut measured = totals.to_array();
        for (counter, base) in measured.iter_mut().zip(base) {
            *counter -= base;
        }
        Totals::of_array(measured)
    }

    fn get(&self, flow: usize) -> Option<[u64; COUNTERS]> {
        match self {
            Baseline::Narrow(flows) => Some(flows.get(flow)?.map(u64::from)),
            Baseline::Wide(flows) => flows.get(flow).copied(),
        }
    }
}

impl Totals {
    fn to_array(self) -> [u64; COUNTERS] {
        let Totals {
            packets,
            drops,
            sender,
        } = self;
        [
            packets.delivered,
            packets.delivered_bytes,
            packets.in_order,
            packets.in_order_bytes,
            packets.acks_sent,
            packets.acks_arrived,
            packets.sent,
            drops.access,
            drops.network,
            drops.acks,
            sender.retransmissions,
            sender.timeouts,
            sender.fast_recoveries,
        ]
    }

    fn of_array(counters: [u64; COUNTERS]) -> Totals {
        let [
            delivered,
            delivered_bytes,
            in_order,
            in_order_bytes,
            acks_sent,
            acks_arrived,
            sent,
            access_dropped,
            dropped,
            acks_dropped,
            retransmissions,
            timeouts,
            fast_recoveries,
        ] = counters;
        Totals {
            packets: FlowCounters {
                delivered,
                delivered_bytes,
                in_order,
                in_order_bytes,
                acks_sent,
                acks_arrived,
                sent,
            },
            drops: FlowDrops {
                access: access_dropped,
                network: dropped,
                acks: acks_dropped,
            },
            sender: SenderCounters {
                retransmissions,
                timeouts,
                fast_recoveries,
            },
        }
    }
}

impl std::iter::Sum for Totals {
    fn sum<I: Iterator<Item = Totals>>(flows: I) -> Totals {
        let mut sum = [0; COUNTERS];
        for flow in flows {
            for (sum, counter) in sum.iter_mut().zip(flow.to_array()) {
                *sum += counter;
            }
        }
        Totals::of_array(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(bytes: u64) -> Totals {
        let counters = std::array::from_fn(|i| i as u64);
        let mut totals = Totals::of_array(counters);
        totals.packets.delivered_bytes = bytes;
        totals
    }

    #[test]
    fn the_measured_counters_are_those_since_the_baseline_in_32_bits_or_64() {
        let (earlier, later) = (totals(7), totals(1 << 40));
        let narrow = Baseline::Narrow(vec![earlier.to_array().map(|counter| counter as u32)]);
        assert_eq!(
            narrow.measured(0, later).packets.delivered_bytes,
            (1 << 40) - 7
        );
        assert_eq!(narrow.measured(0, earlier), Totals::default());
        assert_eq!(narrow.measured(1, later), later, "a later flow");
        let wide = Baseline::Wide(vec![later.to_array()]);
        assert_eq!(wide.measured(0, later), Totals::default());
    }

    #[test]
    fn sums_are_taken_counter_by_counter() {
        let sum: Totals = [totals(7), totals(9)].into_iter().sum();
        assert_eq!(sum.packets.delivered_bytes, 16);
        assert_eq!(sum.sender.fast_recoveries, 24);
    }
}
