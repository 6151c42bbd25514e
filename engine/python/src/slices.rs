//! Work in slices, without the interpreter's lock, that a token or a signal can stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

/// Cancellation token, which stops the work of all threads that hold it.
///
/// Pickling creates a new token, so that it does not stop work in other processes; Ctrl-C does.
#[pyclass(module = "bufferlab._native", frozen)]
#[derive(Clone, Default)]
pub struct Token(Arc<AtomicBool>);

#[pymethods]
impl Token {
    /// Creates a token that is not stopped.
    #[new]
    fn new() -> Token {
        Token::default()
    }

    /// Stops the work of all holders within about 50 ms.
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true after `stop`.
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __reduce__(slf: &Bound<'_, Token>) -> PyResult<(Py<PyAny>, ())> {
        Ok((slf.getattr("__class__")?.unbind(), ()))
    }
}

/// Calls `slice` without the interpreter's lock until it returns true. Checks for signals between the calls. Returns
/// false if the token stopped the work.
///
/// # Errors
/// The exception of a signal handler, such as `KeyboardInterrupt`.
pub fn in_slices(
    py: Python<'_>,
    token: Option<&Token>,
    mut slice: impl FnMut() -> bool + Send,
) -> PyResult<bool> {
    loop {
        if token.is_some_and(Token::stopped) {
            return Ok(false);
        }
        if py.detach(&mut slice) {
            return Ok(true);
        }
        py.check_signals()?;
    }
}
