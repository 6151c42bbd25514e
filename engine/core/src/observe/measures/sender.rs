//! Measures of flows, one by one or a group together, over the measured time.

use super::experience::Experience;
use super::transfer::Transfers;
use crate::observe::measure::{Statistic, measures, share};
use crate::sim::delays::Delays;
use crate::sim::flow::{Flow, Totals};
use crate::sim::{GroupState, Observed};
use crate::time::{PS_PER_S, Span, Time};

/// State of flows, from which their measures are computed.
pub struct Reading<'a> {
    /// State of the run.
    observed: &'a Observed<'a>,
    /// Numbers of the flows of one group, or of one flow.
    members: &'a [usize],
    /// Counters over the measured time, summed over the flows.
    pub measured: Totals,
    /// Length of the measured time, in seconds.
    pub measured_s: f64,
    /// Simulated time at present.
    pub now: Time,
    /// Finite transfers, if the flows send any.
    pub transfers: Option<Transfers>,
    /// Experience of the users of the applications.
    pub experience: Experience<'a>,
    /// State of the group, if the flows are all of its flows.
    pub whole: Option<&'a GroupState>,
    /// Whether the flows use TCP.
    pub is_tcp: bool,
}

impl<'a> Reading<'a> {
    /// Reads the state of flows of one group, given by their numbers; `whole` is the group, if the flows are all of
    /// its flows.
    #[must_use]
    pub fn at(
        members: &'a [usize],
        is_tcp: bool,
        whole: Option<&'a GroupState>,
        observed: &'a Observed<'a>,
    ) -> Reading<'a> {
        let flows = || members.iter().map(|&flow| &observed.flows[flow]);
        let reports = whole.and_then(|group| group.transfers.reports.as_deref());
        Reading {
            observed,
            members,
            measured: members.iter().map(|&flow| observed.measured(flow)).sum(),
            measured_s: observed.now.since(observed.warmup_at).s(),
            now: observed.now,
            transfers: whole.and_then(|group| Transfers::of(flows(), &group.transfers)),
            experience: Experience::of(flows(), reports, (observed.warmup_at, observed.now)),
            whole,
            is_tcp,
        }
    }

    fn flows(&self) -> impl Iterator<Item = &Flow> {
        (self.members.iter()).map(|&flow| &self.observed.flows[flow])
    }

    fn bits_per_second(&self, bytes: u64) -> Statistic {
        let bits = 8.0 * bytes as f64;
        (self.measured_s > 0.0)
            .then(|| bits / self.measured_s)
            .into()
    }

    fn of_tcp(&self, count: u64) -> Statistic {
        self.is_tcp.then_some(count).into()
    }

    fn transfers<T: Into<Statistic>>(&self, statistic: fn(&Transfers) -> T) -> Statistic {
        self.transfers
            .as_ref()
            .map_or(Statistic::Absent, |transfers| statistic(transfers).into())
    }

    fn delays(&self, statistic: impl Fn(&Delays) -> Option<f64>) -> Statistic {
        self.whole.and_then(|group| statistic(&group.delays)).into()
    }

    fn loss(&self) -> Option<f64> {
        let dropped = self.measured.drops.network;
        share(dropped, dropped + self.measured.packets.delivered)
    }

    /// Drops at the access links; `None` if these links have no limit and have dropped nothing.
    fn access_dropped(&self) -> Option<u64> {
        let dropped = self.measured.drops.access;
        let limited = self.flows().any(|flow| flow.links.has_limit());
        (limited || dropped > 0).then_some(dropped)
    }

    fn access_loss(&self) -> Option<f64> {
        let sent = self.measured.packets.sent;
        self.access_dropped()
            .and_then(|dropped| share(dropped, sent))
    }

    fn mean_cwnd(&self) -> Option<f64> {
        let tcp = self.flows().filter_map(|flow| flow.tcp());
        let begun: Vec<_> = tcp.filter(|tcp| tcp.started).collect();
        if begun.is_empty() || self.measured_s <= 0.0 {
            return None;
        }
        let packet_ps: f64 = begun
            .iter()
            .map(|tcp| {
                let held = self.now.since(tcp.cwnd_until).0 as f64;
                tcp.cwnd_ps + tcp.sender.window().cwnd * held
            })
            .sum();
        Some(packet_ps / PS_PER_S / self.measured_s / begun.len() as f64)
    }

    /// Quantile of the mean windows of the flows that have started.
    fn mean_cwnd_quantile(&self, share: f64) -> Statistic {
        let tcp = self.flows().filter_map(|flow| flow.tcp());
        let windows = tcp.filter(|tcp| tcp.started).map(|tcp| {
            let held = self.now.since(tcp.cwnd_until).0 as f64;
            tcp.cwnd_ps + tcp.sender.window().cwnd * held
        });
        let mut windows: Vec<f64> = windows.collect();
        if !self.is_tcp {
            return Statistic::Absent;
        }
        windows.sort_by(f64::total_cmp);
        let rank = (share * windows.len() as f64).ceil() as usize;
        let window = windows.get(rank.saturating_sub(1));
        window
            .filter(|_| self.measured_s > 0.0)
            .map(|packet_ps| packet_ps / PS_PER_S / self.measured_s)
            .into()
    }

    fn jain_index(&self) -> Option<f64> {
        let measured = self
            .members
            .iter()
            .map(|&flow| self.observed.measured(flow));
        let goodputs = measured.map(|flow| flow.packets.in_order_bytes as f64);
        jain_index(&goodputs.collect::<Vec<_>>())
    }

    /// Duration of the transfer of a single flow.
    fn transfer_s(&self) -> Option<f64> {
        let [flow] = *self.members else { return None };
        let transfer = (self.observed.flows[flow].tcp()).and_then(|tcp| tcp.transfer())?;
        transfer.duration().map(Span::s)
    }
}

/// Computes a measure of flows.
type Read = for<'a, 'b> fn(&'b Reading<'a>) -> Statistic;

measures! {
    /// Measures of groups and of flows, in the order of the summary.
    pub static SENDER: [Read] = [
        /// Delivered bits per second on the wire, with headers and retransmissions.
        "throughput_bps", "Throughput", BitsPerSecond, [compared],
            |s| s.bits_per_second(s.measured.packets.delivered_bytes);

        /// Bits per second of distinct data delivered in order, without headers. Data after a gap counts when the gap
        /// is filled, so the goodput of a short interval can exceed the throughput.
        "goodput_bps", "Goodput", BitsPerSecond, [compared], |s| s.bits_per_second(s.measured.packets.in_order_bytes);

        /// Packets dropped in the network, divided by packets dropped or delivered.
        "loss", "Loss", Ratio, [compared], |s| s.loss().into();

        /// Packets dropped because the access link of the flow had no room, divided by packets sent. No other loss
        /// includes them.
        "access_loss", "Loss at the access link", Ratio, [summarized, group: "access"], |s| s.access_loss().into();

        /// Packets dropped because the access link of the flow had no room.
        "drops.access", "Drops, access link full", Packets, [group: "access"], |s| s.access_dropped().into();

        /// Congestion window averaged over time, and over the flows that have started.
        "mean_cwnd_packets", "Mean window", Packets, [summarized, group: "tcp"], |s| s.mean_cwnd().into();

        /// Number of retransmission timeouts.
        "timeouts", "Timeouts", None, [compared, group: "tcp", digits: 9], |s| s.of_tcp(s.measured.sender.timeouts);

        /// Number of fast recoveries.
        "fast_recoveries", "Fast recoveries", None, [summarized, group: "tcp", digits: 9],
            |s| s.of_tcp(s.measured.sender.fast_recoveries);

        /// Number of retransmitted packets.
        "retransmissions", "Retransmissions", Packets, [summarized, group: "tcp", digits: 9],
            |s| s.of_tcp(s.measured.sender.retransmissions);
    ];
}

measures! {
    /// Further measures of a group.
    pub static GROUP: [Read] = [
        /// Time from the sending of a packet of data to the arrival of its last bit at the receiver, averaged over the
        /// packets that arrived, retransmissions included. Delays of more than 8 minutes are not measured correctly.
        "delay_s.mean", "Delay, mean", Seconds, [compared, source: "RFC 7679"], |s| s.delays(Delays::mean_s);

        /// Smallest delay of a packet: without waiting, the transmission and propagation times of the path.
        "delay_s.min", "Delay, smallest", Seconds, [], |s| s.delays(Delays::least_s);

        /// Delay that half of the packets do not exceed, within 1 %.
        "delay_s.p50", "Delay, median", Seconds, [], |s| s.delays(|delays| delays.quantile_s(0.5));

        /// Delay that 95 of 100 packets do not exceed, within 1 %.
        "delay_s.p95", "Delay, 95th percentile", Seconds, [], |s| s.delays(|delays| delays.quantile_s(0.95));

        /// Delay that 99 of 100 packets do not exceed, within 1 %.
        "delay_s.p99", "Delay, 99th percentile", Seconds, [compared], |s| s.delays(|delays| delays.quantile_s(0.99));

        /// Delay that 999 of 1,000 packets do not exceed, within 1 %.
        "delay_s.p999", "Delay, 99.9th percentile", Seconds, [], |s| s.delays(|delays| delays.quantile_s(0.999));

        /// Packet delay variation: 99th percentile of the delay minus the smallest delay.
        "delay_variation_s", "Delay variation, 99 %", Seconds, [source: "RFC 5481 Section 4.2"],
            |s| s.delays(|delays| Some(delays.quantile_s(0.99)? - delays.least_s()?));

        /// Mean difference between the delays of two packets of a flow that arrive one after the other. The jitter that
        /// RTP reports is a running mean of these differences.
        "jitter_s", "Jitter", Seconds, [summarized, source: "RFC 3550 Section 6.4.1"], |s| s.delays(Delays::jitter_s);

        /// Congestion window averaged over time that 5 of 100 started flows do not exceed.
        "flow_cwnd_packets.p5", "Mean window of a flow, 5th percentile", Packets, [group: "tcp"],
            |s| s.mean_cwnd_quantile(0.05);

        /// Congestion window averaged over time that half of the started flows do not exceed.
        "flow_cwnd_packets.p50", "Mean window of a flow, median", Packets, [group: "tcp"],
            |s| s.mean_cwnd_quantile(0.5);

        /// Congestion window averaged over time that 95 of 100 started flows do not exceed.
        "flow_cwnd_packets.p95", "Mean window of a flow, 95th percentile", Packets, [group: "tcp"],
            |s| s.mean_cwnd_quantile(0.95);

        /// Finite transfers completed within the measured time. Statistics of durations leave out transfers in
        /// progress.
        "transfers.completed", "Transfers", None, [summarized, group: "transfers", digits: 9],
            |s| s.transfers(|transfers| Some(transfers.completed));

        /// Finite transfers that have started and are not complete. Statistics of durations leave them out; most of
        /// them are long.
        "transfers.under_way", "Transfers in progress", None, [summarized, group: "transfers", digits: 9],
            |s| s.transfers(|transfers| Some(transfers.under_way));

        /// Bytes of data of the completed transfers.
        "transfers.bytes", "Data of transfers", Bytes, [summarized, group: "transfers", digits: 4],
            |s| s.transfers(|transfers| Some(transfers.bytes));

        /// Retransmitted segments of the completed transfers.
        "transfers.retransmissions", "Retransmissions of transfers", Packets, [summarized, group: "transfers", digits: 9],
            |s| s.transfers(|transfers| Some(transfers.retransmissions));

        /// Mean time from the first packet of a completed transfer to the acknowledgment of its last packet. It is too
        /// short if many transfers are in progress.
        "transfers.mean_s", "Time of a transfer, mean", Seconds, [compared, group: "transfers"],
            |s| s.transfers(|transfers| transfers.mean_s);

        /// Smallest time that at least 99 of 100 completed transfers do not exceed. It is too short if many transfers
        /// are in progress.
        "transfers.p99_s", "Time of a transfer, 99th percentile", Seconds, [summarized, group: "transfers"],
            |s| s.transfers(|transfers| transfers.p99_s);

        /// Jain's fairness index of the goodputs of the flows: 1 if all are equal, 1/n if one flow has everything. A
        /// flow that starts within the measured time has a smaller goodput, which lowers the index. With few flows the
        /// index differs by some tenths between seeds.
        "jain_index", "Fairness", None, [compared, source: "Jain, Chiu and Hawe, DEC-TR-301 (1984)"],
            |s| s.jain_index().into();
    ];
}

measures! {
    /// Further measures of a flow.
    pub static FLOW: [Read] = [
        /// Duration of the transfer of the flow. No value without a completed transfer.
        "transfer_s", "Time of its transfer", Seconds, [], |s| s.transfer_s().into();
    ];
}

/// Jain's fairness index (Σx)² / (n Σx²): Jain, Chiu and Hawe, DEC-TR-301, 1984.
fn jain_index(x: &[f64]) -> Option<f64> {
    let sum: f64 = x.iter().sum();
    let squares: f64 = x.iter().map(|x| x * x).sum();
    (squares > 0.0).then(|| sum * sum / (x.len() as f64 * squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jains_index_is_1_for_equal_shares_and_1_over_n_for_a_single_sender() {
        assert_eq!(jain_index(&[3.0, 3.0, 3.0]), Some(1.0));
        assert_eq!(jain_index(&[0.0, 5.0, 0.0, 0.0]), Some(0.25));
        assert_eq!(jain_index(&[0.0]), None);
    }
}
