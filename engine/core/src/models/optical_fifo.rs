//! Optical FIFO: number and length of its delay lines, and the effect of a shorter longest line.
//!
//! A FIFO of N − 1 packets needs log₂ N lines of 1, 2, … N/2 packets in which packets circulate, and log₂ N − 1 lines of the
//! waiting line: 2·log₂ N − 1 lines for 1.5 N − 2 packets. If lines of length N/2K replace the longest line, the waiting
//! line shrinks too: less fiber, but more switches.
//!
//! Source: ganjali-2007 Section 5.2, Theorems 4 to 6 and Figure 5.7. The queue
//! [`optical_fifo`](crate::queue::optical_fifo) simulates it; tests compare these numbers with its lines.

use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, params};

model! {
    /// Number of optical delay lines and length of fiber for a buffer that works as a FIFO.
    #[section("model.optical-fifo", "Optical FIFO of delay lines", source: "ganjali-2007 Theorems 4 to 6, Figure 5.7")]
    parameters: params![
        /// Packets in the FIFO, N − 1: 3, 7, 15, 31 and so on, one less than a power of two.
        room_packets = 63.0, "Room", Packets, integer(3..=1_048_575).log(), [];
        /// A power of two up to N/2. The longest line holds N/2K packets, and there are several of it.
        longest_lines = 1.0, "Divisor of the longest line (K)", None, integer(1..=524_288).log(), [];
    ],
    outputs: rows![Output:
        /// 2(log₂ N + K − log₂ K) − 3, with those of the waiting line. Null if N or K is not a power of two, or if K is
        /// above N/2.
        "lines", "Delay lines", None;
        /// N/2K. Null in the same cases.
        "longest_packets", "Longest line", Packets;
        /// Length of all lines, N − 1 + (N − 2K)/2K. Null in the same cases.
        "fiber_packets", "Fiber", Packets;
        /// Fiber of the waiting line as a share of the buffer, at most one half. Null in the same cases.
        "extra_share", "Extra fiber", Ratio;
    ],
    assumes: &[
        "All packets fit in one slot; at most one arrives and at most one leaves per slot.",
        "Packets are placed as in the text of Algorithm A: into the longest line whose length is at most their order.",
    ],
    fails: &[
        "The printed rule in the box of Algorithm A, with which packets miss their turn.",
        "Light is attenuated in each loop and switch, which limits the number of loops of a packet.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: room_packets, longest_lines);
    let (n, k) = (room_packets as u64 + 1, longest_lines as u64);
    let counted = (n.is_power_of_two() && k.is_power_of_two() && 2 * k <= n).then(|| count(n, k));
    let lines = counted.map(|counted| counted.lines as f64);
    let longest_packets = counted.map(|counted| counted.longest as f64);
    let fiber_packets = counted.map(|counted| counted.fiber as f64);
    let extra_share = fiber_packets.map(|fiber| fiber / room_packets - 1.0);
    give!(lines, longest_packets, fiber_packets, extra_share)
}

#[derive(Clone, Copy)]
struct Counted {
    lines: u64,
    longest: u64,
    fiber: u64,
}

/// Theorem 6, for powers of two, `k` at most `n` / 2.
fn count(n: u64, k: u64) -> Counted {
    let [log_n, log_k] = [n, k].map(|power| u64::from(power.trailing_zeros()));
    Counted {
        lines: 2 * (log_n + k - log_k) - 3,
        longest: n / (2 * k),
        fiber: n - 1 + (n - 2 * k) / (2 * k),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::optical_fifo::fifo::{Fifo, lengths};
    use serde_json::json;

    #[test]
    fn model_agrees_with_the_lines_and_fiber_of_the_queue() {
        for n in (2..=10).map(|bits| 1_u64 << bits) {
            for k in (0..n.trailing_zeros()).map(|bits| 1_u64 << bits) {
                let fifo = Fifo::new(&lengths(n, k)).expect("powers of two work");
                let all: Vec<u64> = fifo
                    .lines()
                    .iter()
                    .chain(fifo.waiting().lines())
                    .map(|line| line.length())
                    .collect();
                let counted = count(n, k);
                assert_eq!(counted.lines, all.len() as u64, "N {n}, K {k}");
                assert_eq!(counted.fiber, all.iter().sum::<u64>(), "N {n}, K {k}");
                assert_eq!(Some(&counted.longest), all.iter().max(), "N {n}, K {k}");
            }
        }
    }

    /// Theorem 4, 2·log₂ N − 1 lines of 1.5·N − 2 packets, and Figure 5.7's trade for 63 packets, worked out by hand.
    #[test]
    fn model_agrees_with_theorem_4_and_the_example_of_63_packets() {
        for bits in 2..=20 {
            let (n, counted) = (1 << bits, count(1 << bits, 1));
            assert_eq!((counted.lines, counted.fiber), (2 * bits - 1, 3 * n / 2 - 2));
        }
        let trade = |bits: u32| count(64, 1 << bits);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|k| trade(k).lines), [11, 11, 13, 19, 33, 63]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|k| trade(k).fiber), [94, 78, 70, 66, 64, 63]);
    }

    #[test]
    fn sizes_that_are_not_powers_of_two_give_null() {
        for (room, k) in [(62, 1), (63, 3), (63, 64)] {
            let given = json!({ "room_packets": room, "longest_lines": k });
            let outputs = MODEL.outputs_of(given).expect("accepted");
            assert!(outputs.iter().all(|(_, value)| value.is_none()), "{room} {k}");
        }
    }
}
