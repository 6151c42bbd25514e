//! Stationary distributions of Markov chains that move down by one state at a time, by cuts.
//!
//! Between the states 0…j and j+1… the probability flow up equals the flow down, which comes only from j+1. So the
//! probability of j+1 is a sum of products of known positive numbers: no cancellation occurs for any number of states and
//! any small probability (idea of Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for
//! Markov chains", Operations Research 33, 1985).

use super::least;

/// Largest size of a chain in customers; it has one state more.
pub(super) const PLACES: f64 = 100_000.0;

/// Masses are kept below.
const HUGE: f64 = 1e200;

/// Probabilities of the states 0 to `last`; `next` says the mass of the next state from those before it, the
/// first of which is 1 as long as they need not be scaled.
pub(super) fn stationary(last: usize, mut next: impl FnMut(&[f64]) -> f64) -> Vec<f64> {
    let mut mass = Vec::with_capacity(last + 1);
    mass.push(1.0);
    // States before this one have no mass any more.
    let mut live = 0;
    for _ in 0..last {
        let above = next(&mass);
        mass.push(above);
        if above > HUGE {
            mass[live..].iter_mut().for_each(|m| *m /= HUGE);
            while mass[live] == 0.0 {
                live += 1;
            }
        }
    }
    let total: f64 = mass.iter().sum();
    mass.iter_mut().for_each(|m| *m /= total);
    mass
}

/// Customers that arrive together, at times of a Poisson process.
#[derive(Clone, Copy)]
pub(super) struct Bulk {
    /// Number of customers in a bulk.
    pub size: usize,
    /// Arrival rate, in bulks per service time of one customer.
    pub rate: f64,
}

/// Bulks of `size` on average: where that is no whole number, of the two next to it.
pub(super) fn bulks(size: f64, rate: f64) -> [Bulk; 2] {
    let low = size.floor();
    let above = size - low;
    [(low, 1.0 - above), (low + 1.0, above)].map(|(size, share)| Bulk {
        size: size as usize,
        rate: rate * share,
    })
}

/// Customers in a system with `places` and exponential services of mean 1, where a bulk that does not fit as a
/// whole is lost as a whole.
pub(super) fn with_bulks(places: usize, bulks: &[Bulk]) -> Vec<f64> {
    stationary(places, |mass| {
        let flow = |bulk: &Bulk| match (places + 1).checked_sub(bulk.size) {
            // From here up to what still has room, those within reach of the cut.
            Some(fits) => {
                let from = mass.len().saturating_sub(bulk.size);
                let to = mass.len().min(fits);
                bulk.rate * mass[from.min(to)..to].iter().sum::<f64>()
            }
            None => 0.0,
        };
        bulks.iter().map(flow).sum()
    })
}

/// The probability that a bulk finds no room.
pub(super) fn refused(states: &[f64], size: usize) -> f64 {
    // From state K − size + 1 on. What sums to 1 may round to a little more.
    let full = &states[states.len().saturating_sub(size)..];
    least(full.iter().sum(), 1.0)
}

/// The mean of a distribution on 0, 1, ….
pub(super) fn mean(states: &[f64]) -> f64 {
    let products = states.iter().enumerate().map(|(i, p)| i as f64 * p);
    products.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_probability_weights_are_scaled_before_they_overflow() {
        let states = stationary(10_000, |mass| 1e4 * mass.last().expect("a first"));
        assert!((states.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((states[10_000] - 0.9999).abs() < 1e-12);
        let falling = stationary(10_000, |mass| 1e-4 * mass.last().expect("a first"));
        assert!((falling[3] / falling[0] - 1e-12).abs() < 1e-24 && falling[10_000] == 0.0);
    }

    #[test]
    fn fractional_bulk_size_is_a_mixture_of_two_sizes() {
        let [seven, eight] = bulks(7.25, 2.0);
        assert_eq!((seven.size, eight.size), (7, 8));
        assert_eq!((seven.rate, eight.rate), (1.5, 0.5));
        assert_eq!(bulks(5.0, 1.0)[1].rate, 0.0);
    }
}
