//! Exit codes of failures.

use std::process::ExitCode;

pub use bufferlab_native::Failure;

/// Returns 2 for invalid input and 1 for a failed run.
pub fn exit_code(failure: &Failure) -> ExitCode {
    match failure {
        Failure::Input { .. } => ExitCode::from(2),
        Failure::Run(_) => ExitCode::from(1),
    }
}
