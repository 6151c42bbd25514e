//! Why there is no result.

use std::fmt;

use bufferlab_core::scenario::Problems;
use bufferlab_core::spec::problem::visible;

/// What went wrong.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// Something that was given is not accepted; correct it and try again.
    Input {
        /// What the problems concern: a file, a preset, an option.
        about: String,
        /// Where and what is accepted instead.
        problems: Problems,
    },
    /// The run could not be finished, or its results not be written.
    Run(String),
}

impl Failure {
    /// A single problem with something that was given, as a whole.
    #[must_use]
    pub fn input(about: impl Into<String>, message: impl Into<String>) -> Failure {
        Failure::Input {
            about: about.into(),
            problems: Problems::one("", message),
        }
    }
}

impl fmt::Display for Failure {
    /// One problem on one line; several below each other.
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

/// Problems shown before "and n more".
const SHOWN: usize = 20;
