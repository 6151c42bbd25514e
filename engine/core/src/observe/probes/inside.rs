//! What a queue discipline, a pacer or a switch shows of its inside: its gauges, as series of their link.
//!
//! They come and go with the kind, so that each kind that has been at a link has a strip of its own beside the
//! link's, in which nothing stands while another kind is there.

use crate::net::node::Node;
use crate::observe::probe::{About, Filling, Of, Probe, Shape, Subject};
use crate::spec::{Gauge, Section};
use crate::time::Time;
use crate::{net, pacer, queue};

/// A kind at a link.
#[derive(Clone, Debug)]
pub struct Insides;

/// What has gauges, at a sample.
pub struct Look<'a> {
    /// The link.
    pub link: &'a Node,
    /// The kind that is looked for.
    pub kind: &'static Section,
    /// The present.
    pub now: Time,
}

/// A kind with its gauges.
pub type Inside = (&'static Section, &'static [Gauge]);

/// Most gauges of a kind.
pub const MOST_GAUGES: usize = 8;

/// Every kind that has gauges.
pub fn kinds() -> impl Iterator<Item = &'static Inside> {
    let lists = [queue::GAUGES, pacer::GAUGES, net::switch::router::GAUGES];
    lists
        .into_iter()
        .flatten()
        .filter(|(_, gauges)| !gauges.is_empty())
}

/// What there is to know of the series of a gauge.
#[must_use]
pub fn about(kind: &Section, gauge: &Gauge) -> About {
    About {
        id: format!("gauge.{}.{}", kind.kind(), gauge.id).into(),
        of: Of::Link,
        unit: gauge.unit.symbol(),
        shape: Shape::Band,
        label: gauge.label,
        help: gauge.help,
    }
}

impl Subject for Insides {
    const OF: Of = Of::Link;
    /// They differ by kind.
    const PROBES: &'static [Probe] = &[];
    type Look<'a> = Look<'a>;
    /// Whether the kind is at the link.
    type Stamp = bool;

    fn fill(look: &Look<'_>, mut row: Filling<'_>) {
        let mut values = [f64::NAN; MOST_GAUGES];
        look.link.gauges(look.kind, look.now, &mut values);
        for value in values {
            row.value(&value, |&value| value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_kind_has_more_gauges_than_a_row_has_room_for() {
        assert!(kinds().count() > 2);
        for (kind, gauges) in kinds() {
            assert!(gauges.len() <= MOST_GAUGES, "{}", kind.id);
        }
    }
}
