//! Ctrl-C: the first press ends the work and keeps the results so far, the second press ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a program that SIGINT (signal 2) ends: 128 + 2.
pub const INTERRUPTED: u8 = 130;

/// Returns a flag that becomes true at the first Ctrl-C. The second Ctrl-C exits the program at once.
pub fn interruption() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&pressed);
    // Where signals cannot be caught, Ctrl-C keeps its default effect and ends the program.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    pressed
}
