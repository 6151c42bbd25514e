//! Requests to Valgrind's Callgrind, which cost nothing outside it.
//!
//! Source: `valgrind/valgrind.h` (the sequence of instructions that Valgrind recognizes) and `valgrind/callgrind.h` (the
//! numbers of the requests), whose interface is promised not to change. The crates with these requests need C headers
//! and libclang. Only x86-64 is implemented: accepted counts hold for one architecture. On others nothing is counted,
//! and `npm run bench -- counts` says so.

/// Number of Callgrind's first request: the letters C and T.
const BASE: u64 = 0x4354_0000;

/// Counts from now on. Before, a program runs about ten times as fast under Callgrind.
pub fn start_instrumentation() {
    request(BASE + 4);
}

/// Stops counting; a later start continues the same counts.
pub fn stop_instrumentation() {
    request(BASE + 5);
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "only instructions that Valgrind recognizes make a request"
)]
fn request(number: u64) {
    let arguments = [number, 0, 0, 0, 0, 0];
    // SAFETY: outside Valgrind the four rotations by 128 bits in total restore `rdi`, and the exchange does nothing.
    // Inside, Valgrind reads the arguments, which outlive the call, and writes the result to `rdx`.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            inout("rdx") 0_u64 => _,
            in("rax") arguments.as_ptr(),
            options(nostack),
        );
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: u64) {}
