//! Senders that live by marks where nothing marks.
//!
//! DCTCP reduces its window by the share of packets that were marked, and senders of L4S, with accurate feedback, are
//! as gentle; without marks all that is left to them is loss, and they are Reno with other names.

use serde_json::{Value, json};

use super::way::{Hop, hops, narrowest, round_trip, tcp};
use super::words::{name, packets};
use super::{Finds, Fix, Look, Row};
use crate::queue::Queue;
use crate::scenario::{Group, Scenario};
use crate::tcp::config::{Ecn, TcpConfig};

/// No queue on the way marks.
pub static NOTHING: Row = Row {
    id: "nothing_marks",
    label: "A sender for marks where nothing marks",
    help: "DCTCP, and senders that take part in L4S or have accurate ECN feedback, steer by congestion marks. Where no queue on their way marks, or they do not ask for marks, they see losses only: DCTCP then halves its window as Reno does, and BBR hears nothing before the buffer is full. Figures are those of another sender than the name says.",
    source: "RFC 8257 Section 3 (DCTCP); RFC 9331 Section 4 (L4S)",
    look: Look::Scenario(nothing),
};

/// K of RFC 8257 Section 4.1 over the bandwidth-delay product: K > (RTT × C) / 7.
const SHARE_OF_PIPE: f64 = 1.0 / 7.0;

fn nothing(scenario: &Scenario, finds: &mut Finds) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let hops = hops(scenario, group);
        if !lives_by_marks(config) || has_marks(config, &hops) {
            continue;
        }
        let Some(hop) = narrowest(&hops) else {
            continue;
        };
        warn(group, config, (&hops, hop), finds);
    }
}

fn lives_by_marks(config: &TcpConfig) -> bool {
    config.congestion_control.is_scalable() || config.ecn == Ecn::Accurate
}

fn has_marks(config: &TcpConfig, hops: &[Hop<'_>]) -> bool {
    config.ecn != Ecn::Off && hops.iter().any(|hop| hop.queue.may_mark())
}

fn warn(group: &Group, config: &TcpConfig, (hops, hop): (&[Hop<'_>], &Hop<'_>), finds: &mut Finds) {
    let path = format!("groups.{}.traffic", group.id);
    let any_marks = hops.iter().any(|other| other.queue.may_mark());
    let controller = config.congestion_control.section().label;
    let (field, sentence) = if config.ecn == Ecn::Off {
        let sentence = format!(
            "{} uses {controller} and does not take marks: its packets are dropped, never marked.",
            name(group)
        );
        ("ecn", sentence)
    } else {
        let sentence = format!(
            "{} uses {controller} with ECN, and no queue on its way marks, neither {} nor another.",
            name(group),
            hop.name
        );
        let field = match config.congestion_control.is_scalable() {
            true => "congestion_control",
            false => "ecn",
        };
        (field, sentence)
    };
    let ecn = (format!("{path}.ecn"), json!("accurate"));
    let queue = if any_marks {
        None
    } else {
        marking(hop, threshold(group, config, hops, hop))
    };
    let fix = match (config.ecn == Ecn::Off, queue) {
        (true, Some((does, change))) => Some(Fix::new(
            format!("Take marks, and {}", lower_first(&does)),
            [ecn, change],
        )),
        (true, None) if any_marks => Some(Fix::new("Take marks", [ecn])),
        (false, Some((does, change))) => Some(Fix::new(does, [change])),
        (_, None) => None,
    };
    finds.warn_with(
        format!("{path}.{field}"),
        sentence,
        "Let senders take marks, and the bottleneck mark: drop-tail from a threshold on, or CoDel, FQ-CoDel, PIE, RED or DualPI2 with ECN.",
        fix,
    );
}

/// What makes the queue of a link mark: in words, and the change. `None` of disciplines that cannot.
fn marking(hop: &Hop<'_>, threshold: f64) -> Option<(String, (String, Value))> {
    let path = hop.queue_path();
    match hop.queue {
        Queue::DropTail(_) => Some((
            format!("Mark at {} from {} on", hop.name, packets(threshold)),
            (
                format!("{path}.ecn_threshold_packets"),
                json!(threshold as u64),
            ),
        )),
        Queue::Red(_) | Queue::Codel(_) | Queue::Pie(_) | Queue::FqCodel(_) => Some((
            format!("Let {} mark", hop.name),
            (format!("{path}.ecn"), json!(true)),
        )),
        _ => None,
    }
}

/// Packets that wait when marking is to begin, at least 1 and within the buffer.
fn threshold(group: &Group, config: &TcpConfig, hops: &[Hop<'_>], hop: &Hop<'_>) -> f64 {
    let bytes = f64::from(config.wire_bytes());
    let pipe = hop.rate_bps * round_trip(group, hops) / (8.0 * bytes);
    let wanted = (SHARE_OF_PIPE * pipe).ceil();
    let most = (hop.room(bytes) / 2.0).floor();
    let within = if wanted > most { most } else { wanted };
    if within < 1.0 { 1.0 } else { within }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{mended, paths, preset};
    use super::*;

    const CONTROL: &str = "groups.tcp.traffic.congestion_control";
    const ECN: &str = "groups.tcp.traffic.ecn";

    fn told(set: Value) -> Vec<String> {
        paths(&NOTHING, &preset("one-flow", set))
    }

    #[test]
    fn dctcp_and_l4s_senders_are_told_where_nothing_marks() {
        assert_eq!(told(json!({ CONTROL: "dctcp" })), [ECN]);
        assert_eq!(told(json!({ CONTROL: "dctcp", ECN: "classic" })), [CONTROL]);
        assert_eq!(told(json!({ CONTROL: "bbr", ECN: "accurate" })), [ECN]);
        let red = json!({ "kind": "red", "limit_packets": 100 });
        let without = json!({ CONTROL: "dctcp", ECN: "accurate", "bottlenecks.r0.queue": red });
        assert_eq!(told(without), [CONTROL]);
    }

    #[test]
    fn senders_that_are_marked_or_need_no_marks_are_not() {
        let threshold = "bottlenecks.r0.queue.ecn_threshold_packets";
        for set in [
            json!({ CONTROL: "dctcp", ECN: "accurate", threshold: 17 }),
            json!({ CONTROL: "dctcp", ECN: "classic", threshold: 17 }),
            json!({ CONTROL: "bbr" }),
            json!({ ECN: "classic" }),
            json!({ CONTROL: "dctcp", ECN: "accurate", "bottlenecks.r0.queue": { "kind": "dual_pi2", "limit_packets": 100 } }),
        ] {
            assert_eq!(told(set.clone()), [""; 0], "{set}");
        }
    }

    /// `one-flow`: 10 Mb/s, 80 ms and 1,000 bytes are a pipe of 100 packets, of which a seventh is 15.
    #[test]
    fn its_button_lets_senders_take_marks_and_the_queue_mark() {
        for set in [
            json!({ CONTROL: "dctcp" }),
            json!({ CONTROL: "dctcp", ECN: "classic" }),
            json!({ CONTROL: "dctcp", "bottlenecks.r0.queue": { "kind": "codel", "limit_packets": 100 } }),
            json!({ CONTROL: "bbr", ECN: "accurate" }),
        ] {
            let scenario = preset("one-flow", set);
            let mended = mended(&NOTHING, &scenario);
            assert_eq!(paths(&NOTHING, &mended), [""; 0]);
            assert!(mended.bottlenecks[0].queue.may_mark());
        }
        let mended = mended(&NOTHING, &preset("one-flow", json!({ CONTROL: "dctcp" })));
        let Queue::DropTail(queue) = &mended.bottlenecks[0].queue else {
            panic!("it stays drop-tail");
        };
        assert_eq!(queue.ecn_threshold_packets, Some(15));
    }
}
