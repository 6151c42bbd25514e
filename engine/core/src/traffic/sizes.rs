//! Sizes of a source's packets, one after another.
//!
//! Measured packets have two or three sizes (full ones, acknowledgments, 576 bytes), those of games and video
//! differ: vishwanath-2011 Section IV-A takes 200 bytes, or uniform [150, 300]. A drawn size is rounded to whole
//! bytes and kept within [`SIZE`]. Sizes have a chance of their own, so that a source sends at the same times
//! whatever they are, where its times do not depend on them.

use crate::rng::Rng;
use crate::spec::Param;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::parameter;

/// Range of packet sizes, bytes.
pub(super) const SIZE: Range = Range {
    min: 1.0,
    max: 65_535.0,
};

/// Packet size of an open-loop source.
pub(super) const PACKET_BYTES: Param = parameter! {
    /// Size of a packet on the wire, in whole bytes: the same for all packets, drawn for each, or from a list in turn.
    /// Real-time traffic uses small packets.
    packet_bytes = 200.0, "Packet size", Bytes, SIZE.kind(), [live, source: "vishwanath-2011 Section IV-A"]
};

/// Sizes of packets, one after another.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    of: Distribution,
    /// The size of all; `None` if they differ.
    same: Option<u16>,
    mean: f64,
    taken: usize,
    /// Begins where the source's stood when the first size was drawn, far on.
    chance: Option<Box<Rng>>,
}

impl Sizes {
    pub(super) fn new(of: &Distribution) -> Sizes {
        let same = match of {
            Distribution::Fixed(bytes) => Some(whole(*bytes)),
            _ => None,
        };
        Sizes {
            same,
            mean: same.map_or_else(|| of.mean_within(SIZE), f64::from),
            of: of.clone(),
            taken: 0,
            chance: None,
        }
    }

    /// Returns the mean size, bytes.
    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// The largest there can be, bytes.
    pub(super) fn largest(&self) -> f64 {
        self.of.ends().map_or(SIZE.max, |(_, highest)| highest)
    }

    /// Size of the next packet, bytes.
    #[inline]
    pub(super) fn next(&mut self, rng: &Rng) -> u16 {
        match self.same {
            Some(bytes) => bytes,
            None => self.draw(rng),
        }
    }

    fn draw(&mut self, rng: &Rng) -> u16 {
        let chance = || Box::new(rng.split());
        let uniform = match self.of.is_drawn() {
            true => self.chance.get_or_insert_with(chance).uniform(),
            false => 0.0,
        };
        self.taken += 1;
        whole(self.of.value(self.taken - 1, uniform, SIZE))
    }

    /// Other sizes from now on; `pending` is the size of the packet that is due: what it is instead.
    pub(super) fn change(&mut self, to: &Distribution, pending: u16, rng: &Rng) -> u16 {
        if self.of == *to {
            return pending;
        }
        let chance = self.chance.take();
        *self = Sizes {
            chance,
            ..Sizes::new(to)
        };
        self.next(rng)
    }
}

fn whole(bytes: f64) -> u16 {
    (SIZE.clamp(bytes) + 0.5) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn sizes(json: Value) -> Sizes {
        Sizes::new(&serde_json::from_value(json).expect("a distribution"))
    }

    fn rng() -> Rng {
        Rng::for_component(1, "sizes", 0)
    }

    #[test]
    fn the_mean_size_equals_the_mean_of_draws() {
        for form in [
            json!(200),
            json!({ "uniform": [150, 300] }),
            json!({ "bimodal": [40, 1500, 0.4] }),
            json!({ "exponential": 500 }),
            json!({ "pareto": [600, 1.2] }),
            json!({ "list": [40, 576, 1500] }),
        ] {
            let mut sizes = sizes(form.clone());
            let n = 90_000;
            let drawn: Vec<f64> = (0..n).map(|_| f64::from(sizes.next(&rng()))).collect();
            let mean = drawn.iter().sum::<f64>() / f64::from(n);
            let variance = drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
            // Four standard errors, and what rounding may add where an end cuts half a byte off.
            let error = 4.0 * libm::sqrt(variance) / f64::from(n) + 0.01;
            assert!((mean - sizes.mean()).abs() < error, "{form}: {mean}");
            let largest = drawn
                .iter()
                .fold(0.0, |a: f64, &b| if b > a { b } else { a });
            assert!(largest <= sizes.largest(), "{form}");
        }
    }

    #[test]
    fn uniform_sizes_of_vishwanath_are_whole_bytes_from_150_to_300() {
        let mut sizes = sizes(json!({ "uniform": [150, 300] }));
        let mut seen = [0u32; 151];
        for _ in 0..150_000 {
            seen[usize::from(sizes.next(&rng()) - 150)] += 1;
        }
        // 1000 each, and half as many at the ends: five standard errors.
        assert!(
            seen[1..150].iter().all(|&n| n.abs_diff(1000) < 160),
            "{seen:?}"
        );
        assert!(seen[0].abs_diff(500) < 112 && seen[150].abs_diff(500) < 112);
    }

    #[test]
    fn a_change_keeps_the_size_of_the_packet_that_is_due_unless_sizes_change() {
        let uniform = |hi: f64| Distribution::Uniform {
            uniform: [150.0, hi],
        };
        let mut sizes = Sizes::new(&uniform(300.0));
        assert_eq!(sizes.change(&uniform(300.0), 222, &rng()), 222);
        assert_eq!(
            sizes.change(&Distribution::Fixed(1000.0), 222, &rng()),
            1000
        );
        assert_eq!(sizes.change(&Distribution::Fixed(0.2), 222, &rng()), 1);
    }
}
