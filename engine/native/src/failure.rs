//! Failure of a command: invalid input, or a failed run.

use std::fmt;

use bufferlab_core::scenario::Problems;
use bufferlab_core::spec::problem::visible;

/// Reason why a command has no result.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// Invalid input, which the user can correct.
    Input {
        /// Subject of the problems: a file, a preset or an option.
        about: String,
        /// Problems with their paths and the accepted values.
        problems: Problems,
    },
    /// Failed run, or results that cannot be written.
    Run(String),
}

impl Failure {
    /// Creates a failure with a single problem of a whole input.
    #[must_use]
    pub fn input(about: impl Into<String>, message: impl Into<String>) -> Failure {
        Failure::Input {
            about: about.into(),
            problems: Problems::one("", message),
        }
    }
}

impl fmt::Display for Failure {
    /// Writes one problem on one line, and several on one line each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Run(message) => write!(f, "bufferlab: {}", visible(message, 2_000)),
            Failure::Input { about, problems } => {
                write!(f, "bufferlab: {}: ", visible(about, 200))?;
                match &problems.0[..] {
                    [problem] => write!(f, "{problem}"),
                    several => {
                        write!(f, "{} problems", several.len())?;
                        for problem in several.iter().take(SHOWN) {
                            write!(f, "\n  {problem}")?;
                        }
                        if several.len() > SHOWN {
                            write!(f, "\n  and {} more", several.len() - SHOWN)?;
                        }
                        Ok(())
                    }
                }
            }
        }
    }
}

impl std::error::Error for Failure {}

/// Largest number of problems that are listed before "and n more".
const SHOWN: usize = 20;
