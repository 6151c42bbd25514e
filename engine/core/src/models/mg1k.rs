//! M/G/1/K: Poisson arrivals, service times with any variance, at most K packets. Exact for gamma distributed service times.
//!
//! The system is looked at when a packet has left. Between 0…j and j + 1… left behind, the flow up is that of
//! services in which enough packets come, the flow down that of services in which none does, from j + 1; see
//! [`chain`](super::chain). What is lost per departure follows from the same numbers. Source: Kleinrock, Queueing
//! Systems I, Section 5.6 for the embedded chain; Niu and Cooper, "Transform-free analysis of M/G/1/K and related
//! queues", Mathematics of Operations Research 18, 1993.
//!
//! Services are gamma distributed with the squared coefficient of variation c² that is asked for: 0 is a fixed
//! service, 1 an exponential one. The number of arrivals in one is then negative binomial.

use super::chain::{mean, stationary};
use super::params::{LOAD, PLACES};
use super::{Inputs, Outputs, mm1k};
use crate::spec::parameters::{integer, number, params};
use crate::spec::Param;

model! {
    /// Exact loss and delay of a queue with Poisson arrivals, gamma distributed service times and at most K packets in
    /// the system. K is at most 10,000.
    #[section("model.mg1k", "M/G/1/K", source: "Kleinrock, Queueing Systems I, Section 5.6; Niu and Cooper 1993")]
    parameters: params![
        => LOAD, Param { kind: integer(1..=10_000).log(), ..PLACES };
        /// Squared coefficient of variation of the transmission time, c²: 0 if all are equal, 1 if they are
        /// exponential.
        service_scv = 0.5, "Variation of service times", None, number(0.0..=100.0), [];
    ],
    outputs: mm1k::OUTPUTS,
    assumes: &[
        "Packets arrive as a Poisson process; their sizes are independent and gamma distributed.",
    ],
    fails: &[
        "Other distributions with the same mean and variance give slightly different results. The buffer counts packets and not bytes.",
        "TCP traffic, which arrives in bursts and reacts to losses.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: load, places_packets, service_scv);
    queue(load, service_scv, places_packets as usize)
}

/// The queue with services of mean 1 and squared coefficient of variation `scv`.
pub(super) fn queue(load: f64, scv: f64, places: usize) -> Outputs {
    let (left, loss) = left_and_lost(load, scv, places);
    let kept = 1.0 - loss;
    // Seen at any time: as left behind, but full in the share that is lost.
    let mean_packets = mean(&left) * kept + places as f64 * loss;
    mm1k::outputs(load, loss, left[0] * kept, mean_packets)
}

/// Share of the packets that find no place in that queue.
pub(super) fn loss(load: f64, scv: f64, places: usize) -> f64 {
    left_and_lost(load, scv, places).1
}

/// Probabilities that a packet that leaves has 0 to `places` − 1 behind it, and the share of the packets that is lost.
fn left_and_lost(load: f64, scv: f64, places: usize) -> (Vec<f64>, f64) {
    let arrivals = arrivals(load, scv);
    let more = tails(&arrivals);
    let excess = tails_from(&more);
    let at = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
    // Left behind, 0 to K − 1. From 0 a service begins with the next arrival.
    let left = stationary(places - 1, |mass| {
        let j = mass.len() - 1;
        let reach = more.len().min(j + 1);
        let near = (1..reach).map(|n| mass[j + 1 - n] * more[n]);
        (mass[0] * at(&more, j) + near.sum::<f64>()) / arrivals[0]
    });
    // Arrivals beyond the places that are free when a service begins are lost.
    let from_one = left.iter().enumerate().skip(1);
    let lost = left[0] * at(&excess, places - 1)
        + from_one.map(|(i, p)| p * at(&excess, places - i)).sum::<f64>();
    (left, lost / (1.0 + lost))
}

/// Probabilities of 0, 1, … arrivals in a service, as far as they are numbers: negative binomial, or Poisson
/// where c² is 0.
fn arrivals(load: f64, scv: f64) -> Vec<f64> {
    let none = match scv {
        0.0 => libm::exp(-load),
        scv => libm::exp(-libm::log1p(load * scv) / scv),
    };
    let mut arrivals = vec![none];
    let mut next = none;
    loop {
        let j = arrivals.len() as f64;
        let ratio = (1.0 + (j - 1.0) * scv) / j * load / (1.0 + load * scv);
        next *= ratio;
        // Past the mode they only fall.
        if ratio < 1.0 && next < f64::MIN_POSITIVE {
            return arrivals;
        }
        arrivals.push(next);
    }
}

/// Probabilities of more than 0, 1, …, summed from the small ones.
fn tails(probabilities: &[f64]) -> Vec<f64> {
    let mut tails = tails_from(probabilities);
    tails.remove(0);
    tails
}

/// Sums from each entry on.
fn tails_from(entries: &[f64]) -> Vec<f64> {
    let mut tails = entries.to_vec();
    for i in (1..tails.len()).rev() {
        tails[i - 1] += tails[i];
    }
    tails
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn mg1k_with_exponential_service_times_equals_mm1k() {
        for (load, places) in [(0.3, 1), (0.8, 10), (1.0, 50), (3.0, 20), (0.1, 30)] {
            let given = json!({ "load": load, "places_packets": places });
            let exact = mm1k::MODEL.outputs_of(given).expect("accepted");
            for (id, value) in queue(load, 1.0, places).iter() {
                let (found, exact) = (value.expect("a number"), exact.get(id).expect("likewise"));
                // Waiting is a difference; it is exact to the size of what it is of.
                assert!((found - exact).abs() < 1e-12 * exact + 1e-15, "{load} {places} {id}: {found} {exact}");
            }
        }
    }

    #[test]
    fn arrivals_per_service_have_the_expected_mean_and_variance() {
        for (load, scv) in [(0.7, 0.0), (0.7, 0.5), (10.0, 100.0), (1e-6, 100.0)] {
            let arrivals = arrivals(load, scv);
            let moment = |power: f64| {
                let terms = arrivals.iter().enumerate();
                terms.map(|(j, a)| libm::pow(j as f64, power) * a).sum::<f64>()
            };
            assert!((moment(0.0) - 1.0).abs() < 1e-12);
            assert!((moment(1.0) / load - 1.0).abs() < 1e-9);
            let variance = moment(2.0) - load * load;
            assert!((variance / (load + scv * load * load) - 1.0).abs() < 1e-9);
        }
    }
}
