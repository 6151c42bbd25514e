//! Random numbers: one generator per component, named by the seed and the path of the component.
//!
//! A new group or more draws in one place never change the draws in another place, so two runs with different
//! buffers see the same arrivals (common random numbers). The generator is xoshiro256++; `rand_xoshiro` documents
//! its stream and keeps it stable. Logarithms come from `libm`, whose results have the same bits natively and in
//! WebAssembly.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A component's own stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of `component` and `index` under `seed`.
    ///
    /// A component is named by its path, such as `group/tcp` or `link/r0/queue`: bare ids of different
    /// kinds of things could be the same word.
    #[must_use]
    pub fn for_component(seed: u64, component: &str, index: u64) -> Rng {
        Rng::from_seed(Rng::seed_of(seed, component, index))
    }

    /// Returns the seed of the stream of a component; see [`for_component`](Rng::for_component).
    #[must_use]
    pub fn seed_of(seed: u64, component: &str, index: u64) -> u64 {
        let mut hash = fnv1a(FNV_OFFSET, &seed.to_le_bytes());
        hash = fnv1a(hash, component.as_bytes());
        fnv1a(hash, &index.to_le_bytes())
    }

    /// Creates the stream with this seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A stream that shares no numbers with this one: it begins 2^128 draws further on.
    #[must_use]
    pub fn split(&self) -> Rng {
        let mut far = self.0.clone();
        far.jump();
        Rng(far)
    }

    /// Uniform in [0, 1), with 53 random bits.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Draws a uniform number in [lo, hi).
    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.uniform()
    }

    /// Exponential with the given mean, by inversion.
    #[inline]
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.uniform())
    }
}

/// Stream of random numbers that takes 16 bytes until many numbers are drawn from it.
///
/// Most flows draw a few numbers when they are created and none later.
#[derive(Clone, Debug)]
pub enum LazyRng {
    /// A stream of which few numbers have been drawn: they are drawn again when the next one is needed.
    Early {
        /// Seed of the stream.
        seed: u64,
        /// Count of numbers drawn so far.
        drawn: u32,
    },
    /// A stream with its state.
    Begun(Box<Rng>),
}

impl LazyRng {
    /// Number of draws after which the state is kept.
    const FEW: u32 = 8;

    /// Keeps a stream with this seed, of which `rng` is the state.
    #[must_use]
    pub fn of(seed: u64, rng: Rng) -> LazyRng {
        let mut again = Rng::from_seed(seed);
        for drawn in 0..LazyRng::FEW {
            if again == rng {
                return LazyRng::Early { seed, drawn };
            }
            again.uniform();
        }
        LazyRng::from(rng)
    }

    /// Returns a copy of the stream at its present state.
    #[must_use]
    pub fn state(&self) -> Rng {
        match self {
            LazyRng::Early { seed, drawn } => {
                let mut rng = Rng::from_seed(*seed);
                (0..*drawn).for_each(|_| {
                    rng.uniform();
                });
                rng
            }
            LazyRng::Begun(rng) => rng.as_ref().clone(),
        }
    }

    /// Returns the stream, whose state is kept from now on.
    pub fn begin(&mut self) -> &mut Rng {
        if let LazyRng::Early { .. } = self {
            *self = LazyRng::from(self.state());
        }
        match self {
            LazyRng::Begun(rng) => rng,
            LazyRng::Early { .. } => unreachable!("the state is kept"),
        }
    }

    /// Draws one number at the creation of a component; see [`Rng::uniform`].
    pub fn uniform_at_creation(&mut self) -> f64 {
        match self {
            LazyRng::Early { seed, drawn } if *drawn < LazyRng::FEW => {
                let before = LazyRng::Early {
                    seed: *seed,
                    drawn: *drawn,
                };
                *drawn += 1;
                before.state().uniform()
            }
            _ => self.begin().uniform(),
        }
    }
}

impl From<Rng> for LazyRng {
    fn from(rng: Rng) -> LazyRng {
        LazyRng::Begun(Box::new(rng))
    }
}

/// Start value of [`fnv1a`].
pub(crate) const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, 64 bits: a small stable hash for names and digests; not for untrusted keys.
pub(crate) fn fnv1a(mut hash: u64, bytes: &[u8]) -> u64 {
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_golden_and_separate_per_component() {
        let draw = |name: &str, index| Rng::for_component(1, name, index).uniform();
        assert_eq!(draw("udp", 0), draw("udp", 0));
        assert_ne!(draw("udp", 0), draw("udp", 1));
        assert_ne!(draw("udp", 0), draw("tcp", 0));
    }

    #[test]
    fn a_split_stream_leaves_its_parent_as_it_was() {
        let mut parent = Rng::for_component(1, "sender", 0);
        let mut child = parent.split();
        let mut untouched = Rng::for_component(1, "sender", 0);
        assert_ne!(child.uniform(), parent.uniform());
        untouched.uniform();
        assert_eq!(parent.uniform(), untouched.uniform());
    }

    #[test]
    fn a_lazy_stream_has_the_numbers_of_the_stream_with_its_seed() {
        for before in [0, 3, 7, 20] {
            let seed = Rng::seed_of(1, "sender", 0);
            let mut rng = Rng::from_seed(seed);
            (0..before).for_each(|_| {
                rng.uniform();
            });
            let mut lazy = LazyRng::of(seed, rng.clone());
            assert_eq!(matches!(lazy, LazyRng::Early { .. }), before < 8);
            for _ in 0..10 {
                assert_eq!(lazy.uniform_at_creation(), rng.uniform());
            }
            assert_eq!(lazy.state().uniform(), rng.clone().uniform());
            assert_eq!(lazy.begin().uniform(), rng.uniform());
        }
        assert_eq!(size_of::<LazyRng>(), 16);
    }

    #[test]
    fn exponential_draws_have_their_mean() {
        let mut rng = Rng::for_component(7, "source", 0);
        let n = 200_000;
        let mean = (0..n).map(|_| rng.exponential(2.0)).sum::<f64>() / f64::from(n);
        // Standard error 2/sqrt(n) = 0.0045; four of them.
        assert!((mean - 2.0).abs() < 0.018, "mean {mean}");
    }
}
