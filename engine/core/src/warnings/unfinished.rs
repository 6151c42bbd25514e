//! Transfers that are not complete at the end of a run.

use super::format::{name, percent};
use super::{Check, Findings, Row, Run};

/// Warning: many transfers are not complete at the end.
pub static TRANSFERS: Row = Row {
    id: "transfers_unfinished",
    label: "Unfinished transfers",
    help: "Transfer times include only transfers that are complete. Transfers that are still active at the end are in no mean and no percentile, and most of them are long ones. With many of them the transfer times are too short, and a worse network can look faster.",
    source: "",
    check: Check::Run(transfers),
};

/// Share of unfinished transfers without a warning.
const TOLERATED: f64 = 0.1;

fn transfers(run: &Run<'_>, findings: &mut Findings) {
    if !run.ended {
        return;
    }
    for (group, transfers) in run.transfers() {
        let (completed, under_way) = (transfers.completed, transfers.under_way);
        let share = under_way as f64 / (completed + under_way) as f64;
        // Without transfers the share is not a number.
        if share.is_nan() || share <= TOLERATED {
            continue;
        }
        let times = match completed {
            0 => "there are no transfer times".to_owned(),
            _ => format!("transfer times include only the other {completed}"),
        };
        findings.warn(
            format!("groups.{}.traffic.workload", group.id),
            format!(
                "{under_way} transfers of {} ({}) are not complete at the end, so {times}.",
                name(group),
                percent(share)
            ),
            "Increase the duration, or give the number of unfinished transfers with the times.",
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
    fn warned(bytes: f64, set: Value) -> Vec<String> {
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
    fn warns_of_unfinished_downloads_and_not_of_complete_ones() {
        assert_eq!(warned(10e6, json!({})), [WORKLOAD]);
        assert_eq!(warned(200e3, json!({})), [""; 0]);
        assert_eq!(warned(200e3, json!({ WORKLOAD: "endless" })), [""; 0]);
    }
}
