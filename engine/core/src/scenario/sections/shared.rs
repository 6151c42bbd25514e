//! Parameters and ranges that several sections share.

use crate::line;
use crate::pacer;
use crate::policer;
use crate::service;
use crate::spec::distribution::Range;
use crate::spec::parameters::{integer, number, parameter};
use crate::spec::{Kind, Param};

/// Range of start times in seconds.
pub(crate) const START_S: Range = Range { min: 0.0, max: 1e6 };

/// Range of the delays of access and egress links in seconds.
pub(crate) const DELAY_S: Range = Range {
    min: 0.0,
    max: 100.0,
};

/// Range of the rates of links in b/s.
pub(super) const RATE: Kind = number(1e3..=1e13).log();

/// Range of the delays of links in seconds.
pub(super) const DELAY: Kind = number(DELAY_S.min..=DELAY_S.max).log();

/// Queue with room for so many packets that none is lost.
pub(super) const UNLIMITED: &str = r#"{"kind":"drop_tail","limit_packets":1000000}"#;

/// Parameter: label of a thing, which may change at any time. The run uses the id, which also names its random numbers.
pub(super) const LABEL: Param = parameter! {
    /// Name shown in the page and in tables. Empty: the id is shown.
    label = Text(""), "Name", None, Kind::Text(60), []
};

/// Parameter: pacer between a queue and its link.
pub(super) const PACER: Param = parameter! {
    /// Pacer between the queue and the link. It holds packets back to smooth bursts.
    pacer = Text("none"), "Pacer", None, Kind::OneOf(&pacer::REGISTRY), [live]
};

/// Parameter: the same, for links that seldom have one.
pub(super) const ADVANCED_PACER: Param = Param {
    advanced: true,
    ..PACER
};

/// Parameter: policer before a queue.
pub(super) const POLICER: Param = parameter! {
    /// Policer before the queue. It drops or marks the packets above a rate and holds none back.
    policer = Text("none"), "Policer", None, Kind::OneOf(&policer::REGISTRY), [live, advanced]
};

/// Parameter: losses, delays and copies behind a link.
pub(super) const LINE: Param = parameter! {
    /// Losses, jitter and copies on the way to the other end of the link, after the transmission.
    line = Text("clean"), "Line", None, Kind::OneOf(&line::REGISTRY), [live, advanced]
};

/// Parameter: course of the rate of a link.
pub(super) const SERVICE: Param = parameter! {
    /// Course of the rate over time. Where it varies, buffers in multiples of the BDP and queue disciplines still use the
    /// rate of the link. A rate that changes during a packet applies to the rest of it.
    service = Text("constant"), "Service", None, Kind::OneOf(&service::REGISTRY), [live, advanced]
};

/// Parameter: capacity of the device queue between queue and line.
pub(super) const DEVICE_PACKETS: Param = parameter! {
    /// FIFO queue behind the queue discipline, like the transmit ring of a network card or the device queue of ns-3. Its
    /// packets delay later ones, but do not count in the queue length and the limit. The queue discipline does not see
    /// them, so CoDel measures a shorter delay. 0: packets stay in the queue until the link is idle.
    device_packets = 0, "Device queue", Packets, integer(0..=100_000).log(), [live, advanced]
};
