//! Scaled-down network for the first rounds of a search, whose runs take a part of the time.
//!
//! With rate and number of flows divided by k, every flow keeps its share of the link, its round-trip time and so its
//! window. The sum of the windows then varies by 1/√k of what it did (Appenzeller, Keslassy and McKeown 2004), so the buffer
//! is divided by √k. The rule is a rule: in runs of Reno, CUBIC and BBR with 200 flows at 1 Gb/s and 2,000 at 10 Gb/s the whole
//! network needed 0.5 to 2.6 times what the smaller one says, and delays do not scale at all. Its results therefore only say
//! where to begin, for targets that are shares; what is advised was run at full size.

use serde_json::{Value, json};

use super::link::Link;
use super::settling::packets;
use super::target::Target;
use crate::scenario::{Group, Scenario};

/// Packets of a run above which a smaller network is worthwhile: some seconds of a core.
const LARGE: f64 = 5e6;
/// Least packets of a run of the smaller network, and least number of its flows.
const LEAST_PACKETS: f64 = 1e6;
const LEAST_FLOWS: f64 = 50.0;

/// How many times larger or smaller than by this rule the size of the whole network may be expected.
pub(super) const SPREAD: f64 = 3.0;

/// A scale with the changes of the scenario that follow from it.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    /// Number k by which rates and flows are divided.
    pub by: f64,
    /// Changes of the scenario, without the buffer that is searched for.
    pub set: Vec<Value>,
    /// Targets whose figures do not depend on the scale.
    pub targets: Vec<Target>,
}

impl Scale {
    /// Returns the scale for a search; `None` if runs are short, if flows are few, if anything about the network does not
    /// scale by this rule, or if no target does.
    pub fn of(
        scenario: &Scenario,
        document: &Value,
        link: &Link,
        targets: &[Target],
    ) -> Option<Scale> {
        let packets = packets(scenario, link, scenario.duration_s);
        let by = libm::floor((packets / LEAST_PACKETS).min(link.flows / LEAST_FLOWS));
        let targets: Vec<Target> = targets
            .iter()
            .filter(|one| one.is_share())
            .cloned()
            .collect();
        let is_fit =
            is_plain(document) && scenario.groups.iter().all(|one| one.schedule.is_empty());
        if packets < LARGE || by < 2.0 || targets.is_empty() || !is_fit {
            return None;
        }
        let mut set = links(document, link, by);
        set.extend(groups(scenario, document, by));
        Some(Scale { by, set, targets })
    }

    /// By what limits are divided, √k.
    pub fn root(&self) -> f64 {
        self.by.sqrt()
    }

    /// A limit of the smaller network for one of the full one.
    pub fn down(&self, link: &Link, limit: u64) -> u64 {
        link.limit_of(link.bytes(limit) / self.root())
    }

    /// A limit of the full network for one of the smaller one.
    pub fn up(&self, link: &Link, limit: u64) -> u64 {
        link.limit_of(link.bytes(limit) * self.root())
    }
}

/// Whether every link is a plain one: drop-tail, constant, and without anything that counts in bytes or seconds of its own.
fn is_plain(document: &Value) -> bool {
    let plain = [
        ("queue", "drop_tail"),
        ("service", "constant"),
        ("line", "clean"),
        ("policer", "none"),
        ("pacer", "none"),
        ("router", "output_queued"),
    ];
    let lists = ["bottlenecks", "edges"].map(|list| document[list].as_array());
    let mut all = lists.into_iter().flatten().flatten();
    all.all(|one| {
        plain.iter().all(|(part, kind)| {
            let has = &one[part]["kind"];
            has.is_null() || has == kind
        })
    })
}

/// Rates of all links, and the limits of the other bottlenecks.
fn links(document: &Value, link: &Link, by: f64) -> Vec<Value> {
    let mut set = Vec::new();
    for list in ["bottlenecks", "edges"] {
        for one in document[list].as_array().into_iter().flatten() {
            let path = format!("{list}.{}", one["id"].as_str().unwrap_or_default());
            let rates = [
                (&one["rate_bps"], "rate_bps"),
                (&one["reverse"]["rate_bps"], "reverse.rate_bps"),
            ];
            for (rate, name) in rates {
                if let Some(rate_bps) = rate.as_f64() {
                    set.push(json!({ "path": format!("{path}.{name}"), "value": rate_bps / by }));
                }
            }
            let is_asked = list == "bottlenecks" && one["id"] == link.id.as_str();
            for name in ["limit_packets", "limit_bytes"] {
                if let (Some(limit), false) = (one["queue"][name].as_f64(), is_asked) {
                    let limit = libm::ceil(limit / by.sqrt());
                    set.push(json!({ "path": format!("{path}.queue.{name}"), "value": limit }));
                }
            }
        }
    }
    set
}

/// Numbers of flows, at least one of each group; the rate of a source is reduced where its number cannot be.
fn groups(scenario: &Scenario, document: &Value, by: f64) -> Vec<Value> {
    let change = |(group, given): (&Group, &Value)| {
        let count = f64::from(group.count);
        let path = |name: &str| format!("groups.{}.{name}", group.id);
        let flows = libm::round(count / by).max(count.min(1.0));
        let mut set = vec![json!({ "path": path("count"), "value": flows })];
        let rate_bps = given["traffic"]["rate_bps"].as_f64();
        if let (Some(rate_bps), true) = (rate_bps, count < by) {
            let rate_bps = (rate_bps * count / by).max(1.0);
            set.push(json!({ "path": path("traffic.rate_bps"), "value": rate_bps }));
        }
        set
    };
    let given = document["groups"].as_array().into_iter().flatten();
    scenario.groups.iter().zip(given).flat_map(change).collect()
}
