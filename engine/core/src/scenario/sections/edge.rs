//! An edge: a router that several groups share, before the first bottleneck or behind the last one.

use super::shared::{DELAY, LABEL, LINE, PACER, POLICER, RATE, SERVICE, UNLIMITED};
use crate::line::Line;
use crate::pacer::Pacer;
use crate::policer::Policer;
use crate::queue::{self, Queue};
use crate::service::Service;
use crate::spec::Kind;
use crate::spec::parameters::{choices, parameters};

parameters! {
    /// Router between some groups and the bottlenecks, with its own queue. Its link is never congested in the direction
    /// to the senders.
    #[section(EDGE = "edge", "Edge router", source: "cai-2010 Section V")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Edge {
        label: String => LABEL,

        /// Id of the edge router. Paths, files and streams of random numbers use it.
        id: String = Required, "Id", None, Kind::Id, [advanced],

        /// Rate of the link to the bottleneck.
        rate_bps: f64 = Required, "Rate", BitsPerSecond, RATE, [live],

        /// Propagation delay to the next bottleneck, one way.
        delay_s: f64 = Required, "Delay", Seconds, DELAY, [live],

        /// End of the network at which the router is.
        side: Side = Text("left"), "Side", None, Side::KIND, [advanced],

        /// Queue discipline: it decides which packets may wait, which is sent next, and which are dropped or marked.
        #[cfg_attr(test, ts(type = "Queue"))]
        queue: Queue = Json(UNLIMITED), "Queue", None, Kind::OneOf(&queue::REGISTRY), [live],

        #[cfg_attr(test, ts(type = "Kinded"))]
        service: Service => SERVICE,

        #[cfg_attr(test, ts(type = "Kinded"))]
        line: Line => LINE,

        #[cfg_attr(test, ts(type = "Kinded"))]
        policer: Policer => POLICER,

        #[cfg_attr(test, ts(type = "Kinded"))]
        pacer: Pacer => PACER,
    }
}

choices! {
    /// Sides of a dumbbell.
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub enum Side {
        /// Side of the senders of forward groups.
        Left = "left", "left",
        /// Side of the senders of reverse groups.
        Right = "right", "right",
    }
}
