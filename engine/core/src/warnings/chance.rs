//! How much chance there is in what meets at a full queue, in packet times of the link.
//!
//! Floyd and Jacobson (1992) want a packet shifted at random by about what the bottleneck takes for one. Senders with an
//! overhead, and Poisson pacing, do that themselves; else other traffic may do it, whose packets come in numbers that
//! chance decides, or ACKs of the other direction, which come in clumps.

use super::way::{Hop, hops, is_out_of_step, round_trip, tcp};
use crate::apps::Workload;
use crate::scenario::{Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;
use crate::traffic::Traffic;

/// Packet times of randomness in a round trip that are enough, as [`is_out_of_step`] wants of an overhead.
const ENOUGH: f64 = 1.0;

/// Whether next to nothing shifts the packets of a group's flows against those of others at a queue that they fill.
pub fn lacks_chance(scenario: &Scenario, group: &Group, hop: &Hop<'_>) -> bool {
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

/// Whether senders on the other side put ACKs between the packets here: these wait behind data on their way and come in
/// clumps, which shifts what follows by several packet times.
fn is_two_way(scenario: &Scenario, hop: &Hop<'_>) -> bool {
    let opposite = |at: &Hop<'_>| at.path == hop.path && at.direction != hop.direction;
    let mut senders = scenario.groups.iter().filter(|group| tcp(group).is_some());
    senders.any(|group| hops(scenario, group).iter().any(opposite))
}

/// Whether a flow's packets leave when acknowledgements come, for as long as nothing is lost, with no chance in it.
fn keeps_phases(config: &TcpConfig, hop: &Hop<'_>) -> bool {
    let lasts = matches!(
        config.workload,
        Workload::Endless(_) | Workload::Transfer(_)
    );
    let is_clocked = matches!(config.pacing, Pacing::None(_));
    lasts
        && is_clocked
        && config.congestion_control.grows_until_loss()
        && !is_out_of_step(config, hop)
}

/// By how many packet times of `bytes` at a link chance in what a group sends shifts what waits there, within a round
/// trip: one standard deviation. Packets of a Poisson source come in numbers whose variance is their mean; those of
/// other sources, and of transfers, vary more.
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
        // One that is out of step brings its own share of the link's packets, each shifted by about a packet's time.
        _ if group.count > 0 => ENOUGH,
        _ => 0.0,
    }
}
