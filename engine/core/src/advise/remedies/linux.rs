//! Queues as Linux names them: the command `tc` that sets a remedy on an interface.

use serde_json::Value;

/// Returns the line that sets the queue on the interface before the link, named `DEV`; `None` where Linux has no such queue.
///
/// The interface must be the bottleneck: if it is not, its rate must be limited to a little less than that of the link, for
/// example with a `tbf` above the queue.
#[must_use]
pub fn tc(queue: &Value) -> Option<String> {
    let packets = queue["limit_packets"].as_u64();
    let limit = packets.map_or(String::new(), |limit| format!(" limit {limit}"));
    let qdisc = match queue["kind"].as_str()? {
        "drop_tail" => {
            let bytes = queue["limit_bytes"].as_u64();
            match (packets, bytes) {
                (Some(limit), _) => format!("pfifo limit {limit}"),
                (None, Some(bytes)) => format!("bfifo limit {bytes}"),
                (None, None) => return None,
            }
        }
        "codel" => format!("codel{limit}{}", delays(queue)),
        "fq_codel" => format!("fq_codel{limit}{}", delays(queue)),
        "pie" => format!("pie{limit} target {}ms", shown(queue, "target_s", 0.015)),
        "dual_pi2" => format!(
            "dualpi2{limit} target {}ms",
            shown(queue, "target_s", 0.015)
        ),
        // Band 0 for packets that the sender marks as interactive; the rest waits in band 1.
        "priority" => "prio bands 2 priomap 1 1 1 1 1 1 0 0 1 1 1 1 1 1 1 1".to_owned(),
        _ => return None,
    };
    Some(format!("tc qdisc replace dev DEV root {qdisc}"))
}

fn delays(queue: &Value) -> String {
    format!(
        " target {}ms interval {}ms",
        shown(queue, "target_s", 0.005),
        shown(queue, "interval_s", 0.1)
    )
}

/// A time in milliseconds.
fn shown(queue: &Value, name: &str, default_s: f64) -> f64 {
    let time_s = queue[name].as_f64().unwrap_or(default_s);
    libm::round(time_s * 1e6) / 1e3
}
