//! Rates that the clock is too coarse for.

use serde_json::Value;

use super::way::{hops, tcp};
use super::words::{percent, rate, seconds};
use super::{Finds, Look, Row};
use crate::scenario::{Distribution, Group, Scenario};
use crate::spec::distribution::Range;
use crate::time::{PS_PER_S, Span};

/// Transmission times are rounded noticeably.
pub static TOO_FAST: Row = Row {
    id: "rate_beyond_clock",
    label: "Rate too high for the clock",
    help: "Time is counted in picoseconds. At very high rates a packet takes few of them, and rounding to a whole one makes the link, or the source, faster or slower than its rate says.",
    source: "",
    look: Look::Scenario(too_fast),
};

/// Largest error of a rate that goes without saying: no figure is shown more exactly.
const TOLERATED: f64 = 1e-3;

/// Judged by the size of full packets; the last one of a file may be smaller.
fn too_fast(scenario: &Scenario, finds: &mut Finds) {
    let document = scenario.to_value();
    for (i, group) in scenario.groups.iter().enumerate() {
        // Whatever kind it is of, a source says by the same names how it spaces its packets.
        let traffic = &document["groups"][i]["traffic"];
        let Some(bytes) = size(group, traffic).filter(|_| group.count > 0) else {
            continue;
        };
        for (path, rate_bps) in rates(scenario, group, traffic) {
            judge(path, rate_bps, bytes, finds);
        }
    }
}

fn judge(path: String, rate_bps: f64, bytes: u16, finds: &mut Finds) {
    let exact_ps = f64::from(bytes) * 8.0 * PS_PER_S / rate_bps;
    let counted_ps = Span::of_transmission(u32::from(bytes), Some(rate_bps)).0 as f64;
    let error = (counted_ps - exact_ps).abs() / exact_ps;
    if error <= TOLERATED {
        return;
    }
    finds.warn(
        path,
        format!(
            "At {} a packet of {bytes} bytes takes {}, which the clock rounds to {counted_ps} ps: {} off.",
            rate(rate_bps),
            seconds(exact_ps / PS_PER_S),
            percent(error)
        ),
        "Lower the rate, or send larger packets.",
    );
}

/// The rates at which packets of a group follow each other, with their paths.
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

/// What a packet can hold, bytes.
const SIZES: Range = Range {
    min: 1.0,
    max: 65_535.0,
};

/// Size of a group's packets on the wire, on average, bytes.
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
    fn a_rate_at_which_a_packet_takes_few_picoseconds_is_told() {
        let told = |set| paths(&TOO_FAST, &preset("one-flow", set));
        let rate = "bottlenecks.r0.rate_bps";
        let bytes = "groups.tcp.traffic.segment_bytes";
        assert_eq!(told(json!({ rate: 9.9e12, bytes: 40 })), [rate]);
        // 808.08 ps are rounded by a ten-thousandth.
        assert_eq!(told(json!({ rate: 9.9e12 })), [""; 0]);
        // Exactly 32 ps.
        assert_eq!(told(json!({ rate: 1e13, bytes: 40 })), [""; 0]);
        assert_eq!(
            told(json!({ "groups.tcp.egress.rate_bps": 9.9e12, bytes: 40 })).len(),
            1
        );
    }

    #[test]
    fn so_is_a_source_whose_packets_come_too_close() {
        for kind in [
            json!({ "kind": "cbr", "rate_bps": 9e12, "packet_bytes": 1 }),
            json!({ "kind": "on_off", "peak_rate_bps": 9e12, "packet_bytes": 1 }),
        ] {
            let scenario = preset("poisson-queue", json!({ "groups.udp.traffic": kind }));
            let told = paths(&TOO_FAST, &scenario);
            assert!(
                told.iter()
                    .any(|path| path.starts_with("groups.udp.traffic")),
                "{told:?}"
            );
        }
    }
}
