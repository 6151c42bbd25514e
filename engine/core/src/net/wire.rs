//! The rate of a line, with the time that packets of the usual size take.

use crate::time::Span;

/// A rate that remembers what it worked out last: nearly all packets that pass a line have the same size.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    rate_bps: Option<f64>,
    bytes: u16,
    span: Span,
}

/// The lines that each flow of a group has to itself, in both directions.
#[derive(Clone, Copy, Debug)]
pub struct OwnWires {
    /// From the source into the network.
    pub access: Wire,
    /// The same line back.
    pub access_back: Wire,
    /// Out of the network to the sink.
    pub egress: Wire,
    /// The same line back.
    pub egress_back: Wire,
}

impl Wire {
    /// A line of `rate_bps` bits per second; `None`: infinitely fast.
    #[must_use]
    pub fn new(rate_bps: Option<f64>) -> Wire {
        Wire {
            rate_bps,
            bytes: 0,
            span: Span::ZERO,
        }
    }

    /// How long a packet of `bytes` takes.
    #[inline]
    pub fn transmission_time(&mut self, bytes: u16) -> Span {
        if bytes != self.bytes {
            self.bytes = bytes;
            self.span = Span::of_transmission(u32::from(bytes), self.rate_bps);
        }
        self.span
    }
}

impl OwnWires {
    /// Lines of these rates, bits per second.
    #[must_use]
    pub fn new(access_bps: f64, egress_bps: Option<f64>) -> OwnWires {
        let (access, egress) = (Wire::new(Some(access_bps)), Wire::new(egress_bps));
        OwnWires {
            access,
            access_back: access,
            egress,
            egress_back: egress,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_would_be_worked_out() {
        let mut wire = Wire::new(Some(10e6));
        for bytes in [1000, 1000, 40, 1000, 40, 40] {
            let exact = Span::of_transmission(u32::from(bytes), Some(10e6));
            assert_eq!(wire.transmission_time(bytes), exact);
        }
        assert_eq!(Wire::new(None).transmission_time(1000), Span::ZERO);
    }
}
