//! Fresh inputs out of kept ones, the same for the same seed: a mutator for the loop that needs no nightly
//! compiler. It knows nothing of coverage; what that finds is kept in `corpus/`, and begun from here.

/// Pseudorandom numbers from a seed.
///
/// Source: splitmix64, in Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014,
/// figure 16.
pub struct Chance(u64);

impl Chance {
    /// Creates the generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Returns the next number.
    #[expect(
        clippy::should_implement_trait,
        reason = "an endless generator needs no iterator"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `n`, which is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Longest new input, bytes.
const LONGEST: usize = 4_096;

/// Returns one of `kept`, which must not be empty, with one to eight changes: changed, removed or inserted bytes, inserted
/// words, or a part of another input.
pub fn mutated(chance: &mut Chance, kept: &[Vec<u8>], words: &[String]) -> Vec<u8> {
    let mut input = kept[chance.below(kept.len())].clone();
    for _ in 0..=chance.below(8) {
        let at = chance.below(input.len() + 1);
        let to = (at + chance.below(16)).min(input.len());
        match chance.below(6) {
            0 => input.splice(at..to, []).for_each(drop),
            1 => input.insert(at, chance.next() as u8),
            2 => input
                .splice(at..at, words[chance.below(words.len())].bytes())
                .for_each(drop),
            3 => {
                let other = &kept[chance.below(kept.len())];
                let from = chance.below(other.len() + 1);
                let piece = other[from..].iter().copied().take(chance.below(200));
                input
                    .splice(at..to, piece.collect::<Vec<_>>())
                    .for_each(drop);
            }
            _ => input[at..to]
                .iter_mut()
                .take(1)
                .for_each(|byte| *byte = chance.next() as u8),
        }
    }
    input.truncate(LONGEST);
    input
}
