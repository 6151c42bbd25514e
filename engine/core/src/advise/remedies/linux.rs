//! Queues as Linux names them: the command `tc` that sets a remedy on an interface.

use serde_json::Value;

use crate::import::tc;

/// Priority for packets that the sender marks as interactive: they take band 0, and the rest waits in band 1.
const PRIORITY: &str = "prio bands 2 priomap 1 1 1 1 1 1 0 0 1 1 1 1 1 1 1 1";

/// Returns the line that sets the queue on the interface before the link, named `DEV`; `None` where Linux has no such queue.
///
/// The interface must be the bottleneck: if it is not, its rate must be limited to a little less than that of the link, for
/// example with a `tbf` above the queue.
#[must_use]
pub fn tc(queue: &Value) -> Option<String> {
    let qdisc = match queue["kind"].as_str()? {
        "priority" => PRIORITY.to_owned(),
        _ => tc::qdisc(queue)?,
    };
    Some(format!("tc qdisc replace dev DEV root {qdisc}"))
}
