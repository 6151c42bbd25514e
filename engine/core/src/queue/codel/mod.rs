//! CoDel: drops or marks packets if the queueing delay has been too long for a whole interval, and not if the queue is
//! long.
//!
//! A queue that becomes short once per interval only absorbs bursts. If every packet of an interval waits longer than
//! the target, it is a standing queue, which adds delay without use. CoDel then drops packets at dequeue, more often
//! the longer this lasts.
//!
//! Sources: RFC 8289; Linux `codel_impl.h` for marking (`ecn`).
//!
//! Deviation: the queue size without drops is a parameter (`mtu_bytes`); RFC 8289 uses the largest packet seen.

pub mod control;

use super::limit::{self, Limit};
use super::{Arrival, Departure, Discipline, Fate, Reason, Surroundings, Verdict, Waiting};
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, parameter, parameters};
use crate::spec::{Gauge, Param};
use crate::time::{Span, Time};
use control::{Control, Law, Leaving};

parameters! {
    /// Drops packets at dequeue if the queueing delay has stayed above a target for a whole interval.
    #[section("queue.codel", "CoDel", source: "RFC 8289", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,
        #[serde(flatten)]
        codel: Settings,
    }
}

parameters! {
    /// Parameters of CoDel without those of the buffer. FQ-CoDel applies them to each sub-queue.
    pub struct Settings {
        /// Queueing delay above which CoDel prepares to drop. RFC 8289 recommends 5 to 10 % of the interval.
        target_s: f64 = 0.005, "Target", Seconds, number(1e-5..=100.0).log(),
            [live, gauged, source: "RFC 8289 Section 4.2"],

        /// Time for which the queueing delay must stay above the target before the first drop. Later drops follow after
        /// interval/√n. It should be the longest common round-trip time.
        interval_s: f64 = 0.1, "Interval", Seconds, number(1e-5..=100.0).log(),
            [live, source: "RFC 8289 Section 4.3"],

        ecn: bool => ECN,

        /// With a queue of at most this size no packet is dropped. The default is one packet of the largest size.
        mtu_bytes: u64 = 1500, "No drops up to", Bytes, integer(0..=1_000_000_000).log(),
            [live, advanced, source: "RFC 8289 Section 5.4"],
    }
}

/// State of a CoDel queue.
#[derive(Clone, Debug)]
pub struct Codel {
    params: Params,
    law: Law,
    control: Control,
    /// Queueing delay of the packet that left last.
    sojourn: Span,
}

/// Parameter for marking instead of dropping.
pub const ECN: Param = parameter! {
    /// Packets of flows with ECN are marked instead of dropped.
    ecn = false, "Mark instead of drop", [live, source: "RFC 3168 Section 5; Linux codel_impl.h"]
};

impl Discipline for Codel {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Queueing delay of the packet that left last. CoDel compares it with its target.
        "sojourn_s", "Queueing delay", Seconds;
        /// Time until the next drop if the delay stays above the target; 0 if CoDel is not dropping.
        "next_drop_s", "Time to next drop", Seconds;
        /// n in interval/√n, the time between two drops; 0 if CoDel is not dropping.
        "dropped_packets", "Drop count", Packets;
    ];

    fn may_mark(params: &Params) -> bool {
        params.codel.ecn
    }

    fn new(params: &Params, _around: &Surroundings) -> Codel {
        Codel {
            params: params.clone(),
            law: params.codel.law(),
            control: Control::default(),
            sojourn: Span::ZERO,
        }
    }

    fn reconfigure(&mut self, params: &Params, _around: &Surroundings) {
        self.params.clone_from(params);
        self.law = params.codel.law();
    }

    #[inline]
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        Verdict::of_fit(self.params.limit.admits(arrival))
    }

    #[inline]
    fn on_departure(&mut self, departure: &Departure) -> Fate {
        self.sojourn = departure.waited;
        let takes_mark = self.params.codel.ecn && departure.packet.header().is_ecn_capable();
        let leaving = Leaving {
            now: departure.now,
            waited: departure.waited,
            left_bytes: departure.left.bytes,
            takes_mark,
        };
        match self.control.signals(&self.law, &leaving) {
            false => Fate::Send,
            true if takes_mark => Fate::Mark,
            true => Fate::Drop(Reason::AtDequeue),
        }
    }

    fn on_idle(&mut self, _now: Time) {
        self.control.on_idle();
        self.sojourn = Span::ZERO;
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let next = self.control.drop_next(&self.law);
        out[0] = self.sojourn.s();
        out[1] = next.map_or(0.0, |at| at.since(now).s());
        out[2] = f64::from(self.control.count());
    }
}

impl Settings {
    /// Returns the parameters in the units of the decision.
    #[must_use]
    pub fn law(&self) -> Law {
        Law {
            target: Span::from_s(self.target_s),
            interval: Span::from_s(self.interval_s),
            mtu_bytes: self.mtu_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{Backlog, Packet};
    use crate::queue::testing::{packet, surroundings};

    fn params(ecn: bool) -> Params {
        Params {
            limit: Limit::of_packets(100),
            codel: Settings {
                target_s: 0.005,
                interval_s: 0.1,
                ecn,
                mtu_bytes: 1500,
            },
        }
    }

    fn leaves(codel: &mut Codel, at_s: f64, packet: &Packet) -> Fate {
        codel.on_departure(&Departure {
            now: Time::from_s(at_s),
            packet,
            waited: Span::from_s(0.02),
            left: Backlog {
                packets: 20,
                bytes: 20_000,
            },
        })
    }

    #[test]
    fn marks_packets_with_ecn_and_drops_others() {
        for (ecn, capable, fate) in [
            (true, true, Fate::Mark),
            (true, false, Fate::Drop(Reason::AtDequeue)),
            (false, true, Fate::Drop(Reason::AtDequeue)),
        ] {
            let mut codel = Codel::new(&params(ecn), &surroundings());
            let packet = packet(1000, capable);
            assert_eq!(leaves(&mut codel, 1.0, &packet), Fate::Send);
            assert_eq!(leaves(&mut codel, 1.1, &packet), fate);
        }
    }

    #[test]
    fn gauges_show_the_state_of_codel() {
        let mut codel = Codel::new(&params(false), &surroundings());
        let packet = packet(1000, false);
        for at_s in [1.0, 1.1, 1.101] {
            leaves(&mut codel, at_s, &packet);
        }
        let mut shown = [0.0; 3];
        codel.gauges(Time::from_s(1.15), &Waiting::default(), &mut shown);
        assert_eq!(shown, [0.02, 0.05, 1.0]);
        codel.on_idle(Time::from_s(1.15));
        codel.gauges(Time::from_s(1.15), &Waiting::default(), &mut shown);
        assert_eq!(shown, [0.0; 3]);
    }

    #[test]
    fn full_buffer_accepts_no_packet() {
        let mut codel = Codel::new(&params(false), &surroundings());
        let mut arrive = |packets| {
            codel.on_arrival(&Arrival {
                now: Time::ZERO,
                packet: &packet(1000, false),
                waiting: Backlog { packets, bytes: 0 },
                in_service: Some(1000),
            })
        };
        assert_eq!(arrive(99), Verdict::Enqueue);
        assert_eq!(arrive(100), Verdict::Drop(Reason::Tail));
    }
}
