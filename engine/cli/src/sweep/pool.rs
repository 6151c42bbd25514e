//! Work on several threads whose results come back as they are ready, and can be put in order.
//!
//! A counter deals out the pieces: each thread takes the next when it has finished one, so that none waits
//! while there is work. Scoped threads and a channel are all it takes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Longest time between two calls of `tell`.
const BEAT: Duration = Duration::from_millis(100);

/// Does the pieces `0..count` on `jobs` threads and tells of each result as soon as it is there; and with `None` now
/// and then that time has passed.
///
/// A piece that yields `None` was broken off: no more are begun. The same happens when `tell` fails.
///
/// # Errors
/// That of `tell`.
pub fn as_they_come<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
    mut tell: impl FnMut(Option<T>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= count {
                        return;
                    }
                    match work(piece) {
                        Some(result) => {
                            // Nobody listens once telling has failed.
                            let _ = send.send(result);
                        }
                        None => stop.store(true, Ordering::Relaxed),
                    }
                }
            });
        }
        // The channel closes when the last thread is done.
        drop(send);
        let outcome = listen(&receive, &mut tell);
        stop.store(true, Ordering::Relaxed);
        outcome
    })
}

fn listen<T, E>(
    receive: &mpsc::Receiver<T>,
    tell: &mut impl FnMut(Option<T>) -> Result<(), E>,
) -> Result<(), E> {
    loop {
        match receive.recv_timeout(BEAT) {
            Ok(result) => tell(Some(result))?,
            Err(RecvTimeoutError::Timeout) => tell(None)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Results that wait for those before them.
pub struct InOrder<T> {
    waiting: BTreeMap<usize, T>,
    due: usize,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder {
            waiting: BTreeMap::new(),
            due: 0,
        }
    }
}

impl<T> InOrder<T> {
    /// Takes the result of a piece.
    pub fn put(&mut self, piece: usize, result: T) {
        self.waiting.insert(piece, result);
    }

    /// The next in order, if it is there.
    pub fn next_due(&mut self) -> Option<(usize, T)> {
        let result = self.waiting.remove(&self.due)?;
        self.due += 1;
        Some((self.due - 1, result))
    }

    /// What is beyond a gap that will not close, in order.
    pub fn rest(self) -> impl Iterator<Item = (usize, T)> {
        self.waiting.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told, in order.
    fn told(jobs: usize, count: usize, work: impl Fn(usize) -> Option<usize> + Sync) -> Vec<usize> {
        let mut sorted = InOrder::default();
        let mut told = Vec::new();
        let outcome: Result<(), ()> = as_they_come(jobs, count, work, |news| {
            if let Some(piece) = news {
                sorted.put(piece, piece);
            }
            told.extend(std::iter::from_fn(|| sorted.next_due()).map(|(piece, _)| piece));
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        told.extend(sorted.rest().map(|(piece, _)| piece));
        told
    }

    #[test]
    fn results_come_in_order_from_however_many_threads() {
        let slow_at_first = |piece: usize| {
            thread::sleep(Duration::from_millis(if piece == 0 { 20 } else { 0 }));
            Some(piece)
        };
        for jobs in [1, 3, 50] {
            let pieces: Vec<_> = (0..20).collect();
            assert_eq!(told(jobs, 20, slow_at_first), pieces, "{jobs}");
        }
        assert!(told(2, 0, Some).is_empty());
    }

    #[test]
    fn what_is_broken_off_leaves_a_gap_and_ends_the_work() {
        let done = told(1, 1000, |piece| (piece != 3).then_some(piece));
        assert_eq!(done, [0, 1, 2]);
        let done = told(4, 1_000_000, |piece| (piece != 3).then_some(piece));
        assert!(done.is_sorted() && !done.contains(&3) && done.len() < 1_000_000);
    }

    #[test]
    fn a_reader_that_fails_ends_the_work() {
        let mut told = 0;
        let outcome = as_they_come(2, 1_000_000, Some, |news: Option<usize>| {
            told += usize::from(news.is_some());
            if told < 5 { Ok(()) } else { Err("full") }
        });
        assert_eq!((outcome, told), (Err("full"), 5));
    }
}
