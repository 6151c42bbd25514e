//! Ctrl-C: the first press ends the work and keeps the results so far, the second press ends the program at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// Exit code of a program that SIGINT (signal 2) ends: 128 + 2.
pub const INTERRUPTED: u8 = 130;

/// Returns a flag that becomes true at the first Ctrl-C. The second Ctrl-C exits the program at once.
///
/// On Windows the C runtime reports Ctrl-C as SIGINT too, on a thread of its own.
pub fn interruption() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    // Where signals cannot be caught, Ctrl-C keeps its default effect and ends the program. Actions run in the order in
    // which they are registered: the exit reads the flag before this press sets it.
    let exit = i32::from(INTERRUPTED);
    if flag::register_conditional_shutdown(SIGINT, exit, Arc::clone(&pressed)).is_ok() {
        let _ = flag::register(SIGINT, Arc::clone(&pressed));
    }
    pressed
}
