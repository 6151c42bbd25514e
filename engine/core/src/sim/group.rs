//! State of a group during a run: its route, the rates of its own links, its parameters and its counters.

use super::arrivals::Arrivals;
use super::delays::Delays;
use super::live;
use super::round_trip_sums::RoundTripSums;
use super::schedule::Schedule;
use super::team::Teams;
use super::window_sum::WindowSum;
use crate::apps::TransferStatistics;
use crate::net::route::Route;
use crate::net::wire::OwnWires;
use crate::rng::Rng;
use crate::scenario::Group;
use crate::tcp::config::TcpConfig;
use crate::tcp::overhead::Overhead;
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
    /// Whether packets are captured: then segments take the code of a limited access link, with the same result.
    pub is_captured: bool,
    /// Whether senders may run [ahead](super::ahead): neither a schedule nor a stop nor a write affects them at a time of
    /// its own, and their segments enter the access link at once.
    pub may_run_ahead: bool,
    /// Whether the flows are streams, which write their data segment by segment.
    pub writes: bool,
    /// Parameters of the flows, if they use TCP.
    pub tcp: Option<TcpConfig>,
    /// Traffic of the flows, if they are open-loop sources.
    pub open: Option<Traffic>,
    /// Role of the group, if its packets come from outside.
    pub live: Option<live::Role>,
    /// Numbers of the flows that no edit has stopped.
    pub flows: Vec<u32>,
    /// Number of flows created so far.
    pub created: u32,
    /// Sender overhead of each flow, a random delay of each packet; empty if the group has had none.
    pub overheads: Vec<Overhead>,
    /// Data packets that left the last link that could drop them.
    pub delivered: u64,
    /// Data packets dropped in the network.
    pub dropped: u64,
    /// Delivered bytes on the wire.
    pub delivered_bytes: u64,
    /// Delays of data packets in the measured time.
    pub delays: Delays,
    /// Round-trip times that the senders measured in the measured time.
    pub round_trips: Delays,
    /// Round-trip times as a recorder samples them.
    pub round_trip_sums: RoundTripSums,
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
    /// Teams of flows that wait for each other, if the workload has teams.
    pub teams: Option<Box<Teams>>,
    /// Sum of the congestion windows of TCP flows that are sending.
    pub windows: WindowSum,
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
            is_captured: false,
            may_run_ahead: false,
            writes: false,
            tcp: None,
            open: None,
            live: None,
            flows: Vec::new(),
            created: 0,
            overheads: Vec::new(),
            delivered_bytes: 0,
            delays: Delays::default(),
            round_trips: Delays::default(),
            round_trip_sums: RoundTripSums::default(),
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
            teams: match &group.traffic {
                Traffic::Tcp(config) => Teams::of(&config.workload),
                _ => None,
            },
            windows: WindowSum::default(),
            sending: 0,
        };
        state.set_parameters(group);
        state
    }

    /// Captures the packets of the group from now on.
    pub fn capture(&mut self) {
        self.is_captured = true;
        self.sends_at_once = false;
    }

    /// Sets the parameters of the flows and of their own links.
    pub fn set_parameters(&mut self, group: &Group) {
        self.wires = OwnWires::new(group.access.rate_bps, group.egress.rate_bps);
        self.sends_at_once = !self.is_captured && sends_at_once(group);
        let workload = match &group.traffic {
            Traffic::Tcp(config) => Some(&config.workload),
            _ => None,
        };
        self.writes = workload.is_some_and(|workload| workload.writing().is_some());
        let ramps = workload.is_some_and(|workload| workload.interval_s().is_some());
        self.may_run_ahead = self.sends_at_once
            && group.stop_s.is_none()
            && group.schedule.is_empty()
            && !self.writes
            && !ramps;
        match &group.traffic {
            Traffic::Tcp(config) => self.tcp = Some(config.as_ref().clone()),
            open => self.open = Some(open.clone()),
        }
        if let Some(role) = self.live {
            self.open.take_if(|open| live::is_placeholder(open));
            if role.direction == live::Direction::Reverse {
                self.wires = live::reversed_wires(self.wires);
            }
        }
    }

    /// Makes it a live group, or the reverse direction of one.
    pub(super) fn become_live(&mut self, role: live::Role, group: &Group) {
        self.live = Some(role);
        self.set_parameters(group);
    }

    /// Returns whether its flows have TCP senders, simulated or those of real hosts.
    #[must_use]
    pub fn has_senders(&self) -> bool {
        let has_real_ones =
            |role: live::Role| role.direction == live::Direction::Forward && self.open.is_none();
        self.tcp.is_some() || self.live.is_some_and(has_real_ones)
    }

    /// Returns whether the group is shown. The reverse direction of a live group is shown once it has carried data.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        let is_hidden = |role: live::Role| {
            let packets = self.delivered + self.dropped + self.access_dropped;
            role.direction == live::Direction::Reverse && packets == 0
        };
        !self.id.is_empty() && !self.live.is_some_and(is_hidden)
    }

    /// Gives each flow a sender overhead, if the group has one.
    pub(super) fn give_overheads(&mut self, seed: u64) {
        let is_given = |tcp: &TcpConfig| tcp.overhead_s > 0.0;
        if self.tcp.as_ref().is_some_and(is_given) {
            let id = &self.id;
            let overhead = |index| Overhead::new(rng_of(seed, id, "/overhead", index));
            let without = self.overheads.len() as u32..self.created;
            self.overheads.extend(without.map(overhead));
        }
    }

    /// A TCP flow begins to send with this congestion window.
    pub fn begin_sending(&mut self, cwnd: f64) {
        self.windows.add(cwnd);
        self.sending += 1;
    }

    /// A TCP flow with this congestion window no longer sends.
    pub fn end_sending(&mut self, cwnd: f64) {
        self.windows.remove(cwnd);
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

/// Returns the seed of a random stream of a flow. The flow itself has the stream without a part.
pub(super) fn seed_of(seed: u64, group: &str, part: &str, index: u32) -> u64 {
    Rng::seed_of(seed, &format!("group/{group}{part}"), u64::from(index))
}

/// Returns a random stream of a flow; see [`seed_of`].
pub(super) fn rng_of(seed: u64, group: &str, part: &str, index: u32) -> Rng {
    Rng::from_seed(seed_of(seed, group, part, index))
}

/// Returns the random stream of the session of a flow.
pub(super) fn session_rng(seed: u64, group: &str, index: u32) -> Rng {
    rng_of(seed, group, "/app", index)
}
