//! Volumes in whole packets, as in Linux.
//!
//! Linux rounds a BDP up, adds three groups of packets and rounds up to an even number, so that a delayed ACK finds two
//! packets. While it probes it adds two more. A drain ends at that volume, counted at the next departure, and the flow then
//! keeps what it exceeds the BDP by in the queue: on 10 Mb/s and 40 ms 6.0 packets on average, where real numbers with the same
//! groups keep 4.3, and Linux 6.5.
//!
//! Source: Linux `net/ipv4/tcp_bbr.c` (`bbr_bdp`, `bbr_tso_segs_goal`, `bbr_quantization_budget`,
//! `bbr_packets_in_net_at_edt`).

use super::{Ack, Model, Phase};
use crate::cc::whole::Arithmetic;
use crate::time::Span;

/// Units of a bandwidth of one packet per microsecond (`BW_UNIT`).
const BANDWIDTH_UNIT: f64 = (1 << 24) as f64;

/// Pacing rate below which packets leave one by one, in packets of 1,448 bytes per second (`bbr_min_tso_rate`: 1.2 Mb/s).
const SINGLE_BELOW: f64 = 1.2e6 / 8.0 / 1448.0;

/// Groups of packets that leave per second at the pacing rate (`sk_pacing_shift`).
const GROUPS_PER_S: f64 = 1024.0;

/// Packets of 1,448 bytes in the largest group (`GSO_LEGACY_MAX_SIZE` less `MAX_TCP_HEADER`).
const LARGEST_GROUP: f64 = 45.0;

/// Length of a microsecond, in units of [`Span`].
const PS_PER_US: u64 = 1_000_000;

/// Packets beyond the target that a probing phase allows for.
const PROBED: f64 = 2.0;

impl Model {
    /// Returns whether volumes are whole packets.
    pub(super) fn is_whole(&self) -> bool {
        self.params.arithmetic == Arithmetic::Whole
    }

    /// Returns the number of packets that count as sent together.
    pub(super) fn send_quantum(&self) -> f64 {
        let set = f64::from(self.params.send_quantum_packets);
        match self.pacing_rate {
            Some(rate) if self.is_whole() && rate < SINGLE_BELOW => set.min(1.0),
            Some(rate) if self.is_whole() => {
                (rate / GROUPS_PER_S).floor().min(LARGEST_GROUP).max(set)
            }
            _ => set,
        }
    }

    /// Returns a multiple of the BDP in whole packets (`bbr_bdp`), `bandwidth` in packets per second.
    pub(super) fn whole_bdp(bandwidth: f64, rtt: Span, gain: f64) -> f64 {
        // Rounded as there, so that a BDP of 100 packets does not become 101.
        let bandwidth = (bandwidth * (BANDWIDTH_UNIT * 1e-6)).floor();
        let rtt_us = (rtt.0 / PS_PER_US) as f64;
        (gain * bandwidth * rtt_us / BANDWIDTH_UNIT).ceil()
    }

    /// Returns a volume with the room for groups of packets and delayed ACKs (`bbr_quantization_budget`).
    pub(super) fn quantized(&self, packets: f64) -> f64 {
        let even = ((packets + 3.0 * self.send_quantum()) / 2.0).ceil() * 2.0;
        match self.phase() {
            Phase::Up => even + PROBED,
            _ => even,
        }
    }

    /// Returns how many of the packets `in_flight` will be in the network when the next may leave; with real numbers, all of
    /// them (`bbr_packets_in_net_at_edt`).
    pub(super) fn at_next_departure(&self, in_flight: f64, ack: &Ack) -> f64 {
        if !self.is_whole() {
            return in_flight;
        }
        let ahead = ack.earliest_departure.since(ack.now);
        let delivered = (self.bandwidth_to_use() * ahead.s()).floor();
        let joining = if self.pacing_gain() > 1.0 {
            self.send_quantum()
        } else {
            0.0
        };
        (in_flight + joining - delivered).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr1::Params;
    use crate::cc::bbr1::testing::{Path, params};
    use crate::cc::path_model::testing::ack;
    use crate::time::Time;

    /// As the module bbr of Linux, on a path of 1,250 packets per second and 100 ms, cycling.
    fn linux() -> Path {
        let params = Params {
            arithmetic: Arithmetic::Whole,
            send_quantum_packets: 2,
            ..params()
        };
        let mut path = Path::with(&params, 1250.0, 0.1, 1e4);
        path.settle();
        path
    }

    #[test]
    fn a_bdp_is_rounded_up_but_for_the_rounding_of_the_bandwidth() {
        let rtt = Span::from_s(0.04);
        let bdp = |rate, gain| Model::whole_bdp(rate, rtt, gain);
        assert_eq!(bdp(1250.0, 1.0), 50.0);
        assert_eq!(bdp(1251.0, 1.0), 51.0);
        assert_eq!(bdp(1250.0, 1.25), 63.0);
    }

    #[test]
    fn the_target_is_even_after_three_groups_and_two_packets_more_while_probing() {
        let mut path = linux();
        path.reach(Phase::Cruise);
        for (packets, target) in [(50.0, 56.0), (51.0, 58.0), (52.0, 58.0)] {
            assert_eq!(path.model().quantized(packets), target);
        }
        path.reach(Phase::Up);
        assert_eq!(path.model().quantized(50.0), 58.0);
    }

    #[test]
    fn groups_are_single_packets_below_1_2_mbps_pairs_above_and_grow_with_the_rate() {
        let mut path = linux();
        for (rate, packets) in [
            (100.0, 1.0),
            (104.0, 2.0),
            (3000.0, 2.0),
            (3072.0, 3.0),
            (1e6, 45.0),
        ] {
            path.bbr.0.pacing_rate = Some(rate);
            assert_eq!(path.model().send_quantum(), packets, "{rate}");
        }
    }

    #[test]
    fn what_arrives_until_the_next_departure_is_in_the_network_no_more() {
        let mut path = linux();
        let at = |path: &Path, ahead_s: f64| {
            let ack = Ack {
                earliest_departure: Time::from_s(1.0 + ahead_s),
                ..ack(1.0, 1.0)
            };
            path.model().at_next_departure(10.0, &ack)
        };
        path.reach(Phase::Down);
        let interval = 1.0 / path.model().bandwidth.get();
        assert_eq!(at(&path, -1.0), 10.0, "nothing holds the next packet back");
        assert_eq!(at(&path, 2.5 * interval), 8.0);
        assert_eq!(at(&path, 20.0 * interval), 0.0);
        path.reach(Phase::Up);
        assert_eq!(
            at(&path, 0.0),
            12.0,
            "the group that leaves then is counted"
        );
    }

    #[test]
    fn a_flow_alone_keeps_what_a_drain_leaves_beyond_the_bdp() {
        let mut path = linux();
        let queue = |path: &mut Path| {
            path.reach(Phase::Up);
            path.reach(Phase::Cruise);
            path.run_until(0.3, |_| false);
            f64::from(path.in_flight) - path.bdp()
        };
        // Six packets of three groups, up to one by each rounding, and one or two until the next departure.
        let kept = queue(&mut path);
        assert!((6.0..=10.0).contains(&kept), "{kept}");
    }
}
