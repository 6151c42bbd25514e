//! A bottleneck: a shared link with a queue in each direction.

use super::shared::{
    ADVANCED_PACER, DELAY, DEVICE_PACKETS, LABEL, LINE, POLICER, RATE, SERVICE, UNLIMITED,
};
use crate::line::Line;
use crate::net::switch::router::{self, Router};
use crate::pacer::Pacer;
use crate::policer::Policer;
use crate::queue::{self, Queue};
use crate::service::Service;
use crate::spec::Kind;
use crate::spec::parameters::parameters;

parameters! {
    /// Link with a queue that flows share. It drops packets if the buffer is full.
    #[section(BOTTLENECK = "bottleneck", "Bottleneck")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Bottleneck {
        label: String => LABEL,

        /// Id of the router before the link. Paths, files and streams of random numbers use it.
        id: String = Required, "Id", None, Kind::Id, [advanced],

        /// Rate of the link.
        rate_bps: f64 = Required, "Rate", BitsPerSecond, RATE, [live],

        /// Propagation delay, one way.
        delay_s: f64 = Required, "Delay", Seconds, DELAY, [live],

        /// Queue discipline: it decides which packets may wait, which is sent next, and which are dropped or marked.
        #[cfg_attr(test, ts(type = "Queue"))]
        queue: Queue = Required, "Queue", None, Kind::OneOf(&queue::REGISTRY), [live],

        #[cfg_attr(test, ts(type = "Kinded"))]
        service: Service => SERVICE,

        #[cfg_attr(test, ts(type = "Kinded"))]
        line: Line => LINE,

        #[cfg_attr(test, ts(type = "Kinded"))]
        policer: Policer => POLICER,

        #[cfg_attr(test, ts(type = "Kinded"))]
        pacer: Pacer => ADVANCED_PACER,

        device_packets: u32 => DEVICE_PACKETS,

        /// Type of the router before the queue. If it changes during a run, waiting packets keep their order; packets
        /// that had not reached a queue enter the new router, if it has room.
        #[cfg_attr(test, ts(type = "Kinded"))]
        router: Router = Text("output_queued"), "Router", None, Kind::OneOf(&router::REGISTRY), [live, advanced],

        /// Reverse path, from the receivers of forward flows to their senders. It carries their ACKs.
        reverse: Reverse = Empty, "Reverse direction", None, Kind::Section(&REVERSE), [advanced],
    }
}

parameters! {
    /// Reverse direction of a bottleneck. ACKs of forward flows and data of reverse flows share it.
    #[section(REVERSE = "reverse", "Reverse direction", source: "vishwanath-2011 Section VII, Fig. 23")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Reverse {
        /// Rate of the link.
        rate_bps: Option<f64> = None, "Rate", BitsPerSecond, RATE.or_null("same as forward"), [live],

        /// Queue of the reverse direction. By default it is so large that no ACKs are lost.
        #[cfg_attr(test, ts(type = "Queue"))]
        queue: Queue = Json(UNLIMITED), "Queue", None, Kind::OneOf(&queue::REGISTRY), [live],

        /// An arriving ACK takes the place of the newest ACK of its flow among the last 10,000 waiting packets. So a
        /// slow reverse path carries fewer ACKs, each of which acknowledges more. ACKs with SACK blocks and series of
        /// duplicates stay. Later ACKs repeat the ECN feedback of a replaced one.
        ack_filter: bool = false, "ACK filter", [live, advanced,
            source: "RFC 3449 Section 5.2.1; ns-2.35 SemanticPacketQueue::filterAcks"],

        #[cfg_attr(test, ts(type = "Kinded"))]
        service: Service => SERVICE,

        #[cfg_attr(test, ts(type = "Kinded"))]
        line: Line => LINE,

        #[cfg_attr(test, ts(type = "Kinded"))]
        policer: Policer => POLICER,

        #[cfg_attr(test, ts(type = "Kinded"))]
        pacer: Pacer => ADVANCED_PACER,

        device_packets: u32 => DEVICE_PACKETS,
    }
}
