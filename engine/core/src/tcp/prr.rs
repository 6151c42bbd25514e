//! Proportional rate reduction (PRR): during recovery, sending is proportional to deliveries.
//!
//! Halving the window at once would silence the sender for half a round trip and then cause a burst. Instead, while
//! more is in flight than the new threshold, `ssthresh / RecoverFS` segments leave for each one delivered. Below
//! the threshold the window may catch up, by one segment more per acknowledgment than was delivered, and only while
//! acknowledgments show progress without further loss.
//!
//! Source: RFC 9937, which puts RFC 6937 on the standards track; its choice between the two reduction bounds
//! (`SafeACK`) is new there. All volumes are packets. The RFC's `ssthresh`, the target of data in flight, is fixed
//! when recovery begins: it is the window that the controller sets after the loss. The threshold of slow start may
//! differ (with Vegas it does).

/// State of one recovery.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prr {
    /// In flight when recovery ends (`ssthresh`).
    target: f64,
    /// In flight when recovery began (`RecoverFS`).
    flight: u32,
    /// Packets delivered since recovery began.
    delivered: u32,
    /// Packets sent since recovery began.
    out: u32,
}

impl Prr {
    /// Recovery begins with `flight` packets outstanding that no earlier acknowledgment selected, and
    /// is to end with `target` in flight.
    #[must_use]
    pub fn start(flight: u32, target: f64) -> Prr {
        Prr {
            target,
            flight: flight.max(1),
            delivered: 0,
            out: 0,
        }
    }

    /// The window when recovery is over, packets.
    #[must_use]
    pub fn target(&self) -> f64 {
        self.target
    }

    /// Another controller takes over during recovery and wants `target` in flight at its end.
    pub fn set_target(&mut self, target: f64) {
        self.target = target;
    }

    /// Handles an acknowledgment that delivers `delivered` packets and leaves `in_flight`; computes how many may be
    /// sent now. `safe`: it advances the cumulative number and shows no further loss.
    pub fn on_ack(&mut self, delivered: u32, in_flight: u32, safe: bool) -> f64 {
        self.delivered += delivered;
        let allowed = if f64::from(in_flight) > self.target {
            self.proportional()
        } else {
            self.bounded(delivered, in_flight, safe)
        };
        if self.out == 0 && allowed < 1.0 {
            // The first retransmission goes in any case.
            1.0
        } else if allowed < 0.0 {
            0.0
        } else {
            allowed
        }
    }

    /// Counts a sent segment.
    pub fn on_sent(&mut self) {
        self.out += 1;
    }

    /// `CEIL(prr_delivered * ssthresh / RecoverFS) - prr_out`
    fn proportional(&self) -> f64 {
        let share = f64::from(self.delivered) * self.target / f64::from(self.flight);
        libm::ceil(share) - f64::from(self.out)
    }

    /// Packet conservation (CRB); slow start (SSRB) where that is safe.
    fn bounded(&self, delivered: u32, in_flight: u32, safe: bool) -> f64 {
        let owed = f64::from(self.delivered) - f64::from(self.out);
        let conserved = f64::from(delivered);
        let mut allowed = if owed > conserved { owed } else { conserved };
        if safe {
            allowed += 1.0;
        }
        let room = self.target - f64::from(in_flight);
        if allowed < room { allowed } else { room }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prr_reduces_in_proportion_above_the_threshold() {
        // ns-3 tcp-prr-recovery-test, in packets of 1,000 bytes: threshold 100, flight 200, 51
        // delivered, none out: ceil(51 * 100 / 200) = 26 packets. (In bytes ns-3 has 25,500.)
        let mut prr = Prr::start(200, 100.0);
        assert_eq!(200.0 + prr.on_ack(51, 200, false), 226.0);
    }

    #[test]
    fn prr_conserves_packets_below_the_threshold() {
        // The same file: threshold 100, flight 50, the second packet delivered, 50 out: one more.
        let mut prr = Prr::start(50, 100.0);
        prr.on_ack(1, 50, false);
        (0..50).for_each(|_| prr.on_sent());
        assert_eq!(50.0 + prr.on_ack(1, 50, false), 51.0);
        assert_eq!(50.0 + prr.on_ack(1, 50, true), 52.0, "slow start when safe");
    }

    #[test]
    fn prr_reduces_ten_in_flight_to_seven_one_at_a_time() {
        // One of ten lost, threshold 7; nine are delivered singly. Sent in all: ceil(9 * 7 / 10) = 7.
        let mut prr = Prr::start(10, 7.0);
        let mut in_flight = 9_u32;
        let mut sent = Vec::new();
        for _ in 0..9 {
            in_flight -= 1;
            let allowed = prr.on_ack(1, in_flight, false) as u32;
            (0..allowed).for_each(|_| prr.on_sent());
            in_flight += allowed;
            sent.push(allowed);
        }
        assert_eq!(sent.iter().sum::<u32>(), 7);
        assert!(sent.iter().all(|&n| n <= 1), "{sent:?}");
        assert_eq!(in_flight, 7);
    }

    #[test]
    fn never_overshoots_the_threshold_when_it_catches_up() {
        let mut prr = Prr::start(20, 10.0);
        // Half the flight is gone at once: 3 in flight, threshold 10.
        let allowed = prr.on_ack(10, 3, true);
        assert_eq!(allowed, 7.0);
    }
}
