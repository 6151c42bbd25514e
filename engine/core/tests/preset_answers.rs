//! The answers of presets agree with the results of their runs.
//!
//! The numbers of an answer are rounded, so each result may differ by the rounding error. A run gives the same
//! results on every machine, so the tests do not depend on chance.

use crate::support::{preset, run};
use bufferlab_core::observe::summary::Summary;
use serde_json::{Value, json};

fn of(id: &str, changes: &[(&str, Value)]) -> Summary {
    run(&preset(id, changes))
}

/// Utilization of the bottleneck, in percent.
fn utilization_percent(summary: &Summary) -> f64 {
    100.0
        * summary.bottlenecks[0]
            .forward
            .number("utilization")
            .expect("it is measured")
}

/// Statistic `of` of the queueing delay at the bottleneck, in milliseconds.
fn delay_ms(summary: &Summary, of: &str) -> f64 {
    let figures = &summary.bottlenecks[0].forward.statistics;
    let delay_s = figures.number(&format!("queue_delay_s.{of}"));
    1e3 * delay_s.expect("packets have left")
}

/// Throughput of a group, in Mb/s.
fn throughput_mbps(summary: &Summary, group: usize) -> f64 {
    summary.groups[group]
        .number("throughput_bps")
        .expect("it is measured")
        / 1e6
}

#[track_caller]
fn agrees(found: f64, stated: f64, tolerance: f64) {
    assert!(
        (found - stated).abs() <= tolerance,
        "found {found}, stated {stated}"
    );
}

#[test]
fn qlbp_at_the_edge_raises_the_utilization_of_a_core_with_a_tiny_buffer() {
    let paced = of("qlbp", &[]);
    agrees(utilization_percent(&paced), 76.0, 0.5);
    let at_the_edge = paced.edges[0].statistics.number("queue_delay_s.mean");
    agrees(1e3 * at_the_edge.expect("packets have left"), 6.4, 0.05);
    assert!(
        delay_ms(&paced, "mean") < 0.1,
        "less than 0.1 ms in the core"
    );
    let none = || json!("none");
    let unpaced = of(
        "qlbp",
        &[("edges.a1.pacer", none()), ("edges.a2.pacer", none())],
    );
    agrees(utilization_percent(&unpaced), 42.0, 0.5);
}

#[test]
fn slow_access_links_raise_the_utilization_of_a_switch_with_tiny_buffers() {
    agrees(utilization_percent(&of("cioq", &[])), 91.0, 0.5);
    let fast = ("groups.tcp.access.rate_bps", json!(25e6));
    agrees(
        utilization_percent(&of("cioq", std::slice::from_ref(&fast))),
        64.0,
        0.5,
    );
    let buffer = ("bottlenecks.r0.queue.limit_packets", json!(100));
    agrees(
        utilization_percent(&of("cioq", &[fast, buffer])),
        100.0,
        0.1,
    );
}

#[test]
fn optical_fifo_gives_the_same_run_as_drop_tail() {
    let loss = |summary: &Summary| {
        let lost = summary.bottlenecks[0].forward.number("loss.all");
        100.0 * lost.expect("packets came")
    };
    let lines = of("optical", &[]);
    agrees(loss(&lines), 1.3, 0.05);
    let fifo = json!({ "kind": "drop_tail", "limit_packets": 63 });
    let fifo = of("optical", &[("bottlenecks.r0.queue", fifo)]);
    assert_eq!(fifo.digest, lines.digest);
    let few = ("bottlenecks.r0.queue.limit_packets", json!(15));
    let few = of("optical", &[few]);
    agrees(loss(&few), 2.3, 0.05);
    agrees(utilization_percent(&few), 90.0, 0.5);
}

#[test]
fn dual_pi2_shares_a_link_between_l4s_and_classic_flows_and_pie_does_not() {
    let dual = of("dual-pi2", &[]);
    agrees(throughput_mbps(&dual, 0), 23.0, 0.5);
    agrees(throughput_mbps(&dual, 1), 17.0, 0.5);
    agrees(delay_ms(&dual, "p50"), 0.4, 0.05);
    let pie = json!({ "kind": "pie", "limit_packets": 1000, "ecn": true });
    let pie = of("dual-pi2", &[("bottlenecks.r0.queue", pie)]);
    agrees(throughput_mbps(&pie, 0), 36.0, 0.5);
    agrees(delay_ms(&pie, "mean"), 15.0, 0.5);
}

#[test]
fn bbr_leaves_cubic_a_share_that_grows_with_the_buffer_as_between_real_hosts() {
    // Measured shares are the means of two runs in `tests/reference/linux`.
    for (limit_packets, stated, measured) in
        [(67, 0.11, 0.095), (17, 0.05, 0.047), (267, 0.54, 0.531)]
    {
        let changes = [("bottlenecks.r0.queue.limit_packets", json!(limit_packets))];
        let summary = of("linux-hosts", &changes);
        let [cubic, bbr] = [0, 1].map(|group| throughput_mbps(&summary, group));
        let share = cubic / (cubic + bbr);
        agrees(share, stated, 0.005);
        agrees(share, measured, 0.02);
    }
}

#[test]
fn square_root_rule_gives_high_utilization_with_100_flows() {
    let root = of("by-rule", &[]);
    agrees(utilization_percent(&root), 99.3, 0.05);
    agrees(delay_ms(&root, "mean"), 6.0, 0.5);
    assert_eq!(
        root.bottlenecks[0].forward.number("max_queue_packets"),
        Some(62.0)
    );
    let whole = of("by-rule", &[("bottlenecks.r0.queue.rule", json!("time"))]);
    agrees(utilization_percent(&whole), 100.0, 0.1);
    agrees(delay_ms(&whole, "mean"), 89.0, 0.5);
}

#[test]
fn requests_are_lost_among_acks_on_a_slow_reverse_path() {
    // Number of requests per lost request; group 1 holds the requests of group 0.
    let one_in = |summary: &Summary| {
        1.0 / summary.groups[1]
            .number("loss")
            .expect("requests were sent")
    };
    let each = of("requests", &[]);
    agrees(one_in(&each), 6.0, 0.5);
    agrees(utilization_percent(&each), 50.0, 2.5);
    let delayed = of(
        "requests",
        &[("groups.web.traffic.delayed_ack", json!(true))],
    );
    agrees(one_in(&delayed), 100.0, 5.0);
    agrees(utilization_percent(&delayed), 69.0, 0.5);
}
