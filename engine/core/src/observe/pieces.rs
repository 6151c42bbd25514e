//! Totals of each bottleneck in a thousand pieces of equal length of a run.
//!
//! The warnings use them to find the end of the initial transient and to estimate confidence intervals. They are kept
//! whether or not time series are recorded, because programs without charts need them too; they take 32 bytes per
//! link and piece. The pieces depend only on the length of the run, so that slicing does not change the result.

use crate::net::node::Node;
use crate::sim::Observed;
use crate::sim::topology::forward_port;
use crate::time::{Span, Time};

/// Number of pieces of a run.
pub const PIECES: u64 = 1000;

/// Totals of the bottlenecks of a run in each piece.
#[derive(Clone, Debug)]
pub struct Pieces {
    length: Span,
    /// Number of links: each bottleneck forward, then reverse.
    links: usize,
    /// Counters of each link at the end of each piece so far.
    ends: Vec<Counts>,
}

/// Counters of a link since the start of the run.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Time spent sending, in picoseconds.
    busy_ps: u64,
    /// Integral of the queue length: packets times picoseconds.
    packet_ps: f64,
    arrived: u64,
    dropped: u64,
}

/// Totals of one link in each piece.
pub struct LinkPieces<'a> {
    pieces: &'a Pieces,
    link: usize,
}

impl Pieces {
    /// Returns an empty list for a run with `bottlenecks` bottlenecks that ends at `end`.
    #[must_use]
    pub fn new(end: Time, bottlenecks: usize) -> Pieces {
        Pieces {
            // The last piece ends at the end of the run or before it.
            length: Span((end.0 / PIECES).max(1)),
            links: 2 * bottlenecks,
            ends: Vec::new(),
        }
    }

    /// End of the next piece; [`Time::NEVER`] after the last one.
    #[must_use]
    pub fn next(&self) -> Time {
        match self.len() as u64 {
            PIECES => Time::NEVER,
            taken => Time((taken + 1) * self.length.0),
        }
    }

    /// Ends the next piece at the present time.
    pub fn take(&mut self, observed: &Observed<'_>) {
        let ports = observed.links.iter().take(self.links);
        self.ends
            .extend(ports.map(|port| Counts::of(port, observed.now)));
    }

    /// Number of complete pieces so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len() / self.links
    }

    /// Returns whether no piece is complete.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of pieces that end at or before `at`.
    #[must_use]
    pub fn before(&self, at: Time) -> usize {
        let begun = at.0.div_ceil(self.length.0) as usize;
        begun.min(self.len())
    }

    /// Begin of piece `i`, in seconds.
    #[must_use]
    pub fn starts_s(&self, i: usize) -> f64 {
        Time(self.length.0 * i as u64).s()
    }

    /// Totals of the forward direction of bottleneck `i`.
    #[must_use]
    pub fn forward(&self, i: usize) -> LinkPieces<'_> {
        LinkPieces {
            pieces: self,
            link: forward_port(i) as usize,
        }
    }
}

impl Counts {
    fn of(port: &Node, now: Time) -> Counts {
        let counters = port.counters();
        Counts {
            busy_ps: port.busy(now).0,
            packet_ps: port.integrals(now).packet_ps.iter().sum(),
            arrived: counters.arrived.total(),
            dropped: counters.dropped.total(),
        }
    }
}

/// Number of drops below which their times do not show whether the loss is steady: their relative error is about 1/5.
const FEW: u64 = 20;

impl LinkPieces<'_> {
    /// Utilization of the link in each piece.
    #[must_use]
    pub fn utilizations(&self) -> Vec<f64> {
        self.rises(|counts| counts.busy_ps as f64)
    }

    /// Mean queue length of each piece, in packets.
    #[must_use]
    pub fn mean_queues(&self) -> Vec<f64> {
        self.rises(|counts| counts.packet_ps)
    }

    /// Packets dropped in each piece, divided by the mean number of arrivals per piece from piece `from` on. So its
    /// mean over many pieces is the loss ratio, and pieces without arrivals count. All values are 0 if fewer than 20
    /// packets were dropped from that piece on, because their times do not show a trend.
    #[must_use]
    pub fn drops(&self, from: usize) -> Vec<f64> {
        let last = self.at_start_of(self.pieces.len());
        let pieces = self.pieces.len().saturating_sub(from);
        let first = self.at_start_of(from);
        let arrived = last.arrived - first.arrived;
        let few = last.dropped - first.dropped < FEW;
        let dropped = |i| self.at_start_of(i + 1).dropped - self.at_start_of(i).dropped;
        let share = |i| match few {
            true => 0.0,
            false => dropped(i) as f64 * pieces as f64 / arrived as f64,
        };
        (0..self.pieces.len()).map(share).collect()
    }

    /// Loss ratio of all packets in each of `n` batches of equal numbers of pieces, from piece `from` on. Pieces that
    /// do not fill a batch are left out at the start. `None` for too few pieces, or if nothing arrived or was
    /// dropped.
    #[must_use]
    pub fn losses(&self, from: usize, n: usize) -> Option<Vec<f64>> {
        let each = self.pieces.len().checked_sub(from)? / n;
        if each == 0 {
            return None;
        }
        let first = self.pieces.len() - n * each;
        let mut losses = Vec::with_capacity(n);
        let mut dropped_in_all = 0;
        for batch in 0..n {
            let from = self.at_start_of(first + batch * each);
            let to = self.at_start_of(first + (batch + 1) * each);
            let arrived = to.arrived - from.arrived;
            let dropped = to.dropped - from.dropped;
            dropped_in_all += dropped;
            losses.push((arrived > 0).then(|| dropped as f64 / arrived as f64)?);
        }
        (dropped_in_all > 0).then_some(losses)
    }

    /// Increase of a counter per unit of time, in each piece.
    fn rises(&self, read: fn(&Counts) -> f64) -> Vec<f64> {
        let at = |i| read(&self.at_start_of(i));
        let rise = |i: usize| (at(i + 1) - at(i)) / self.pieces.length.0 as f64;
        (0..self.pieces.len()).map(rise).collect()
    }

    fn at_start_of(&self, piece: usize) -> Counts {
        match piece {
            0 => Counts::default(),
            _ => self.pieces.ends[(piece - 1) * self.pieces.links + self.link],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Lab;
    use crate::presets;
    use crate::scenario::Scenario;

    #[test]
    fn the_pieces_of_a_run_add_up_to_its_summary_for_any_slicing() {
        let preset = presets::find("one-flow").expect("it is listed");
        let scenario = Scenario {
            duration_s: 20.0,
            warmup_s: 0.0,
            ..Scenario::from_json(preset.scenario_json).expect("presets are valid")
        };
        let mut whole = Lab::new(&scenario);
        whole.advance(whole.end()).expect("few packets");
        let mut sliced = Lab::new(&scenario);
        sliced.record();
        for slice in 1..=777 {
            let until = Time(sliced.end().0 / 777 * slice);
            while sliced.advance_by(until, 50).expect("few packets") == crate::sim::Progress::Sliced
            {
            }
        }
        sliced.advance(sliced.end()).expect("few packets");
        let figures = |lab: &Lab| {
            let link = lab.pieces().forward(0);
            (link.utilizations(), link.mean_queues(), link.losses(0, 10))
        };
        assert_eq!(figures(&whole), figures(&sliced));
        let (used, queued, _) = figures(&whole);
        assert_eq!(used.len() as u64, PIECES);
        let forward = &whole.summary().bottlenecks[0].forward;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        assert!((mean(&used) - forward.number("utilization").unwrap()).abs() < 1e-9);
        assert!((mean(&queued) - forward.number("mean_queue_packets").unwrap()).abs() < 1e-6);
    }

    #[test]
    fn a_restore_removes_later_pieces() {
        let preset = presets::find("one-flow").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let mut lab = Lab::new(&scenario);
        lab.advance(Time::from_s(10.0)).expect("few packets");
        let then = lab.snapshot();
        lab.advance(Time::from_s(20.0)).expect("few packets");
        let first = lab.pieces().forward(0).mean_queues();
        lab.restore(&then);
        assert_eq!(lab.pieces().len(), 50);
        lab.advance(Time::from_s(20.0)).expect("few packets");
        assert_eq!(lab.pieces().forward(0).mean_queues(), first);
    }
}
