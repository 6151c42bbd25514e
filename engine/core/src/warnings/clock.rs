//! Rates for which the resolution of the clock, 1 ps, is too coarse.

use serde_json::Value;

use super::format::{percent, rate, seconds};
use super::{Check, Findings, Row};
use crate::scenario::route::{hops, tcp};
use crate::scenario::{Distribution, Group, Scenario};
use crate::spec::distribution::Range;
use crate::time::{PS_PER_S, Span};

/// Warning: transmission times have a large rounding error.
pub static TOO_FAST: Row = Row {
    id: "rate_beyond_clock",
    label: "Rate too high for the clock",
    help: "Simulated time is counted in picoseconds. At a very high rate a packet takes only a few of them. Rounding to a whole picosecond makes the link, or the source, faster or slower than its rate.",
    source: "",
    check: Check::Scenario(too_fast),
};

/// Largest relative error of a rate without a warning; results are not shown with more digits.
const TOLERATED: f64 = 1e-3;

/// Tests the size of full packets; the last packet of a file may be smaller.
fn too_fast(scenario: &Scenario, findings: &mut Findings) {
    let document = scenario.to_value();
    for (i, group) in scenario.groups.iter().enumerate() {
        // All kinds of sources use the same names for their rates.
        let traffic = &document["groups"][i]["traffic"];
        let Some(bytes) = size(group, traffic).filter(|_| group.count > 0) else {
            continue;
        };
        for (path, rate_bps) in rates(scenario, group, traffic) {
            judge(path, rate_bps, bytes, findings);
        }
    }
}

fn judge(path: String, rate_bps: f64, bytes: u16, findings: &mut Findings) {
    let exact_ps = f64::from(bytes) * 8.0 * PS_PER_S / rate_bps;
    let counted_ps = Span::of_transmission(u32::from(bytes), Some(rate_bps)).0 as f64;
    let error = (counted_ps - exact_ps).abs() / exact_ps;
    if error <= TOLERATED {
        return;
    }
    findings.warn(
        path,
        format!(
            "At {} a packet of {bytes} bytes takes {}, which the clock rounds to {counted_ps} ps: an error of {}.",
            rate(rate_bps),
            seconds(exact_ps / PS_PER_S),
            percent(error)
        ),
        "Use a lower rate or larger packets.",
    );
}

/// Returns the rates of the sources and links of a group, with their paths.
fn rates(scenario: &Scenario, group: &Group, traffic: &Value) -> Vec<(String, f64)> {
    let of_group = |field: &str| format!("groups.{}.{field}", group.id);
    let mut rates = vec![(of_group("access.rate_bps"), group.access.rate_bps)];
    for hop in hops(scenario, group) {
        rates.push((format!("{}.rate_bps", hop.path), hop.rate_bps));
    }
    if let Some(bps) = group.egress.rate_bps {
        rates.push((of_group("egress.rate_bps"), bps));
    }
    for field in ["rate_bps", "peak_rate_bps"] {
        if let Some(bps) = traffic[field].as_f64() {
            rates.push((of_group(&format!("traffic.{field}")), bps));
        }
    }
    rates
}

/// Possible sizes of a packet in bytes.
const SIZES: Range = Range {
    min: 1.0,
    max: 65_535.0,
};

/// Returns the mean packet size of a group on the wire in bytes.
fn size(group: &Group, traffic: &Value) -> Option<u16> {
    match tcp(group) {
        Some(config) => Some(config.wire_bytes()),
        None => {
            let sizes: Distribution =
                serde_json::from_value(traffic["packet_bytes"].clone()).ok()?;
            Some(sizes.mean_within(SIZES) as u16)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use serde_json::json;

    #[test]
    fn warns_of_a_link_rate_with_a_large_rounding_error() {
        let warned = |set| paths(&TOO_FAST, &preset("one-flow", set));
        let rate = "bottlenecks.r0.rate_bps";
        let bytes = "groups.tcp.traffic.segment_bytes";
        assert_eq!(warned(json!({ rate: 9.9e12, bytes: 40 })), [rate]);
        // 808.08 ps are rounded by a ten-thousandth.
        assert_eq!(warned(json!({ rate: 9.9e12 })), [""; 0]);
        // Exactly 32 ps.
        assert_eq!(warned(json!({ rate: 1e13, bytes: 40 })), [""; 0]);
        assert_eq!(
            warned(json!({ "groups.tcp.egress.rate_bps": 9.9e12, bytes: 40 })).len(),
            1
        );
    }

    #[test]
    fn warns_of_a_source_rate_with_a_large_rounding_error() {
        for kind in [
            json!({ "kind": "cbr", "rate_bps": 9e12, "packet_bytes": 1 }),
            json!({ "kind": "on_off", "peak_rate_bps": 9e12, "packet_bytes": 1 }),
        ] {
            let scenario = preset("poisson-queue", json!({ "groups.udp.traffic": kind }));
            let warned = paths(&TOO_FAST, &scenario);
            assert!(
                warned
                    .iter()
                    .any(|path| path.starts_with("groups.udp.traffic")),
                "{warned:?}"
            );
        }
    }
}
