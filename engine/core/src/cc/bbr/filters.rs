//! Filter of recent measurements: the largest bandwidth.

/// The largest delivery rate of this probe cycle and the one before, packets per second.
///
/// Source: Sections 5.5.3 to 5.5.6 (`BBR.MaxBwFilterLen` = 2 cycles).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaxBandwidth {
    this_cycle: f64,
    last_cycle: f64,
}

impl MaxBandwidth {
    pub(super) fn get(&self) -> f64 {
        if self.this_cycle > self.last_cycle {
            self.this_cycle
        } else {
            self.last_cycle
        }
    }

    pub(super) fn update(&mut self, packets_per_s: f64) {
        if packets_per_s > self.this_cycle {
            self.this_cycle = packets_per_s;
        }
    }

    /// A cycle is over (`AdvanceMaxBwFilter`). One that brought no sample leaves the memory as it is.
    pub(super) fn advance(&mut self) {
        if self.this_cycle > 0.0 {
            self.last_cycle = self.this_cycle;
            self.this_cycle = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bandwidth_is_remembered_for_this_cycle_and_the_one_before() {
        let mut bw = MaxBandwidth::default();
        bw.update(100.0);
        bw.advance();
        bw.update(60.0);
        assert_eq!(bw.get(), 100.0);
        bw.advance();
        assert_eq!(bw.get(), 60.0);
        bw.advance();
        assert_eq!(bw.get(), 60.0, "a cycle without samples forgets nothing");
    }
}
