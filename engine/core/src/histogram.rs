//! A histogram whose bins widen with what they count, so that quantiles have the same number of digits at any size.
//!
//! Up to 2^`BITS` every whole number has a bin; from there on each octave has 2^(`BITS` − 1) of them. So 8 bits tell
//! two decimal digits apart and 11 three, and a count costs a shift and an addition.
//!
//! Source: the bins and quantiles of HdrHistogram (G. Tene), which the tests compare with. It is not used itself
//! since it keeps extremes and totals at every count, which cost three times as much, and room for all bins from the
//! start, which every snapshot of a run would copy.

/// Whole numbers, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram<const BITS: u32> {
    /// By bin, as far as anything was counted. None goes beyond the largest number there is.
    counts: Vec<u32>,
}

impl<const BITS: u32> Histogram<BITS> {
    const BINS_PER_OCTAVE_LOG2: u32 = BITS - 1;

    /// Counts a number.
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

    /// How many numbers were counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// Counts by bin, the first that of 0, as far as anything was counted.
    #[must_use]
    pub fn bins(&self) -> &[u32] {
        &self.counts
    }

    /// Counts all that another has counted.
    pub fn add(&mut self, other: &Histogram<BITS>) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum = sum.saturating_add(*count);
        }
    }

    /// The smallest number that a share of those counted, above 0 to 1, does not exceed, rounded up to the largest
    /// of its bin; `None` before anything was counted.
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

    #[inline]
    fn bin_of(value: u64) -> usize {
        let octave = 64 - BITS - (value | ((1 << BITS) - 1)).leading_zeros();
        ((octave as usize) << Self::BINS_PER_OCTAVE_LOG2) + (value >> octave) as usize
    }

    /// The largest number that a bin counts.
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

    /// The same by HdrHistogram, with so many digits.
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
            let values: Vec<u64> = numbers.iter().map(|&(number, shift)| number >> shift).collect();
            prop_assert_eq!(of::<8>(&values).quantile(share), Some(quantile_by_hdr(&values, 2, share)));
            prop_assert_eq!(of::<11>(&values).quantile(share), Some(quantile_by_hdr(&values, 3, share)));
        }

        #[test]
        fn what_is_added_counts_as_if_recorded(
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
    fn the_largest_number_there_is_has_a_bin() {
        assert_eq!(of::<8>(&[u64::MAX]).quantile(1.0), Some(u64::MAX));
    }

    #[test]
    fn nothing_counted_has_no_quantile() {
        assert_eq!(Histogram::<8>::default().quantile(0.5), None);
    }
}
