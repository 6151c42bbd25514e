//! The link whose buffer is searched for, with the properties that rules and units of a buffer need.

use serde_json::Value;

use super::policed::Policed;
use crate::scenario::buffer::{self, BufferContext};
use crate::scenario::route::tcp;
use crate::scenario::{Direction, Group, Problem, Scenario};

/// The forward direction of a bottleneck. Flows are those of TCP that cross it; if all of them go the other way, all.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Id of the bottleneck.
    pub id: String,
    /// Rate of the link in b/s.
    pub rate_bps: f64,
    /// Size of a full packet on the wire in bytes, from the first TCP group; 1,000 without TCP.
    pub packet_bytes: f64,
    /// Mean round-trip time of the flows without queueing, in seconds; 0 without flows.
    pub rtt_s: f64,
    /// Number of flows that pass the link.
    pub flows: f64,
    /// Whether the limit is in bytes and not in packets.
    pub in_bytes: bool,
    /// The limit that is there.
    pub limit: u64,
    /// Policer before the queue, if there is one.
    pub policed: Option<Policed>,
}

impl Link {
    /// The bottleneck `id` of a complete scenario, of which `document` is the JSON.
    ///
    /// # Errors
    /// A queue whose limit cannot be set.
    pub fn of(scenario: &Scenario, document: &Value, index: usize) -> Result<Link, Problem> {
        let bottleneck = &scenario.bottlenecks[index];
        let queue = &document["bottlenecks"][index]["queue"];
        let limit = |name: &str| queue[name].as_u64();
        let (in_bytes, limit) = match (limit("limit_packets"), limit("limit_bytes")) {
            (Some(packets), _) => (false, packets),
            (None, Some(bytes)) => (true, bytes),
            (None, None) => return Err(no_limit(&bottleneck.id, queue)),
        };
        let groups = crossing(scenario, &bottleneck.id);
        let context = BufferContext::of(scenario, bottleneck.rate_bps, &groups);
        Ok(Link {
            id: bottleneck.id.clone(),
            rate_bps: context.rate_bps,
            packet_bytes: context.packet_bytes,
            rtt_s: context.rtt_s,
            flows: context.flows,
            in_bytes,
            limit,
            policed: Policed::of(&bottleneck.policer, &context),
        })
    }

    /// Ids and sizes of the groups that are counted.
    pub(super) fn groups(&self, scenario: &Scenario) -> Vec<(String, u32)> {
        let groups = crossing(scenario, &self.id).into_iter();
        groups
            .map(|group| (group.id.clone(), group.count))
            .collect()
    }

    /// Writes a limit with its unit.
    #[must_use]
    pub fn size(&self, limit: u64) -> String {
        let unit = match (self.in_bytes, limit) {
            (true, 1) => "byte",
            (true, _) => "bytes",
            (false, 1) => "packet",
            (false, _) => "packets",
        };
        format!("{limit} {unit}")
    }

    /// Path of the limit in the scenario.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}.{}", self.queue_path(), self.limit_field())
    }

    /// Path of the queue in the scenario.
    #[must_use]
    pub fn queue_path(&self) -> String {
        format!("bottlenecks.{}.queue", self.id)
    }

    /// Name of the limit among the parameters of the queue.
    #[must_use]
    pub fn limit_field(&self) -> &'static str {
        if self.in_bytes {
            "limit_bytes"
        } else {
            "limit_packets"
        }
    }

    /// A limit in bytes.
    #[must_use]
    pub fn bytes(&self, limit: u64) -> f64 {
        limit as f64 * self.unit_bytes()
    }

    /// Returns the limit for a buffer of `bytes`, rounded to a whole number of full packets.
    ///
    /// A remainder smaller than a full packet would admit small packets only, and results would depend on a few bytes.
    #[must_use]
    pub fn limit_of(&self, bytes: f64) -> u64 {
        let most = if self.in_bytes { 1e12 } else { 1e7 };
        let packets = libm::round(bytes / self.packet_bytes);
        let step = self.step();
        (packets * step as f64).clamp(step as f64, most) as u64
    }

    /// The limits that divide the range between two into equal ratios, `parts` − 1 or fewer; none if there is none between.
    #[must_use]
    pub fn between(&self, low: u64, high: u64, parts: u32) -> Vec<u64> {
        let step = self.step();
        let ratio = self.bytes(high) / self.bytes(low);
        let inside = |limit: &u64| (low + 1..high).contains(limit);
        let place = |part: u32| {
            let share = f64::from(part) / f64::from(parts);
            let limit = self.limit_of(self.bytes(low) * libm::pow(ratio, share));
            let near = [limit, limit + step, limit.saturating_sub(step)];
            near.into_iter().find(inside)
        };
        let mut limits: Vec<u64> = (1..parts).filter_map(place).collect();
        limits.dedup();
        limits
    }

    /// Half of a limit, at least a full packet.
    #[must_use]
    pub fn half(&self, limit: u64) -> u64 {
        self.limit_of(self.bytes(limit) / 2.0)
    }

    /// The next limit that is at least `ratio` times as large.
    #[must_use]
    pub fn above(&self, limit: u64, ratio: f64) -> u64 {
        let step = self.step();
        let steps = libm::ceil(limit as f64 * ratio / step as f64) as u64;
        (steps * step).max(limit + step)
    }

    /// A full packet, in the unit of the limit.
    #[must_use]
    pub fn step(&self) -> u64 {
        if self.in_bytes {
            libm::ceil(self.packet_bytes) as u64
        } else {
            1
        }
    }

    /// Time in which so much leaves, seconds.
    #[must_use]
    pub fn drain_s(&self, limit: u64) -> f64 {
        8.0 * self.bytes(limit) / self.rate_bps
    }

    /// Rate times round trip, bytes; `None` without flows.
    #[must_use]
    pub fn bdp_bytes(&self) -> Option<f64> {
        (self.flows > 0.0 && self.rtt_s > 0.0).then(|| self.rate_bps * self.rtt_s / 8.0)
    }

    fn unit_bytes(&self) -> f64 {
        if self.in_bytes {
            1.0
        } else {
            self.packet_bytes
        }
    }
}

/// Returns the TCP groups that send data forward through a bottleneck; without any, those that send acknowledgments.
fn crossing<'a>(scenario: &'a Scenario, id: &str) -> Vec<&'a Group> {
    let mut groups = buffer::crossing(scenario, id);
    groups.retain(|group| tcp(group).is_some());
    buffer::toward(groups, Direction::Forward)
}

fn no_limit(id: &str, queue: &Value) -> Problem {
    let kind = queue["kind"].as_str().unwrap_or("queue");
    Problem::new(
        format!("bottlenecks.{id}.queue"),
        format!(
            "a {kind} queue has no limit to search for; choose a queue with limit_packets or limit_bytes"
        ),
    )
}
