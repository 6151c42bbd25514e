//! Conversion of buffers given as a time or as a multiple of the bandwidth–delay product to packets or bytes.
//!
//! BDP = rate of the link · mean base round-trip time of the TCP flows that cross it (Villamizar and Song 1994). The
//! rate is the parameter of the link, also behind a pacer. Flows in the direction of the queue count; without any, those
//! whose acknowledgments pass it.

use serde_json::{Value, json};

use super::path::{param_at, value_at};
use super::route::{Hop, hops, tcp};
use super::{Direction, Distribution, Group, Problem, Problems, Scenario};
use crate::spec::buffer::Amount;
use crate::spec::complete::complete_value;

/// Properties of the link of a queue that the units of its buffer depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BufferContext {
    /// Rate of the link in b/s.
    pub rate_bps: f64,
    /// Size of a full packet on the wire in bytes, from the first TCP group; without TCP the mean of the first group,
    /// or 1,000.
    pub packet_bytes: f64,
    /// Mean round-trip time of the flows without queueing, in seconds; 0 without flows.
    pub rtt_s: f64,
    /// Number of TCP flows that count.
    pub flows: f64,
}

impl BufferContext {
    /// Returns the context of TCP groups that cross a link.
    #[must_use]
    pub fn of(scenario: &Scenario, rate_bps: f64, groups: &[&Group]) -> BufferContext {
        let tcp_groups = || groups.iter().filter(|group| tcp(group).is_some());
        let flows: f64 = tcp_groups().map(|group| f64::from(group.count)).sum();
        let round_trips: f64 = tcp_groups()
            .map(|group| f64::from(group.count) * mean_round_trip(group, &hops(scenario, group)))
            .sum();
        let full = tcp_groups().find_map(|group| tcp(group));
        let packet_bytes = match full {
            Some(config) => f64::from(config.wire_bytes()),
            None => groups.first().map_or(1000.0, |group| mean_bytes(group)),
        };
        BufferContext {
            rate_bps,
            packet_bytes,
            rtt_s: if flows > 0.0 {
                round_trips / flows
            } else {
                0.0
            },
            flows,
        }
    }

    /// Returns rate times round trip, bytes; `None` without flows.
    #[must_use]
    pub fn bdp_bytes(&self) -> Option<f64> {
        (self.flows > 0.0 && self.rtt_s > 0.0).then(|| self.rate_bps * self.rtt_s / 8.0)
    }

    /// Returns an amount in bytes; `None` for a multiple of the BDP without flows.
    #[must_use]
    pub fn bytes(&self, amount: Amount) -> Option<f64> {
        match amount {
            Amount::Bdp(multiple) => self.bdp_bytes().map(|bytes| multiple * bytes),
            Amount::Seconds(seconds) => Some(self.rate_bps * seconds / 8.0),
        }
    }
}

/// Replaces all buffers of a complete document that are a time or a multiple of the BDP by numbers.
///
/// # Errors
/// Returns the buffers whose BDP is not known, or whose limit is out of range.
pub fn resolve(document: &mut Value) -> Result<(), Problems> {
    let found = amounts(document);
    if found.is_empty() {
        return Ok(());
    }
    // The queues are not looked at, so any limit serves.
    let mut numbered = document.clone();
    for (pointer, ..) in &found {
        if let Some(value) = numbered.pointer_mut(pointer) {
            *value = json!(1);
        }
    }
    let scenario: Scenario = serde_json::from_value(numbered)
        .map_err(|error| Problems::one("", format!("cannot be read: {error}")))?;
    let mut problems = Vec::new();
    for (pointer, path, amount) in found {
        let limit = match limit(&scenario, &path, amount) {
            Ok(limit) => json!(limit),
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let limit = match param_at(document, &path) {
            Some(param) => complete_value(param, limit, &path, &mut problems),
            None => limit,
        };
        if let Some(value) = document.pointer_mut(&pointer) {
            *value = limit;
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
    }
}

/// Returns the value at `path` of the complete scenario for a value that was given as a text of a buffer.
#[must_use]
pub fn resolved(scenario: &Value, path: &str, given: &Value) -> Value {
    let number = Amount::of(path, given).and_then(|_| value_at(scenario, path));
    number.unwrap_or(given).clone()
}

/// Returns the limit for an amount: a whole number of full packets, at least one, in the unit of the field.
///
/// A remainder smaller than a full packet would admit small packets only, and results would depend on a few bytes.
fn limit(scenario: &Scenario, path: &str, amount: Amount) -> Result<f64, Problem> {
    let no_bdp = || {
        Problem::new(
            path,
            "has no BDP, since no TCP flow with a round-trip time above 0 passes this link; \
                  give packets, bytes or a time",
        )
    };
    let context = context(scenario, path).ok_or_else(no_bdp)?;
    let bytes = context.bytes(amount).ok_or_else(no_bdp)?;
    let packets = libm::round(bytes / context.packet_bytes.max(1.0)).max(1.0);
    let step = match path.ends_with("limit_bytes") {
        true => libm::ceil(context.packet_bytes).max(1.0),
        false => 1.0,
    };
    Ok((packets * step).min(f64::MAX))
}

/// Returns the context of the queue with the limit at `path`.
pub(crate) fn context(scenario: &Scenario, path: &str) -> Option<BufferContext> {
    let segments: Vec<&str> = path.split('.').collect();
    let [list, id, third, ..] = segments[..] else {
        return None;
    };
    let (rate_bps, direction, passing): (f64, _, Vec<&Group>) = if list == "edges" {
        let edge = scenario.edges.iter().find(|edge| edge.id == id)?;
        let inside = |group: &&Group| group.edge.as_deref() == Some(id);
        let groups = scenario.groups.iter().filter(inside).collect();
        (edge.rate_bps, None, groups)
    } else {
        let link = scenario.bottlenecks.iter().find(|link| link.id == id)?;
        let passing = crossing(scenario, id);
        match third {
            "reverse" => {
                let rate_bps = link.reverse.rate_bps.unwrap_or(link.rate_bps);
                (rate_bps, Some(Direction::Reverse), passing)
            }
            _ => (link.rate_bps, Some(Direction::Forward), passing),
        }
    };
    let along = match direction {
        Some(direction) => toward(passing, direction),
        None => passing,
    };
    Some(BufferContext::of(scenario, rate_bps, &along))
}

/// Returns the groups that cross a bottleneck, in either direction.
pub(crate) fn crossing<'a>(scenario: &'a Scenario, id: &str) -> Vec<&'a Group> {
    let crosses = |group: &&Group| {
        let via = group.via.as_ref();
        via.is_none_or(|via| via.iter().any(|passed| passed == id))
    };
    scenario.groups.iter().filter(crosses).collect()
}

/// Returns the groups that send data in `direction`; without a TCP group among them, all.
pub(crate) fn toward(groups: Vec<&Group>, direction: Direction) -> Vec<&Group> {
    let along = |group: &&&Group| group.direction == direction;
    let along: Vec<&Group> = groups.iter().filter(along).copied().collect();
    let has_tcp = along.iter().any(|group| tcp(group).is_some());
    let is_tcp_elsewhere = groups.iter().any(|group| tcp(group).is_some());
    if has_tcp || (!is_tcp_elsewhere && !along.is_empty()) {
        along
    } else {
        groups
    }
}

/// Returns the mean round-trip time of the flows of a group without queueing, in seconds. The warnings use the largest,
/// [`round_trip`](super::route::round_trip).
fn mean_round_trip(group: &Group, hops: &[Hop<'_>]) -> f64 {
    let shared: f64 = hops.iter().map(|hop| hop.delay_s).sum();
    2.0 * (shared + group.access.delay_s.mean() + group.egress.delay_s.mean())
}

/// Returns the mean packet size of a group without TCP, bytes; 1,000 if its source has none.
fn mean_bytes(group: &Group) -> f64 {
    let traffic = serde_json::to_value(&group.traffic).unwrap_or_default();
    let sizes: Option<Distribution> = serde_json::from_value(traffic["packet_bytes"].clone()).ok();
    sizes.map_or(1000.0, |sizes| sizes.mean())
}

/// Returns the buffers of a complete document that are texts: JSON pointer, path and amount.
fn amounts(document: &Value) -> Vec<(String, String, Amount)> {
    let mut found = Vec::new();
    for list in ["bottlenecks", "edges"] {
        let items = document[list].as_array().into_iter().flatten();
        for (at, item) in items.enumerate() {
            for queue in ["queue", "reverse/queue"] {
                for name in ["limit_packets", "limit_bytes"] {
                    let id = item["id"].as_str().unwrap_or_default();
                    let path = format!("{list}.{id}.{}.{name}", queue.replace('/', "."));
                    let value = item.pointer(&format!("/{queue}/{name}"));
                    if let Some(amount) = value.and_then(|value| Amount::of(&path, value)) {
                        found.push((format!("/{list}/{at}/{queue}/{name}"), path, amount));
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;
    use crate::presets;
    use crate::scenario::Patch;
    use crate::spec::buffer::ACCEPTED;
    use crate::time::Time;

    const BUFFER: &str = "bottlenecks.r0.queue.limit_packets";

    fn limit_with(set: &[(&str, Value)]) -> Result<Value, String> {
        let preset = presets::find("one-flow").expect("it is listed");
        let document = serde_json::from_str(preset.scenario_json).expect("JSON");
        let patch = |(path, value): &(&str, Value)| Patch {
            path: (*path).to_owned(),
            value: value.clone(),
        };
        let patches: Vec<Patch> = set.iter().map(patch).collect();
        let scenario = Scenario::from_document(document, &patches).map_err(|p| p.to_string())?;
        let path = set.last().expect("one").0;
        Ok(value_at(&scenario.to_value(), path)
            .cloned()
            .unwrap_or_default())
    }

    #[test]
    fn limit_follows_the_rate_that_is_set_with_it() {
        let with = |rate: f64, text: &str| {
            let rate = ("bottlenecks.r0.rate_bps", json!(rate));
            let limit = limit_with(&[rate, (BUFFER, json!(text))]).expect("accepted");
            limit.as_u64().expect("a whole number")
        };
        let bdp = with(10e6, "1 BDP");
        assert!(bdp > 1);
        assert!((9 * bdp..=11 * bdp).contains(&with(100e6, "BDP")));
        assert!((19 * bdp..=21 * bdp).contains(&with(100e6, "2 BDP")));
        assert_eq!(with(10e6, "0 BDP"), 1, "at least one packet");
        // 0.1 s at 10 Mb/s are 125 kB.
        let packets = with(10e6, "100 ms");
        assert!((80..=130).contains(&packets), "{packets}");
    }

    #[test]
    fn every_queue_of_the_network_accepts_a_time() {
        for path in [
            BUFFER,
            "bottlenecks.0.queue.limit_bytes",
            "bottlenecks.r0.reverse.queue.limit_packets",
        ] {
            let limit = limit_with(&[(path, json!("20 ms"))]).expect(path);
            assert!(limit.as_u64().expect("a whole number") > 1, "{path}");
        }
    }

    #[test]
    fn limits_accept_texts_with_units_like_other_fields() {
        for (path, text, number) in [
            ("bottlenecks.r0.queue.limit_bytes", "30 kB", 30_000),
            (BUFFER, "50", 50),
            ("groups.tcp.access.limit_bytes", "30 kB", 30_000),
        ] {
            assert_eq!(limit_with(&[(path, json!(text))]), Ok(json!(number)));
        }
        let preset = presets::find("anomaly").expect("it is listed");
        let mut document: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        let by_number = Scenario::from_value(document.clone()).expect("it is valid");
        document["bottlenecks"][0]["queue"]["limit_bytes"] = json!("11 kB");
        let by_text = Scenario::from_value(document).expect("it is valid");
        assert_eq!(by_text.to_value(), by_number.to_value());
    }

    #[test]
    fn change_of_kind_keeps_the_text_and_resolves_it() {
        let kind = ("bottlenecks.r0.queue.kind", json!("red"));
        let set = [(BUFFER, json!("1 BDP")), kind.clone()];
        assert_eq!(limit_with(&set), Ok(json!("red")));
        let limit = limit_with(&[kind, (BUFFER, json!("1 BDP"))]);
        assert!(limit.expect("accepted").is_u64());
    }

    #[test]
    fn timed_and_live_edits_are_resolved_too() {
        let edited = |limit: &Value, live: bool| {
            let preset = presets::find("one-flow").expect("it is listed");
            let mut document: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
            document["duration_s"] = json!(8);
            document["warmup_s"] = json!(1);
            if !live {
                let set = json!([{ "path": BUFFER, "value": limit }]);
                document["edits"] = json!([{ "at_s": 3, "set": set }]);
            }
            let scenario = Scenario::from_document(document, &[]).expect("it is valid");
            let mut run = Simulation::new(&scenario);
            run.advance(Time::from_s(3.0)).expect("few packets");
            if live {
                let patch = Patch {
                    path: BUFFER.to_owned(),
                    value: limit.clone(),
                };
                run.edit(&[patch]).expect("it is valid");
            }
            run.advance(Time::NEVER).expect("few packets");
            run.digest()
        };
        for live in [false, true] {
            let by_text = edited(&json!("0.1 BDP"), live);
            assert_eq!(by_text, edited(&json!(10), live), "live: {live}");
            assert_ne!(by_text, edited(&json!(11), live), "live: {live}");
            assert_eq!(by_text, edited(&json!("10"), live), "live: {live}");
        }
    }

    #[test]
    fn unsuitable_texts_are_refused_with_the_accepted_ones() {
        for text in ["NaN BDP", "-1 BDP", "0.1 BPD", "", "1 km"] {
            let error = limit_with(&[(BUFFER, json!(text))]).expect_err(text);
            assert!(
                error.contains(BUFFER) && error.contains(ACCEPTED),
                "{error}"
            );
        }
        for text in ["1e300 BDP", "1e300 s"] {
            let error = limit_with(&[(BUFFER, json!(text))]).expect_err(text);
            assert!(error.contains("must be a whole number from 1"), "{error}");
        }
        let access = limit_with(&[("groups.tcp.access.limit_packets", json!("2 ms"))]);
        assert!(access.is_err(), "an access link has no BDP");
    }

    #[test]
    fn link_without_tcp_has_a_time_but_no_bdp() {
        let source = (
            "groups.tcp.traffic",
            json!({ "kind": "cbr", "rate_bps": 1e6 }),
        );
        let with = |text: &str| limit_with(&[source.clone(), (BUFFER, json!(text))]);
        assert!(with("20 ms").expect("accepted").is_u64());
        let error = with("1 BDP").expect_err("no flows");
        assert!(error.contains("has no BDP"), "{error}");
    }
}
