//! Phase effects: too little chance for who meets a full queue to be left to chance.
//!
//! Acknowledgements keep packets in the slots that the bottleneck set, and at a full drop-tail queue the phases of
//! flows within a packet's time decide who loses, for as long as the run lasts; sources with equal gaps keep
//! their phases for ever. Figures then depend on the order of equal times and on delays to the microsecond, and on
//! nothing a network has. Equal round trips are the worst of it, but round trips that differ do not help: what helps is
//! that each packet is shifted at random by about what the bottleneck takes for one.
//!
//! Of what was measured: 1,200 equally far flows over 72 packets lose 11.5 %, with 1 ns of spread 6.2 %, with
//! 5 ms 13.1 %. Ten CUBIC flows of 78 to 82 ms over 167 packets have a Jain index of 0.24 in ns-2.35 and lose 0.12 %,
//! with an overhead of a packet's time 0.93 and 0.06 %.
//!
//! Source: Floyd and Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", Internetworking 3(3),
//! 1992. The remedy is theirs: a random overhead of up to the bottleneck's time for a packet.

use serde_json::json;

use super::chance::lacks_chance;
use super::way::{Hop, hops, is_out_of_step, narrowest, packet_s, round_trip_behind_access, tcp};
use super::words::{name, seconds};
use super::{Finds, Fix, Look, Row};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;
use crate::time::Span;
use crate::traffic::Traffic;

/// Flows are in step.
pub static EFFECTS: Row = Row {
    id: "phase_effects",
    label: "Phase effects",
    help: "Without randomness of about a packet's time at the bottleneck, flows keep the phases in which their packets meet at a full drop-tail queue, also where their round trips differ. Who loses is then decided by phases, the same way for minutes: two CUBIC flows of 78 and 82 ms share with a Jain index of 0.62, with a sender overhead of a packet's time 0.95; ten lose twice as much. Where round trips are exactly equal, or sources have exactly equal gaps, ties and rounding decide, and a nanosecond more of delay can halve or double the loss. Real hosts are noisy enough that it does not happen.",
    source: "Floyd and Jacobson, On Traffic Phase Effects in Packet-Switched Gateways (1992)",
    look: Look::Scenario(effects),
};

/// Values of a listed distribution that are compared with each other; what repeats later is passed over.
const COMPARED: usize = 500;

/// A group's flows at the queue where they lose, if its queue is one that ties matter at.
struct Steps<'a> {
    group: &'a Group,
    hop: Hop<'a>,
    /// When flows repeat what they did.
    periods: Vec<Span>,
}

fn effects(scenario: &Scenario, finds: &mut Finds) {
    let known: Vec<Steps<'_>> = scenario
        .groups
        .iter()
        .filter_map(|group| Steps::of(scenario, group))
        .collect();
    let mut told: Vec<&str> = Vec::new();
    for (i, steps) in known.iter().enumerate() {
        let mut others = known[..i].iter();
        let found = steps.repeated().map(|period| (steps.group, period));
        let found = found
            .or_else(|| others.find_map(|other| Some((other.group, steps.shared_with(other)?))));
        if let Some((with, period)) = found {
            warn(steps, with, period, finds);
            told.extend([&steps.group.id[..], &with.id[..]]);
        }
    }
    // Round trips that are exactly equal are the worst case of the same; once is enough.
    for steps in known
        .iter()
        .filter(|steps| !told.contains(&&steps.group.id[..]))
    {
        if let Some(config) =
            tcp(steps.group).filter(|_| lacks_chance(scenario, steps.group, &steps.hop))
        {
            warn_of_little_chance(config, steps, finds);
        }
    }
}

impl<'a> Steps<'a> {
    fn of(scenario: &'a Scenario, group: &'a Group) -> Option<Steps<'a>> {
        let hops = hops(scenario, group);
        let hop = narrowest(&hops)?.clone();
        let ties_matter = hop.queue.drops_when_full_only();
        ties_matter.then(|| Steps {
            group,
            periods: periods(group, &hops, &hop),
            hop,
        })
    }

    /// A period that two flows of the group have.
    fn repeated(&self) -> Option<Span> {
        let mut periods = self.periods.iter().enumerate();
        let (_, period) = periods.find(|(i, period)| self.periods[..*i].contains(period))?;
        Some(*period)
    }

    /// The period of another group's first flow, if a flow here has it too.
    fn shared_with(&self, other: &Steps<'_>) -> Option<Span> {
        let period = other.periods.first()?;
        (self.hop.is_same(&other.hop) && self.periods.contains(period)).then_some(*period)
    }
}

/// The exact time after which each of a group's flows repeats what it did: its round trip, or its gap. Of
/// flows that all have the same one two are listed; none where there is chance in it.
fn periods(group: &Group, hops: &[Hop<'_>], narrowest: &Hop<'_>) -> Vec<Span> {
    match &group.traffic {
        Traffic::Tcp(config) if keeps_time(config, narrowest) && has_one_egress(group) => {
            let shared_s = round_trip_behind_access(group, hops);
            let delays = exact(&group.access.delay_s, group.count).into_iter();
            delays
                .map(|delay_s| Span::from_s(shared_s + 2.0 * delay_s))
                .collect()
        }
        Traffic::Cbr(params) => {
            // Sizes that differ set a rhythm too where they are listed, but then flows begin differently.
            let Distribution::Fixed(bytes) = params.packet_bytes else {
                return Vec::new();
            };
            let gap = Span::of_transmission(bytes as u32, Some(params.rate_bps));
            vec![gap; group.count.min(2) as usize]
        }
        _ => Vec::new(),
    }
}

/// Whether its packets leave when acknowledgements or a clock say so, with no chance in it.
fn keeps_time(config: &TcpConfig, narrowest: &Hop<'_>) -> bool {
    !is_out_of_step(config, narrowest) && !matches!(config.pacing, Pacing::Poisson(_))
}

/// Whether all flows are equally far from their sinks.
fn has_one_egress(group: &Group) -> bool {
    group.egress.delay_s.ends().is_some_and(|(lo, hi)| lo == hi)
}

/// The values of a distribution that are given and not drawn, of `count` flows.
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

fn warn(steps: &Steps<'_>, with: &Group, period: Span, finds: &mut Finds) {
    let Steps { group, hop, .. } = steps;
    let whose = match group.id == with.id {
        true => name(group).to_owned(),
        false => format!("{} and {}", name(with), name(group)),
    };
    let (field, what, remedy) = match tcp(group) {
        Some(config) => {
            let remedy = format!(
                "Spread the access delays, or give senders an overhead of {}, a packet's time at {}.",
                seconds(packet_s(config, hop)),
                hop.name
            );
            ("access.delay_s", "round trips", remedy)
        }
        None => {
            let remedy = "Let their rates differ a little, or their packets come at random.";
            ("traffic.rate_bps", "gaps", remedy.to_owned())
        }
    };
    finds.warn_with(
        format!("groups.{}.{field}", group.id),
        format!(
            "Flows of {whose} have exactly equal {what} of {}: at the full queue of {} ties decide who loses.",
            seconds(period.s()),
            hop.name
        ),
        &remedy,
        tcp(group).map(|config| overhead(group, config, hop)),
    );
}

/// A time to two digits, rounded up, seconds.
fn two_digits(s: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(s)) - 1.0);
    let steps = libm::ceil(s / unit - 1e-9);
    crate::spec::decimal::decimal(&format!("{:.1e}", steps * unit)).unwrap_or(s)
}

/// An overhead for the senders of a group that keeps them out of step.
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

fn warn_of_little_chance(config: &TcpConfig, steps: &Steps<'_>, finds: &mut Finds) {
    let Steps { group, hop, .. } = steps;
    let packet_s = packet_s(config, hop);
    finds.warn_with(
        format!("groups.{}.traffic.overhead_s", group.id),
        format!(
            "Senders of {} take {} over a packet, {} takes {}, and nothing else shifts their packets at random: at its full queue phases decide who loses, although round trips differ.",
            name(group),
            match config.overhead_s {
                0.0 => "no time".to_owned(),
                s => format!("up to {}", seconds(s)),
            },
            hop.name,
            seconds(packet_s),
        ),
        "Give senders an overhead of a packet's time at the bottleneck, or a queue that does not drop at its end only.",
        Some(overhead(group, config, hop)),
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{mended, paths, preset};
    use super::*;
    use crate::Simulation;
    use crate::time::Time;

    /// `many-flows` loses the overhead that keeps its senders out of step, unless `set` gives one.
    fn told(preset_id: &str, set: serde_json::Value) -> Vec<String> {
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
    fn equal_round_trips_are_told() {
        let delay = "groups.tcp.access.delay_s";
        assert_eq!(told("many-flows", json!({ delay: 0.005 })), [delay]);
        assert_eq!(
            told(
                "many-flows",
                json!({ delay: { "uniform": [0.005, 0.005] } })
            ),
            [delay]
        );
        assert_eq!(
            told("many-flows", json!({ delay: { "list": [0.001, 0.002] } })),
            [delay]
        );
        let other = json!({ "id": "more", "access": { "rate_bps": 1e9, "delay_s": 0.0001 }, "traffic": "tcp" });
        assert_eq!(
            told("one-flow", json!({ "groups.more": other })),
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
    fn round_trips_that_differ_are_told_where_nothing_shifts_packets() {
        for flows in [2, 10, 100] {
            let told = |set| paths(&EFFECTS, &spread(flows, set));
            assert_eq!(told(json!({})), [OVERHEAD], "{flows} flows");
            assert_eq!(told(json!({ OVERHEAD: 50e-6 })), [OVERHEAD]);
            assert_eq!(told(json!({ OVERHEAD: 120e-6 })), [""; 0]);
        }
        assert_eq!(
            told("one-flow", json!({})),
            [""; 0],
            "a single flow is in step with nobody"
        );
    }

    /// A Poisson source of 5 Mb/s sends 208 packets of 300 bytes in a round trip of 82 ms: 14 more or less are 3 packet
    /// times. One of 50 kb/s sends two.
    #[test]
    fn where_other_traffic_shifts_them_phases_do_not_last() {
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
    fn its_button_makes_sharing_even() {
        let jain = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario);
            let end = Time::from_s(150.0);
            simulation.advance(end).expect("few packets");
            simulation.summary().groups[0].jain_index
        };
        let scenario = spread(10, json!({}));
        let mended = mended(&EFFECTS, &scenario);
        let tcp = tcp(&mended.groups[0]).expect("it is TCP");
        assert_eq!(tcp.overhead_s, 120e-6);
        let (before, after) = (jain(&scenario), jain(&mended));
        assert!(after > Some(0.8) && after > before, "{before:?}, {after:?}");
    }

    #[test]
    fn where_chance_decides_there_is_no_phase_to_keep() {
        let delay = ("groups.tcp.access.delay_s", json!(0.005));
        let with = |path: &str, value| json!({ delay.0: delay.1.clone(), path: value });
        let overhead = "groups.tcp.traffic.overhead_s";
        assert_eq!(told("many-flows", with(overhead, json!(8e-6))), [delay.0]);
        for (path, value) in [
            ("groups.tcp.traffic.pacing", json!("poisson")),
            (overhead, json!(80e-6)),
        ] {
            assert_eq!(told("many-flows", with(path, value)), [""; 0], "{path}");
        }
        let red = json!({ "kind": "red", "limit_packets": 177 });
        assert_eq!(
            told("many-flows", with("bottlenecks.r0.queue", red)),
            [""; 0]
        );
        assert_eq!(
            told("many-flows", with("groups.tcp.count", json!(1))),
            [""; 0]
        );
    }

    #[test]
    fn sources_with_equal_gaps_are_told_and_poisson_sources_not() {
        let of = |kind: &str, count: u32| {
            let traffic = json!({ "kind": kind, "rate_bps": 1e6 });
            told(
                "poisson-queue",
                json!({ "groups.udp.traffic": traffic, "groups.udp.count": count }),
            )
        };
        assert_eq!(of("cbr", 2), ["groups.udp.traffic.rate_bps"]);
        assert_eq!(of("cbr", 1), [""; 0]);
        assert_eq!(of("poisson", 2), [""; 0]);
    }
}
