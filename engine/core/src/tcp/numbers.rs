//! Sequence numbers: 64 bits at the ends, 32 bits in a packet.
//!
//! Senders and receivers count segments in 64 bits, so that no number is used twice, comparisons are plain, and a
//! flow can go on for ever. A packet has room for the lower 32 bits. The receiving end extends them to the number
//! nearest to one that it knows. This is correct if fewer than 2^31 segments lie between, and a network holds at
//! most [millions](crate::spec::limits::PACKETS).
//!
//! Source: QUIC's packet numbers, RFC 9000 Section 17.1 and Appendix A. TCP itself compares modulo 2^32, RFC 9293
//! Section 3.4.

/// Returns the lower 32 bits of a number, which a packet carries.
#[must_use]
#[inline]
pub fn on_wire(number: u64) -> u32 {
    number as u32
}

/// The number nearest to `near` of which a packet carries `wire`.
#[must_use]
#[inline]
pub fn extended(wire: u32, near: u64) -> u64 {
    let ahead = wire.wrapping_sub(near as u32).cast_signed();
    near.wrapping_add_signed(i64::from(ahead))
}

/// A sequence number or none, in eight bytes. No segment has the largest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaybeNumber(u64);

impl MaybeNumber {
    /// Absence of a number.
    pub const NONE: MaybeNumber = MaybeNumber(u64::MAX);

    /// Returns the number, if there is one.
    #[must_use]
    #[inline]
    pub fn get(self) -> Option<u64> {
        (self != MaybeNumber::NONE).then_some(self.0)
    }

    /// Takes the number and leaves none.
    #[inline]
    pub fn take(&mut self) -> Option<u64> {
        std::mem::replace(self, MaybeNumber::NONE).get()
    }
}

impl From<u64> for MaybeNumber {
    fn from(number: u64) -> MaybeNumber {
        MaybeNumber(number)
    }
}

impl From<Option<u64>> for MaybeNumber {
    fn from(number: Option<u64>) -> MaybeNumber {
        number.map_or(MaybeNumber::NONE, MaybeNumber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_extend_correctly_around_the_wrap() {
        let wrap = 1u64 << 32;
        assert_eq!(on_wire(wrap + 3), 3);
        assert_eq!(extended(3, wrap - 2), wrap + 3);
        assert_eq!(extended(u32::MAX, wrap + 3), wrap - 1);
        assert_eq!(extended(3, 5), 3);
    }

    proptest! {
        #[test]
        fn numbers_within_two_to_the_31_extend_exactly(
            near in (1u64 << 31)..u64::MAX / 2,
            ahead in -(1i64 << 31)..(1i64 << 31),
        ) {
            let number = near.strict_add_signed(ahead);
            prop_assert_eq!(extended(on_wire(number), near), number);
        }
    }
}
