//! Senders that rely on congestion marks while no queue marks.
//!
//! DCTCP reduces its window by the share of marked packets, and L4S senders with accurate feedback do similarly.
//! Without marks they see only losses and behave like Reno.

use serde_json::{Value, json};

use super::format::{name, packets};
use super::{Check, Findings, Fix, Row};
use crate::queue::Queue;
use crate::scenario::path::value_at;
use crate::scenario::route::{Hop, hops, round_trip, slowest, tcp};
use crate::scenario::{Edit, Group, Scenario, patch};
use crate::tcp::config::{Ecn, TcpConfig};

/// Warning: no queue on the path marks.
pub static NOTHING: Row = Row {
    id: "nothing_marks",
    label: "ECN sender without marks",
    help: "DCTCP, and senders of L4S with accurate ECN, control their rate by congestion marks. If no queue on their path marks, or if they do not ask for marks, they see only losses. DCTCP then halves its window like Reno, and BBR gets no signal before the buffer is full. The results do not describe the chosen controller.",
    source: "RFC 8257 Section 3 (DCTCP); RFC 9331 Section 4 (L4S)",
    check: Check::Scenario(nothing),
};

/// K of RFC 8257 Section 4.1 over the bandwidth-delay product: K > (RTT × C) / 7.
const SHARE_OF_PIPE: f64 = 1.0 / 7.0;

fn nothing(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let hops = hops(scenario, group);
        if !needs_marks(config)
            || has_marks(config, &hops)
            || gets_marks_later(scenario, config, &hops)
        {
            continue;
        }
        let Some(hop) = slowest(&hops) else {
            continue;
        };
        warn(group, config, (&hops, hop), findings);
    }
}

fn needs_marks(config: &TcpConfig) -> bool {
    config.congestion_control.is_scalable() || config.ecn == Ecn::Accurate
}

fn has_marks(config: &TcpConfig, hops: &[Hop<'_>]) -> bool {
    config.ecn != Ecn::Off && hops.iter().any(|hop| hop.queue.may_mark())
}

/// Whether an edit turns on marks at a queue of the path.
fn gets_marks_later(scenario: &Scenario, config: &TcpConfig, hops: &[Hop<'_>]) -> bool {
    let touches = |edit: &&Edit| edit.set.iter().any(|patch| patch.path.contains(".queue"));
    if config.ecn == Ecn::Off || !scenario.edits.iter().any(|edit| touches(&edit)) {
        return false;
    }
    let mut document = scenario.to_value();
    scenario.edits.iter().any(|edit| {
        // An edit that is refused changes nothing; the check of the scenario reports it.
        let _ = patch::apply(&mut document, &edit.set);
        touches(&edit) && hops.iter().any(|hop| marks_in(&document, hop))
    })
}

fn marks_in(document: &Value, hop: &Hop<'_>) -> bool {
    let queue = value_at(document, &hop.queue_path()).cloned();
    let queue = queue.and_then(|queue| serde_json::from_value::<Queue>(queue).ok());
    queue.is_some_and(|queue| queue.may_mark())
}

fn warn(
    group: &Group,
    config: &TcpConfig,
    (hops, hop): (&[Hop<'_>], &Hop<'_>),
    findings: &mut Findings,
) {
    let path = format!("groups.{}.traffic", group.id);
    let any_marks = hops.iter().any(|other| other.queue.may_mark());
    let controller = config.congestion_control.section().label;
    let (field, sentence) = if config.ecn == Ecn::Off {
        let sentence = format!(
            "{} uses {controller} with ECN off, so its packets are dropped and never marked: it behaves like another controller.",
            name(group)
        );
        ("ecn", sentence)
    } else {
        let sentence = format!(
            "{} uses {controller} with ECN, but neither {} nor another queue on its path marks: it behaves like another controller.",
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
            format!("Turn on ECN and {}", lower_first(&does)),
            [ecn, change],
        )),
        (true, None) if any_marks => Some(Fix::new("Turn on ECN", [ecn])),
        (false, Some((does, change))) => Some(Fix::new(does, [change])),
        (_, None) => None,
    };
    findings.warn_with(
        format!("{path}.{field}"),
        sentence,
        "Turn on ECN, and marking at the bottleneck: a threshold for drop-tail, or RED, CoDel, PIE, FQ-CoDel or DualPI2.",
        fix,
    );
}

/// Returns the text and the change that turn on marking at a link; `None` for disciplines that cannot mark.
fn marking(hop: &Hop<'_>, threshold: f64) -> Option<(String, (String, Value))> {
    let path = hop.queue_path();
    match hop.queue {
        Queue::DropTail(_) => Some((
            format!("Mark at {} from {}", hop.name, packets(threshold)),
            (
                format!("{path}.ecn_threshold_packets"),
                json!(threshold as u64),
            ),
        )),
        Queue::Red(_) | Queue::Codel(_) | Queue::Pie(_) | Queue::FqCodel(_) => Some((
            format!("Turn on marking at {}", hop.name),
            (format!("{path}.ecn"), json!(true)),
        )),
        _ => None,
    }
}

/// Returns the marking threshold in packets, at least 1 and at most half of the buffer.
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
    use super::super::testing::{fixed, paths, preset};
    use super::*;

    const CONTROL: &str = "groups.tcp.traffic.congestion_control";
    const ECN: &str = "groups.tcp.traffic.ecn";

    fn warned(set: Value) -> Vec<String> {
        paths(&NOTHING, &preset("one-flow", set))
    }

    #[test]
    fn warns_of_dctcp_and_l4s_senders_if_no_queue_marks() {
        assert_eq!(warned(json!({ CONTROL: "dctcp" })), [ECN]);
        assert_eq!(
            warned(json!({ CONTROL: "dctcp", ECN: "classic" })),
            [CONTROL]
        );
        assert_eq!(warned(json!({ CONTROL: "bbr", ECN: "accurate" })), [ECN]);
        let red = json!({ "kind": "red", "limit_packets": 100 });
        let without = json!({ CONTROL: "dctcp", ECN: "accurate", "bottlenecks.r0.queue": red });
        assert_eq!(warned(without), [CONTROL]);
    }

    #[test]
    fn does_not_warn_if_queues_mark_or_senders_need_no_marks() {
        let threshold = "bottlenecks.r0.queue.ecn_threshold_packets";
        for set in [
            json!({ CONTROL: "dctcp", ECN: "accurate", threshold: 17 }),
            json!({ CONTROL: "dctcp", ECN: "classic", threshold: 17 }),
            json!({ CONTROL: "bbr" }),
            json!({ ECN: "classic" }),
            json!({ CONTROL: "dctcp", ECN: "accurate", "bottlenecks.r0.queue": { "kind": "dual_pi2", "limit_packets": 100 } }),
        ] {
            assert_eq!(warned(set.clone()), [""; 0], "{set}");
        }
    }

    #[test]
    fn edits_that_turn_on_marks_count() {
        let path = "bottlenecks.r0.queue";
        for (path, value, marks) in [
            (
                path.to_owned(),
                json!({ "kind": "codel", "limit_packets": 100, "ecn": true }),
                true,
            ),
            (
                path.to_owned(),
                json!({ "kind": "codel", "limit_packets": 100 }),
                false,
            ),
            (format!("{path}.ecn_threshold_packets"), json!(17), true),
            (
                "bottlenecks.0.queue.ecn_threshold_packets".to_owned(),
                json!(17),
                true,
            ),
            (format!("{path}.limit_packets"), json!(17), false),
            ("groups.tcp.count".to_owned(), json!(2), false),
        ] {
            let edit = json!({ "at_s": 5, "set": [{ "path": path, "value": value }] });
            let set = json!({ CONTROL: "dctcp", ECN: "accurate", "edits": [edit] });
            assert_eq!(warned(set).is_empty(), marks, "{path} {value}");
        }
    }

    /// `one-flow`: 10 Mb/s, 80 ms and 1,000 bytes are a pipe of 100 packets, of which a seventh is 15.
    #[test]
    fn fix_turns_on_ecn_and_marking() {
        for set in [
            json!({ CONTROL: "dctcp" }),
            json!({ CONTROL: "dctcp", ECN: "classic" }),
            json!({ CONTROL: "dctcp", "bottlenecks.r0.queue": { "kind": "codel", "limit_packets": 100 } }),
            json!({ CONTROL: "bbr", ECN: "accurate" }),
        ] {
            let scenario = preset("one-flow", set);
            let fixed = fixed(&NOTHING, &scenario);
            assert_eq!(paths(&NOTHING, &fixed), [""; 0]);
            assert!(fixed.bottlenecks[0].queue.may_mark());
        }
        let fixed = fixed(&NOTHING, &preset("one-flow", json!({ CONTROL: "dctcp" })));
        let Queue::DropTail(queue) = &fixed.bottlenecks[0].queue else {
            panic!("it stays drop-tail");
        };
        assert_eq!(queue.ecn_threshold_packets, Some(15));
    }
}
