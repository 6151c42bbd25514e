//! Candidates of a comparison: the present queue, other sizes, and other disciplines with the values of their standards.

use serde_json::{Value, json};

use super::super::link::Link;

/// A queue that may help.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// `today`, `drop_tail_half`, `codel`, ….
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Source of its parameters; empty for multiples of the present size.
    pub source: &'static str,
    /// The queue, as a scenario names it; parameters that are left out have their defaults.
    pub queue: Value,
}

/// Multiples of the present size.
const SIZES: [(&str, &str, f64); 4] = [
    ("drop_tail_quarter", "Drop-tail, a quarter of today", 0.25),
    ("drop_tail_half", "Drop-tail, half of today", 0.5),
    ("drop_tail_same", "Drop-tail, as large as today", 1.0),
    ("drop_tail_twice", "Drop-tail, twice today", 2.0),
];

/// Returns the present queue and its remedies, each once.
pub fn candidates(link: &Link, present: &Value) -> Vec<Remedy> {
    let today = Remedy {
        id: "today",
        label: "Today",
        source: "",
        queue: present.clone(),
    };
    let mut all = vec![today];
    let others = sizes(link, present).into_iter().chain(disciplines(link));
    for other in others {
        if all.iter().all(|known| known.queue != other.queue) {
            all.push(other);
        }
    }
    all
}

/// Drop-tail queues with multiples of the present size, and by the rules of thumb.
fn sizes(link: &Link, present: &Value) -> Vec<Remedy> {
    let limited = |limit: u64| {
        let mut queue = if present["kind"] == "drop_tail" {
            present.clone()
        } else {
            json!({ "kind": "drop_tail" })
        };
        queue[link.limit_field()] = json!(limit);
        queue
    };
    let multiple = |(id, label, times): (&'static str, &'static str, f64)| {
        let limit = if times == 1.0 {
            link.limit
        } else {
            link.limit_of(link.bytes(link.limit) * times)
        };
        Remedy {
            id,
            label,
            source: "",
            queue: limited(limit),
        }
    };
    let rule = |(id, label, source, bytes): (&'static str, &'static str, &'static str, f64)| {
        let queue = limited(link.limit_of(bytes));
        Remedy {
            id,
            label,
            source,
            queue,
        }
    };
    let rules = link.bdp_bytes().map(|product| {
        let root = link.flows.sqrt();
        [
            (
                "drop_tail_bdp",
                "Drop-tail, BDP",
                "Villamizar and Song 1994",
                product,
            ),
            (
                "drop_tail_bdp_sqrt_n",
                "Drop-tail, BDP/√N",
                "Appenzeller, Keslassy and McKeown 2004",
                product / root,
            ),
        ]
    });
    let rules = rules.into_iter().flatten().map(rule);
    SIZES.into_iter().map(multiple).chain(rules).collect()
}

/// Disciplines with the limits of Linux and the targets of their standards. The target of CoDel is at least one and a half
/// times the time that a full packet needs, since it must exceed one (RFC 8289 Section 4.4); slower links would drop packets
/// that have not waited.
fn disciplines(link: &Link) -> [Remedy; 5] {
    let packet_s = 8.0 * link.packet_bytes / link.rate_bps;
    let target_s = milliseconds(1.5 * packet_s).max(0.005);
    let interval_s = 0.095 + target_s;
    let codel = |kind: &str, limit: u32| {
        let mut queue = json!({ "kind": kind, "limit_packets": limit });
        if target_s > 0.005 {
            queue["target_s"] = json!(target_s);
            queue["interval_s"] = json!(milliseconds(interval_s));
        }
        queue
    };
    let mut priority = json!({ "kind": "priority" });
    priority[link.limit_field()] = json!(link.limit);
    [
        ("codel", "CoDel", "RFC 8289", codel("codel", 1000)),
        (
            "fq_codel",
            "FQ-CoDel",
            "RFC 8290",
            codel("fq_codel", 10_240),
        ),
        (
            "pie",
            "PIE",
            "RFC 8033",
            json!({ "kind": "pie", "limit_packets": 1000 }),
        ),
        (
            "dual_pi2",
            "DualPI2",
            "RFC 9332",
            json!({ "kind": "dual_pi2", "limit_packets": 10_000 }),
        ),
        (
            "priority",
            "Priority for real-time packets",
            "RFC 2474",
            priority,
        ),
    ]
    .map(|(id, label, source, queue)| Remedy {
        id,
        label,
        source,
        queue,
    })
}

/// Rounds up to a whole number of milliseconds.
fn milliseconds(time_s: f64) -> f64 {
    libm::ceil(time_s * 1000.0) / 1000.0
}
