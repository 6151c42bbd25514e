//! 0.63·BDP/√N: buffer that the sum of many windows exceeds with probability 0.001.
//!
//! The sum of N independent windows has a standard deviation of α·BDP/√N, with α = 1/(3√3) = 0.192 for windows
//! uniform between ⅔ and 4⁄3 of their mean. A buffer of 3.3 standard deviations is exceeded, to either side, with
//! probability 0.001. Source: Wischik and McKeown, "Part I: Buffer sizes for core routers", CCR 35(3), 2005.

use super::params::{FLOWS, PACKET, RATE, RTT};
use super::rule_of_thumb::bdp_bytes;
use super::sqrt_n::WINDOW_SD;
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, params};

model! {
    /// Buffer of 3.3 standard deviations of the sum of many windows.
    #[section("model.wischik-mckeown", "0.63·BDP/√N", source: "Wischik and McKeown 2005")]
    parameters: params![
        => RATE, RTT, FLOWS, PACKET;
        /// Size of the buffer in standard deviations; with 3.3 a share of 0.001 is outside.
        deviations = 3.3, "Standard deviations", None, number(0.01..=30.0).log(), [];
    ],
    outputs: rows![Output:
        /// Standard deviations times 0.192·C·RTT/√N.
        "buffer_bytes", "Buffer", Bytes;
        "buffer_packets", "Buffer", Packets, "Buffer in packets.";
        /// The buffer as a share of C·RTT/√N: 0.63 with 3.3 standard deviations.
        "factor", "Share of BDP/√N", Ratio;
        /// Probability that a normally distributed quantity is further from its mean: erfc(z/√2).
        "outside", "Probability outside", Ratio;
    ],
    assumes: &[
        "Flows never end, use Reno, and their windows are independent and uniform between ⅔ and 4⁄3 of their mean.",
        "There are so many flows that the sum of their windows is normally distributed.",
    ],
    fails: &[
        "Synchronized flows, few flows, and controllers that do not halve their window.",
        "Small windows: with few packets each, losses and timeouts determine them.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, flows, packet_bytes, deviations);
    let factor = deviations * WINDOW_SD;
    let buffer_bytes = factor * bdp_bytes(rate_bps, rtt_s) / libm::sqrt(flows);
    let buffer_packets = buffer_bytes / packet_bytes;
    let outside = libm::erfc(deviations / core::f64::consts::SQRT_2);
    give!(buffer_bytes, buffer_packets, factor, outside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn buffer_of_3_3_standard_deviations_leaves_0_001_outside() {
        let outputs = MODEL.outputs_of(json!({})).expect("defaults");
        let factor = outputs.get("factor").expect("a share");
        // The article rounds down.
        assert!((factor - 0.63).abs() < 0.006, "{factor}");
        let outside = outputs.get("outside").expect("a probability");
        assert!((outside - 0.001).abs() < 4e-5, "{outside}");
    }
}
