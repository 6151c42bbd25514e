//! With which exit code the program stops without a result.

use std::process::ExitCode;

pub use bufferlab_native::Failure;

/// 2 for input that is not accepted, 1 for a run that could not be finished.
pub fn exit_code(failure: &Failure) -> ExitCode {
    match failure {
        Failure::Input { .. } => ExitCode::from(2),
        Failure::Run(_) => ExitCode::from(1),
    }
}
