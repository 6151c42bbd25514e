//! Connection vectors of Tmix: what each connection of a network sent and waited for, to be replayed over TCP.
//!
//! A vector says when a connection began, how long its round trip took at least, the largest windows of both ends,
//! how much was lost each way, and what initiator and acceptor sent: units of data with the times of silence before
//! them. In a sequential one the ends take turns; in a concurrent one each sends whatever the other does.
//!
//! Two texts of it are read, which may be mixed. The original: `SEQ` or `CONC` with the time of the start (µs), then
//! `w` (windows of initiator and acceptor, bytes), `r` (round trip, µs), `l` (loss towards the acceptor, and
//! back), then `> bytes`, `< bytes`, `t µs`; concurrent: `c> bytes`, `c< bytes`, `t> µs`, `t< µs`. And that of ns-2, ns-3
//! and the TCP evaluation suite: `S` or `C`, the same `w`, `r`, `l`, then `I` or `A`, a wait after sending (µs), a wait after
//! receiving (µs), and bytes, where 0 bytes close the connection. What else a line of the start says is passed over.
//!
//! Sources: Hernández-Campos, "Generation and validation of empirically-derived TCP application workloads", UNC
//! 2006; Weigle et al., "Tmix: a tool for generating realistic TCP application workloads in ns-2", CCR 36(3),
//! 2006. As there, a wait of 0 between the ends still means that the one waits for the other. Waits before the end of a
//! connection, and vectors that send nothing, are left out: neither puts a packet on a line.

use std::io::Read;

use super::lines::{Lines, is_comment, shown};
use super::{LENGTH_S, STEPS, Step, Trace, TraceError};
use crate::time::Span;

/// Words of a vector before its units, and of each unit.
const HEAD: usize = 6;
const UNIT: usize = 3;
/// Longest time in a file, µs.
const LONGEST_US: f64 = LENGTH_S * 1e6;
/// Longest round trip, µs.
const ROUND_TRIP_US: f64 = 2e7;
/// Largest unit and window, bytes.
const BYTES: f64 = 1e12;
/// Largest loss: of a line that lets something through.
const LOSS: f64 = 0.9;

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The one that opens it.
    Initiator,
    /// Returns the other end.
    Acceptor,
}

/// Data that an end sends in one go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Number of units of the other end that must have arrived before.
    pub heard: u32,
    /// Wait from then, and from its own last unit.
    pub wait: Span,
    /// Bytes to send, at least 1.
    pub bytes: u64,
}

/// A connection, as one of its ends sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Units to send, in order.
    pub units: Vec<Unit>,
    /// Number of units that the other end sends.
    pub comes: u32,
    /// The largest window of the other end, bytes; 0: not said.
    pub window_bytes: u64,
    /// Share of its packets that are lost.
    pub loss: f64,
    /// The round trip, without any waiting; 0: not said.
    pub round_trip: Span,
}

/// Reads a file of vectors. Each becomes a run of [`Step`]s at its start, whose amounts [`script`] reads.
///
/// # Errors
/// What is wrong, with its line.
pub fn read(from: impl Read) -> Result<Trace, TraceError> {
    let mut lines = Lines::new(from);
    let mut file = File::default();
    while let Some(line) = lines.next_line()? {
        if is_comment(line) {
            continue;
        }
        let taken = file.take(line);
        if let Err(message) = taken {
            return Err(lines.error(message));
        }
    }
    file.finish()
}

/// The vector whose steps begin at `place`, as `end` sees it, and where the next begins; `None` behind the last.
#[must_use]
pub fn script(trace: &Trace, place: usize, end: End) -> Option<(Script, usize)> {
    let word = |i: usize| trace.steps().get(place + i).map(|step| step.amount);
    let next = next(trace, place)?;
    let (mine, other) = match end {
        End::Initiator => (0, 1),
        End::Acceptor => (1, 0),
    };
    let mut script = Script {
        units: Vec::new(),
        comes: 0,
        window_bytes: word(1 + other)? as u64,
        round_trip: micros(word(3)?),
        loss: word(4 + mine)?,
    };
    for unit in (HEAD..next - place).step_by(UNIT) {
        let who = word(unit)? as u32;
        if who & 1 == mine as u32 {
            script.units.push(Unit {
                heard: who >> 1,
                wait: micros(word(unit + 1)?),
                bytes: (word(unit + 2)? as u64).max(1),
            });
        } else {
            script.comes += 1;
        }
    }
    Some((script, next))
}

/// Returns the position of the vector after the one at `place`; `None` after the last.
#[must_use]
pub fn next(trace: &Trace, place: usize) -> Option<usize> {
    let units = trace.steps().get(place)?.amount as usize;
    let next = units.checked_mul(UNIT)?.checked_add(place + HEAD)?;
    (next <= trace.steps().len()).then_some(next)
}

/// Returns the number of vectors and their total data, bytes.
#[must_use]
pub fn count(trace: &Trace) -> (usize, f64) {
    let (mut vectors, mut bytes, mut place) = (0, 0.0, 0);
    while let Some(behind) = next(trace, place) {
        let sizes = (place + HEAD + 2..behind).step_by(UNIT);
        bytes += sizes.map(|i| trace.steps()[i].amount).sum::<f64>();
        vectors += 1;
        place = behind;
    }
    (vectors, bytes)
}

fn micros(us: f64) -> Span {
    Span::from_s(us / 1e6)
}

/// State of reading a file.
#[derive(Default)]
struct File {
    steps: Vec<Step>,
    vectors: u64,
    /// Position of the last vector among the steps, if it has begun.
    head: Option<usize>,
    is_concurrent: bool,
    /// Silence of either end, or of both in a sequential vector, that the unit to come has behind it, µs.
    silence: [f64; 2],
    /// Units of either end so far.
    units: [u32; 2],
    /// End that sent the last unit of a sequential vector.
    last: Option<usize>,
}

impl File {
    fn take(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        let what = words.next().unwrap_or_default();
        let mut number = |name: &str, max: f64| number(words.next(), name, max);
        match what {
            "S" | "SEQ" | "C" | "CONC" => {
                let start_us = number("the time of the start", LONGEST_US)?;
                return self.begin(start_us, what.starts_with('C'));
            }
            _ if self.head.is_none() => {
                return Err(format!(
                    "{} stands before any connection; one begins with SEQ, CONC, S or C and the time of its start in µs",
                    shown(what)
                ));
            }
            "w" => {
                let windows = [number("a window", BYTES)?, number("a window", BYTES)?];
                self.set(1, &windows);
            }
            "r" => {
                let round_trip = number("the round trip", ROUND_TRIP_US)?;
                self.set(3, &[round_trip]);
            }
            "l" | "L" => {
                let losses = [number("a loss", LOSS)?, number("a loss", LOSS)?];
                self.set(4, &losses);
            }
            "I" | "A" => {
                let waits = [number("a wait", LONGEST_US)?, number("a wait", LONGEST_US)?];
                let bytes = number("the bytes", BYTES)?;
                let hears = waits[1] > 0.0;
                return self.add(usize::from(what == "A"), hears, waits[0] + waits[1], bytes);
            }
            "t" if !self.is_concurrent => self.silence[0] = number("a time", LONGEST_US)?,
            ">" | "<" if !self.is_concurrent => {
                let who = usize::from(what == "<");
                let bytes = number("the bytes", BYTES)?;
                let hears = self.last.is_some_and(|last| last != who);
                self.last = Some(who);
                return self.add(who, hears, self.silence[0], bytes);
            }
            "t>" | "t<" if self.is_concurrent => {
                self.silence[usize::from(what == "t<")] = number("a time", LONGEST_US)?;
            }
            "c>" | "c<" if self.is_concurrent => {
                let who = usize::from(what == "c<");
                let bytes = number("the bytes", BYTES)?;
                return self.add(who, false, self.silence[who], bytes);
            }
            _ => return Err(self.unknown(what)),
        }
        Ok(())
    }

    fn unknown(&self, what: &str) -> String {
        let kind = if self.is_concurrent {
            "concurrent connection: c>, c<, t>, t<"
        } else {
            "sequential connection: >, <, t"
        };
        format!("{} is none of w, r, l, I, A, nor of a {kind}", shown(what))
    }

    fn begin(&mut self, start_us: f64, is_concurrent: bool) -> Result<(), String> {
        self.drop_empty();
        let at = micros(start_us);
        if self.steps.last().is_some_and(|last| at < last.at) {
            return Err("begins before the connection above it".to_owned());
        }
        self.head = Some(self.steps.len());
        self.vectors += 1;
        self.is_concurrent = is_concurrent;
        (self.silence, self.units, self.last) = ([0.0; 2], [0; 2], None);
        self.push(at, &[0.0; HEAD])
    }

    /// Numbers of the head of the last vector, from `place` on.
    fn set(&mut self, place: usize, numbers: &[f64]) {
        let first = self.head.unwrap_or(0) + place;
        for (step, number) in self.steps[first..].iter_mut().zip(numbers) {
            step.amount = *number;
        }
    }

    /// Adds a unit that end `who` sends after a wait; with `hears`, also after all data that the other end has sent
    /// so far.
    fn add(&mut self, who: usize, hears: bool, wait_us: f64, bytes: f64) -> Result<(), String> {
        self.silence[if self.is_concurrent { who } else { 0 }] = 0.0;
        let head = self.head.unwrap_or(0);
        if bytes < 1.0 {
            return Ok(());
        }
        let heard = if hears { self.units[1 - who] } else { 0 };
        self.units[who] += 1;
        self.steps[head].amount += 1.0;
        let at = self.steps[head].at;
        let who = f64::from(heard) * 2.0 + who as f64;
        self.push(at, &[who, wait_us.min(LONGEST_US), libm::trunc(bytes)])
    }

    fn push(&mut self, at: Span, amounts: &[f64]) -> Result<(), String> {
        if self.steps.len() + amounts.len() > STEPS {
            return Err(format!(
                "there is too much of it: a file may have {} units of data and starts",
                STEPS / HEAD
            ));
        }
        let step = |&amount| Step { at, amount };
        self.steps.extend(amounts.iter().map(step));
        Ok(())
    }

    /// Leaves out the last vector if it sends nothing.
    fn drop_empty(&mut self) {
        if let Some(head) = self.head
            && self.steps[head].amount == 0.0
        {
            self.steps.truncate(head);
            self.vectors -= 1;
        }
    }

    fn finish(mut self) -> Result<Trace, TraceError> {
        self.drop_empty();
        let ends = self.steps.first().zip(self.steps.last());
        let covered = ends.map_or(0.0, |(first, last)| (last.at - first.at).s());
        let apart_s = match self.vectors {
            0 => return Err(TraceError::of_file("has no connection that sends anything")),
            1 => 1.0,
            more => covered / (more - 1) as f64,
        };
        let apart_s = if apart_s > 0.0 { apart_s } else { 1.0 };
        Trace::new(self.steps, Some(Span::from_s(apart_s)))
    }
}

/// A number of a line, from 0 to `max`.
fn number(word: Option<&str>, name: &str, max: f64) -> Result<f64, String> {
    let Some(word) = word else {
        return Err(format!("{name} is missing"));
    };
    match word.parse::<f64>() {
        Ok(number) if number >= 0.0 && number <= max => Ok(number),
        _ => Err(format!(
            "{name} must be a number from 0 to {max}, got {}",
            shown(word)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(trace: &Trace, place: usize, end: End) -> Vec<(u32, f64, u64)> {
        let (script, _) = script(trace, place, end).expect("a vector");
        let unit = |unit: &Unit| (unit.heard, libm::round(unit.wait.s() * 1e6), unit.bytes);
        script.units.iter().map(unit).collect()
    }

    /// The worked pairs in the head of Tmix's converter: both texts come to the same.
    #[test]
    fn both_text_formats_read_the_same() {
        let original = "SEQ 1000 2 7 9\nw 65535 8192\nr 40000\nl 0.02 0\n> 826\nt 534\n< 1213\nt 872\n\
            CONC 2000 2 1 7 9\nc< 190\nt< 505\nc> 396\nt> 6250\nc< 46\n";
        let converted = "S 1000 2 7 9\nw 65535 8192\nr 40000\nl 0.02 0\nI 0 0 826\nA 0 534 1213\nA 872 0 0\n\
            C 2000 2 1 7 9\nA 0 0 190\nI 0 0 396\nA 505 0 46\nI 6250 0 0\n";
        let [a, b] = [original, converted].map(|text| read(text.as_bytes()).expect("vectors"));
        assert_eq!(a, b);
        assert_eq!(units(&a, 0, End::Initiator), [(0, 0.0, 826)]);
        assert_eq!(units(&a, 0, End::Acceptor), [(1, 534.0, 1213)]);
        let second = next(&a, 0).expect("two vectors");
        assert_eq!(units(&a, second, End::Initiator), [(0, 0.0, 396)]);
        assert_eq!(
            units(&a, second, End::Acceptor),
            [(0, 0.0, 190), (0, 505.0, 46)]
        );
        assert_eq!(count(&a), (2, 826.0 + 1213.0 + 396.0 + 190.0 + 46.0));
        // A millisecond between the starts, and as much behind the last.
        assert_eq!(a.length(), Span::from_s(0.002));
    }

    #[test]
    fn each_end_has_the_window_of_the_other_and_its_own_loss() {
        let text = "S 0 1\nw 1000 2000\nr 40000\nl 0.02 0.1\nI 0 0 9\nA 0 1 9\n";
        let trace = read(text.as_bytes()).expect("a vector");
        let of = |end| script(&trace, 0, end).expect("a vector").0;
        let (initiator, acceptor) = (of(End::Initiator), of(End::Acceptor));
        assert_eq!(
            (initiator.window_bytes, acceptor.window_bytes),
            (2000, 1000)
        );
        assert_eq!((initiator.loss, acceptor.loss), (0.02, 0.1));
        assert_eq!(initiator.round_trip, Span::from_s(0.04));
        assert_eq!((initiator.comes, acceptor.comes), (1, 1));
    }

    #[test]
    fn an_end_that_sends_twice_waits_after_its_own_and_the_other_hears_both() {
        let trace = read(&b"SEQ 0 1\n> 1\nt 50\n> 2\nt 0\n< 3\nt 7\n> 4\n"[..]).expect("a vector");
        let initiator = units(&trace, 0, End::Initiator);
        assert_eq!(initiator, [(0, 0.0, 1), (0, 50.0, 2), (1, 7.0, 4)]);
        assert_eq!(units(&trace, 0, End::Acceptor), [(2, 0.0, 3)]);
    }

    #[test]
    fn vectors_that_send_nothing_are_skipped() {
        let trace = read(&b"S 5\nI 9 0 0\nS 7\nI 0 0 10\nS 8\n"[..]).expect("a vector");
        assert_eq!(count(&trace), (1, 10.0));
    }

    #[test]
    fn errors_name_their_line() {
        for (text, place) in [
            ("", ""),
            ("S 5\n", ""),
            ("> 5\n", "line 1"),
            ("S\n", "line 1"),
            ("# it\n\nS 5\n> x\n", "line 4"),
            ("S 5\nI 0 0 5\nS 4\n", "line 3"),
            ("S 5\nc> 5\n", "line 2"),
            ("C 5\n> 5\n", "line 2"),
            ("S 5\nl 0.1 1\n", "line 2"),
            ("S 5\nr -1\n", "line 2"),
            ("S 5\nw 5\n", "line 2"),
            ("S 5\nI 0 0 NaN\n", "line 2"),
            ("S 5\nI 0 0 1e13\n", "line 2"),
            ("time_s,bytes\n", "line 1"),
        ] {
            let error = read(text.as_bytes()).expect_err(text);
            assert_eq!(error.place, place, "{text}: {error}");
            assert!(error.message.len() > 15, "{error}");
        }
    }

    #[test]
    fn invalid_steps_are_read_as_no_vectors() {
        for amounts in [vec![1e12], vec![2.0; 7], vec![f64::NAN], vec![1.0; 8]] {
            let step = |amount| Step {
                at: Span::ZERO,
                amount,
            };
            let steps = amounts.into_iter().map(step).collect();
            let trace = Trace::new(steps, None).expect("steps");
            let found = script(&trace, 0, End::Initiator);
            assert!(found.is_none_or(|(_, next)| next <= trace.steps().len()));
        }
    }
}
