//! State of a group during a run: its route, the rates of its own links, its parameters and its counters.

use super::arrivals::Arrivals;
use super::schedule::Schedule;
use crate::apps::TransferStatistics;
use crate::net::route::Route;
use crate::net::wire::OwnWires;
use crate::scenario::Group;
use crate::tcp::config::TcpConfig;
use crate::traffic::Traffic;

/// State of a group during a run.
#[derive(Clone, Debug)]
pub struct GroupState {
    /// Id of the group in the scenario.
    pub id: String,
    /// Path through the network.
    pub route: Route,
    /// Rates of the access and egress links of each flow.
    pub wires: OwnWires,
    /// Whether segments enter the access link at once, whatever waits there: no sender overhead, no limit, no loss.
    pub sends_at_once: bool,
    /// Parameters of the flows, if they use TCP.
    pub tcp: Option<TcpConfig>,
    /// Traffic of the flows, if they are open-loop sources.
    pub open: Option<Traffic>,
    /// Numbers of the flows that no edit has stopped.
    pub flows: Vec<u32>,
    /// Number of flows created so far.
    pub created: u32,
    /// Data packets that left the last link that could drop them.
    pub delivered: u64,
    /// Data packets dropped in the network.
    pub dropped: u64,
    /// Delivered bytes on the wire.
    pub delivered_bytes: u64,
    /// Packets dropped or lost on the access link of their flow.
    pub access_dropped: u64,
    /// Position of the partner group on the other side, if this workload has one.
    pub partner: Option<u16>,
    /// Statistics of transfers completed in the measured time.
    pub transfers: TransferStatistics,
    /// Schedule of active flows; `None` if all are always active.
    pub schedule: Option<Box<Schedule>>,
    /// Arrival process of this group, if flows are created on arrival.
    pub arrivals: Option<Box<Arrivals>>,
    /// Sum of the congestion windows of TCP flows that are sending, packets.
    pub cwnd_sum: f64,
    /// Number of TCP flows that are sending.
    pub sending: u32,
}

impl GroupState {
    /// Creates the state of a group without flows.
    #[must_use]
    pub fn new(group: &Group, route: Route, seed: u64) -> GroupState {
        let mut state = GroupState {
            id: group.id.clone(),
            route,
            wires: OwnWires::new(group.access.rate_bps, group.egress.rate_bps),
            sends_at_once: false,
            tcp: None,
            open: None,
            flows: Vec::new(),
            created: 0,
            delivered_bytes: 0,
            access_dropped: 0,
            delivered: 0,
            dropped: 0,
            partner: None,
            transfers: TransferStatistics::new(),
            schedule: Schedule::of(group),
            arrivals: match &group.traffic {
                Traffic::Tcp(config) => Arrivals::of(&config.workload, seed, &group.id),
                _ => None,
            },
            cwnd_sum: 0.0,
            sending: 0,
        };
        state.set_parameters(group);
        state
    }

    /// Sets the parameters of the flows and of their own links.
    pub fn set_parameters(&mut self, group: &Group) {
        self.wires = OwnWires::new(group.access.rate_bps, group.egress.rate_bps);
        self.sends_at_once = sends_at_once(group);
        match &group.traffic {
            Traffic::Tcp(config) => self.tcp = Some(config.as_ref().clone()),
            open => self.open = Some(open.clone()),
        }
    }

    /// A TCP flow begins to send with this congestion window.
    pub fn begin_sending(&mut self, cwnd: f64) {
        self.cwnd_sum += cwnd;
        self.sending += 1;
    }

    /// A TCP flow with this congestion window no longer sends.
    pub fn end_sending(&mut self, cwnd: f64) {
        self.cwnd_sum -= cwnd;
        self.sending -= 1;
    }
}

/// Returns whether segments enter the access link at once; see [`GroupState::sends_at_once`].
fn sends_at_once(group: &Group) -> bool {
    let Traffic::Tcp(config) = &group.traffic else {
        return !group.access.limit.is_given();
    };
    config.overhead_s == 0.0 && !group.access.limit.is_given() && !config.workload.plays()
}
