//! Time in which flows settle, and the length of runs that is enough for an answer.
//!
//! After the first slow start the windows of long flows need some periods of their controller. With W packets, the share of
//! a flow of the bandwidth–delay product and the buffer, a period of Reno takes W/2 round trips, with delayed ACKs twice as
//! long; one of CUBIC K = ∛((1 − β)·W/C) seconds (RFC 9438 Section 4.2, with its β of 0.7 and C of 0.4); BBR probes the
//! round trip every five seconds, in version 1 every ten. With 20 flows at 100 Mb/s and 200 at 1 Gb/s, the utilization of BBR
//! in 15 to 45 s differs from that in 30 to 90 s by less than 0.002 (2026-11-28). These are rules, so the runs of a check are also tested for a steady state, see
//! [`warmup`](crate::warnings::warmup).

use serde_json::{Value, json};

use super::link::Link;
use crate::cc::CongestionControl;
use crate::scenario::route::{hops, round_trip, tcp};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::config::TcpConfig;

/// Round trips of the warm-up, and half of those measured, at least.
const ROUND_TRIPS: f64 = 25.0;
/// Periods of the controller after which about a tenth of the first overshoot of slow start is left.
const PERIODS: f64 = 3.0;
/// Packets of a run of less than a second, and how many times longer than necessary such a run may be.
const MOMENT: f64 = 1e6;
const AMPLE: f64 = 5.0;
/// Longest run, in seconds, as a scenario accepts it.
const LONGEST_S: f64 = 1e6;

/// Warm-up and duration of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// Time before measuring begins, in seconds.
    pub warmup_s: f64,
    /// Duration with the warm-up, in seconds.
    pub duration_s: f64,
}

impl Length {
    /// Returns the length of the runs of a scenario.
    pub(super) fn of(scenario: &Scenario) -> Length {
        Length {
            warmup_s: scenario.warmup_s,
            duration_s: scenario.duration_s,
        }
    }

    /// Returns the shortest length that is enough: all flows have started and settled, and the measured time is twice as long
    /// as they need to settle, 50 round trips at least. Rounded up to two digits.
    pub(super) fn enough(scenario: &Scenario, link: &Link) -> Length {
        Length::times(scenario, link, 1.0)
    }

    /// Returns a length to run: where the shortest is a matter of moments, a warm-up up to twice and a measured time up to five
    /// times as long.
    pub(super) fn ample(scenario: &Scenario, link: &Link) -> Length {
        let shortest = packets(scenario, link, 3.0 * settling_s(scenario, link));
        Length::times(scenario, link, (MOMENT / shortest).clamp(1.0, AMPLE))
    }

    fn times(scenario: &Scenario, link: &Link, ample: f64) -> Length {
        let settling_s = settling_s(scenario, link);
        let warmup_s = last_start_s(scenario) + settling_s * ample.min(2.0);
        let warmup_s = rounded_up(warmup_s).min(LONGEST_S / 2.0);
        let measured_s = rounded_up(2.0 * settling_s * ample);
        Length {
            warmup_s,
            duration_s: (warmup_s + measured_s).min(LONGEST_S),
        }
    }

    /// Returns a run twice as long.
    pub(super) fn twice(self) -> Length {
        let warmup_s = (2.0 * self.warmup_s).min(LONGEST_S / 2.0);
        Length {
            warmup_s,
            duration_s: (2.0 * self.duration_s).min(LONGEST_S),
        }
    }

    /// Returns the JSON form.
    pub(super) fn to_value(self) -> Value {
        json!({ "warmup_s": self.warmup_s, "duration_s": self.duration_s })
    }

    /// Returns the measured time, in seconds.
    #[must_use]
    pub fn measured_s(self) -> f64 {
        self.duration_s - self.warmup_s
    }
}

/// Packets that a run forwards within some time if its links are busy.
pub(super) fn packets(scenario: &Scenario, link: &Link, seconds: f64) -> f64 {
    let rates = scenario.bottlenecks.iter().map(|one| one.rate_bps);
    rates.sum::<f64>() * seconds / (8.0 * link.packet_bytes)
}

/// Time in which the flows through a link settle after the last start, in seconds.
fn settling_s(scenario: &Scenario, link: &Link) -> f64 {
    let trip_s = |group: &Group| round_trip(group, &hops(scenario, group));
    let longest_s = scenario.groups.iter().map(trip_s).fold(0.0, f64::max);
    let room = link.bdp_bytes().unwrap_or(0.0) + link.bytes(link.limit);
    let window = room / link.packet_bytes / link.flows.max(1.0);
    let period_s = |group: &Group| Some(period_s(tcp(group)?, window, trip_s(group)));
    let periods_s = scenario.groups.iter().filter_map(period_s);
    (ROUND_TRIPS * longest_s).max(PERIODS * periods_s.fold(0.0, f64::max))
}

/// Period of a controller with this share of the link, in seconds.
fn period_s(config: &TcpConfig, window: f64, trip_s: f64) -> f64 {
    let window = window.min(f64::from(config.max_window_packets));
    match &config.congestion_control {
        CongestionControl::Bbr(params) => params.probe_rtt_interval_s,
        CongestionControl::Bbr1(params) => params.round_trip_window_s,
        CongestionControl::Cubic(_) => libm::cbrt((1.0 - 0.7) * window / 0.4),
        _ => {
            let acks = if config.delayed_ack { 2.0 } else { 1.0 };
            acks * window / 2.0 * trip_s
        }
    }
}

/// Time at which the last flow starts, in seconds; for starts without a latest, three times their mean.
fn last_start_s(scenario: &Scenario) -> f64 {
    let latest = |start: &Distribution| start.ends().map_or(3.0 * start.mean(), |(_, last)| last);
    let starts = scenario.groups.iter().map(|group| latest(&group.start_s));
    starts.fold(0.0, f64::max)
}

/// Rounds up to two digits.
fn rounded_up(seconds: f64) -> f64 {
    if seconds <= 0.0 {
        return 0.0;
    }
    let unit = libm::pow(10.0, libm::floor(libm::log10(seconds)) - 1.0);
    // A product such as 7 · 0.1 may exceed its decimal by the last bit.
    let digits = libm::ceil(seconds / unit - 1e-9);
    if unit < 1.0 {
        digits / libm::round(1.0 / unit)
    } else {
        digits * unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    /// Lengths that are enough and ample for `count` flows that start at once, 40 ms away, with a buffer of one packet.
    fn lengths(rate_bps: f64, count: u32, controller: &str, delayed_ack: bool) -> [Length; 2] {
        let preset = presets::find("one-flow").expect("it is listed");
        let mut document: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        let bottleneck = &mut document["bottlenecks"][0];
        bottleneck["rate_bps"] = json!(rate_bps);
        bottleneck["delay_s"] = json!(0.02);
        bottleneck["queue"] = json!({ "kind": "drop_tail", "limit_packets": 1 });
        let group = &mut document["groups"][0];
        group["count"] = json!(count);
        group["start_s"] = json!(0);
        group["access"] = json!({ "rate_bps": 1e11 });
        group["traffic"] = json!({ "kind": "tcp", "segment_bytes": 1250, "delayed_ack": delayed_ack,
            "congestion_control": { "kind": controller } });
        let document = crate::scenario::complete::complete(document).expect("it is valid");
        let scenario = Scenario::from_value(document.clone()).expect("it is valid");
        let link = Link::of(&scenario, &document, 0).expect("it has a limit");
        [
            Length::enough(&scenario, &link),
            Length::ample(&scenario, &link),
        ]
    }

    /// A share of 20 packets: ten round trips of 40 ms for Reno, K = ∛15 = 2.47 s for CUBIC. These runs have millions of packets.
    #[test]
    fn flows_settle_in_three_periods_of_their_controller() {
        let warmup_s = |controller| lengths(10e9, 2000, controller, false)[0].warmup_s;
        assert_eq!(
            warmup_s("reno"),
            1.3,
            "3 · 0.4 s and a share of the one packet"
        );
        assert_eq!(warmup_s("cubic"), 7.4, "3 · 2.466 s = 7.398 s");
        assert_eq!(warmup_s("bbr"), 15.0);
        assert_eq!(warmup_s("bbr1"), 30.0);
        assert_eq!(lengths(10e9, 2000, "reno", true)[0].warmup_s, 2.5);
    }

    #[test]
    fn warm_up_has_at_least_25_round_trips_and_the_rest_50() {
        let [enough, ample] = lengths(10e6, 2000, "reno", false);
        assert_eq!((enough.warmup_s, enough.measured_s()), (1.0, 2.0));
        assert_eq!(
            (ample.warmup_s, ample.measured_s()),
            (2.0, 10.0),
            "3,000 packets"
        );
        let [enough, ample] = lengths(10e9, 100_000, "reno", false);
        assert_eq!(enough, ample, "three million packets");
    }

    #[test]
    fn lengths_are_rounded_up_to_two_digits() {
        for (exact, rounded) in [
            (7.398, 7.4),
            (0.7, 0.7),
            (12.01, 13.0),
            (1234.0, 1300.0),
            (0.0, 0.0),
        ] {
            assert_eq!(rounded_up(exact), rounded);
        }
    }
}
