//! M/D/1/B with two sizes of packets: the anomaly without exponential services.
//!
//! As [`mm1b_bulk`], but each customer, the size of a UDP packet, takes exactly the unit of time to send; a TCP
//! packet is r of them, so that packets of both sizes take what they take on a line. Its bytes become free as they
//! leave. Source: vishwanath-2011 Section IV-A, which leaves the derivation to Vishwanath, Sivaraman and Rouskas,
//! "Considerations for sizing buffers in optical packet switched networks", INFOCOM 2009; that was not at hand, and
//! whether a packet there frees its bytes bit by bit or at its end is not said. So this derivation is ours:
//!
//! - The system is looked at when a customer has left. Between 0…j and j + 1… left behind the flows balance
//!   ([`chain`](super::chain)). Below the last r places nothing is lost on the way to a level, so that only the
//!   distance counts, and the number that comes in a service is compound Poisson (Panjer's recursion).
//! - In the last r places who fits depends on where one is. There the arrivals of a service are followed one by
//!   one: n of them come with a Poisson probability.
//! - Time averages follow from ∫ P(n arrivals until t) dt = P(more than n)/Λ.

use super::chain::{Bulk, stationary};
use super::mm1b_bulk::{self, Queue, States};
use super::{Inputs, Outputs, least};
use crate::spec::Check;

model! {
    /// Loss of small open-loop packets beside large TCP packets in a small buffer, with constant transmission times. At
    /// most 10,001 states.
    #[section("model.md1b", "M/D/1/B with two packet sizes",
        source: "vishwanath-2011 Section IV-A, and Equation 3", check: CHECK)]
    parameters: mm1b_bulk::PARAMS,
    outputs: mm1b_bulk::OUTPUTS,
    assumes: &[
        "TCP and UDP packets arrive as Poisson processes, each with one packet size.",
        "TCP offers 1 − exp(−B/B*) of its saturation load and does not react to UDP.",
        "Buffer space becomes free with each bit sent and not only at the end of a packet.",
    ],
    fails: &[
        "Above about 50 kB windows grow, and arrivals are burstier than a Poisson process.",
        "The loss rises as much as with exponential service times, more than in simulations.",
    ],
}

/// Largest size of the buffer: thousands of customers may arrive during one service, and the computation should take about a
/// second (1.2 s with ratio 100, in wasm).
const PLACES: f64 = 10_000.0;

const CHECK: Check = |fields, report| mm1b_bulk::check_places(fields, PLACES, report);

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    let queue = Queue::of(inputs);
    let found = Service::new(queue.places, queue.bulks).map_or_else(
        || empty(&queue),
        |service| service.states(),
    );
    queue.outputs(&found)
}

/// No arriving packet fits, or no packet arrives.
fn empty(queue: &Queue) -> States {
    let refused = |bulk: Bulk| f64::from(u8::from(bulk.size > queue.places));
    States {
        losses: queue.bulks.map(refused),
        idle: 1.0,
        mean: 0.0,
    }
}

/// A service of unit length and what may come in it.
struct Service {
    places: usize,
    bulks: [Bulk; 3],
    /// Rate of all arrivals, Λ.
    total: f64,
    /// Rate of those that fit when the system is empty.
    first: f64,
    /// P(n arrivals in a service).
    at_end: Vec<f64>,
    /// Mean time in a service with n arrivals so far.
    during: Vec<f64>,
}

impl Service {
    /// `None` where no service would ever begin.
    fn new(places: usize, bulks: [Bulk; 3]) -> Option<Service> {
        let total = bulks.iter().map(|bulk| bulk.rate).sum::<f64>();
        let first: f64 = fitting(places, &bulks, 0).map(|bulk| bulk.rate).sum();
        let at_end = poisson(total);
        let mut during: Vec<f64> = at_end.iter().map(|_| 0.0).collect();
        for n in (1..at_end.len()).rev() {
            during[n - 1] = during[n] + at_end[n] / total;
        }
        (first > 0.0).then_some(Service {
            places,
            bulks,
            total,
            first,
            at_end,
            during,
        })
    }

    fn states(&self) -> States {
        let left = self.left_behind();
        let cycle = 1.0 + left[0] / self.first;
        // A service begins with what was left, or with the first that came after.
        let mut starts = left.clone();
        starts.push(0.0);
        starts[0] = 0.0;
        for bulk in fitting(self.places, &self.bulks, 0) {
            starts[bulk.size] += left[0] * bulk.rate / self.first;
        }
        let share = |reward: &dyn Fn(usize) -> f64| {
            let reward: Vec<f64> = (0..=self.places).map(reward).collect();
            let waiting = reward[0] * left[0] / self.first;
            let sent = self.expected(reward, &self.during);
            let sent: f64 = starts.iter().zip(&sent).map(|(start, r)| start * r).sum();
            (sent + waiting) / cycle
        };
        let refused = |size: usize| {
            let full = share(&|i| f64::from(u8::from(i + size > self.places)));
            least(full, 1.0)
        };
        States {
            losses: self.bulks.map(|bulk| refused(bulk.size)),
            idle: left[0] / self.first / cycle,
            mean: share(&|i| i as f64),
        }
    }

    /// Probabilities of 0, …, K − 1 left behind.
    fn left_behind(&self) -> Vec<f64> {
        let sizes = self.bulks.iter().filter(|bulk| bulk.rate > 0.0).map(|bulk| bulk.size);
        let largest = sizes.max().unwrap_or(1);
        let more = self.more(largest);
        // Below this the way to a level loses nothing, and further starts never get there.
        let window = (self.places + 1).saturating_sub(more.len() + largest);
        stationary(self.places - 1, |mass| {
            let j = mass.len() - 1;
            let level = j + 2;
            let reach: Box<dyn Fn(usize) -> f64> = if level + largest <= self.places + 1 {
                Box::new(|i| more.get(level - i - 1).copied().unwrap_or(0.0))
            } else {
                let is_there = |i| f64::from(u8::from(i + window >= level));
                let reward = (0..=self.places - window).map(is_there).collect();
                let reach = self.expected_from(window, reward, &self.at_end);
                Box::new(move |i| i.checked_sub(window).map_or(0.0, |i| reach[i]))
            };
            let firsts = fitting(self.places, &self.bulks, 0).map(|bulk| {
                let there = bulk.size >= level;
                bulk.rate / self.first * if there { 1.0 } else { reach(bulk.size) }
            });
            let from = (j + 1).saturating_sub(more.len() + largest).max(1);
            let near = (from..=j).map(|i| mass[i] * reach(i));
            let up = mass[0] * firsts.sum::<f64>() + near.sum::<f64>();
            up / self.none_fits(j + 1)
        })
    }

    /// P(more than 0, 1, … customers come in a service), all of them fitting.
    fn more(&self, largest: usize) -> Vec<f64> {
        let most = self.at_end.len() * largest;
        let mut comes = vec![self.at_end[0]];
        for k in 1..=most {
            // Panjer: k a_k = Σ rate · size · a_{k − size}.
            let parts = self.bulks.iter().filter(|bulk| bulk.size <= k);
            let sum: f64 = parts
                .map(|bulk| bulk.rate * bulk.size as f64 * comes[k - bulk.size])
                .sum();
            comes.push(sum / k as f64);
        }
        for k in (1..comes.len()).rev() {
            comes[k - 1] += comes[k];
        }
        comes.remove(0);
        comes
    }

    /// P(nothing that fits comes in a service that begins with `i`).
    fn none_fits(&self, i: usize) -> f64 {
        let rate: f64 = fitting(self.places, &self.bulks, i).map(|bulk| bulk.rate).sum();
        libm::exp(-rate)
    }

    /// Σ over n of `weights` times the mean reward of the state after n arrivals, by where a service begins.
    fn expected(&self, reward: Vec<f64>, weights: &[f64]) -> Vec<f64> {
        self.expected_from(0, reward, weights)
    }

    /// Probabilities of the states from `window` on.
    fn expected_from(&self, window: usize, mut reward: Vec<f64>, weights: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; reward.len()];
        for &weight in weights {
            for (sum, reward) in sum.iter_mut().zip(&reward) {
                *sum += weight * reward;
            }
            // Larger states are needed as they were: upwards in place.
            for i in 0..reward.len() {
                let next = |bulk: &Bulk| {
                    let fits = window + i + bulk.size <= self.places;
                    bulk.rate * reward[if fits { i + bulk.size } else { i }]
                };
                let after: f64 = self.bulks.iter().map(next).sum();
                reward[i] = after / self.total;
            }
        }
        sum
    }
}

/// The bulks that fit beside `there`.
fn fitting(places: usize, bulks: &[Bulk; 3], there: usize) -> impl Iterator<Item = &Bulk> {
    let fits = move |bulk: &&Bulk| bulk.rate > 0.0 && there + bulk.size <= places;
    bulks.iter().filter(fits)
}

/// P(n arrivals), as far as it matters: further ones have less than 10⁻¹⁰⁰.
fn poisson(mean: f64) -> Vec<f64> {
    let mut list = vec![libm::exp(-mean)];
    loop {
        let n = list.len() as f64;
        let next = list[list.len() - 1] * mean / n;
        if n > mean && next < 1e-100 {
            return list;
        }
        list.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn at(kb: f64, more: Value) -> Outputs {
        let mut given = more;
        given["buffer_bytes"] = json!(kb * 1e3);
        MODEL.outputs_of(given).expect("accepted")
    }

    fn get(outputs: &Outputs, id: &str) -> f64 {
        outputs.get(id).expect("a number")
    }

    fn loss(kb: f64) -> f64 {
        get(&at(kb, json!({})), "udp_loss")
    }

    /// vishwanath-2011 Section IV-A: the inflection near 8 kB, and the shape of the exponential chain. The
    /// figures are of the same rule by another derivation, rounded to 3 digits.
    #[test]
    fn md1b_loss_falls_rises_and_falls_like_mm1b() {
        for (kb, value) in [
            (1.0, 0.02171),
            (2.0, 1.173e-3),
            (5.0, 6.82e-5),
            (7.6, 4.82e-5),
            (8.0, 4.85e-5),
            (10.0, 5.65e-5),
            (20.0, 2.01e-4),
            (32.0, 3.09e-4),
            (50.0, 2.22e-4),
        ] {
            assert!((loss(kb) / value - 1.0).abs() < 3e-3, "{kb}: {}", loss(kb));
        }
        let grid: Vec<f64> = (1..=50).map(|kb| loss(f64::from(kb))).collect();
        assert!(grid[..8].is_sorted_by(|a, b| a > b) && grid[7..32].is_sorted_by(|a, b| a < b));
        for (i, fixed) in grid.iter().enumerate() {
            let given = json!({ "buffer_bytes": 1000 * (i + 1) });
            let exponential = mm1b_bulk::MODEL.outputs_of(given).expect("accepted");
            assert!(*fixed < get(&exponential, "udp_loss"), "{i}");
        }
    }

    /// Utilization computed from the carried load and from p₀ must agree.
    #[test]
    fn utilization_equals_load_without_loss() {
        for (kb, more) in [
            (0.4, json!({})),
            (0.9, json!({ "udp_load": 1.5 })),
            (8.0, json!({})),
            (8.0, json!({ "packet_ratio": 7.5, "tcp_saturation_load": 2 })),
            (30.0, json!({ "packet_ratio": 1 })),
            (50.0, json!({ "packet_ratio": 37.5 })),
        ] {
            let udp = more.get("udp_load").and_then(Value::as_f64).unwrap_or(0.05);
            let outputs = at(kb, more);
            let carried = udp * (1.0 - get(&outputs, "udp_loss")) + get(&outputs, "tcp_carried_load");
            let busy = get(&outputs, "utilization");
            assert!((carried / busy - 1.0).abs() < 1e-12, "{kb}: {carried} {busy}");
        }
    }

    #[test]
    fn md1b_with_one_packet_size_equals_md1k() {
        for (kb, load) in [(1.0, 0.5), (10.0, 0.8), (11.0, 0.8), (20.0, 1.2)] {
            let given = json!({ "packet_ratio": 1, "udp_load": load, "tcp_saturation_load": 0 });
            let exact = json!({ "load": load, "places_packets": kb });
            let exact = super::super::md1k::MODEL.outputs_of(exact).expect("accepted");
            let found = at(kb, given);
            assert!((get(&found, "udp_loss") / get(&exact, "loss") - 1.0).abs() < 1e-12, "{kb}");
            let mean = get(&found, "mean_bytes") / 1000.0;
            assert!((mean / get(&exact, "mean_packets") - 1.0).abs() < 1e-12, "{kb}");
        }
    }

    #[test]
    fn buffer_without_arrivals_is_empty() {
        let nothing = at(0.1, json!({}));
        assert_eq!((get(&nothing, "udp_loss"), get(&nothing, "utilization")), (1.0, 0.0));
        let silent = at(0.9, json!({ "udp_load": 0 }));
        assert_eq!((get(&silent, "udp_loss"), get(&silent, "tcp_loss")), (0.0, 1.0));
    }
}
