//! Limits of a rate: token buckets, classes of `htb`, and the bandwidth of CAKE.

use serde_json::json;

use super::options::{Parsed, Tokens, whole};
use super::units;
use crate::import::report::Setting;

/// Limit of a rate.
#[derive(Debug, Default)]
pub struct Shaping {
    /// Fields that it sets beside its rate.
    pub parsed: Parsed,
    /// Words and rate in bits per second.
    pub rate: Option<(String, f64)>,
    /// Words and size of the bucket in bytes.
    pub burst: Option<(String, f64)>,
    /// Words and rate in bits per second that it may use at most.
    pub peak: Option<(String, f64)>,
}

/// Reads the options of a token bucket.
pub fn bucket(words: &mut Tokens<'_>) -> Shaping {
    let mut shaping = Shaping::default();
    let (mut limit, mut latency) = (None, None);
    while let Some(name) = words.next() {
        let parsed = &mut shaping.parsed;
        match name {
            "rate" => shaping.rate = parsed.value(name, words, units::rate_bps),
            "peakrate" => shaping.peak = parsed.value(name, words, units::rate_bps),
            "burst" | "buffer" | "maxburst" => {
                shaping.burst = parsed.value(name, words, size_and_cell);
            }
            "limit" => limit = parsed.value(name, words, units::bytes),
            "latency" => latency = parsed.value(name, words, units::time_s),
            "mtu" | "minburst" | "mpu" | "overhead" | "linklayer" => {
                let value = words.text(1);
                let reason = match name {
                    "mtu" | "minburst" => "packets leave one by one at the peak rate",
                    _ => "packets of the lab have no overhead",
                };
                parsed.leave_out(format!("{name} {value}"), reason);
            }
            _ => parsed.leave_out(
                name,
                "the options are rate, burst, limit, latency, peakrate, mtu, mpu, overhead",
            ),
        }
    }
    let burst = shaping.burst.as_ref().map_or(0.0, |(_, bytes)| *bytes);
    let parsed = &mut shaping.parsed;
    if let (Some((option, time_s)), Some((_, rate_bps))) = (latency, &shaping.rate) {
        // iproute2, `tc/q_tbf.c`: the limit is what leaves in this time, and the bucket.
        let limit = whole(rate_bps * time_s / 8.0 + burst);
        parsed.set("tbf", "queue.kind", json!("drop_tail"));
        let note = format!("{limit} bytes: what leaves at this rate in this time, and the bucket");
        let setting = Setting::new(option, "queue.limit_bytes", limit);
        parsed.settings.push(setting.noting(note));
    } else if let Some((option, bytes)) = limit {
        parsed.set("tbf", "queue.kind", json!("drop_tail"));
        parsed.set(option, "queue.limit_bytes", whole(bytes));
    }
    shaping
}

/// Reads the bandwidth of CAKE, which the lab replaces by FQ-CoDel.
pub fn cake(words: &mut Tokens<'_>) -> Shaping {
    let mut shaping = Shaping::default();
    let note = "FQ-CoDel in place of CAKE, with the defaults of Linux";
    let reason = "the lab has no CAKE; its nearest relative FQ-CoDel takes its place";
    shaping.parsed.leave_out("cake", reason);
    for (path, value) in [
        ("queue.kind", json!("fq_codel")),
        ("queue.limit_packets", json!(10_240)),
        ("queue.ecn", json!(true)),
    ] {
        let setting = Setting::new("cake", path, value);
        shaping.parsed.settings.push(setting.noting(note));
    }
    while let Some(name) = words.next() {
        if name == "bandwidth" {
            shaping.rate = shaping.parsed.value(name, words, units::rate_bps);
        } else {
            let reason = "it is an option of CAKE, which the lab has not";
            shaping.parsed.leave_out(name, reason);
        }
    }
    shaping
}

/// Reads a size, with or without the size of a cell behind it, as in `15k/8`.
fn size_and_cell(text: &str) -> Result<f64, String> {
    units::bytes(text.split('/').next().unwrap_or(text))
}

/// Reads the options of a class of htb.
pub fn class_of_htb(words: &mut Tokens<'_>) -> Shaping {
    let mut shaping = Shaping::default();
    while let Some(name) = words.next() {
        let parsed = &mut shaping.parsed;
        match name {
            "rate" => shaping.rate = parsed.value(name, words, units::rate_bps),
            "ceil" => shaping.peak = parsed.value(name, words, units::rate_bps),
            "burst" | "cburst" | "prio" | "quantum" | "mtu" | "mpu" | "overhead" | "linklayer" => {
                let value = words.text(1);
                let reason = match name {
                    "burst" | "cburst" => NO_LINE_RATE,
                    "prio" | "quantum" => "it does not matter for one class",
                    _ => "packets of the lab have no overhead",
                };
                parsed.leave_out(format!("{name} {value}"), reason);
            }
            _ => parsed.leave_out(
                name,
                "the options are rate, ceil, burst, cburst, prio, quantum, mtu, mpu, overhead",
            ),
        }
    }
    shaping
}

/// Reason why a bucket has no effect.
pub const NO_LINE_RATE: &str = "a burst leaves at the rate of the interface, which the text does not say; the link has the rate of the bucket";
