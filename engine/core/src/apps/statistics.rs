//! Statistics of completed transfers, in constant memory.

use super::durations::Durations;
use super::reports::Reports;
use super::{Report, Transfer};
use crate::time::Time;

/// Transfers that a group has finished since measuring began.
#[derive(Clone, Debug)]
pub struct TransferStatistics {
    /// Number of completed transfers.
    pub completed: u64,
    /// Total data of the transfers in bytes.
    pub bytes: u64,
    /// Number of retransmitted segments of the transfers.
    pub retransmissions: u64,
    /// Times of the transfers.
    times: Durations,
    /// Start of the measured time.
    pub since: Time,
    /// Statistics of what the users notice, if their applications report it.
    pub reports: Option<Box<Reports>>,
}

impl TransferStatistics {
    /// Creates statistics without any transfer.
    #[must_use]
    pub fn new() -> TransferStatistics {
        TransferStatistics {
            completed: 0,
            bytes: 0,
            retransmissions: 0,
            times: Durations::default(),
            since: Time::ZERO,
            reports: None,
        }
    }

    /// Counts a transfer, if it is complete.
    pub fn record(&mut self, transfer: &Transfer, retransmissions: u64) {
        let Some(time) = transfer.duration() else {
            return;
        };
        self.completed += 1;
        self.bytes += transfer.bytes;
        self.retransmissions += retransmissions;
        self.times.record(time);
    }

    /// Counts what an application reports at `now`.
    pub fn report(&mut self, report: &Report, now: Time) {
        let reports = self.reports.get_or_insert_default();
        reports.record(report, now, self.since);
    }

    /// Clears the statistics at the end of the warm-up, `now`.
    pub fn restart(&mut self, now: Time) {
        *self = TransferStatistics {
            since: now,
            ..TransferStatistics::new()
        };
    }

    /// Returns the mean transfer time in seconds.
    #[must_use]
    pub fn mean_s(&self) -> Option<f64> {
        self.times.mean_s()
    }

    /// Returns the quantile of the transfer times for a share of 0 to 1, in seconds. It is at most 0.1 % too large; the
    /// longest time is exact.
    #[must_use]
    pub fn quantile_s(&self, share: f64) -> Option<f64> {
        self.times.quantile_s(share)
    }
}

impl Default for TransferStatistics {
    fn default() -> TransferStatistics {
        TransferStatistics::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn took(seconds: f64, bytes: u64) -> Transfer {
        let started = Time::from_s(1.0);
        Transfer {
            started,
            finished: Some(started + Span::from_s(seconds)),
            ..Transfer::of(bytes, 1000)
        }
    }

    #[test]
    fn a_million_transfers_keep_their_mean_and_quantiles() {
        let mut figures = TransferStatistics::new();
        for i in 1..=1_000_000u32 {
            figures.record(&took(f64::from(i) * 1e-5, 2000), 1);
        }
        assert_eq!(
            (figures.completed, figures.bytes),
            (1_000_000, 2_000_000_000)
        );
        assert_eq!(figures.retransmissions, 1_000_000);
        assert!((figures.mean_s().unwrap() - 5.000_005).abs() < 1e-9);
        for (share, exact) in [(0.01, 0.1), (0.5, 5.0), (0.99, 9.9)] {
            let got = figures.quantile_s(share).unwrap();
            assert!(
                (0.0..=0.001).contains(&(got / exact - 1.0)),
                "{got} for {exact}"
            );
        }
    }

    #[test]
    fn the_longest_is_exact() {
        let mut figures = TransferStatistics::new();
        figures.record(&took(0.123_456_789, 1), 0);
        figures.record(&took(0.023_456_789, 1), 0);
        assert_eq!(figures.quantile_s(0.99), Some(0.123_456_789));
    }

    #[test]
    fn what_is_not_finished_does_not_count_and_a_restart_forgets() {
        let mut figures = TransferStatistics::new();
        figures.record(&Transfer::of(1, 1000), 3);
        assert_eq!((figures.completed, figures.mean_s()), (0, None));
        figures.record(&took(1.0, 1), 3);
        figures.restart(Time::ZERO);
        assert_eq!((figures.completed, figures.retransmissions), (0, 0));
        assert_eq!((figures.mean_s(), figures.quantile_s(0.99)), (None, None));
    }

    #[test]
    fn the_longest_time_there_is_can_be_counted() {
        let mut figures = TransferStatistics::new();
        let transfer = Transfer {
            finished: Some(Time::NEVER),
            ..Transfer::of(1, 1000)
        };
        figures.record(&transfer, 0);
        assert_eq!(figures.quantile_s(0.5), Some(Time::NEVER.s()));
    }
}
