//! Exchanges between partner flows on both sides, so that both directions of the network carry data.
//!
//! A workload may have partners that send from the other side ([`App::partners`](crate::apps::App::partners)). Such
//! a group is built as two groups: itself, and a partner group whose data takes the same bottlenecks in the other
//! direction, with the group's own links reversed. When all data of an order has reached the other side,
//! acknowledged or not, the partner is notified ([`Event::OrderDelivered`](super::event::Event::OrderDelivered)).
//!
//! Both directions of a user's link belong to both flows and are computed separately: a request does not wait for
//! the acknowledgments of a response there. The group's edge delays packets of the reverse direction and never
//! queues them, as for acknowledgments.

use crate::net::own_links::OwnLinks;
use crate::rng::Rng;
use crate::scenario::sections::shared::DELAY_S;
use crate::scenario::{Access, Direction, Distribution, Egress, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::time::Span;
use crate::traffic::Traffic;

/// Returns the scenario with one more group, at the end, for each group whose workload has partners.
pub(super) fn with_partners(scenario: &Scenario) -> Scenario {
    let mut whole = scenario.clone();
    let partners: Vec<Group> = whole.groups.iter_mut().filter_map(partner).collect();
    whole.groups.extend(partners);
    whole
}

/// Creates the group on the other side, which opens the connections; the given group then needs no handshakes.
fn partner(group: &mut Group) -> Option<Group> {
    let Traffic::Tcp(config) = &mut group.traffic else {
        return None;
    };
    let (called, workload) = config.workload.partners()?;
    let theirs = TcpConfig {
        workload,
        ..config.as_ref().clone()
    };
    config.handshake = false;
    let reversed = Group {
        id: format!("{}:{called}", group.id),
        label: String::new(),
        direction: match group.direction {
            Direction::Forward => Direction::Reverse,
            Direction::Reverse => Direction::Forward,
        },
        edge: None,
        access: Access {
            rate_bps: group.egress.rate_bps.unwrap_or(group.access.rate_bps),
            delay_s: group.egress.delay_s.clone(),
            ..group.access.clone()
        },
        egress: Egress {
            rate_bps: Some(group.access.rate_bps),
            delay_s: group.access.delay_s.clone(),
        },
        traffic: Traffic::Tcp(Box::new(theirs)),
        ..group.clone()
    };
    Some(reversed)
}

/// Returns the id of the group whose partner has this id. Ids of a scenario contain no colon.
pub(crate) fn owner(id: &str) -> Option<&str> {
    id.split_once(':').map(|(owner, _)| owner)
}

/// Returns the links of flow `index` of a partner group: the links that its owner draws, reversed.
pub(super) fn reversed_links(
    group: &Group,
    index: u32,
    mut rng: Rng,
    behind_edge: Span,
) -> OwnLinks {
    let mut draw =
        |of: &Distribution| Span::from_s(of.value(index as usize, rng.uniform(), DELAY_S));
    let (out, into) = (draw(&group.egress.delay_s), draw(&group.access.delay_s));
    OwnLinks::new(into, out + behind_edge)
}

/// Returns the delay of the edge that packets of a partner group pass on their way out.
pub(super) fn behind_edge(scenario: &Scenario, group: &Group) -> Span {
    let id = owner(&group.id);
    let owner = scenario.groups.iter().find(|it| Some(it.id.as_str()) == id);
    let edge = owner.and_then(|owner| owner.edge.as_ref());
    let edge = scenario.edges.iter().find(|it| Some(&it.id) == edge);
    edge.map_or(Span::ZERO, |edge| Span::from_s(edge.delay_s))
}
