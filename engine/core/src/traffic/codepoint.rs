//! ECN field of the datagrams of a source. The source does not react to marks. Source: RFC 3168 Section 5.

use crate::spec::Param;
use crate::spec::parameters::{choices, parameter};
use crate::tcp::notes::Header;

choices! {
    /// ECN field of a datagram.
    pub enum Codepoint {
        /// Queues drop the datagrams and never mark them.
        NotEct = "not_ect", "Not-ECT",
        /// Queues may mark the datagrams instead of dropping them.
        Ect0 = "ect0", "ECT(0)",
        /// The same, and the datagrams belong into the queue for L4S traffic.
        Ect1 = "ect1", "ECT(1)",
    }
}

/// Parameter: ECN field of the datagrams.
pub(super) const ECN: Param = parameter! {
    /// ECN field of the datagrams. The source does not react to marks.
    ecn = Text("not_ect"), "ECN field", None, Codepoint::KIND, [live, advanced, source: "RFC 3168 Section 5; RFC 9331"]
};

impl Codepoint {
    /// Returns the header of a datagram, without its time.
    #[must_use]
    pub fn header(self) -> Header {
        match self {
            Codepoint::NotEct => Header::default(),
            Codepoint::Ect0 => Header::new(true, false, None),
            Codepoint::Ect1 => Header::new(true, false, None).scalable(),
        }
    }
}
