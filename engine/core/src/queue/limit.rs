//! Limit of a queue, in packets or in bytes.
//!
//! All disciplines with a limit hold a [`Limit`] and share the check that exactly one of its parameters is set.

use serde_json::{Map, Value};

use super::{Arrival, Backlog};
use crate::spec::Param;
use crate::spec::parameters::{integer, parameter, parameters};

parameters! {
    /// Limit of a queue. At most one of the two is set; without both there is no limit.
    #[derive(Copy, Default, Eq)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Limit {
        #[serde(rename = "limit_packets")]
        packets: Option<u32> => PACKETS,
        #[serde(rename = "limit_bytes")]
        bytes: Option<u64> => BYTES,
    }
}

impl Limit {
    /// A limit in packets.
    #[must_use]
    pub const fn of_packets(packets: u32) -> Limit {
        Limit {
            packets: Some(packets),
            bytes: None,
        }
    }

    /// A limit in bytes.
    #[must_use]
    pub const fn of_bytes(bytes: u64) -> Limit {
        Limit {
            packets: None,
            bytes: Some(bytes),
        }
    }

    /// Returns whether there is a limit.
    #[must_use]
    pub fn is_given(self) -> bool {
        self.packets.is_some() || self.bytes.is_some()
    }

    /// Returns whether an arriving packet fits completely. An idle link accepts any packet.
    #[must_use]
    #[inline]
    pub fn admits(self, arrival: &Arrival) -> bool {
        let alone = arrival.in_service.is_none() && arrival.waiting.packets == 0;
        alone || self.fits(arrival.waiting, arrival.packet.bytes)
    }

    /// Returns whether a packet of `bytes` fits completely behind the backlog `waiting`.
    #[must_use]
    #[inline]
    pub fn fits(self, waiting: Backlog, bytes: u16) -> bool {
        if let Some(limit) = self.packets {
            return waiting.packets < limit;
        }
        self.bytes
            .is_none_or(|limit| waiting.bytes + u64::from(bytes) <= limit)
    }
}

/// The limit in packets, a parameter.
pub const PACKETS: Param = parameter! {
    /// Largest number of packets that may wait. Setting it replaces the limit in bytes.
    limit_packets = None, "Buffer, packets", Packets, integer(1..=10_000_000).log().or_null("given in bytes"),
        [live, excludes: &["limit_bytes"]]
};

/// The limit in bytes, a parameter.
pub const BYTES: Param = parameter! {
    /// Largest number of bytes that may wait. Setting it replaces the limit in packets.
    limit_bytes = None, "Buffer, bytes", Bytes, integer(1..=1_000_000_000_000).log().or_null("given in packets"),
        [live, excludes: &["limit_packets"]]
};

/// The parameters of a [`Limit`] that bounds a computed one, with the help of each.
pub const fn maximum(
    source: &'static str,
    packets: &'static str,
    bytes: &'static str,
) -> [Param; 2] {
    [
        Param {
            label: "Maximum limit, packets",
            help: packets,
            source,
            ..PACKETS
        },
        Param {
            label: "Maximum limit, bytes",
            help: bytes,
            source,
            ..BYTES
        },
    ]
}

/// The check of a section that holds [`PACKETS`] and [`BYTES`]: one of them is given.
pub fn exactly_one(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    if given(fields) == 0 {
        let problem = "has no limit: set limit_packets or limit_bytes";
        report("", problem.to_owned());
    }
    at_most_one(fields, report);
}

/// The check of a section in which nothing may be given either, for no limit.
pub fn at_most_one(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    if given(fields) == 2 {
        let problem = "has two limits: set limit_packets or limit_bytes, and the other one to null";
        report("", problem.to_owned());
    }
}

fn given(fields: &Map<String, Value>) -> usize {
    let is_given = |param: &&Param| fields.get(param.name).is_some_and(|value| !value.is_null());
    [PACKETS, BYTES].iter().filter(is_given).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::REGISTRY;
    use crate::spec::complete::complete_one;
    use serde_json::json;

    #[test]
    fn disciplines_with_a_limit_require_exactly_one() {
        for section in REGISTRY.entries {
            if section.param(PACKETS.name).is_none() {
                continue;
            }
            let of = |limits: Value| {
                complete_one(section, limits).map_err(|problems| problems.to_string())
            };
            assert!(of(json!({ "limit_packets": 9 })).is_ok(), "{}", section.id);
            assert!(of(json!({ "limit_bytes": 9 })).is_ok(), "{}", section.id);
            let none = of(json!({})).expect_err(section.id);
            assert!(none.starts_with("has no limit"), "{none}");
            let both = of(json!({ "limit_packets": 9, "limit_bytes": 9 })).expect_err(section.id);
            assert!(both.starts_with("has two limits"), "{both}");
        }
    }
}
