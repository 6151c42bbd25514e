//! Recorded series of the gauges of a queue discipline, a pacer, a policer, a service or a switch, as series of their link.
//!
//! Gauges exist while their kind is at the link. Each kind that has been at a link has a recording of its own,
//! without values while another kind is there.

use crate::net::node::Node;
use crate::observe::probe::{About, Filling, Of, Probe, Shape, Subject};
use crate::spec::{Gauge, Section};
use crate::time::{Span, Time};
use crate::{net, pacer, policer, queue, service};

/// Gauges of the kinds at links.
#[derive(Clone, Debug)]
pub struct Gauges;

/// Values of gauges at a sample, and their integrals so far, in their units times picoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    values: [f64; MOST_GAUGES],
    sums: [f64; MOST_GAUGES],
}

/// A kind with its gauges.
pub type Inside = (&'static Section, &'static [Gauge]);

/// Maximum number of gauges of a kind.
pub const MOST_GAUGES: usize = 8;

/// Returns every kind that has gauges.
pub fn kinds() -> impl Iterator<Item = &'static Inside> {
    let lists = [
        queue::GAUGES,
        pacer::GAUGES,
        policer::GAUGES,
        service::GAUGES,
        net::switch::router::GAUGES,
    ];
    lists
        .into_iter()
        .flatten()
        .filter(|(_, gauges)| !gauges.is_empty())
}

/// Describes the series of a gauge for front ends.
#[must_use]
pub fn about(kind: &Section, gauge: &Gauge) -> About {
    About {
        id: format!("gauge.{}.{}", kind.kind(), gauge.id).into(),
        of: Of::Link,
        unit: gauge.unit.symbol(),
        shape: Shape::Level,
        label: gauge.label,
        help: gauge.help,
    }
}

impl Reading {
    /// Returns the state before the first sample, or after a return to an earlier time; `sum` gives the integrals so
    /// far.
    #[must_use]
    pub fn before(sum: impl Fn(usize) -> f64) -> Reading {
        Reading {
            values: [f64::NAN; MOST_GAUGES],
            sums: std::array::from_fn(sum),
        }
    }

    /// Reads the gauges of a link, which have no value if another kind is there. `since` is the time since the last
    /// sample.
    pub fn again(&mut self, link: &Node, kind: &Section, now: Time, since: Span) {
        self.values = [f64::NAN; MOST_GAUGES];
        link.gauges(kind, now, &mut self.values);
        for (sum, value) in self.sums.iter_mut().zip(self.values) {
            if !value.is_nan() {
                *sum += value * since.0 as f64;
            }
        }
    }
}

impl Subject for Gauges {
    const OF: Of = Of::Link;
    /// The series differ by kind.
    const PROBES: &'static [Probe] = &[];
    type Reading<'a> = Reading;
    /// Whether the kind is at the link.
    type Stamp = bool;

    fn fill(reading: &Reading, row: &mut Filling<'_>) {
        for (value, sum) in reading.values.into_iter().zip(reading.sums) {
            row.count(&sum, |&sum| sum);
            row.value(&value, |&value| value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_kind_has_more_gauges_than_a_row_can_have() {
        assert!(kinds().count() > 2);
        for (kind, gauges) in kinds() {
            assert!(gauges.len() <= MOST_GAUGES, "{}", kind.id);
        }
    }
}
