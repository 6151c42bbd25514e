//! Steps of a run to the next event of a kind, and the times of such events in the recording.

use super::Lab;
use crate::observe::recorder::Recorder;
use crate::sim::RunError;
use crate::sim::marks::{Mark, MarkKind};
use crate::sim::trace_event::{TraceEvent, TraceEventKind};
use crate::time::{Span, Time};

/// Maximum number of events, or of samples without events, in a single step: a fraction of a second of computing.
const STEPS: u64 = 1_000_000;

/// Event at which a [step](Lab::step) ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Any event of the simulation.
    Event,
    /// A packet leaves a link with a queue.
    Packet,
    /// A packet is dropped at a link with a queue.
    Drop,
    /// The retransmission timer of a watched flow runs out.
    Timeout,
    /// A watched flow changes its state, according to its [marks](Mark). This includes timeouts.
    State,
    /// An edit of the scenario is applied.
    Edit,
}

impl Goal {
    /// Returns the goal with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Goal> {
        Some(match name {
            "event" => Goal::Event,
            "packet" => Goal::Packet,
            "drop" => Goal::Drop,
            "timeout" => Goal::Timeout,
            "state" => Goal::State,
            "edit" => Goal::Edit,
            _ => return None,
        })
    }
}

impl Lab {
    /// Runs to the next event that `goal` names, and returns the trace events of that moment. `None` if `most` events
    /// and samples were not enough, or if the run ends before.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn step(&mut self, goal: Goal, most: u64) -> Result<Option<Vec<TraceEvent>>, RunError> {
        self.settle()?;
        let end = self.simulation.end();
        for _ in 0..most {
            let made = self.simulation.marks().made();
            let until = self.next_observation().min(end);
            let events = self.simulation.step(until)?;
            self.update_recorder_after_edit();
            match events {
                Some(events) if self.reaches(goal, &events, made) => return Ok(Some(events)),
                Some(_) => {}
                None => {
                    self.end_piece_if_due();
                    self.sample_if_due();
                    if self.simulation.now() >= end && self.next_observation() > end {
                        break;
                    }
                }
            }
        }
        Ok(None)
    }

    /// Runs to the next event with a trace event. The result is empty if there is none before the end, or within a
    /// million events. See [`step`](Self::step).
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn step_event(&mut self) -> Result<Vec<TraceEvent>, RunError> {
        Ok(self.step(Goal::Event, STEPS)?.unwrap_or_default())
    }

    /// Runs until the next packet has left a link with a queue.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn step_packet(&mut self) -> Result<Vec<TraceEvent>, RunError> {
        Ok(self.step(Goal::Packet, STEPS)?.unwrap_or_default())
    }

    /// Returns the time of the first event of `goal` after `t`, or of the last one before it, as far as it is
    /// recorded: drops with the precision of a sample, marks as long as they are kept.
    #[must_use]
    pub fn recorded(&self, goal: Goal, t: Time, forward: bool) -> Option<Time> {
        if goal == Goal::Drop {
            return self.recorder()?.next_drop(t, forward);
        }
        if goal == Goal::Edit {
            let made = self.document().edits.iter().take(self.edits_made());
            return nearest(made.map(|edit| Time::from_s(edit.at_s)), t, forward);
        }
        let marks = self.marks().within(Time::ZERO, Time::NEVER).iter();
        let marks = marks.filter(|mark| self.shows(goal, mark));
        nearest(marks.map(|mark| mark.at), t, forward)
    }

    /// Returns whether a step reached its goal; `made` is the number of marks before it.
    fn reaches(&self, goal: Goal, events: &[TraceEvent], made: u64) -> bool {
        let any = |is: fn(&TraceEventKind) -> bool| events.iter().any(|event| is(&event.kind));
        match goal {
            Goal::Event => !events.is_empty(),
            Goal::Packet => any(TraceEventKind::is_departure),
            Goal::Drop => any(TraceEventKind::is_drop),
            Goal::Edit => any(|kind| matches!(kind, TraceEventKind::Edited { .. })),
            Goal::Timeout | Goal::State => {
                let mut new = self.marks().since(made).iter();
                new.any(|mark| self.shows(goal, mark))
            }
        }
    }

    /// Returns whether a mark of a watched flow matches the goal.
    fn shows(&self, goal: Goal, mark: &Mark) -> bool {
        let is_timeout = mark.kind == MarkKind::Timeout;
        let watched = |recorder: &Recorder| recorder.watched().any(|flow| flow == mark.flow);
        (is_timeout || goal == Goal::State) && self.recorder().is_none_or(watched)
    }
}

/// Returns the first of some times in ascending order after `t`, or the last before it. `t` comes from seconds, which
/// are exact to a nanosecond for any run.
fn nearest(times: impl DoubleEndedIterator<Item = Time>, t: Time, forward: bool) -> Option<Time> {
    let mut times = times;
    if forward {
        times.find(|&at| at > t + Span(1_000))
    } else {
        times.rfind(|&at| at + Span(1_000) < t)
    }
}
