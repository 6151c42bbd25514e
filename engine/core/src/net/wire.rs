//! Rate of a link, with a cached transmission time for the last packet size.

use crate::time::Span;

/// Link rate with the last transmission time cached: nearly all packets of a link have the same size.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    rate_bps: Option<f64>,
    bytes: u16,
    span: Span,
}

/// Rates of the access and egress links of the flows of a group, in both directions.
#[derive(Clone, Copy, Debug)]
pub struct OwnWires {
    /// Access link into the network.
    pub access: Wire,
    /// Reverse direction of this link.
    pub access_back: Wire,
    /// Egress link out of the network.
    pub egress: Wire,
    /// Reverse direction of this link.
    pub egress_back: Wire,
}

impl Wire {
    /// Creates a link of `rate_bps` bits per second; `None` is infinitely fast.
    #[must_use]
    pub fn new(rate_bps: Option<f64>) -> Wire {
        Wire {
            rate_bps,
            bytes: 0,
            span: Span::ZERO,
        }
    }

    /// Returns the transmission time of a packet of `bytes`.
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
    fn the_cached_transmission_time_is_exact() {
        let mut wire = Wire::new(Some(10e6));
        for bytes in [1000, 1000, 40, 1000, 40, 40] {
            let exact = Span::of_transmission(u32::from(bytes), Some(10e6));
            assert_eq!(wire.transmission_time(bytes), exact);
        }
        assert_eq!(Wire::new(None).transmission_time(1000), Span::ZERO);
    }
}
