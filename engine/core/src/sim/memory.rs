//! Memory of a run: a run for which the system has too little ends with an error instead of the whole program.

use std::hint::black_box;

/// Bound on the memory of a flow at its start, its sender and receiver included, bytes. Of 100,000 flows, each takes 735
/// bytes with Reno, 1,540 with CUBIC and RACK.
pub const FLOW: usize = 2_048;

/// Memory that must be left while a run goes on, bytes: more than the events between two checks add.
pub const RESERVE: usize = 64 << 20;

/// Returns whether the system has `bytes` of memory left, in one piece. In a browser it always does: memory that a page
/// has asked for is not given back, and the page says when the simulator has none left, and starts it again.
pub fn has_room_for(bytes: usize) -> bool {
    if cfg!(target_family = "wasm") {
        return true;
    }
    let mut piece = Vec::<u8>::new();
    let is_left = piece.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler removes the allocation, as nothing is written to it.
    black_box(&piece);
    is_left
}

#[cfg(test)]
mod tests {
    use super::has_room_for;

    #[test]
    fn there_is_room_for_a_flow_but_not_for_half_of_all_addresses() {
        assert!(has_room_for(super::FLOW));
        assert!(!has_room_for(isize::MAX as usize));
    }
}
