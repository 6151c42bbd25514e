//! The largest of recent values, with time counted in round trips.

use std::collections::VecDeque;

/// The largest value of the last round trips, exactly: not by Nichols' three samples, as in Linux.
#[derive(Clone, Debug, Default)]
pub(in crate::cc) struct WindowedMax {
    /// Round and value, rounds rising and values falling: the first is the largest.
    values: VecDeque<(u64, f64)>,
}

impl WindowedMax {
    /// 0 before the first.
    pub(in crate::cc) fn get(&self) -> f64 {
        self.values.front().map_or(0.0, |&(_, value)| value)
    }

    /// A value of this round, which does not go back; those more than `rounds` before it are forgotten.
    pub(in crate::cc) fn update(&mut self, round: u64, value: f64, rounds: u64) {
        while self.values.back().is_some_and(|&(_, last)| last <= value) {
            self.values.pop_back();
        }
        // A smaller value of the same round can never become the largest.
        if self.values.back().is_none_or(|&(last, _)| last < round) {
            self.values.push_back((round, value));
        }
        while self
            .values
            .front()
            .is_some_and(|&(at, _)| at + rounds < round)
        {
            self.values.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_the_last_rounds_is_exact() {
        let mut max = WindowedMax::default();
        let values = [
            3.0, 9.0, 4.0, 1.0, 7.0, 2.0, 2.0, 8.0, 1.0, 0.0, 0.0, 0.0, 5.0,
        ];
        for (round, &value) in values.iter().enumerate() {
            max.update(round as u64, value, 3);
            let from = round.saturating_sub(3);
            let want = values[from..=round].iter().copied().fold(0.0, f64::max);
            assert_eq!(max.get(), want, "round {round}");
        }
    }
}
