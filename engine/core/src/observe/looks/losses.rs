//! Losses of the flows of a group in equal intervals of time: how many lose, and whether they do so together.
//!
//! The raster of loss events (hasegawa-2008 Figure 11) has a dot for each flow that loses in an interval. What it
//! shows is summed up here; the synchronisation index compares how much the losses of all vary with what they would
//! if flows lost independently: Var(Σ xᵢ) / Σ Var(xᵢ), 1 of independent flows and n of n flows that lose as one.

/// Losses of some flows in intervals.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    intervals: u64,
    /// Intervals with a loss.
    hit: u64,
    /// Flows that lost, added up over intervals.
    losers: u64,
    /// Of the losses of all in an interval: sum and sum of squares.
    all: Moments,
    /// The same of each flow's, the squares added up over flows.
    each: Vec<f64>,
    squares_of_each: f64,
    /// What each flow had lost at the last look.
    before: Vec<u64>,
    begun: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Losses {
    /// Looks at what flows have lost since the start of the run, by their number; the first time only to know.
    pub fn look(&mut self, flows: impl Iterator<Item = (usize, u64)>) {
        let (mut losers, mut lost) = (0, 0.0);
        for (flow, total) in flows {
            if flow >= self.before.len() {
                self.before.resize(flow + 1, 0);
                self.each.resize(flow + 1, 0.0);
            }
            let count = total.saturating_sub(self.before[flow]) as f64;
            self.before[flow] = total;
            if self.begun && count > 0.0 {
                losers += 1;
                lost += count;
                self.each[flow] += count;
                self.squares_of_each += count * count;
            }
        }
        if self.begun {
            self.intervals += 1;
            self.hit += u64::from(losers > 0);
            self.losers += losers;
            self.all.sum += lost;
            self.all.squares += lost * lost;
        }
        self.begun = true;
    }

    /// Var(Σ xᵢ) / Σ Var(xᵢ); `None` of fewer than two intervals, or if nothing varies.
    #[must_use]
    pub fn synchronisation(&self) -> Option<f64> {
        let n = self.intervals as f64;
        let together = self.all.squares - self.all.sum * self.all.sum / n;
        let sums: f64 = self.each.iter().map(|sum| sum * sum).sum();
        let apart = self.squares_of_each - sums / n;
        (self.intervals > 1 && apart > 0.0).then(|| together / apart)
    }

    /// Flows that lose in an interval, on average; `None` of no interval.
    #[must_use]
    pub fn losers(&self) -> Option<f64> {
        self.per_interval(self.losers)
    }

    /// Share of the intervals in which a flow loses; `None` of no interval.
    #[must_use]
    pub fn hit(&self) -> Option<f64> {
        self.per_interval(self.hit)
    }

    fn per_interval(&self, count: u64) -> Option<f64> {
        (self.intervals > 0).then(|| count as f64 / self.intervals as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Losses of 50 flows in 4,000 intervals, each with a chance of its own or all with the same.
    fn losses(together: bool) -> Losses {
        let mut rng = Rng::for_component(5, "losses", 0);
        let mut totals = [0_u64; 50];
        let mut losses = Losses::default();
        losses.look(totals.iter().copied().enumerate());
        for _ in 0..4000 {
            let common = rng.uniform();
            for total in &mut totals {
                let chance = if together { common } else { rng.uniform() };
                *total += u64::from(chance < 0.1);
            }
            losses.look(totals.iter().copied().enumerate());
        }
        losses
    }

    /// The index of 4,000 independent intervals is known to about √(2/4000), 2 %; three and a half times that is allowed.
    #[test]
    fn the_index_is_one_of_independent_flows_and_their_number_of_locked_ones() {
        let independent = losses(false).synchronisation().expect("they vary");
        assert!((independent - 1.0).abs() < 0.07, "{independent}");
        let locked = losses(true).synchronisation().expect("they vary");
        assert!((locked - 50.0).abs() < 1e-6, "{locked}");
    }

    #[test]
    fn losers_are_counted_once_an_interval() {
        let mut losses = Losses::default();
        for totals in [[9, 9], [9, 9], [12, 9], [13, 10]] {
            losses.look(totals.into_iter().enumerate());
        }
        assert_eq!(losses.losers(), Some(1.0), "0, 1 and 2 flows");
        assert_eq!(losses.hit(), Some(2.0 / 3.0));
        assert_eq!(Losses::default().hit(), None);
    }
}
