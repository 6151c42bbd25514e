//! Histogram whose bins grow with the values, so that quantiles have the same relative precision at any size.
//!
//! Up to 2^`BITS` each integer has a bin; above, each octave has 2^(`BITS` − 1) bins. So 8 bits give two decimal
//! digits and 11 bits give three. To count a value takes a shift and an addition.
//!
//! Source: the bins and quantiles of HdrHistogram (G. Tene), with which the tests compare. We do not use HdrHistogram
//! itself, because it updates extremes and totals at every count, which takes three times as long, and allocates all
//! bins at the start, which every snapshot of a run would copy.

/// Histogram of integers with about `BITS` − 1 significant bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram<const BITS: u32> {
    /// Counts by bin, up to the last bin with a count.
    counts: Vec<u32>,
}

impl<const BITS: u32> Histogram<BITS> {
    const BINS_PER_OCTAVE_LOG2: u32 = BITS - 1;

    /// Adds a value to its bin.
    #[inline]
    pub fn record(&mut self, value: u64) {
        let bin = Self::bin_of(value);
        match self.counts.get_mut(bin) {
            Some(count) => *count = count.saturating_add(1),
            None => self.record_beyond(bin),
        }
    }

    #[cold]
    fn record_beyond(&mut self, bin: usize) {
        self.counts.resize(bin + 1, 0);
        self.counts[bin] = 1;
    }

    /// Number of values that were added.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// Counts by bin, up to the last bin with a count; the first bin is that of 0.
    #[must_use]
    pub fn bins(&self) -> &[u32] {
        &self.counts
    }

    /// Adds all values of another histogram.
    pub fn add(&mut self, other: &Histogram<BITS>) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum = sum.saturating_add(*count);
        }
    }

    /// Returns the smallest value that is not exceeded by a share (above 0, up to 1) of the values, rounded up to the
    /// largest value of its bin. `None` without values.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let wanted = (libm::ceil(share * self.count() as f64) as u64).max(1);
        let mut so_far = 0;
        let reaches = |count: &u32| {
            so_far += u64::from(*count);
            so_far >= wanted
        };
        self.counts.iter().position(reaches).map(Self::largest_of)
    }

    /// Returns the largest value of each bin with values, and the share of values up to it, above 0 and up to 1.
    pub fn cumulated(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let (count, mut so_far) = (self.count() as f64, 0);
        let bins = self.counts.iter().enumerate();
        bins.filter(|(_, count)| **count > 0)
            .map(move |(bin, in_bin)| {
                so_far += u64::from(*in_bin);
                (Self::largest_of(bin), so_far as f64 / count)
            })
    }

    /// Returns the mean of the smallest values, which are a share (above 0, up to 1) of all; each counts as the middle of
    /// its bin. `None` without values.
    #[must_use]
    pub fn mean_of_least(&self, share: f64) -> Option<f64> {
        let wanted = share * self.count() as f64;
        let (mut left, mut sum) = (wanted, 0.0);
        for (bin, &count) in self.counts.iter().enumerate() {
            let taken = if f64::from(count) < left {
                f64::from(count)
            } else {
                left
            };
            let before = if bin > 0 {
                Self::largest_of(bin - 1) + 1
            } else {
                0
            };
            sum += taken * 0.5 * (before as f64 + Self::largest_of(bin) as f64);
            left -= taken;
        }
        (wanted > 0.0).then(|| sum / wanted)
    }

    #[inline]
    fn bin_of(value: u64) -> usize {
        let octave = 64 - BITS - (value | ((1 << BITS) - 1)).leading_zeros();
        ((octave as usize) << Self::BINS_PER_OCTAVE_LOG2) + (value >> octave) as usize
    }

    /// Returns the largest value of a bin.
    fn largest_of(bin: usize) -> u64 {
        let octave = (bin >> Self::BINS_PER_OCTAVE_LOG2).saturating_sub(1);
        let first = ((bin - (octave << Self::BINS_PER_OCTAVE_LOG2)) as u64) << octave;
        first + ((1 << octave) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of<const BITS: u32>(values: &[u64]) -> Histogram<BITS> {
        let mut histogram = Histogram::default();
        for &value in values {
            histogram.record(value);
        }
        histogram
    }

    /// Quantile by HdrHistogram with a number of significant digits.
    fn quantile_by_hdr(values: &[u64], digits: u8, share: f64) -> u64 {
        let mut hdr = hdrhistogram::Histogram::<u64>::new(digits).unwrap();
        for &value in values {
            hdr.record(value).unwrap();
        }
        hdr.value_at_quantile(share)
    }

    proptest! {
        #[test]
        fn quantiles_are_those_of_hdr_histogram(
            numbers in prop::collection::vec((any::<u64>(), 0u32..64), 1..60),
            share in 1e-9f64..=1.0,
        ) {
            // HdrHistogram computes the end of a bin without carry: that of its last one, which ends at u64::MAX, is one
            // too small. `the_largest_integer_has_a_bin` covers it.
            let last_bin = u64::MAX << 56;
            let values = numbers.iter().map(|&(number, shift)| number >> shift);
            let values: Vec<u64> = values.filter(|&value| value < last_bin).chain([1]).collect();
            prop_assert_eq!(of::<8>(&values).quantile(share), Some(quantile_by_hdr(&values, 2, share)));
            prop_assert_eq!(of::<11>(&values).quantile(share), Some(quantile_by_hdr(&values, 3, share)));
        }

        #[test]
        fn a_sum_of_histograms_equals_one_histogram_of_all_values(
            here in prop::collection::vec(0u64..100_000, 0..20),
            there in prop::collection::vec(0u64..100_000, 0..20),
        ) {
            let mut sum = of::<8>(&here);
            sum.add(&of::<8>(&there));
            let all = [here, there].concat();
            prop_assert_eq!(sum.count(), all.len() as u64);
            prop_assert_eq!(sum, of::<8>(&all));
        }
    }

    #[test]
    fn the_mean_of_the_least_leaves_out_the_others() {
        let all = of::<8>(&[5, 1, 2, 3, 4, 6, 7, 8, 100_000, 9]);
        assert_eq!(all.mean_of_least(0.9), Some(5.0));
        assert_eq!(of::<8>(&[]).mean_of_least(0.9), None);
        assert_eq!(of::<8>(&[3, 3, 4]).cumulated().last(), Some((4, 1.0)));
    }

    #[test]
    fn the_largest_integer_has_a_bin() {
        assert_eq!(of::<8>(&[u64::MAX]).quantile(1.0), Some(u64::MAX));
    }

    #[test]
    fn an_empty_histogram_has_no_quantile() {
        assert_eq!(Histogram::<8>::default().quantile(0.5), None);
    }
}
