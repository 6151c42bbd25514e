//! Working without the interpreter's lock, and being stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

/// Says to whoever works with it that nobody wants the result any more.
///
/// Threads share one; what is pickled for another process is a new one, which nobody stops: there Ctrl-C does.
#[pyclass(module = "bufferlab._native", frozen)]
#[derive(Clone, Default)]
pub struct Token(Arc<AtomicBool>);

#[pymethods]
impl Token {
    /// One that nobody has stopped.
    #[new]
    fn new() -> Token {
        Token::default()
    }

    /// Ends the work of all who look at it, within some 50 ms.
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is stopped.
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __reduce__(slf: &Bound<'_, Token>) -> PyResult<(Py<PyAny>, ())> {
        Ok((slf.getattr("__class__")?.unbind(), ()))
    }
}

/// Calls `slice` until it says that the work is done, each time without the interpreter's lock; in between signals are
/// looked for. `false`: it was stopped.
///
/// # Errors
/// What a signal's handler raises, such as `KeyboardInterrupt`.
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
