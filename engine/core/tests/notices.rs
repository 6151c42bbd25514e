//! What the presets of the kinds say one will notice is what their runs give.
//!
//! The figures of a notice are rounded, and have to come out within what the rounding leaves. A run is the same
//! everywhere, so there is no chance in it.

use crate::support::{preset, run};
use bufferlab_core::observe::summary::Summary;
use serde_json::{Value, json};

fn of(id: &str, changes: &[(&str, Value)]) -> Summary {
    run(&preset(id, changes))
}

/// Utilisation of the bottleneck, per cent.
fn busy(summary: &Summary) -> f64 {
    100.0
        * summary.bottlenecks[0]
            .forward
            .utilization
            .expect("it is measured")
}

/// A figure of the bottleneck's delay, milliseconds.
fn delay_ms(summary: &Summary, of: &str) -> f64 {
    let figures = &summary.bottlenecks[0].forward.figures;
    let delay_s = figures.number(&format!("queue_delay_s.{of}"));
    1e3 * delay_s.expect("packets have left")
}

/// Throughput of a group, Mb/s.
fn carried(summary: &Summary, group: usize) -> f64 {
    summary.groups[group]
        .throughput_bps
        .expect("it is measured")
        / 1e6
}

#[track_caller]
fn is(found: f64, said: f64, within: f64) {
    assert!((found - said).abs() <= within, "{found}, said to be {said}");
}

#[test]
fn pacers_at_the_edge_help_a_core_without_buffer() {
    let paced = of("qlbp", &[]);
    is(busy(&paced), 76.0, 0.5);
    let at_the_edge = paced.edges[0].figures.number("queue_delay_s.mean");
    is(1e3 * at_the_edge.expect("packets have left"), 6.4, 0.05);
    assert!(delay_ms(&paced, "mean") < 0.1, "hardly any in the core");
    let none = || json!("none");
    let unpaced = of(
        "qlbp",
        &[("edges.a1.pacer", none()), ("edges.a2.pacer", none())],
    );
    is(busy(&unpaced), 42.0, 0.5);
}

#[test]
fn slow_access_links_spare_a_switch_its_memory() {
    is(busy(&of("cioq", &[])), 91.0, 0.5);
    let fast = ("groups.tcp.access.rate_bps", json!(25e6));
    is(busy(&of("cioq", std::slice::from_ref(&fast))), 64.0, 0.5);
    let room = ("bottlenecks.r0.queue.limit_packets", json!(100));
    is(busy(&of("cioq", &[fast, room])), 100.0, 0.1);
}

#[test]
fn delay_lines_lose_what_a_fifo_loses() {
    let loss = |summary: &Summary| {
        let lost = summary.bottlenecks[0].forward.loss.all;
        100.0 * lost.expect("packets came")
    };
    let lines = of("optical", &[]);
    is(loss(&lines), 1.3, 0.05);
    let fifo = json!({ "kind": "drop_tail", "limit_packets": 63 });
    let fifo = of("optical", &[("bottlenecks.r0.queue", fifo)]);
    assert_eq!(fifo.digest, lines.digest);
    let few = ("bottlenecks.r0.queue.limit_packets", json!(15));
    let few = of("optical", &[few]);
    is(loss(&few), 2.3, 0.05);
    is(busy(&few), 90.0, 0.5);
}

#[test]
fn two_coupled_queues_share_a_link_where_one_does_not() {
    let dual = of("dual-pi2", &[]);
    is(carried(&dual, 0), 23.0, 0.5);
    is(carried(&dual, 1), 17.0, 0.5);
    is(delay_ms(&dual, "p50"), 0.4, 0.05);
    let pie = json!({ "kind": "pie", "limit_packets": 1000, "ecn": true });
    let pie = of("dual-pi2", &[("bottlenecks.r0.queue", pie)]);
    is(carried(&pie, 0), 36.0, 0.5);
    is(delay_ms(&pie, "mean"), 15.0, 0.5);
}

#[test]
fn a_limit_by_the_root_of_n_nearly_fills_the_link() {
    let root = of("by-rule", &[]);
    is(busy(&root), 99.4, 0.1);
    is(delay_ms(&root, "mean"), 6.0, 0.5);
    assert_eq!(root.bottlenecks[0].forward.max_queue_packets, 62);
    let whole = of("by-rule", &[("bottlenecks.r0.queue.rule", json!("time"))]);
    is(busy(&whole), 100.0, 0.1);
    is(delay_ms(&whole, "mean"), 89.0, 0.5);
}

#[test]
fn requests_are_lost_among_acks_on_a_narrow_way_back() {
    // Of so many requests one is lost; they are the group that goes with the responses'.
    let one_in = |summary: &Summary| 1.0 / summary.groups[1].loss.expect("requests were sent");
    let each = of("requests", &[]);
    is(one_in(&each), 6.0, 0.5);
    is(busy(&each), 50.0, 2.5);
    let delayed = of(
        "requests",
        &[("groups.web.traffic.delayed_ack", json!(true))],
    );
    is(one_in(&delayed), 100.0, 5.0);
    is(busy(&delayed), 69.0, 0.5);
}
