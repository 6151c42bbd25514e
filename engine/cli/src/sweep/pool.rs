//! Runs numbered tasks on several threads. Results arrive as they are ready and can be put in order.
//!
//! A shared counter assigns tasks: each thread takes the next one when it is free, so that no thread waits while there
//! is work. Scoped threads and a channel suffice.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Longest time between two calls of `on_result`.
const TICK: Duration = Duration::from_millis(100);

/// Runs the tasks `0..count` on `jobs` threads. Calls `on_result` with each result as soon as it is ready, and with
/// `None` at least every 100 ms.
///
/// A task that returns `None` was interrupted: no further task starts. The same happens if `on_result` fails.
///
/// # Errors
/// The error of `on_result`.
pub fn run_parallel<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
    mut on_result: impl FnMut(Option<T>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    if task >= count {
                        return;
                    }
                    match work(task) {
                        Some(result) => {
                            // The receiver is gone after `on_result` has failed.
                            let _ = send.send(result);
                        }
                        None => stop.store(true, Ordering::Relaxed),
                    }
                }
            });
        }
        // The channel closes when the last thread ends.
        drop(send);
        let outcome = receive_all(&receive, &mut on_result);
        stop.store(true, Ordering::Relaxed);
        outcome
    })
}

fn receive_all<T, E>(
    receive: &mpsc::Receiver<T>,
    on_result: &mut impl FnMut(Option<T>) -> Result<(), E>,
) -> Result<(), E> {
    loop {
        match receive.recv_timeout(TICK) {
            Ok(result) => on_result(Some(result))?,
            Err(RecvTimeoutError::Timeout) => on_result(None)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Results in order of their task numbers: each waits until all earlier ones were taken.
pub struct ReorderBuffer<T> {
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Default for ReorderBuffer<T> {
    fn default() -> ReorderBuffer<T> {
        ReorderBuffer {
            waiting: BTreeMap::new(),
            next: 0,
        }
    }
}

impl<T> ReorderBuffer<T> {
    /// Inserts the result of a task.
    pub fn insert(&mut self, task: usize, result: T) {
        self.waiting.insert(task, result);
    }

    /// Removes and returns the next result in order, if it has arrived.
    pub fn pop_next(&mut self) -> Option<(usize, T)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }

    /// Returns the remaining results in order, although an interrupted task before them has none.
    pub fn into_rest(self) -> impl Iterator<Item = (usize, T)> {
        self.waiting.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the tasks and returns their results in order.
    fn results(
        jobs: usize,
        count: usize,
        work: impl Fn(usize) -> Option<usize> + Sync,
    ) -> Vec<usize> {
        let mut sorted = ReorderBuffer::default();
        let mut results = Vec::new();
        let outcome: Result<(), ()> = run_parallel(jobs, count, work, |news| {
            if let Some(piece) = news {
                sorted.insert(piece, piece);
            }
            results.extend(std::iter::from_fn(|| sorted.pop_next()).map(|(piece, _)| piece));
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        results.extend(sorted.into_rest().map(|(piece, _)| piece));
        results
    }

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        let slow_at_first = |piece: usize| {
            thread::sleep(Duration::from_millis(if piece == 0 { 20 } else { 0 }));
            Some(piece)
        };
        for jobs in [1, 3, 50] {
            let pieces: Vec<_> = (0..20).collect();
            assert_eq!(results(jobs, 20, slow_at_first), pieces, "{jobs}");
        }
        assert!(results(2, 0, Some).is_empty());
    }

    #[test]
    fn an_interrupted_task_leaves_a_gap_and_ends_the_work() {
        let done = results(1, 1000, |piece| (piece != 3).then_some(piece));
        assert_eq!(done, [0, 1, 2]);
        let done = results(4, 1_000_000, |piece| (piece != 3).then_some(piece));
        assert!(done.is_sorted() && !done.contains(&3) && done.len() < 1_000_000);
    }

    #[test]
    fn a_failing_result_handler_ends_the_work() {
        let mut results = 0;
        let outcome = run_parallel(2, 1_000_000, Some, |news: Option<usize>| {
            results += usize::from(news.is_some());
            if results < 5 { Ok(()) } else { Err("full") }
        });
        assert_eq!((outcome, results), (Err("full"), 5));
    }
}
