//! Service of a port at which nothing happens between arrival and transmission: no pacer, no decisions at dequeue, no
//! device queue. A packet that finds the line free is sent at once.

use super::buffer::Buffer;
use super::line::{Line, State};
use super::serve::{Admission, Serve};
use crate::packet::Packet;
use crate::time::{Span, Time};

/// State of direct service: there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direct;

impl Serve for Direct {
    #[inline]
    fn accept(
        &mut self,
        now: Time,
        packet: Packet,
        buffer: &mut Buffer,
        line: &mut Line,
    ) -> Admission {
        if line.sent().is_some() {
            buffer.enqueue(now, packet, 0, now);
            return Admission::Queued;
        }
        buffer.meter.waited(Span::ZERO);
        line.send(now, packet, &mut buffer.meter);
        Admission::Begun
    }

    // There are two callers, of which one is frequent: without the attribute the compiler makes a call.
    #[inline(always)]
    fn begin_next(&mut self, now: Time, buffer: &mut Buffer, line: &mut Line) {
        if let Some(packet) = buffer.take_first(now) {
            line.send(now, packet, &mut buffer.meter);
        } else {
            line.enter(State::Idle);
            buffer.queue.on_idle(now);
        }
    }
}
