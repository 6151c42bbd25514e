//! Losses of the flows of a group in intervals of equal length: how many flows lose packets, and whether they lose
//! them together.
//!
//! The raster of loss events (hasegawa-2008 Figure 11) has a dot for each flow that loses packets in an interval.
//! This module computes statistics of it. The synchronization index compares the variance of all losses together with
//! the variance of independent losses: Var(Σ xᵢ) / Σ Var(xᵢ). It is 1 for independent flows, and n for n flows that
//! always lose the same number of packets.

/// Losses of a set of flows in intervals of equal length.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    intervals: u64,
    /// Intervals with a loss.
    with_loss: u64,
    /// Flows with a loss, summed over the intervals.
    losing_flows: u64,
    /// Sum and sum of squares of the losses of all flows in an interval.
    all: Moments,
    /// Losses of each flow; the squares are summed over the flows.
    each: Vec<f64>,
    squares_of_each: f64,
    /// Losses of each flow up to the previous sample.
    before: Vec<u64>,
    begun: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Losses {
    /// Takes the losses of each flow since the start of the run, by the number of the flow. The first call only sets
    /// the reference.
    pub fn count(&mut self, flows: impl Iterator<Item = (usize, u64)>) {
        let (mut losing_flows, mut lost) = (0, 0.0);
        for (flow, total) in flows {
            if flow >= self.before.len() {
                self.before.resize(flow + 1, 0);
                self.each.resize(flow + 1, 0.0);
            }
            let count = total.saturating_sub(self.before[flow]) as f64;
            self.before[flow] = total;
            if self.begun && count > 0.0 {
                losing_flows += 1;
                lost += count;
                self.each[flow] += count;
                self.squares_of_each += count * count;
            }
        }
        if self.begun {
            self.intervals += 1;
            self.with_loss += u64::from(losing_flows > 0);
            self.losing_flows += losing_flows;
            self.all.sum += lost;
            self.all.squares += lost * lost;
        }
        self.begun = true;
    }

    /// Synchronization index Var(Σ xᵢ) / Σ Var(xᵢ); `None` for fewer than two intervals, or without variance.
    #[must_use]
    pub fn synchronization(&self) -> Option<f64> {
        let n = self.intervals as f64;
        let together = self.all.squares - self.all.sum * self.all.sum / n;
        let sums: f64 = self.each.iter().map(|sum| sum * sum).sum();
        let apart = self.squares_of_each - sums / n;
        (self.intervals > 1 && apart > 0.0).then(|| together / apart)
    }

    /// Mean number of flows with a loss in an interval; `None` without intervals.
    #[must_use]
    pub fn losing_flows(&self) -> Option<f64> {
        self.per_interval(self.losing_flows)
    }

    /// Share of the intervals with a loss; `None` without intervals.
    #[must_use]
    pub fn with_loss(&self) -> Option<f64> {
        self.per_interval(self.with_loss)
    }

    fn per_interval(&self, count: u64) -> Option<f64> {
        (self.intervals > 0).then(|| count as f64 / self.intervals as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Losses of 50 flows in 4,000 intervals, from independent random numbers or from one number for all flows.
    fn losses(together: bool) -> Losses {
        let mut rng = Rng::for_component(5, "losses", 0);
        let mut totals = [0_u64; 50];
        let mut losses = Losses::default();
        losses.count(totals.iter().copied().enumerate());
        for _ in 0..4000 {
            let common = rng.uniform();
            for total in &mut totals {
                let chance = if together { common } else { rng.uniform() };
                *total += u64::from(chance < 0.1);
            }
            losses.count(totals.iter().copied().enumerate());
        }
        losses
    }

    /// The standard error of the index of 4,000 independent intervals is about √(2/4000), 2 %. The tolerance is 3.5 times
    /// that.
    #[test]
    fn the_index_is_1_for_independent_flows_and_n_for_n_synchronized_flows() {
        let independent = losses(false).synchronization().expect("they vary");
        assert!((independent - 1.0).abs() < 0.07, "{independent}");
        let locked = losses(true).synchronization().expect("they vary");
        assert!((locked - 50.0).abs() < 1e-6, "{locked}");
    }

    #[test]
    fn a_losing_flow_counts_once_per_interval() {
        let mut losses = Losses::default();
        for totals in [[9, 9], [9, 9], [12, 9], [13, 10]] {
            losses.count(totals.into_iter().enumerate());
        }
        assert_eq!(losses.losing_flows(), Some(1.0), "0, 1 and 2 flows");
        assert_eq!(losses.with_loss(), Some(2.0 / 3.0));
        assert_eq!(Losses::default().with_loss(), None);
    }
}
