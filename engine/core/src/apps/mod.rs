//! What runs over TCP: it decides what is sent next, and when.
//!
//! A session is told when its flow begins and when all that it asked for has arrived, and answers with
//! what comes next: a file, an endless stream, or nothing any more. It knows nothing of TCP; each order is
//! a connection of its own, which whoever runs the session opens at the time that the order says. Each
//! kind is one file: its parameters and what it does. One more is one more file and one more entry in the
//! `workloads!` list below; the registry, the scenario's kinds and the dispatch follow from it.

pub mod arrivals;
pub mod closed_loop;
pub mod endless;
pub mod figures;
pub mod file;
pub mod surge;
pub mod transfer;

use serde::Serialize;

use crate::rng::Rng;
use crate::spec::Registry;
use crate::spec::distribution::Range;
use crate::spec::read::read_by_kind;
use crate::time::Time;
pub use figures::TransferFigures;
pub use file::Transfer;

/// What a session wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// To send something over a fresh connection.
    Send(Order),
    /// Nothing until someone comes.
    Wait,
    /// Nothing any more.
    Done,
}

/// Something to send over a fresh connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// When the connection opens; [`Time::NEVER`] if not within any run.
    pub at: Time,
    /// How much is sent.
    pub size: Size,
}

/// How much there is to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Always more.
    Endless,
    /// So many bytes, at least one.
    Bytes(u64),
    /// So many bytes, at least one, rounded up to full segments.
    WholeSegments(u64),
}

/// What a flow has to send, while it runs. It owns its parameters.
pub trait App {
    /// As a scenario writes it.
    type Params;

    /// The session of flow `index` of its group, which has not begun.
    fn new(params: &Self::Params, index: u32) -> Self;

    /// Its parameters change; what it has asked for stays asked for.
    fn change(&mut self, params: &Self::Params);

    /// The flow begins at `now`.
    fn begin(&mut self, now: Time, rng: &mut Rng) -> Next;

    /// All of the last order has arrived, and its sender knows, at `now`.
    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next;

    /// Someone comes at `now`, for whom it has [waited](Next::Wait).
    fn on_arrival(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::Done
    }

    /// Mean time between those who come to a group, seconds, if its sessions wait for them.
    fn arrival_gap_s(_params: &Self::Params) -> Option<f64> {
        None
    }
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

        read_by_kind!(Workload { $($name: $module::SECTION),+ });

        /// What a flow has to send, while it runs.
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
            /// The session of flow `index` of its group, which has not begun.
            #[must_use]
            pub fn start(&self, index: u32) -> Session {
                match self {
                    $(Workload::$name(params) => Session::$name($module::$app::new(params, index)),)+
                }
            }

            /// Mean time between those who come to a group, seconds, if its sessions wait for them.
            #[must_use]
            pub fn arrival_gap_s(&self) -> Option<f64> {
                match self {
                    $(Workload::$name(params) => <$module::$app as App>::arrival_gap_s(params),)+
                }
            }

            /// Entries of its lists together: what a document of it costs to check.
            #[must_use]
            pub fn listed(&self) -> usize {
                match self { $(Workload::$name(params) => params.listed(),)+ }
            }
        }

        impl Session {
            /// The flow begins at `now`.
            pub fn begin(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.begin(now, rng),)+ }
            }

            /// All of the last order has arrived, and its sender knows, at `now`.
            pub fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.on_delivered(now, rng),)+ }
            }

            /// Someone comes at `now`, for whom it has waited.
            pub fn on_arrival(&mut self, now: Time, rng: &mut Rng) -> Next {
                match self { $(Session::$name(app) => app.on_arrival(now, rng),)+ }
            }

            /// Becomes the session of flow `index` under `to`, of whatever kind. What it has asked for
            /// stays asked for; once that has arrived, the new parameters say what comes next.
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
    /// Always more.
    Endless(endless::Endless),
    /// One file per flow.
    Transfer(transfer::OneFile),
    /// File after file, with time to think between them.
    ClosedLoop(closed_loop::ClosedLoop),
    /// Users of the web.
    Surge(surge::Surge),
    /// Flows that come and go.
    Arrivals(arrivals::Arrivals),
}

impl Size {
    /// The file, cut into segments of `segment_bytes`, at least one; `None` if there is no end.
    #[must_use]
    pub fn transfer(self, segment_bytes: u16) -> Option<Transfer> {
        match self {
            Size::Endless => None,
            Size::Bytes(bytes) => Some(Transfer::of(bytes, segment_bytes)),
            Size::WholeSegments(bytes) => Some(Transfer::whole(bytes, segment_bytes)),
        }
    }
}

/// How large files may be, bytes.
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

    #[test]
    fn every_flow_begins_when_it_is_told_to() {
        for workload in workloads() {
            let mut session = workload.start(0);
            let next = match session.begin(Time(5), &mut rng()) {
                Next::Wait => session.on_arrival(Time(5), &mut rng()),
                next => next,
            };
            let Next::Send(order) = next else {
                panic!("{workload:?} sends nothing");
            };
            assert_eq!(
                workload.arrival_gap_s().is_some(),
                session.begin(Time(5), &mut rng()) == Next::Wait
            );
            assert_eq!(order.at, Time(5));
            let transfer = order.size.transfer(1000);
            assert_eq!(transfer.is_none(), order.size == Size::Endless);
            assert!(transfer.is_none_or(|transfer| transfer.bytes >= 1));
        }
    }

    #[test]
    fn every_workload_turns_into_every_other_when_the_last_order_has_arrived() {
        for from in workloads() {
            for to in workloads() {
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
