//! Line of a port: what it carries, and for how long.

use crate::net::meter::LinkMeter;
use crate::net::wire::Wire;
use crate::packet::{Class, Packet};
use crate::service;
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
    /// Service, if it varies or has done so.
    pub service: Option<Box<service::State>>,
}

impl Line {
    /// Creates an idle line with this rate, in bits per second.
    pub fn new(rate_bps: f64, delay: Span) -> Line {
        Line {
            state: State::Idle,
            next_at: Time::NEVER,
            delay,
            wires: [Wire::new(Some(rate_bps)); Class::COUNT],
            service: None,
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
        if self.service.is_some() {
            return self.send_as_served(now, packet, meter);
        }
        let transmission = self.wires[packet.class().index()].transmission_time(packet.bytes);
        meter.sends(now, transmission);
        let until = now + transmission;
        self.enter(State::Sending { packet, until });
    }

    /// Begins the transmission of a packet on a line whose service varies.
    #[cold]
    fn send_as_served(&mut self, now: Time, packet: Packet, meter: &mut LinkMeter) {
        let follows = self.sent().is_some();
        if let Some(service) = &mut self.service {
            let until = service.begin(now, packet.bytes, follows);
            self.send_until(now, packet, until, meter);
        }
    }

    /// Sends a packet, or the rest of it, from `now` to `until`.
    pub fn send_until(&mut self, now: Time, packet: Packet, until: Time, meter: &mut LinkMeter) {
        meter.sends(now, until.since(now));
        self.enter(State::Sending { packet, until });
    }

    /// Continues a transmission that was not decided to its end. Returns whether there is one.
    #[cold]
    pub fn goes_on(&mut self, now: Time, meter: &mut LinkMeter) -> bool {
        let Some(&packet) = self.sent() else {
            return false;
        };
        let Some(service) = self
            .service
            .as_mut()
            .filter(|service| service.is_unfinished())
        else {
            return false;
        };
        let until = service.go_on(now);
        self.send_until(now, packet, until, meter);
        true
    }

    /// Returns whether departures precede arrivals at the same time.
    pub fn is_prompt(&self) -> bool {
        self.service
            .as_ref()
            .is_some_and(|service| service.is_prompt())
    }
}
