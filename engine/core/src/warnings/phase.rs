//! Phase effects: flows that repeat exactly, so that who meets a full queue is not left to chance.
//!
//! Where round trips are exactly equal, acknowledgements keep packets in the slots that the bottleneck set, and
//! at a full drop-tail queue ties decide who loses, for as long as the run lasts; sources with equal gaps keep
//! their phases for ever. Figures then depend on the order of equal times, and on nothing a network has.
//! Of what we measured: 1,200 equally far flows over 72 packets lose 11.5 %, with 1 ns of spread 6.2 %, with
//! 5 ms 13.1 %.
//!
//! Source: Floyd and Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", Internetworking 3(3),
//! 1992. The remedy is theirs: a random overhead of up to the bottleneck's time for a packet.

use super::way::{Hop, hops, is_out_of_step, narrowest, packet_s, round_trip_behind_access, tcp};
use super::words::seconds;
use super::{Finds, Look, Row};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;
use crate::time::Span;
use crate::traffic::Traffic;

/// Flows are in step.
pub static EFFECTS: Row = Row {
    id: "phase_effects",
    label: "Phase effects",
    help: "Flows with exactly equal round trips, or sources with exactly equal gaps, keep the phases in which their packets meet at a full drop-tail queue. Who loses is then decided by ties and by rounding, the same way every time, and a nanosecond more of delay can halve or double the loss. Real hosts are noisy enough that it does not happen.",
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
    let mut known: Vec<Steps<'_>> = Vec::new();
    for group in &scenario.groups {
        let Some(steps) = Steps::of(scenario, group) else {
            continue;
        };
        let others = known.iter();
        let with_others =
            || others.filter_map(|other| Some((other.group, steps.shared_with(other)?)));
        let found = steps.repeated().map(|period| (group, period));
        if let Some((with, period)) = found.or_else(|| with_others().next()) {
            warn(&steps, with, period, finds);
        }
        known.push(steps);
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
        true => group.id.clone(),
        false => format!("{} and {}", with.id, group.id),
    };
    let (field, what, remedy) = match tcp(group) {
        Some(config) => {
            let remedy = format!(
                "Spread the access delays, or give senders an overhead of {}, a packet's time at {}.",
                seconds(packet_s(config, hop)),
                hop.id
            );
            ("access.delay_s", "round trips", remedy)
        }
        None => {
            let remedy = "Let their rates differ a little, or their packets come at random.";
            ("traffic.rate_bps", "gaps", remedy.to_owned())
        }
    };
    finds.warn(
        format!("groups.{}.{field}", group.id),
        format!(
            "Flows of {whose} have exactly equal {what} of {}: at the full queue of {} ties decide who loses.",
            seconds(period.s()),
            hop.id
        ),
        &remedy,
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use serde_json::json;

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

    #[test]
    fn round_trips_that_differ_are_not() {
        let delay = "groups.tcp.access.delay_s";
        assert_eq!(
            told(
                "many-flows",
                json!({ delay: { "uniform": [0.005, 0.005001] } })
            ),
            [""; 0]
        );
        assert_eq!(
            told(
                "many-flows",
                json!({ delay: { "list": [0.001, 0.002] }, "groups.tcp.count": 2 })
            ),
            [""; 0]
        );
        let other = json!({ "id": "more", "access": { "rate_bps": 1e9, "delay_s": 0.0002 }, "traffic": "tcp" });
        assert_eq!(told("one-flow", json!({ "groups.more": other })), [""; 0]);
        assert_eq!(
            told("one-flow", json!({})),
            [""; 0],
            "a single flow is in step with nobody"
        );
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
