//! Line of a port: what it carries, and for how long.

use crate::net::meter::LinkMeter;
use crate::net::wire::Wire;
use crate::packet::{Class, Packet};
use crate::time::{Span, Time};

/// State of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The port is empty.
    Idle,
    /// The line is free, and the gate holds the next packet back.
    Held {
        /// Time of release, if nothing changes.
        until: Time,
    },
    /// The line carries a packet.
    Sending {
        /// The packet in transmission.
        packet: Packet,
        /// End of the transmission.
        until: Time,
    },
}

/// The line of a port.
#[derive(Clone, Debug)]
pub(super) struct Line {
    state: State,
    /// Time of the next action.
    next_at: Time,
    /// Propagation delay of the line.
    pub delay: Span,
    /// Transmission times, by class of packets.
    wires: [Wire; Class::COUNT],
}

impl Line {
    /// Creates an idle line with this rate, in bits per second.
    pub fn new(rate_bps: f64, delay: Span) -> Line {
        Line {
            state: State::Idle,
            next_at: Time::NEVER,
            delay,
            wires: [Wire::new(Some(rate_bps)); Class::COUNT],
        }
    }

    /// Changes the rate of the next transmissions, in bits per second.
    pub fn set_rate(&mut self, rate_bps: f64) {
        self.wires = [Wire::new(Some(rate_bps)); Class::COUNT];
    }

    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the time of the next action; [`Time::NEVER`] if the port is idle.
    #[inline]
    pub fn next_at(&self) -> Time {
        self.next_at
    }

    /// Returns the packet in transmission.
    #[inline]
    pub fn sent(&self) -> Option<&Packet> {
        match &self.state {
            State::Sending { packet, .. } => Some(packet),
            State::Idle | State::Held { .. } => None,
        }
    }

    #[inline]
    pub fn enter(&mut self, state: State) {
        self.next_at = match state {
            State::Idle => Time::NEVER,
            State::Held { until } | State::Sending { until, .. } => until,
        };
        self.state = state;
    }

    /// Begins the transmission of a packet.
    #[inline]
    pub fn send(&mut self, now: Time, packet: Packet, meter: &mut LinkMeter) {
        let transmission = self.wires[packet.class.index()].transmission_time(packet.bytes);
        meter.sends(now, transmission);
        let until = now + transmission;
        self.enter(State::Sending { packet, until });
    }
}
