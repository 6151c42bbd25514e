//! Barrier requests: all flows of the group answer one request together, and the next request follows when the last
//! answer has arrived.
//!
//! Servers of a data center answer a query in this way, and their answers meet in the queue of one port (incast).
//! Source: Phanishayee et al., "Measurement and analysis of TCP throughput collapse in cluster-based storage systems",
//! FAST 2008 (synchronized reads); Alizadeh et al., DCTCP, SIGCOMM 2010 Section 2.2 (partition and aggregate). Requests
//! are not packets here: answers begin together, and a sender knows of the arrival of its answer by the last
//! acknowledgment, so a round includes the round trip of a request.

use super::team::Release;
use super::{App, Next, Order, Report, SIZE_BYTES, Size};
use crate::rng::Rng;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::parameters;
use crate::time::{Span, Time};

parameters! {
    /// All flows of the group answer one request together. When the last answer has arrived, the next request follows.
    #[section("workload.barrier", "Barrier requests (incast)",
        source: "Phanishayee et al., FAST 2008; Alizadeh et al., DCTCP, SIGCOMM 2010 Section 2.2")]
    pub struct Params {
        /// Size of an answer, drawn anew for each flow and round.
        size_bytes: Distribution = 32_000.0, "Answer size", Bytes, SIZE_BYTES.kind(), [live],

        /// Time from the end of a round to the next, drawn anew for each round.
        think_s: Distribution = 0.0, "Think time", Seconds, THINK_S.kind(), [live],

        /// If on, all answers of a flow use one connection, which keeps its window. If off, each answer opens a new one.
        persistent: bool = true, "Keep the connection", [live],
    }
}

/// Range of the think time, seconds.
const THINK_S: Range = Range { min: 0.0, max: 1e6 };

/// Session of a server during a run.
#[derive(Clone, Debug)]
pub struct Barrier {
    params: Params,
    /// Position of the next size in its list.
    turn: usize,
    report: Option<Report>,
}

impl App for Barrier {
    type Params = Params;

    fn new(params: &Params, index: u32) -> Barrier {
        Barrier {
            params: params.clone(),
            turn: index as usize,
            report: None,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn listed(params: &Params) -> usize {
        params.size_bytes.listed() + params.think_s.listed()
    }

    fn begin(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitTeam
    }

    fn on_delivered(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitTeam
    }

    /// Returns the answer of the next round, whose request the first of the flows draws.
    fn on_released(&mut self, release: &mut Release<'_>, rng: &mut Rng) -> Next {
        let round = &mut *release.round;
        if release.rank == 0 {
            let think_s = self
                .params
                .think_s
                .value(round.step as usize, rng.uniform(), THINK_S);
            round.step = round.step.wrapping_add(1);
            let before = round.requested.replace(release.now);
            self.report = before.map(|before| Report::Round(release.now.since(before)));
            if before.is_some() {
                round.requested = Some(release.now + Span::from_s(think_s));
            }
        }
        let at = round.requested.unwrap_or(release.now);
        let bytes = self
            .params
            .size_bytes
            .value(self.turn, rng.uniform(), SIZE_BYTES);
        self.turn = self.turn.wrapping_add(1);
        Next::Send(Order {
            reuses_connection: self.params.persistent,
            ..Order::new(at, Size::Bytes(bytes as u64))
        })
    }

    fn team(_params: &Params) -> Option<u32> {
        Some(u32::MAX)
    }

    fn take_report(&mut self) -> Option<Report> {
        self.report.take()
    }
}
