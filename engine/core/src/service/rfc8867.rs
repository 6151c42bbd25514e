//! Variable capacity of RFC 8867: test cases for the congestion control of interactive media.
//!
//! The rate of the link is the reference capacity of the test, 1 Mb/s in Section 5.1 and 2 Mb/s in Section 5.2. The rates
//! follow from it by the ratios of the tables there. After the last one, the rate stays.

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::parameters::{choices, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Multiples of the link's rate at given times, as in the test cases of RFC 8867 for interactive media.
    #[section("service.rfc8867", "Pattern of RFC 8867", source: "RFC 8867 Sections 5.1 and 5.2")]
    pub struct Params {
        /// Test case. Its reference capacity is the rate of the link.
        case: Case = Text("one_flow"), "Test case", None, Case::KIND, [live],
    }
}

choices! {
    /// Test case of RFC 8867.
    pub enum Case {
        /// Section 5.1, 100 s: the rate of the link, 2.5 times it from 40 s, 0.6 times from 60 s, and the rate of the link
        /// from 80 s.
        OneFlow = "one_flow", "one flow, Section 5.1",
        /// Section 5.2, 125 s: 2, 1, 1.75, 0.5 and 1 times the rate of the link, for 25 s each.
        TwoFlows = "two_flows", "two flows, Section 5.2",
    }
}

impl Case {
    /// Returns the times in seconds from which the ratios hold, with the ratios.
    fn ratios(self) -> &'static [(u32, f64)] {
        match self {
            Case::OneFlow => &[(0, 1.0), (40, 2.5), (60, 0.6), (80, 1.0)],
            Case::TwoFlows => &[(0, 2.0), (25, 1.0), (50, 1.75), (75, 0.5), (100, 1.0)],
        }
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, _memory: &mut Memory, _rng: &mut Rng) -> Segment {
        let at = |(seconds, _): &(u32, f64)| Time::ZERO + Span::from_s(f64::from(*seconds));
        let ratios = self.case.ratios();
        let begun = ratios.iter().rposition(|row| at(row) <= from).unwrap_or(0);
        Segment {
            rate_bps: rate_bps * ratios[begun].1,
            until: ratios.get(begun + 1).map_or(Time::NEVER, at),
        }
    }
}
