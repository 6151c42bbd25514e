//! Effective buffers: how much of a small buffer open-loop packets can use beside TCP.
//!
//! While TCP packets are in it, UDP has a fair share f·B. While none is, with probability exp(−B/B*), it has the
//! rest too. A larger buffer adds to the first and takes from the second, so that between B* and a few B* more
//! buffer can be less for UDP. Source: vishwanath-2011 Section III, Equations 1 and 2, Figure 6.

use super::params::{B_STAR, BUFFER_BYTES, number};
use super::{Given, Model, Output, Outputs, crossing};
use crate::spec::{DefaultValue, Param, Section, Unit};

/// The model.
pub static MODEL: Model = Model {
    section: Section {
        id: "model.effective-buffers",
        label: "Effective buffers",
        help: "What open-loop traffic has of a small buffer that it shares with TCP: a fair share, and all of it while TCP is away.",
        source: "vishwanath-2011 Equations 1 and 2",
        params: &[
            BUFFER_BYTES,
            B_STAR,
            Param::new(
                "udp_share",
                "UDP share",
                Unit::Ratio,
                number(0.0, 1.0),
                DefaultValue::Number(0.05),
                "Share of the traffic that is UDP, f.",
            ),
        ],
        ..Section::NEW
    },
    outputs: &[
        Output::new(
            "fair_share_bytes",
            "Fair share",
            Unit::Bytes,
            "f·B.",
        ),
        Output::new(
            "time_share_bytes",
            "Time share",
            Unit::Bytes,
            "(1 − f)·B·exp(−B/B*).",
        ),
        Output::new(
            "effective_bytes",
            "Effective buffer",
            Unit::Bytes,
            "The sum of both (vishwanath-2011 E2).",
        ),
        Output::new(
            "no_tcp_probability",
            "No TCP waiting",
            Unit::Ratio,
            "exp(−B/B*) (vishwanath-2011 E1).",
        ),
        Output::new(
            "peak_bytes",
            "Best small buffer",
            Unit::Bytes,
            "The buffer beyond which more is less; null where more is always more: f/(1 − f) ≥ exp(−2).",
        ),
        Output::new(
            "dip_bytes",
            "Worst buffer",
            Unit::Bytes,
            "The buffer beyond which more is more again; null likewise.",
        ),
    ],
    assumes: &[
        "TCP is most of the traffic, of so many flows that they are not in step, and the bandwidth–delay product exceeds the buffer.",
        "The buffer is small, so that it is nearly always either empty or full.",
    ],
    fails: &[
        "It is a picture of sharing, not a loss: how much is lost follows from the arrivals.",
        "The share of UDP is taken as given, though at small buffers TCP leaves some of the link unused.",
    ],
};

pub(super) fn solve(given: &Given) -> Outputs {
    take!(given: buffer_bytes, b_star_bytes, udp_share);
    let no_tcp_probability = libm::exp(-buffer_bytes / b_star_bytes);
    let fair_share_bytes = udp_share * buffer_bytes;
    let time_share_bytes = (1.0 - udp_share) * buffer_bytes * no_tcp_probability;
    let effective_bytes = fair_share_bytes + time_share_bytes;
    let turns = turns(udp_share);
    let peak_bytes = turns.map(|(peak, _)| peak * b_star_bytes);
    let dip_bytes = turns.and_then(|(_, dip)| Some(dip? * b_star_bytes));
    give!(
        fair_share_bytes,
        time_share_bytes,
        effective_bytes,
        no_tcp_probability,
        peak_bytes,
        dip_bytes
    )
}

/// Where E2 has its maximum and its minimum, in B*: where (x − 1)·exp(−x) = f/(1 − f), on either side of x = 2.
/// Without UDP it falls for ever.
fn turns(share: f64) -> Option<(f64, Option<f64>)> {
    let slope = |x: f64| share + (1.0 - share) * (1.0 - x) * libm::exp(-x);
    if slope(2.0) >= 0.0 {
        return None;
    }
    let peak = crossing(1.0, 2.0, |x| slope(x) > 0.0);
    let dip = (share > 0.0).then(|| crossing(2.0, 1000.0, |x| slope(x) <= 0.0));
    Some((peak, dip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn outputs(buffer_kb: f64, share: f64) -> Outputs {
        let given = json!({ "buffer_bytes": buffer_kb * 1e3, "udp_share": share });
        MODEL.outputs_of(given).expect("accepted")
    }

    /// vishwanath-2011 Figures 6 and 16, from Equation 2 by hand, kB.
    #[test]
    fn the_curves_are_those_of_equation_2() {
        for (share, peak, highest, dip, lowest) in [
            (0.05, 8.19, 2.824, 28.45, 1.887),
            (0.1, 10.47, 3.159, 19.36, 3.033),
        ] {
            let found = outputs(1.0, share);
            let at = |id| found.get(id).expect("it dips") / 1e3;
            assert!((at("peak_bytes") - peak).abs() < 0.01, "{share}");
            assert!((at("dip_bytes") - dip).abs() < 0.01, "{share}");
            let total = |kb| outputs(kb, share).get("effective_bytes").expect("a size") / 1e3;
            assert!((total(peak) - highest).abs() < 1e-3, "{share}");
            assert!((total(dip) - lowest).abs() < 1e-3, "{share}");
        }
        for (share, time_share) in [(0.05, 2.446), (0.1, 2.318), (0.8, 0.515)] {
            let found = outputs(7.0, share).get("time_share_bytes").expect("a size") / 1e3;
            assert!((found - time_share).abs() < 1e-3, "{share}");
        }
    }

    /// f/(1 − f) = exp(−2) at f = 0.11920.
    #[test]
    fn with_enough_udp_more_is_always_more() {
        assert!(outputs(1.0, 0.1191).get("dip_bytes").is_some());
        assert!(outputs(1.0, 0.1193).get("dip_bytes").is_none());
        let alone = outputs(1.0, 0.0);
        assert!((alone.get("peak_bytes").expect("B*") - 7000.0).abs() < 1e-6);
        assert_eq!(alone.get("dip_bytes"), None);
    }
}
