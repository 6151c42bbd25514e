//! Increases and rates over intervals add up to the counters of the run, exactly, whatever the intervals are.

use std::collections::BTreeMap;

use bufferlab_core::Lab;
use bufferlab_core::net::node::Node;
use bufferlab_core::packet::Class;
use bufferlab_core::queue::Reason;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::{Span, Time};
use proptest::prelude::*;
use serde_json::json;

use super::random::{changes, scenario};
use super::{EVENTS, document};
use crate::support::extent::usual_or_all;

/// Sums of the series over all intervals: rates times time, and all others as they are.
#[derive(Default)]
struct Sums(BTreeMap<String, f64>);

impl Sums {
    fn add(&mut self, lab: &mut Lab, length: Span) {
        let values = lab.end_interval().expect("it is recorded");
        let series = lab.recorder().expect("it is recorded").series();
        let mut values = values.into_iter();
        for one in series {
            let parts = one.values_per_column();
            let value = values.by_ref().take(parts).last().expect("a value");
            let value = match one.unit {
                "b/s" => value * length.s(),
                _ if one.id.ends_with("utilization") => value * length.s(),
                _ => value,
            };
            // A group that an edit adds or removes has no values at other times.
            if !value.is_nan() {
                *self.0.entry(one.id.to_string()).or_default() += value;
            }
        }
        assert!(
            values.next().is_none(),
            "a value for each part of each series"
        );
    }

    fn of(&self, owner: &str, series: &str) -> f64 {
        self.0
            .get(&format!("{owner}.{series}"))
            .copied()
            .unwrap_or(0.0)
    }
}

/// Ids of the groups by position; those that an edit has removed have none.
fn ids(lab: &mut Lab) -> Vec<String> {
    let observed = lab.observed();
    observed
        .groups
        .iter()
        .map(|group| group.id.clone())
        .collect()
}

fn check_link(sums: &Sums, id: &str, link: &Node, now: Time) -> Result<(), TestCaseError> {
    let owner = format!("link.{id}");
    let counters = link.counters();
    for (class, name) in [
        (Class::Tcp, "tcp"),
        (Class::Udp, "udp"),
        (Class::Ack, "ack"),
    ] {
        let of = |series: &str| sums.of(&owner, &format!("{series}_{name}"));
        prop_assert_eq!(
            of("arrivals"),
            counters.arrived.of(class) as f64,
            "{} {}",
            id,
            name
        );
        prop_assert_eq!(of("drops"), counters.lost(class) as f64, "{} {}", id, name);
    }
    let dropped = |reason: Reason| counters.dropped_for[reason.index()] as f64;
    prop_assert_eq!(sums.of(&owner, "drops_tail"), dropped(Reason::Tail));
    prop_assert_eq!(
        sums.of(&owner, "superseded_packets"),
        dropped(Reason::Superseded)
    );
    prop_assert_eq!(sums.of(&owner, "marked_packets"), counters.marked as f64);
    let busy_s = link.busy(now).s();
    prop_assert!((sums.of(&owner, "utilization") - busy_s).abs() <= 1e-9 * busy_s);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: usual_or_all(48, 500), ..super::config() })]

    /// Intervals of any length, which begin and end between samples, cut the run anywhere, also while it is changed.
    #[test]
    fn increases_over_intervals_add_up_to_the_counters(
        scenario in scenario(),
        changes in changes(),
        lengths in prop::collection::vec((1e-5..0.7f64, 100..EVENTS), 1..20),
    ) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut lab = Lab::new(&document);
        lab.record();
        lab.begin_intervals();
        let mut sums = Sums::default();
        // An edit may remove a group, or replace it, which gives its id to another state.
        let mut kept = ids(&mut lab);
        let mut from = lab.now();
        for (length_s, events) in lengths.into_iter().cycle() {
            if lab.now() >= lab.end() || lab.events() >= EVENTS {
                break;
            }
            lab.advance_by(from + Span::from_s(length_s), events).expect("few packets");
            let to = lab.now();
            sums.add(&mut lab, to.since(from));
            from = to;
            for (before, now) in kept.iter_mut().zip(ids(&mut lab)) {
                if *before != now {
                    before.clear();
                }
            }
        }
        let layout = lab.layout();
        let observed = lab.observed();
        for (info, link) in layout.links.iter().zip(observed.links.iter()) {
            check_link(&sums, &info.id, link, from)?;
        }
        for (group, id) in observed.groups.iter().zip(&kept) {
            if id.is_empty() || id.contains(':') {
                continue;
            }
            let of = |series: &str| sums.of(&format!("group.{}", group.id), series);
            prop_assert_eq!(of("delivered_packets"), group.delivered as f64);
            prop_assert_eq!(of("drops_network"), group.dropped as f64);
            prop_assert_eq!(of("drops_access"), group.access_dropped as f64);
            let bits = 8.0 * group.delivered_bytes as f64;
            prop_assert!((of("throughput_bps") - bits).abs() <= 1e-9 * bits);
        }
    }
}

/// A group whose traffic becomes another keeps its column, with what both have delivered in the interval of the change.
#[test]
fn a_group_that_is_replaced_continues_its_interval() {
    let cbr = |rate_bps: f64| json!({ "kind": "cbr", "rate_bps": rate_bps, "packet_bytes": 1250 });
    let poisson = json!({ "kind": "poisson", "rate_bps": 1e5, "packet_bytes": 1250 });
    let scenario = Scenario::from_value(json!({
        "duration_s": 2, "bottlenecks": [{ "id": "r0", "rate_bps": 1e8, "delay_s": 0,
            "queue": { "kind": "drop_tail", "limit_packets": 100 } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e9, "delay_s": 0.0001 }, "traffic": cbr(1e6) }],
        "edits": [{ "at_s": 0.5, "set": [{ "path": "groups.g.traffic", "value": poisson }] }],
    }))
    .unwrap_or_else(|p| panic!("{p}"));
    let mut lab = Lab::new(&scenario);
    lab.record();
    lab.begin_intervals();
    let mut sums = Sums::default();
    for at_s in [1.0, 2.0] {
        lab.advance(Time::from_s(at_s)).expect("few packets");
        sums.add(&mut lab, Span::from_s(1.0));
    }
    let link = lab.observed().links[0].counters();
    assert_eq!(
        sums.of("group.g", "delivered_packets"),
        link.departed.total() as f64
    );
    assert!(
        link.departed.total() > 55,
        "50 before the change, about 15 after"
    );
}
