//! M/M/1/B with bulk arrivals: why UDP may lose more in a larger buffer.
//!
//! A buffer of B bytes holds K customers of the size of a UDP packet, the one in service among them. UDP packets
//! come singly, TCP packets as bulks of r, both at times of a Poisson process; each customer takes an exponential
//! time to send, on average the unit of time. UDP's rate is given; TCP's grows with the buffer as Equation 3 says.
//! An arrival that does not fit as a whole is lost as a whole, so that UDP loses with probability p_K.
//!
//! Source: vishwanath-2011 Section IV, Equations 3 to 9. We differ in two ways. The printed balance equations hold
//! from K = 10 on for r = 5; these hold for any K and r. And r need not be a whole number: then bulks of the two
//! sizes next to it come with the shares that make its mean.

use super::chain::{self, Bulk, bulks, mean, refused, with_bulks};
use super::params::{B_STAR, BUFFER_BYTES, RATIO, TCP_PACKET, TCP_SATURATION, UDP_LOAD};
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::{Check, Param};
use serde_json::{Map, Value};

model! {
    /// Loss of small open-loop packets beside large TCP packets in a small buffer, by a Markov chain. At most 100,001
    /// states.
    #[section("model.mm1b-bulk", "M/M/1/B with bulk arrivals",
        source: "vishwanath-2011 Equations 3 to 9", check: CHECK)]
    parameters: PARAMS,
    outputs: OUTPUTS,
    assumes: &[
        "TCP and UDP packets arrive as Poisson processes: thousands of TCP flows that are not synchronized, and buffers so small that windows stay small.",
        "The transmission time of one UDP packet's bytes is exponential.",
        "TCP offers 1 − exp(−B/B*) of its saturation load and does not react to UDP.",
    ],
    fails: &[
        "Above about 50 kB windows grow, and arrivals are burstier than a Poisson process.",
        "With B* = 7 kB, TCP reaches 79 % of its saturation load at 11 kB, but 98 % in the simulation of the paper. From 11 to 30 kB the UDP loss grows 3.1-fold in the model, but 1.5-fold in the simulation.",
        "Equal packet sizes: the loss grows 1.4-fold in the model, but not in the simulation.",
    ],
}

/// Parameters of this chain and of the chain with constant service times.
pub(super) static PARAMS: &[Param] =
    &[BUFFER_BYTES, B_STAR, UDP_LOAD, TCP_SATURATION, RATIO, TCP_PACKET];

/// Outputs of both chains.
pub(super) static OUTPUTS: &[Output] = rows![Output:
    /// Probability that a UDP packet finds the buffer full: p_K.
    "udp_loss", "UDP loss", Ratio;
    /// Load that TCP offers with this buffer, as a share of the link (vishwanath-2011 E3).
    "tcp_load", "TCP load", Ratio;
    /// Probability that a TCP packet does not fit completely.
    "tcp_loss", "TCP loss", Ratio;
    /// Load of TCP without the lost packets.
    "tcp_carried_load", "Carried TCP load", Ratio;
    /// Share of time in which the link transmits: 1 − p₀.
    "utilization", "Utilization", Ratio;
    /// Mean content of the system, with the packet in transmission.
    "mean_bytes", "Mean content", Bytes;
    /// States of the chain: K + 1 (vishwanath-2011 E4).
    "states", "States", None;
];

const CHECK: Check = |fields, report| check_places(fields, chain::PLACES, report);

/// Checks that the buffer holds at most `most` UDP packets.
pub(super) fn check_places(
    fields: &Map<String, Value>,
    most: f64,
    report: &mut dyn FnMut(&str, String),
) {
    let number = |name: &str| fields[name].as_f64().unwrap_or(0.0);
    let size = [number("buffer_bytes"), number("packet_ratio"), number("tcp_packet_bytes")];
    let places = places(size[0], size[1], size[2]);
    if places > most {
        let packet = size[2] / size[1];
        let message =
            format!("holds {places:.0} UDP packets of {packet:.4} bytes; the maximum of the model is {most}");
        report("buffer_bytes", message);
    }
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    let queue = Queue::of(inputs);
    let states = with_bulks(queue.places, &queue.bulks);
    queue.outputs(&States {
        losses: queue.bulks.map(|bulk| refused(&states, bulk.size)),
        idle: states[0],
        mean: mean(&states),
    })
}

/// Arrivals at the buffer and its size, in UDP packets.
pub(super) struct Queue {
    /// Size K of the buffer.
    pub places: usize,
    /// UDP's, and TCP's of the two sizes next to the ratio.
    pub bulks: [Bulk; 3],
    tcp_load: f64,
    udp_packet: f64,
}

/// Results of a chain.
pub(super) struct States {
    /// Probabilities that each of the bulks finds no room.
    pub losses: [f64; 3],
    /// Share of time with nothing there.
    pub idle: f64,
    /// Mean number of customers.
    pub mean: f64,
}

impl Queue {
    pub(super) fn of(inputs: &Inputs) -> Queue {
        take!(inputs: buffer_bytes, b_star_bytes, udp_load, tcp_saturation_load, packet_ratio, tcp_packet_bytes);
        // TCP load by Equation 3.
        let tcp_load = -libm::expm1(-buffer_bytes / b_star_bytes) * tcp_saturation_load;
        let [few, many] = bulks(packet_ratio, tcp_load / packet_ratio);
        let udp = Bulk {
            size: 1,
            rate: udp_load,
        };
        Queue {
            places: places(buffer_bytes, packet_ratio, tcp_packet_bytes) as usize,
            bulks: [udp, few, many],
            tcp_load,
            udp_packet: tcp_packet_bytes / packet_ratio,
        }
    }

    pub(super) fn outputs(&self, found: &States) -> Outputs {
        let tcp_load = self.tcp_load;
        let [udp_loss, few, many] = found.losses;
        let [_, of_few, of_many] = self.bulks;
        // The larger of the two sizes has a higher loss and carries more data.
        let above = of_many.rate / (of_few.rate + of_many.rate + f64::MIN_POSITIVE);
        let tcp_loss = (1.0 - above) * few + above * many;
        let carried = |bulk: Bulk, loss: f64| bulk.rate * bulk.size as f64 * (1.0 - loss);
        let tcp_carried_load = carried(of_few, few) + carried(of_many, many);
        let utilization = 1.0 - found.idle;
        let mean_bytes = found.mean * self.udp_packet;
        let states = (self.places + 1) as f64;
        give!(
            udp_loss,
            tcp_load,
            tcp_loss,
            tcp_carried_load,
            utilization,
            mean_bytes,
            states
        )
    }
}

/// Returns the number of complete UDP packets in the buffer. 7.4 kB hold 37 packets of 200 B, although 7.4·5 is
/// slightly less in floating point.
fn places(buffer_bytes: f64, ratio: f64, tcp_packet_bytes: f64) -> f64 {
    (buffer_bytes * ratio / tcp_packet_bytes * (1.0 + 1e-12)).floor()
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

    fn loss(kb: f64, more: Value) -> f64 {
        at(kb, more).get("udp_loss").expect("a probability")
    }

    /// Losses on the paper's grid of 1 kB, from 1 to 50 kB.
    fn curve(more: &Value) -> Vec<f64> {
        (1..=50).map(|kb| loss(f64::from(kb), more.clone())).collect()
    }

    /// Minimum and following maximum (or end) of the curve in kB, and the growth between them.
    fn rise(curve: &[f64]) -> (usize, usize, f64) {
        // Below 3 kB there is hardly room for a bulk or two, and the curve has steps.
        let up = (2..49).find(|&i| curve[i + 1] > curve[i]).expect("it rises");
        let down = (up + 1..49)
            .find(|&i| curve[i + 1] < curve[i])
            .unwrap_or(49);
        (up + 1, down + 1, curve[down] / curve[up])
    }

    /// vishwanath-2011 Figure 9: 3 kB make 16 states, whose probabilities satisfy Equations 5 to 9.
    #[test]
    fn chain_of_a_3_kb_buffer_satisfies_the_balance_equations() {
        assert_eq!(at(3.0, json!({})).get("states"), Some(16.0));
        let tcp = -libm::expm1(-3.0 / 7.0) * 0.94 / 5.0;
        let udp = 0.05;
        let [few, many] = bulks(5.0, tcp);
        let single = Bulk {
            size: 1,
            rate: udp,
        };
        let p = with_bulks(15, &[single, few, many]);
        let balances = |out: f64, into: f64| assert!((out - into).abs() < 1e-15, "{out} {into}");
        balances(p[0] * (udp + tcp), p[1]);
        for i in 1..=4 {
            balances(p[i] * (udp + tcp + 1.0), p[i - 1] * udp + p[i + 1]);
        }
        for i in 5..=10 {
            balances(p[i] * (udp + tcp + 1.0), p[i - 1] * udp + p[i + 1] + p[i - 5] * tcp);
        }
        for i in 11..=14 {
            balances(p[i] * (udp + 1.0), p[i - 1] * udp + p[i + 1] + p[i - 5] * tcp);
        }
        balances(p[15], p[14] * udp + p[10] * tcp);
        assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // Solved by hand from the printed equations, to 5 digits.
        for (i, value) in [(0, 0.62675), (5, 0.05879), (10, 0.008_635), (15, 6.382e-4)] {
            assert!((p[i] / value - 1.0).abs() < 1e-3, "{i}: {}", p[i]);
        }
    }

    /// Figure 10: UDP's loss falls to 8 kB and rises to 30 kB, while TCP's load grows all the way.
    #[test]
    fn loss_falls_rises_and_falls_again() {
        let curve = curve(&json!({}));
        let (up, down, _) = rise(&curve);
        assert_eq!((up, down), (8, 30));
        assert!(curve[..8].is_sorted_by(|a, b| a > b));
        assert!(curve[7..30].is_sorted_by(|a, b| a < b));
        assert!(curve[29..].is_sorted_by(|a, b| a > b));
        for (kb, value) in [(1, 0.02227), (2, 2.330e-3), (5, 2.378e-4), (8, 1.855_16e-4), (10, 2.110e-4), (30, 7.270e-4), (50, 5.102e-4)] {
            let found: f64 = curve[kb - 1];
            assert!((found / value - 1.0).abs() < 3e-4, "{kb}: {found}");
        }
        for (kb, load) in [(2.0, 0.234), (8.0, 0.640), (11.0, 0.745), (30.0, 0.927)] {
            let found = at(kb, json!({})).get("tcp_load").expect("a load");
            assert!((found - load).abs() < 6e-4, "{kb}: {found}");
        }
        let tcp = at(8.0, json!({})).get("tcp_loss").expect("a probability");
        assert!((tcp / 0.0032 - 1.0).abs() < 0.01, "{tcp}");
    }

    /// Figure 18: a smaller B* is more TCP at every buffer; 99 % of saturation at 4.61 B*.
    #[test]
    fn tcp_load_approaches_saturation_with_constant_b_star() {
        for b_star in [1.0, 7.0, 14.0] {
            let given = json!({ "b_star_bytes": b_star * 1e3 });
            let load = at(4.605_17 * b_star, given).get("tcp_load").expect("a load");
            assert!((load / 0.94 - 0.99).abs() < 1e-5, "{b_star}");
        }
    }

    /// Figure 19: with a larger B* the rise is larger and begins later; up to 3.2 kB there is none. Yet at every
    /// buffer a larger B* loses less, other than the text may be read.
    #[test]
    fn the_anomaly_grows_with_b_star() {
        let given = |b_star: f64| json!({ "b_star_bytes": b_star * 1e3 });
        for (b_star, kb, more) in [(4.0, 6, 1.16), (7.0, 8, 3.92), (10.0, 10, 18.7), (14.0, 13, 109.0)] {
            let (up, _, found) = rise(&curve(&given(b_star)));
            assert_eq!(up, kb, "{b_star}");
            // A grid of 200 B shifts the minimum and the maximum slightly.
            assert!((found / more - 1.0).abs() < 0.05, "{b_star}: {found}");
        }
        assert!(curve(&given(3.2)).is_sorted_by(|a, b| a > b));
        for kb in [5.0, 10.0, 30.0] {
            let losses = [1.0, 4.0, 7.0, 14.0].map(|b_star| loss(kb, given(b_star)));
            assert!(losses.is_sorted_by(|a, b| a > b), "{kb}: {losses:?}");
        }
    }

    /// Figure 22: the smaller UDP's packets the less they lose at every buffer and the larger the rise. The text
    /// has losses fall again beyond 30 kB but for 40 B; by Equations 3 to 9 they fall for 40 B too.
    #[test]
    fn smaller_udp_packets_have_less_loss_and_a_larger_rise() {
        let of = |ratio: f64| curve(&json!({ "packet_ratio": ratio }));
        let ratios = [
            (1.0, 8, 24, 1.41),
            (2.0, 8, 28, 2.28),
            (5.0, 8, 30, 3.92),
            (10.0, 7, 31, 5.08),
            (25.0, 7, 32, 6.10),
        ];
        let mut before = vec![1.0; 50];
        for (ratio, low, high, more) in ratios {
            let curve = of(ratio);
            let (up, down, found) = rise(&curve);
            assert_eq!((up, down), (low, high), "{ratio}");
            assert!((found / more - 1.0).abs() < 0.01, "{ratio}: {found}");
            assert!(curve[49] < curve[down - 1]);
            assert!(curve.iter().zip(&before).all(|(now, before)| now < before), "{ratio}");
            before = curve;
        }
    }

    /// The rise that the model's text compares with the paper's simulation, and TCP's share there.
    #[test]
    fn difference_from_the_simulation_agrees_with_the_known_limits() {
        assert!((loss(30.0, json!({})) / loss(11.0, json!({})) - 3.1).abs() < 0.05);
        let tcp = at(11.0, json!({})).get("tcp_load").expect("a load");
        assert!((tcp / 0.94 - 0.79).abs() < 0.005);
    }

    /// Ratios between two whole ones, such as 1500 to 200 bytes, lie between them.
    #[test]
    fn result_for_a_fractional_ratio_is_between_those_of_integers() {
        let loss = |ratio: f64| loss(12.0, json!({ "packet_ratio": ratio }));
        assert!(loss(8.0) < loss(7.5) && loss(7.5) < loss(7.0));
        assert!((loss(7.0 + 1e-9) / loss(7.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn buffer_smaller_than_a_tcp_packet_carries_no_tcp() {
        let outputs = at(0.9, json!({}));
        assert_eq!(outputs.get("tcp_loss"), Some(1.0));
        assert_eq!(outputs.get("tcp_carried_load"), Some(0.0));
        assert_eq!(loss(0.1, json!({})), 1.0);
    }
}
