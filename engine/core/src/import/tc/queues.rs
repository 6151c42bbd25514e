//! Queue disciplines that the lab has, with their options and Linux's defaults.
//!
//! Sources: the manual pages `tc-pfifo(8)`, `tc-codel(8)`, `tc-fq_codel(8)`, `tc-pie(8)`, `tc-red(8)`, `tc-dualpi2(8)`, and
//! `net/sched` of Linux 6.18.

use serde_json::{Value, json};

use super::options::{self, Kind, Meaning, Parsed, Table, Tokens, whole};
use super::units;
use crate::import::report::Setting;
use Kind::{Bytes, Count, Number, Share, Time};
use Meaning::{Flag, LeftOut};

/// Queue discipline with one queue of packets, as in the lab.
struct Row {
    /// Name of the queue discipline in Linux.
    name: &'static str,
    /// Kind of the queue in the lab.
    kind: &'static str,
    options: Table,
    /// Fields that Linux sets to these values unless an option does.
    defaults: fn() -> Vec<(&'static str, Value)>,
}

/// Limit of an interface's queue in Linux, packets (`txqueuelen`), and bytes for packets of 1,500 with an Ethernet header.
const INTERFACE: (u64, u64) = (1000, 1_514_000);

const LIMIT: &str = "queue.limit_packets";

/// Reason for options about packets beyond a delay that are marked apart.
const NO_THRESHOLD: &str = "the queue of the lab has no threshold for marks of its own";
/// Reason for limits of memory.
const NO_MEMORY: &str = "the lab limits packets or bytes, not memory";

const ROWS: [Row; 7] = [
    Row {
        name: "pfifo",
        kind: "drop_tail",
        options: &[("limit", Meaning::Value(Count, LIMIT))],
        defaults: || vec![(LIMIT, json!(INTERFACE.0))],
    },
    Row {
        name: "bfifo",
        kind: "drop_tail",
        options: &[("limit", Meaning::Value(Bytes, "queue.limit_bytes"))],
        defaults: || vec![("queue.limit_bytes", json!(INTERFACE.1))],
    },
    Row {
        name: "pfifo_fast",
        kind: "drop_tail",
        options: &[],
        defaults: || vec![(LIMIT, json!(INTERFACE.0))],
    },
    Row {
        name: "codel",
        kind: "codel",
        options: &[
            ("limit", Meaning::Value(Count, LIMIT)),
            ("target", Meaning::Value(Time, "queue.target_s")),
            ("interval", Meaning::Value(Time, "queue.interval_s")),
            ("ecn", Flag("queue.ecn", true)),
            ("noecn", Flag("queue.ecn", false)),
            ("ce_threshold", LeftOut(1, NO_THRESHOLD)),
        ],
        defaults: || vec![(LIMIT, json!(1000))],
    },
    Row {
        name: "fq_codel",
        kind: "fq_codel",
        options: &[
            ("limit", Meaning::Value(Count, LIMIT)),
            ("flows", Meaning::Value(Count, "queue.flows")),
            ("target", Meaning::Value(Time, "queue.target_s")),
            ("interval", Meaning::Value(Time, "queue.interval_s")),
            ("quantum", Meaning::Value(Bytes, "queue.quantum_bytes")),
            ("ecn", Flag("queue.ecn", true)),
            ("noecn", Flag("queue.ecn", false)),
            (
                "drop_batch",
                Meaning::Value(Count, "queue.drop_batch_packets"),
            ),
            ("ce_threshold", LeftOut(1, NO_THRESHOLD)),
            ("ce_threshold_selector", LeftOut(1, NO_THRESHOLD)),
            ("memory_limit", LeftOut(1, NO_MEMORY)),
        ],
        defaults: || vec![(LIMIT, json!(10_240)), ("queue.ecn", json!(true))],
    },
    Row {
        name: "pie",
        kind: "pie",
        options: &[
            ("limit", Meaning::Value(Count, LIMIT)),
            ("target", Meaning::Value(Time, "queue.target_s")),
            ("tupdate", Meaning::Value(Time, "queue.update_s")),
            // Linux counts both in sixteenths.
            ("alpha", Meaning::Value(Number(1.0 / 16.0), "queue.alpha")),
            ("beta", Meaning::Value(Number(1.0 / 16.0), "queue.beta")),
            ("ecn", Flag("queue.ecn", true)),
            ("noecn", Flag("queue.ecn", false)),
            (
                "bytemode",
                LeftOut(0, "PIE of the lab drops packets of all sizes alike"),
            ),
            ("nobytemode", LeftOut(0, "PIE of the lab always does that")),
            (
                "dq_rate_estimator",
                LeftOut(0, "PIE of the lab measures the delay by timestamps"),
            ),
            (
                "no_dq_rate_estimator",
                LeftOut(0, "PIE of the lab always does that"),
            ),
        ],
        defaults: || vec![(LIMIT, json!(1000))],
    },
    Row {
        name: "dualpi2",
        kind: "dual_pi2",
        options: &[
            ("limit", Meaning::Value(Count, LIMIT)),
            ("target", Meaning::Value(Time, "queue.target_s")),
            ("tupdate", Meaning::Value(Time, "queue.update_s")),
            ("alpha", Meaning::Value(Number(1.0), "queue.alpha")),
            ("beta", Meaning::Value(Number(1.0), "queue.beta")),
            ("step_thresh", Meaning::Value(Time, "queue.step_s")),
            (
                "coupling_factor",
                Meaning::Value(Number(1.0), "queue.coupling"),
            ),
            (
                "classic_protection",
                Meaning::Value(Share, "queue.classic_share"),
            ),
            ("memlimit", LeftOut(1, NO_MEMORY)),
            ("min_qlen_step", LeftOut(1, NO_THRESHOLD)),
            (
                "typical_rtt",
                LeftOut(
                    1,
                    "it stands for alpha and beta, which the lab takes themselves",
                ),
            ),
            (
                "max_rtt",
                LeftOut(
                    1,
                    "it stands for alpha and beta, which the lab takes themselves",
                ),
            ),
            (
                "drop_on_overload",
                LeftOut(0, "DualPI2 of the lab always does that"),
            ),
            (
                "drop_enqueue",
                LeftOut(0, "DualPI2 of the lab drops arriving packets"),
            ),
            ("split_gso", LeftOut(0, "packets of the lab are single")),
        ],
        defaults: || vec![(LIMIT, json!(10_000))],
    },
];

/// Reads the options of a queue discipline that the lab has; `None` for others.
#[must_use]
pub fn read(name: &str, words: &mut Tokens<'_>) -> Option<Parsed> {
    let mut parsed = Parsed::default();
    if name == "red" {
        red(words, &mut parsed);
        return Some(parsed);
    }
    let row = ROWS.iter().find(|row| row.name == name)?;
    parsed.set(name, "queue.kind", json!(row.kind));
    options::read(words, row.options, &mut parsed);
    for (path, value) in (row.defaults)() {
        add_default(name, path, value, &mut parsed);
    }
    Some(parsed)
}

/// Returns a queue as a queue discipline, with the fields that it states; `None` where Linux has no such queue.
#[must_use]
pub fn write(queue: &Value) -> Option<(String, Vec<&'static str>)> {
    let kind = queue["kind"].as_str()?;
    if kind == "red" {
        return write_red(queue);
    }
    let name = match kind {
        "drop_tail" if queue["limit_packets"].is_null() => "bfifo",
        "drop_tail" => "pfifo",
        _ => kind,
    };
    let row = ROWS
        .iter()
        .find(|row| row.name == name || row.kind == name)?;
    let mut qdisc = row.name.to_owned();
    let mut fields = Vec::new();
    for (option, meaning) in row.options {
        let (path, text) = match *meaning {
            Meaning::Value(kind, path) => (path, kind.write(&queue[field(path)])),
            Flag(path, flag) => (path, (queue[field(path)] == flag).then(String::new)),
            LeftOut(..) => continue,
        };
        if let Some(text) = text {
            qdisc = format!("{qdisc} {option} {text}").trim_end().to_owned();
            fields.push(field(path));
        }
    }
    Some((qdisc, fields))
}

/// Returns the field of a queue at a path of the bottleneck.
fn field(path: &'static str) -> &'static str {
    path.strip_prefix("queue.").unwrap_or(path)
}

/// Returns RED as a queue discipline, if Linux has a burst for its weight.
fn write_red(queue: &Value) -> Option<(String, Vec<&'static str>)> {
    let number = |name: &str| queue[name].as_f64();
    let packet = number("mean_packet_bytes")?;
    let min = number("min_threshold_packets")? * packet;
    let max = number("max_threshold_packets")? * packet;
    let limit = number("limit_bytes").or(number("limit_packets").map(|it| it * packet))?;
    let wanted = number("weight")?;
    let first = (min / packet).ceil() as u32;
    let burst = (first..first + MOST_BURST)
        .find(|burst| weight(min, f64::from(*burst), packet) == Some(wanted))?;
    let mut qdisc = format!(
        "red limit {limit} min {min} max {max} avpkt {packet} burst {burst} probability {}",
        number("max_probability")?
    );
    let mut fields = vec![
        "limit_bytes",
        "min_threshold_packets",
        "max_threshold_packets",
        "mean_packet_bytes",
        "max_probability",
        "weight",
        "ecn",
    ];
    if queue["limit_bytes"].is_null() {
        fields.push("limit_packets");
    }
    if queue["ecn"] == true {
        qdisc.push_str(" ecn");
    }
    if queue["adaptive"] == true {
        qdisc.push_str(" adaptive");
        fields.push("adaptive");
    }
    Some((qdisc, fields))
}

/// Bursts above the smallest one among which one is sought for a weight.
const MOST_BURST: u32 = 100_000;

/// Sets a field that no option has set to Linux's default.
fn add_default(name: &str, path: &str, value: Value, parsed: &mut Parsed) {
    if !parsed.sets(path) {
        let note = format!("{value}, the default of Linux");
        parsed
            .settings
            .push(Setting::new(name, path, value).noting(note));
    }
}

/// Reads the options of RED, whose sizes are bytes and whose weight follows from the burst.
fn red(words: &mut Tokens<'_>, parsed: &mut Parsed) {
    let mut sizes = [None, None, None, None];
    let (mut burst, mut ecn) = (None, false);
    parsed.set("red", "queue.kind", json!("red"));
    while let Some(name) = words.next() {
        let size = ["limit", "min", "max", "avpkt"]
            .iter()
            .position(|option| *option == name);
        if let Some(place) = size {
            sizes[place] = parsed.value(name, words, units::bytes);
            continue;
        }
        match name {
            "burst" => burst = parsed.value(name, words, units::count),
            "probability" => {
                // A probability, not a percentage.
                if let Some((option, value)) = parsed.value(name, words, units::number) {
                    parsed.set(option, "queue.max_probability", json!(value));
                }
            }
            "ecn" => ecn = true,
            "adaptive" => parsed.set(name, "queue.adaptive", json!(true)),
            "bandwidth" => {
                let value = words.text(1);
                let reason = "it ages the average of an idle queue, for which the lab uses the rate of the link";
                parsed.leave_out(format!("{name} {value}"), reason);
            }
            "harddrop" | "nodrop" => {
                parsed.leave_out(name, "RED of the lab marks or drops by `ecn` alone");
            }
            _ => parsed.leave_out(
                name,
                "the options are limit, min, max, avpkt, burst, probability, ecn, adaptive, bandwidth, harddrop, nodrop",
            ),
        }
    }
    let [limit, min, max, avpkt] = sizes;
    let Some((words, limit)) = limit else {
        parsed.leave_out("red", "it needs a limit");
        return;
    };
    parsed.set(words, "queue.limit_bytes", whole(limit));
    // Defaults of iproute2 (`tc/q_red.c`).
    let (words_of_packet, packet) = avpkt.unwrap_or(("red".to_owned(), 1000.0));
    let (words_of_max, max) = max.unwrap_or(("red".to_owned(), limit / 4.0));
    let (words_of_min, min) = min.unwrap_or(("red".to_owned(), max / 3.0));
    if !(packet > 0.0 && min > 0.0 && max > min) {
        parsed.leave_out(
            format!("{words_of_min} {words_of_max}"),
            "avpkt and min must be above 0, and max above min",
        );
        return;
    }
    parsed.set(words_of_packet, "queue.mean_packet_bytes", whole(packet));
    parsed.set(
        words_of_min,
        "queue.min_threshold_packets",
        json!(min / packet),
    );
    parsed.set(
        words_of_max,
        "queue.max_threshold_packets",
        json!(max / packet),
    );
    if !parsed.sets("queue.max_probability") {
        add_default("red", "queue.max_probability", json!(0.02), parsed);
    }
    parsed.set("red", "queue.gentle", json!(false));
    parsed.set(if ecn { "ecn" } else { "red" }, "queue.ecn", json!(ecn));
    let (words_of_burst, burst) = burst.unwrap_or((
        "red".to_owned(),
        ((2.0 * min + max) / (3.0 * packet)).floor(),
    ));
    match weight(min, burst, packet) {
        Some(weight) => parsed.set(words_of_burst, "queue.weight", json!(weight)),
        None => parsed.leave_out(
            words_of_burst,
            "no weight lets so short a burst pass; tc asks for more than min/avpkt packets",
        ),
    }
}

/// Weight of the average that lets a burst of packets pass: the largest power of two for which it stays below `min`
/// (iproute2, `tc_red_eval_ewma`; Floyd and Jacobson 1993, Equation 3).
fn weight(min: f64, burst: f64, packet: f64) -> Option<f64> {
    let after = burst + 1.0 - min / packet;
    if after < 1.0 {
        return None;
    }
    (1..32)
        .map(|log| libm::ldexp(1.0, -log))
        .find(|weight| after <= (1.0 - libm::pow(1.0 - weight, burst)) / weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weight_of_red_is_that_of_the_manual() {
        // The example of tc-red(8). Its weight is the largest that lets the burst pass; twice as much does not.
        let weight = weight(30_000.0, 55.0, 1000.0).expect("a burst above min/avpkt");
        let after = 26.0;
        assert!(after <= (1.0 - libm::pow(1.0 - weight, 55.0)) / weight);
        assert!(after > (1.0 - libm::pow(1.0 - 2.0 * weight, 55.0)) / (2.0 * weight));
        assert_eq!(super::weight(30_000.0, 20.0, 1000.0), None);
    }
}
