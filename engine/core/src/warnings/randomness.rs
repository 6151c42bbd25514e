//! Random shifts of packets at a full queue, in packet times of the link.
//!
//! Floyd and Jacobson (1992) require a random shift of about one packet time at the bottleneck. Senders with an
//! overhead and Poisson pacing provide it themselves. Otherwise other traffic can provide it: random numbers of packets
//! of another source, or ACKs of the other direction, which arrive in groups.

use crate::apps::Workload;
use crate::scenario::route::{Hop, hops, is_out_of_step, round_trip, tcp};
use crate::scenario::{Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;
use crate::traffic::Traffic;

/// Random shift within a round trip that is enough, in packet times; [`is_out_of_step`] requires the same of an overhead.
const ENOUGH: f64 = 1.0;

/// Returns whether packets of a group have almost no random shift at a queue that the flows fill.
pub fn lacks_randomness(scenario: &Scenario, group: &Group, hop: &Hop<'_>) -> bool {
    let Some(config) = tcp(group).filter(|config| keeps_phases(config, hop)) else {
        return false;
    };
    let here: Vec<&Group> = scenario
        .groups
        .iter()
        .filter(|other| hops(scenario, other).iter().any(|at| at.is_same(hop)))
        .collect();
    let bytes = f64::from(config.wire_bytes());
    let round_trip_s = round_trip(group, &hops(scenario, group));
    let flows: u32 = here.iter().map(|g| tcp(g).map_or(0, |_| g.count)).sum();
    let windows: f64 = here
        .iter()
        .filter_map(|g| Some(f64::from(g.count) * f64::from(tcp(g)?.max_window_packets)))
        .sum();
    let fills = windows > hop.rate_bps * round_trip_s / (8.0 * bytes) + hop.room(bytes);
    let chance = here
        .iter()
        .map(|other| packet_times(other, hop, (bytes, round_trip_s)));
    flows > 1 && fills && !is_two_way(scenario, hop) && chance.sum::<f64>() < ENOUGH
}

/// Returns whether ACKs of senders on the other side share this queue. ACKs wait behind data on their path and arrive in
/// groups, which shift the following packets by several packet times.
fn is_two_way(scenario: &Scenario, hop: &Hop<'_>) -> bool {
    let opposite = |at: &Hop<'_>| at.path == hop.path && at.direction != hop.direction;
    let mut senders = scenario.groups.iter().filter(|group| tcp(group).is_some());
    senders.any(|group| hops(scenario, group).iter().any(opposite))
}

/// Returns whether packets of a flow are sent exactly when ACKs arrive, without randomness, until a loss.
fn keeps_phases(config: &TcpConfig, hop: &Hop<'_>) -> bool {
    let lasts = matches!(config.workload, Workload::Transfer(_) | Workload::Stream(_))
        || config.workload.is_endless();
    let is_clocked = matches!(config.pacing, Pacing::None(_));
    lasts
        && is_clocked
        && config.congestion_control.grows_until_loss()
        && !is_out_of_step(config, hop)
}

/// Returns the standard deviation of the shift that the traffic of a group causes at a link within a round trip, in packet
/// times of `bytes`. For a Poisson source the variance of the number of packets is its mean; other sources and transfers
/// vary more.
fn packet_times(group: &Group, hop: &Hop<'_>, (bytes, round_trip_s): (f64, f64)) -> f64 {
    let flows = f64::from(group.count);
    let shift = |per_s: f64, size: f64| libm::sqrt(per_s * round_trip_s) * size / bytes;
    match &group.traffic {
        Traffic::Cbr(_) => 0.0,
        Traffic::Poisson(params) => {
            let size = params.packet_bytes.mean();
            shift(flows * params.rate_bps / (8.0 * size), size)
        }
        Traffic::Tcp(config) if keeps_phases(config, hop) => 0.0,
        // A sender with overhead shifts each of its packets by about one packet time.
        _ if group.count > 0 => ENOUGH,
        _ => 0.0,
    }
}
