//! Ctrl-C: the first time it ends what is running with its figures so far, the second time at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a program that SIGINT (2) ends: 128 + 2.
pub const INTERRUPTED: u8 = 130;

/// Becomes true when someone presses Ctrl-C; the second time the program ends on the spot.
pub fn interruption() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&pressed);
    // Where signals cannot be caught, Ctrl-C ends the program as ever.
    let _ = ctrlc::set_handler(move || {
        if noted.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    pressed
}
