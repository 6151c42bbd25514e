//! Applications over TCP: they decide what is sent next, and when.
//!
//! A session is called when its flow begins and when all requested data has arrived, and returns the next order: a
//! file, an endless stream, or nothing more. It knows nothing of TCP; each order is a connection of its own, opened
//! at the time of the order. Each kind is one file with its parameters and behavior. A new kind is one more file
//! and one more entry in the `workloads!` list below; the registry, the kinds of the scenario and the dispatch
//! follow from it.

pub mod adaptive_video;
pub mod arrivals;
pub mod barrier;
pub mod closed_loop;
pub mod durations;
pub mod endless;
pub mod file;
pub mod player;
pub mod reports;
pub mod request_response;
pub mod responsiveness;
pub mod statistics;
pub mod stream;
pub mod surge;
pub mod team;
pub mod tmix;
pub mod transfer;
mod video_params;
pub mod web_page;

use std::sync::Arc;

use serde::Serialize;

use crate::rng::Rng;
use crate::spec::Registry;
use crate::spec::distribution::Range;
use crate::spec::read::read_kinds;
use crate::time::{Span, Time};
use crate::trace::vectors::Script;
use crate::trace::{Content, FileRef, Trace};
pub use file::Transfer;
pub use reports::Report;
pub use statistics::TransferStatistics;
use team::Release;

/// Next request of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Send data over a new connection.
    Send(Order),
    /// Wait for the next arrival.
    AwaitArrival,
    /// Wait until the partner on the other side has sent something.
    AwaitPartner,
    /// Wait until all flows of the team wait.
    AwaitTeam,
    /// Nothing more to send.
    Done,
}

/// Order to send data over a new connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Opening time of the connection; [`Time::NEVER`] if not within any run.
    pub at: Time,
    /// Amount of data to send.
    pub size: Size,
    /// Whether to reuse the open connection, if there is one.
    pub reuses_connection: bool,
    /// Highest rate at which the application lets this data be sent, headers included, bits per second.
    pub pace_bps: Option<u64>,
}

impl Order {
    /// Creates an order for a new connection.
    #[must_use]
    pub fn new(at: Time, size: Size) -> Order {
        Order {
            at,
            size,
            reuses_connection: false,
            pace_bps: None,
        }
    }
}

/// Names of partner groups, for [`App::partners`].
pub struct Partners;

impl Partners {
    /// Suffix of the id of a group of users that send requests.
    pub const REQUESTS: &'static str = "requests";
    /// Suffix of the id of a group of connection initiators.
    pub const INITIATORS: &'static str = "initiators";
}

/// Amount of data to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Data without an end.
    Endless,
    /// Data without an end, [written](Writing) bit by bit.
    Written,
    /// Number of bytes, at least one.
    Bytes(u64),
    /// Number of bytes, at least one, rounded up to full segments.
    WholeSegments(u64),
}

/// How an application writes data without an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writing {
    /// Data written per second, bits.
    pub rate_bps: f64,
    /// Largest amount of data that is written and not yet acknowledged, bytes.
    pub send_buffer_bytes: u64,
}

/// Application of a flow during a run. It owns its parameters.
pub trait App {
    /// Parameters, as in a scenario.
    type Params;

    /// Creates the session of flow `index` of its group.
    fn new(params: &Self::Params, index: u32) -> Self;

    /// Changes the parameters; the current order stays.
    fn change(&mut self, params: &Self::Params);

    /// Handles the start of the flow at `now`.
    fn begin(&mut self, now: Time, rng: &mut Rng) -> Next;

    /// Handles the completion of the last order at `now`: all of it is acknowledged.
    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next;

    /// Handles an arrival at `now`, for which the session [waited](Next::AwaitArrival).
    fn on_arrival(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::Done
    }

    /// Returns the mean time between arrivals at a group, seconds, if its sessions wait for arrivals.
    fn arrival_gap_s(_params: &Self::Params) -> Option<f64> {
        None
    }

    /// Returns the time between two arrivals, seconds, if sessions are added one by one until their goodput is stable.
    fn interval_s(_params: &Self::Params) -> Option<f64> {
        None
    }

    /// Handles the complete delivery of an order of the partner at `now`.
    fn on_partner_done(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitPartner
    }

    /// Handles the end of the wait for the team: all of its flows [waited](Next::AwaitTeam).
    fn on_released(&mut self, _release: &mut Release<'_>, _rng: &mut Rng) -> Next {
        Next::Done
    }

    /// Returns the number of flows in a row that are a team, if sessions wait for each other. With more than the flows
    /// of the group, all are one team.
    fn team(_params: &Self::Params) -> Option<u32> {
        None
    }

    /// Returns what the user noticed of the last completed order, once.
    fn take_report(&mut self) -> Option<Report> {
        None
    }

    /// Returns for how long a video has been without picture at `now`; `None` without a video.
    fn stalled(&self, _now: Time) -> Option<Span> {
        None
    }

    /// Returns the workload of partner sessions on the other side, one per flow of the group, with the suffix of
    /// their group's id; `None` without partners.
    fn partners(_params: &Self::Params) -> Option<(&'static str, Self::Params)> {
        None
    }

    /// Returns the file that it replays, if any, and its required content.
    fn file(_params: &mut Self::Params) -> Option<(&mut FileRef, Content)> {
        None
    }

    /// Returns, if arrivals come from a file, the file (if it is loaded) and whether it repeats.
    fn replays(_params: &Self::Params) -> Option<(Option<&Arc<Trace>>, bool)> {
        None
    }

    /// Returns how sessions write the data of orders that are [written](Size::Written).
    fn writing(_params: &Self::Params) -> Option<Writing> {
        None
    }

    /// Returns the number of entries of its lists together.
    fn listed(_params: &Self::Params) -> usize {
        0
    }

    /// Whether connections are [replayed](App::play), each with its own path.
    const PLAYS: bool = false;

    /// Sets the connection to replay next.
    fn play(&mut self, _script: Script) {}
}

/// Declares the workloads: their variants as a scenario names them, their sessions, the registry and the
/// dispatch.
macro_rules! workloads {
    ($($(#[$doc:meta])* $name:ident($module:ident::$app:ident)),+ $(,)?) => {
        /// A kind of workload with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Workload {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Workload { $($name: $module::SECTION),+ });

        /// Session of a flow during a run.
        #[derive(Clone, Debug)]
        pub enum Session {
            $($(#[$doc])* $name($module::$app),)+
        }

        /// The kinds of workload a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "workload",
            label: "Workload",
            entries: &[$(&$module::SECTION),+],
        };

        impl Workload {
            /// Creates the session of flow `index` of its group.
            #[must_use]
            pub fn start(&self, index: u32) -> Session {
                match self {
                    $(Workload::$name(params) => Session::$name($module::$app::new(params, index)),)+
                }
            }

            /// Returns the mean time between arrivals at a group, seconds, if its sessions wait for arrivals.
            #[must_use]
            pub fn arrival_gap_s(&self) -> Option<f64> {
                match self {
                    $(Workload::$name(params) => <$module::$app as App>::arrival_gap_s(params),)+
                }
            }

            /// Returns the time between two arrivals, seconds, if sessions are added one by one until their goodput is
            /// stable.
            #[must_use]
            pub fn interval_s(&self) -> Option<f64> {
                match self { $(Workload::$name(params) => <$module::$app as App>::interval_s(params),)+ }
            }

            /// Returns the number of flows in a row that are a team, if sessions wait for each other.
            #[must_use]
            pub fn team(&self) -> Option<u32> {
                match self {
                    $(Workload::$name(params) => <$module::$app as App>::team(params),)+
                }
            }

            /// Returns the workload of the partner group and the suffix of its id; `None` without partners.
            #[must_use]
            pub fn partners(&self) -> Option<(&'static str, Workload)> {
                match self {
                    $(Workload::$name(params) => {
                        let (called, params) = <$module::$app as App>::partners(params)?;
                        Some((called, Workload::$name(params)))
                    })+
                }
            }

            /// Returns the file that it replays, if any, and its required content.
            pub fn file(&mut self) -> Option<(&mut FileRef, Content)> {
                match self {
                    $(Workload::$name(params) => <$module::$app as App>::file(params),)+
                }
            }

            /// Returns, if arrivals come from a file, the file (if it is loaded) and whether it repeats.
            #[must_use]
            pub fn replays(&self) -> Option<(Option<&Arc<Trace>>, bool)> {
                match self {
                    $(Workload::$name(params) => <$module::$app as App>::replays(params),)+
                }
            }

            /// Whether connections are played, each with a path of its own.
            #[must_use]
            pub fn plays(&self) -> bool {
                match self { $(Workload::$name(_) => <$module::$app as App>::PLAYS,)+ }
            }

            /// Returns how sessions write their data, if it comes bit by bit.
            #[must_use]
            pub fn writing(&self) -> Option<Writing> {
                match self { $(Workload::$name(params) => <$module::$app as App>::writing(params),)+ }
            }

            /// Entries of its lists together: what a document of it costs to check.
            #[must_use]
            pub fn listed(&self) -> usize {
                match self { $(Workload::$name(params) => <$module::$app as App>::listed(params),)+ }
            }
        }

        impl Session {
            /// Handles the start of the flow at `now`.
            pub fn begin(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.begin(now, rng),)+ }
            }

            /// Handles the completion of the last order at `now`: all of it is acknowledged.
            pub fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.on_delivered(now, rng),)+ }
            }

            /// Handles an arrival at `now`, for which the session waited.
            pub fn on_arrival(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.on_arrival(now, rng),)+ }
            }

            /// Handles the complete delivery of an order of the partner at `now`.
            pub fn on_partner_done(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.on_partner_done(now, rng),)+ }
            }

            /// Handles the end of the wait for the team.
            pub fn on_released(&mut self, release: &mut Release<'_>, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.on_released(release, rng),)+ }
            }

            /// Returns what the user noticed of the last completed order, once.
            pub fn take_report(&mut self) -> Option<Report> {
                match self { $(Session::$name(app) => app.take_report(),)+ }
            }

            /// Returns for how long a video has been without picture at `now`; `None` without a video.
            #[must_use]
            pub fn stalled(&self, now: Time) -> Option<Span> {
                match self { $(Session::$name(app) => app.stalled(now),)+ }
            }

            /// Sets the connection to replay next.
            pub fn play(&mut self, script: Script) {
                match self { $(Session::$name(app) => app.play(script),)+ }
            }

            /// Changes to the workload `to`, of any kind, for flow `index`. The current order stays; after its
            /// delivery the new parameters apply.
            pub fn reconfigure(&mut self, to: &Workload, index: u32) {
                match (&mut *self, to) {
                    $((Session::$name(app), Workload::$name(params)) => app.change(params),)+
                    _ => *self = to.start(index),
                }
            }
        }
    };
}

workloads! {
    /// Data without an end.
    Endless(endless::Endless),
    /// One file per flow, then nothing.
    Transfer(transfer::OneFile),
    /// One file after another, with think times between them.
    ClosedLoop(closed_loop::ClosedLoop),
    /// Web users of the SURGE model.
    Surge(surge::Surge),
    /// Files of flows that arrive at random.
    Arrivals(arrivals::Arrivals),
    /// Users that send requests, and servers that respond.
    RequestResponse(request_response::RequestResponse),
    /// Video players that choose the rate of each chunk.
    AdaptiveVideo(adaptive_video::AdaptiveVideo),
    /// Browsers that load pages of several objects.
    WebPage(web_page::WebPage),
    /// Servers that answer a request together.
    Barrier(barrier::Barrier),
    /// Data written at a constant rate.
    Stream(stream::Stream),
    /// Connections that are added until the goodput is stable.
    Responsiveness(responsiveness::Responsiveness),
    /// Replayed connections of a file.
    Tmix(tmix::Tmix),
}

impl Workload {
    /// Whether connections have data without an end, as much as the network takes.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        matches!(self, Workload::Endless(_) | Workload::Responsiveness(_))
    }
}

impl Size {
    /// Whether the data has no end.
    #[must_use]
    pub fn is_endless(self) -> bool {
        matches!(self, Size::Endless | Size::Written)
    }

    /// The file, cut into segments of `segment_bytes`, at least one; `None` if there is no end.
    #[must_use]
    pub fn transfer(self, segment_bytes: u16) -> Option<Transfer> {
        match self {
            Size::Endless | Size::Written => None,
            Size::Bytes(bytes) => Some(Transfer::of(bytes, segment_bytes)),
            Size::WholeSegments(bytes) => Some(Transfer::whole(bytes, segment_bytes)),
        }
    }
}

/// Range of file sizes, bytes.
const SIZE_BYTES: Range = Range {
    min: 1.0,
    max: 1e12,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use serde_json::json;

    /// One of each kind with its defaults.
    fn workloads() -> Vec<Workload> {
        let workload = |section: &&'static crate::spec::Section| {
            let mut complete = complete_one(section, json!({})).expect("defaults are complete");
            complete["kind"] = json!(section.kind());
            serde_json::from_value(complete).expect("complete parameters are read")
        };
        REGISTRY.entries.iter().map(workload).collect()
    }

    fn rng() -> Rng {
        Rng::for_component(1, "apps", 0)
    }

    /// Sessions that begin: those of the group, or of its partners.
    fn first(workload: &Workload) -> Workload {
        workload
            .partners()
            .map_or(workload.clone(), |(_, theirs)| theirs)
    }

    #[test]
    fn every_flow_begins_at_its_start_time() {
        for workload in workloads().iter().map(first) {
            let mut session = workload.start(0);
            let first = session.begin(Time(5), &mut rng());
            let is_team = first == Next::AwaitTeam;
            assert_eq!(workload.team().is_some(), is_team);
            let waits = first == Next::AwaitArrival;
            assert_eq!(
                workload.arrival_gap_s().is_some()
                    || workload.interval_s().is_some()
                    || workload.plays(),
                waits
            );
            session.play(Script {
                units: vec![crate::trace::vectors::Unit {
                    heard: 0,
                    wait: crate::time::Span::ZERO,
                    bytes: 9,
                }],
                comes: 0,
                window_bytes: 0,
                loss: 0.0,
                round_trip: crate::time::Span::ZERO,
            });
            let next = if is_team {
                session.on_released(
                    &mut Release {
                        now: Time(5),
                        rank: 0,
                        of: 1,
                        round: &mut team::Round::default(),
                    },
                    &mut rng(),
                )
            } else if waits {
                session.on_arrival(Time(5), &mut rng())
            } else {
                workload.start(0).begin(Time(5), &mut rng())
            };
            let Next::Send(order) = next else {
                panic!("{workload:?} sends nothing");
            };
            assert_eq!(order.at, Time(5));
            let transfer = order.size.transfer(1000);
            assert_eq!(transfer.is_none(), order.size.is_endless());
            assert!(transfer.is_none_or(|transfer| transfer.bytes >= 1));
        }
    }

    #[test]
    fn a_server_waits_for_its_partner() {
        let mut partners = 0;
        for workload in workloads() {
            let Some((called, theirs)) = workload.partners() else {
                continue;
            };
            partners += 1;
            assert!(called.bytes().all(|b| b.is_ascii_lowercase()));
            assert_ne!(workload, theirs);
            assert_eq!(
                workload.start(0).begin(Time(5), &mut rng()),
                Next::AwaitPartner
            );
        }
        assert_eq!(partners, 2);
    }

    #[test]
    fn every_workload_turns_into_every_other_when_the_last_order_has_arrived() {
        for from in workloads() {
            for to in workloads().into_iter().filter(|to| *to != from) {
                let mut session = from.start(3);
                session.begin(Time::ZERO, &mut rng());
                session.reconfigure(&to, 3);
                let next = session.on_delivered(Time(9), &mut rng());
                assert_eq!(next, to.start(3).on_delivered(Time(9), &mut rng()));
                let Next::Send(order) = next else { continue };
                assert!(order.at >= Time(9));
            }
        }
    }
}
