//! Transfers that the end of a run cuts off.

use super::words::{name, percent};
use super::{Finds, Look, Row, Run};

/// Many transfers are not complete at the end.
pub static TRANSFERS: Row = Row {
    id: "transfers_unfinished",
    label: "Transfers unfinished at the end",
    help: "Times of transfers are those of transfers that finished. What is still under way at the end is in no mean and no percentile, and it is mostly the long ones: with many of them the times are too short, and a worse network can look faster because less of it is counted.",
    source: "",
    look: Look::Run(transfers),
};

/// Share of transfers that may be cut off without a word.
const TOLERATED: f64 = 0.1;

fn transfers(run: &Run<'_>, finds: &mut Finds) {
    if !run.ended {
        return;
    }
    for (group, transfers) in run.transfers() {
        let (completed, under_way) = (transfers.completed, transfers.under_way);
        let share = under_way as f64 / (completed + under_way) as f64;
        // Without any the share is no number.
        if share.is_nan() || share <= TOLERATED {
            continue;
        }
        let times = match completed {
            0 => "none is, so that there are no times".to_owned(),
            _ => format!("mean and percentiles are those of the other {completed}"),
        };
        finds.warn(
            format!("groups.{}.traffic.workload", group.id),
            format!(
                "{under_way} transfers of {}, {} of all, are not complete at the end: {times}.",
                name(group),
                percent(share)
            ),
            "Let the run last longer, or read the number under way beside the times.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths_at_the_end, preset};
    use super::*;
    use serde_json::{Value, json};

    const WORKLOAD: &str = "groups.tcp.traffic.workload";

    /// Ten downloads of `bytes` on 10 Mb/s, of which 20 s can carry 25 MB.
    fn told(bytes: f64, set: Value) -> Vec<String> {
        let mut all = json!({
            "groups.tcp.count": 10, WORKLOAD: { "kind": "transfer", "size_bytes": bytes },
            "warmup_s": 0, "duration_s": 20,
        });
        all.as_object_mut()
            .expect("an object")
            .extend(set.as_object().expect("an object").clone());
        paths_at_the_end(&TRANSFERS, &preset("one-flow", all))
    }

    #[test]
    fn downloads_that_the_end_cuts_off_are_told_and_complete_ones_not() {
        assert_eq!(told(10e6, json!({})), [WORKLOAD]);
        assert_eq!(told(200e3, json!({})), [""; 0]);
        assert_eq!(told(200e3, json!({ WORKLOAD: "endless" })), [""; 0]);
    }
}
