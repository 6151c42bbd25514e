//! Phase effects: without randomness, the timing of packets decides which flow loses at a full queue.
//!
//! ACKs keep packets in the time slots set by the bottleneck. At a full drop-tail queue, the phase of each flow within a
//! packet time then decides which flow loses, for the whole run; sources with equal packet intervals keep their phases
//! forever. Results then depend on the order of simultaneous packets and on microseconds of delay, unlike in a real
//! network. Equal round-trip times are the worst case, but different ones do not help. A random shift of each packet by
//! about one packet time at the bottleneck helps.
//!
//! Measured examples: 1,200 equally far flows over 72 packets lose 11.5 %, with 1 ns of spread 6.2 %, with
//! 5 ms 13.1 %. Ten CUBIC flows of 78 to 82 ms over 167 packets have a Jain index of 0.24 in ns-2.35 and lose 0.12 %,
//! with an overhead of a packet's time 0.93 and 0.06 %.
//!
//! Source: Floyd and Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", Internetworking 3(3),
//! 1992. The remedy is theirs: a random overhead of up to the bottleneck's time for a packet.

use serde_json::json;

use super::format::{name, seconds};
use super::randomness::lacks_randomness;
use super::{Check, Findings, Fix, Row};
use crate::scenario::route::{
    Hop, hops, is_out_of_step, packet_s, round_trip_behind_access, slowest, tcp,
};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;
use crate::time::Span;
use crate::traffic::Traffic;

/// Warning: flows are synchronized.
pub static EFFECTS: Row = Row {
    id: "phase_effects",
    label: "Phase effects",
    help: "Without random delays of about one packet time at the bottleneck, packets of different flows keep the same order in time. At a full drop-tail queue this order decides which flow loses, for minutes, even if round-trip times differ. Example: two CUBIC flows with 78 and 82 ms have a fairness index of 0.62, and 0.95 with a sender overhead of one packet time. If round-trip times or gaps are exactly equal, one nanosecond of delay can halve or double the loss. Real hosts have enough random delays to prevent this.",
    source: "Floyd and Jacobson, On Traffic Phase Effects in Packet-Switched Gateways (1992)",
    check: Check::Senders(effects),
};

/// Largest number of values of a listed distribution that are compared with each other.
const COMPARED: usize = 500;

/// Flows of a group at the queue where they lose, if the order of simultaneous packets matters there.
struct Synchronized<'a> {
    group: &'a Group,
    hop: Hop<'a>,
    /// Periods of the flows.
    periods: Vec<Span>,
}

fn effects(scenario: &Scenario, findings: &mut Findings) {
    let known: Vec<Synchronized<'_>> = scenario
        .groups
        .iter()
        .filter_map(|group| Synchronized::of(scenario, group))
        .collect();
    let mut warned: Vec<&str> = Vec::new();
    for (i, flows) in known.iter().enumerate() {
        let mut others = known[..i].iter();
        let found = flows.repeated().map(|period| (flows.group, period));
        let found = found
            .or_else(|| others.find_map(|other| Some((other.group, flows.shared_with(other)?))));
        if let Some((with, period)) = found {
            warn(flows, with, period, findings);
            warned.extend([&flows.group.id[..], &with.id[..]]);
        }
    }
    // Exactly equal round-trip times are the worst case of the same effect; one warning is enough.
    for flows in known
        .iter()
        .filter(|flows| !warned.contains(&&flows.group.id[..]))
    {
        if let Some(config) =
            tcp(flows.group).filter(|_| lacks_randomness(scenario, flows.group, &flows.hop))
        {
            warn_of_missing_randomness(config, flows, findings);
        }
    }
}

impl<'a> Synchronized<'a> {
    fn of(scenario: &'a Scenario, group: &'a Group) -> Option<Synchronized<'a>> {
        let hops = hops(scenario, group);
        let hop = slowest(&hops)?.clone();
        let ties_matter = hop.queue.drops_when_full_only();
        ties_matter.then(|| Synchronized {
            group,
            periods: periods(group, &hops, &hop),
            hop,
        })
    }

    /// Returns a period that two flows of the group share.
    fn repeated(&self) -> Option<Span> {
        let mut periods = self.periods.iter().enumerate();
        let (_, period) = periods.find(|(i, period)| self.periods[..*i].contains(period))?;
        Some(*period)
    }

    /// Returns the period of the first flow of another group, if a flow of this group has it too.
    fn shared_with(&self, other: &Synchronized<'_>) -> Option<Span> {
        let period = other.periods.first()?;
        (self.hop.is_same(&other.hop) && self.periods.contains(period)).then_some(*period)
    }
}

/// Returns the exact period of each flow of a group: its round-trip time or its packet interval. If all are equal it returns
/// two of them; if they are random, none.
fn periods(group: &Group, hops: &[Hop<'_>], slowest: &Hop<'_>) -> Vec<Span> {
    match &group.traffic {
        Traffic::Tcp(config) if keeps_time(config, slowest) && has_one_egress(group) => {
            let shared_s = round_trip_behind_access(group, hops);
            let delays = exact(&group.access.delay_s, group.count).into_iter();
            delays
                .map(|delay_s| Span::from_s(shared_s + 2.0 * delay_s))
                .collect()
        }
        Traffic::Cbr(params) => {
            // Listed sizes are periodic too, but then flows start with different sizes.
            let Distribution::Fixed(bytes) = params.packet_bytes else {
                return Vec::new();
            };
            let gap = Span::of_transmission(bytes as u32, Some(params.rate_bps));
            vec![gap; group.count.min(2) as usize]
        }
        _ => Vec::new(),
    }
}

/// Returns whether packets are sent at times set by ACKs or a pacing clock, without randomness.
fn keeps_time(config: &TcpConfig, slowest: &Hop<'_>) -> bool {
    !is_out_of_step(config, slowest) && !matches!(config.pacing, Pacing::Poisson(_))
}

/// Returns whether all flows have the same egress delay.
fn has_one_egress(group: &Group) -> bool {
    group.egress.delay_s.ends().is_some_and(|(lo, hi)| lo == hi)
}

/// Returns the values of a distribution that are given and not random, for `count` flows.
fn exact(delay_s: &Distribution, count: u32) -> Vec<f64> {
    match delay_s {
        Distribution::List { list } => {
            let taken = (count as usize).min(list.len() + 1).min(COMPARED);
            (0..taken).map(|i| list[i % list.len()]).collect()
        }
        other => match other.ends() {
            Some((lo, hi)) if lo == hi => vec![lo; count.min(2) as usize],
            _ => Vec::new(),
        },
    }
}

fn warn(flows: &Synchronized<'_>, with: &Group, period: Span, findings: &mut Findings) {
    let Synchronized { group, hop, .. } = flows;
    let whose = match group.id == with.id {
        true => name(group).to_owned(),
        false => format!("{} and {}", name(with), name(group)),
    };
    let (field, what, remedy) = match tcp(group) {
        Some(config) => {
            let remedy = format!(
                "Spread the access delays, or give senders an overhead of {}.",
                seconds(packet_s(config, hop))
            );
            ("access.delay_s", "round-trip times", remedy)
        }
        None => {
            let remedy = "Use slightly different rates, or Poisson traffic.";
            ("traffic.rate_bps", "packet intervals", remedy.to_owned())
        }
    };
    findings.warn_with(
        format!("groups.{}.{field}", group.id),
        format!(
            "Flows of {whose} have exactly equal {what} ({}): at the full queue of {} the order of packets decides which flow loses.",
            seconds(period.s()),
            hop.name
        ),
        &remedy,
        tcp(group).map(|config| overhead(group, config, hop)),
    );
}

/// Rounds a time in seconds up to two digits.
fn two_digits(s: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(s)) - 1.0);
    let steps = libm::ceil(s / unit - 1e-9);
    crate::spec::decimal::decimal(&format!("{:.1e}", steps * unit)).unwrap_or(s)
}

/// Returns a fix that gives senders of a group a random overhead.
fn overhead(group: &Group, config: &TcpConfig, hop: &Hop<'_>) -> Fix {
    let overhead_s = two_digits(packet_s(config, hop));
    let least = if overhead_s < 1.0 { overhead_s } else { 1.0 };
    Fix::new(
        format!("Give senders an overhead of {}", seconds(least)),
        [(
            format!("groups.{}.traffic.overhead_s", group.id),
            json!(least),
        )],
    )
}

fn warn_of_missing_randomness(
    config: &TcpConfig,
    flows: &Synchronized<'_>,
    findings: &mut Findings,
) {
    let Synchronized { group, hop, .. } = flows;
    let packet_s = packet_s(config, hop);
    findings.warn_with(
        format!("groups.{}.traffic.overhead_s", group.id),
        format!(
            "Senders of {} have {}, but a packet takes {} at {}: at its full queue the timing decides which flow loses.",
            name(group),
            match config.overhead_s {
                0.0 => "no random delay".to_owned(),
                s => format!("random delays of at most {}", seconds(s)),
            },
            seconds(packet_s),
            hop.name,
        ),
        "Give senders an overhead of one packet time, or choose a queue discipline with early drops.",
        Some(overhead(group, config, hop)),
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fixed, paths, preset};
    use super::*;
    use crate::Simulation;
    use crate::time::Time;

    /// `many-flows` loses the overhead that keeps its senders out of step, unless `set` gives one.
    fn warned(preset_id: &str, set: serde_json::Value) -> Vec<String> {
        let mut all = match preset_id {
            "many-flows" => json!({ "groups.tcp.traffic.overhead_s": 0 }),
            _ => json!({}),
        };
        all.as_object_mut()
            .unwrap()
            .extend(set.as_object().unwrap().clone());
        paths(&EFFECTS, &preset(preset_id, all))
    }

    #[test]
    fn warns_of_equal_round_trip_times() {
        let delay = "groups.tcp.access.delay_s";
        assert_eq!(warned("many-flows", json!({ delay: 0.005 })), [delay]);
        assert_eq!(
            warned(
                "many-flows",
                json!({ delay: { "uniform": [0.005, 0.005] } })
            ),
            [delay]
        );
        assert_eq!(
            warned("many-flows", json!({ delay: { "list": [0.001, 0.002] } })),
            [delay]
        );
        let other = json!({ "id": "more", "access": { "rate_bps": 1e9, "delay_s": 0.0001 }, "traffic": "tcp" });
        assert_eq!(
            warned("one-flow", json!({ "groups.more": other })),
            ["groups.more.access.delay_s"]
        );
    }

    const OVERHEAD: &str = "groups.tcp.traffic.overhead_s";

    /// Flows of 78 to 82 ms at 100 Mb/s with 167 packets of buffer, as in ns-2.35: a packet of 1,500 bytes takes 120 µs.
    fn spread(flows: u32, set: serde_json::Value) -> Scenario {
        let mut all = json!({
            "bottlenecks.r0.rate_bps": 100e6, "bottlenecks.r0.delay_s": 0.038,
            "bottlenecks.r0.queue.limit_packets": 167, "groups.tcp.count": flows,
            "groups.tcp.access.delay_s": { "uniform": [0.001, 0.003] },
            "groups.tcp.start_s": { "uniform": [0, 5] }, "groups.tcp.traffic.segment_bytes": 1500,
            "groups.tcp.traffic.congestion_control": "cubic", "groups.tcp.traffic.recovery": "sack",
            "groups.tcp.traffic.overhead_s": 0, "warmup_s": 50, "duration_s": 150,
        });
        all.as_object_mut()
            .unwrap()
            .extend(set.as_object().unwrap().clone());
        preset("one-flow", all)
    }

    #[test]
    fn warns_of_different_round_trip_times_without_randomness() {
        for flows in [2, 10, 100] {
            let warned = |set| paths(&EFFECTS, &spread(flows, set));
            assert_eq!(warned(json!({})), [OVERHEAD], "{flows} flows");
            assert_eq!(warned(json!({ OVERHEAD: 50e-6 })), [OVERHEAD]);
            assert_eq!(warned(json!({ OVERHEAD: 120e-6 })), [""; 0]);
        }
        assert_eq!(
            warned("one-flow", json!({})),
            [""; 0],
            "a single flow is in step with no other"
        );
    }

    /// A Poisson source of 5 Mb/s sends 208 packets of 300 bytes in a round trip of 82 ms: 14 more or less are 3 packet
    /// times. One of 50 kb/s sends two.
    #[test]
    fn random_traffic_prevents_phase_effects() {
        let with = |rate_bps: f64| {
            let udp = json!({ "id": "udp", "access": { "rate_bps": 1e9 },
                "traffic": { "kind": "poisson", "rate_bps": rate_bps, "packet_bytes": 300 } });
            paths(&EFFECTS, &spread(10, json!({ "groups.udp": udp })))
        };
        assert_eq!(with(5e6), [""; 0]);
        assert_eq!(with(50e3), [OVERHEAD]);
        let back = json!({ "id": "back", "direction": "reverse", "access": { "rate_bps": 1e9 },
            "traffic": "tcp" });
        assert_eq!(
            paths(&EFFECTS, &spread(10, json!({ "groups.back": back }))),
            [""; 0],
            "ACKs between the packets"
        );
        let small_windows = json!({ "groups.tcp.traffic.max_window_packets": 8 });
        assert_eq!(
            paths(&EFFECTS, &spread(10, small_windows)),
            [""; 0],
            "a queue that never fills"
        );
    }

    /// Ten flows share with a Jain index of 0.24 in ns-2.35, with an overhead of 120 µs 0.93.
    #[test]
    fn fix_makes_shares_equal() {
        let jain = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario);
            let end = Time::from_s(150.0);
            simulation.advance(end).expect("few packets");
            simulation.summary().groups[0].number("jain_index")
        };
        let scenario = spread(10, json!({}));
        let fixed = fixed(&EFFECTS, &scenario);
        let tcp = tcp(&fixed.groups[0]).expect("it is TCP");
        assert_eq!(tcp.overhead_s, 120e-6);
        let (before, after) = (jain(&scenario), jain(&fixed));
        assert!(after > Some(0.8) && after > before, "{before:?}, {after:?}");
    }

    #[test]
    fn overhead_poisson_pacing_and_red_prevent_phase_effects() {
        let delay = ("groups.tcp.access.delay_s", json!(0.005));
        let with = |path: &str, value| json!({ delay.0: delay.1.clone(), path: value });
        let overhead = "groups.tcp.traffic.overhead_s";
        assert_eq!(warned("many-flows", with(overhead, json!(8e-6))), [delay.0]);
        for (path, value) in [
            ("groups.tcp.traffic.pacing", json!("poisson")),
            (overhead, json!(80e-6)),
        ] {
            assert_eq!(warned("many-flows", with(path, value)), [""; 0], "{path}");
        }
        let red = json!({ "kind": "red", "limit_packets": 177 });
        assert_eq!(
            warned("many-flows", with("bottlenecks.r0.queue", red)),
            [""; 0]
        );
        assert_eq!(
            warned("many-flows", with("groups.tcp.count", json!(1))),
            [""; 0]
        );
    }

    #[test]
    fn warns_of_constant_rate_sources_and_not_of_poisson_sources() {
        let of = |kind: &str, count: u32| {
            let traffic = json!({ "kind": kind, "rate_bps": 1e6 });
            warned(
                "poisson-queue",
                json!({ "groups.udp.traffic": traffic, "groups.udp.count": count }),
            )
        };
        assert_eq!(of("cbr", 2), ["groups.udp.traffic.rate_bps"]);
        assert_eq!(of("cbr", 1), [""; 0]);
        assert_eq!(of("poisson", 2), [""; 0]);
    }
}
