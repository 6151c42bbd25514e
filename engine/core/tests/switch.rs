//! A switch in whole runs: conservation, slices, and what its inputs, its crossbar and its outputs do to traffic.

use crate::support::utilization;
use bufferlab_core::Simulation;
use bufferlab_core::net::node::Node;
use bufferlab_core::net::port::Design;
use bufferlab_core::net::switch::router::Router;
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::packet::{Class, Packet};
use bufferlab_core::policer::Policer;
use bufferlab_core::rng::Rng;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::service::Service;
use bufferlab_core::time::{Span, Time};
use serde_json::{Value, json};

/// Twenty flows for each input of a switch of four, whose windows of 40 just fill all lines: 16 Mb/s each.
fn experiment(router: Value, limit_packets: u32, access_bps: f64) -> Scenario {
    let document = json!({
        "version": 1, "duration_s": 14, "warmup_s": 6,
        "bottlenecks": [{ "id": "r0", "rate_bps": 640e6, "delay_s": 0.01, "router": router,
            "queue": { "kind": "drop_tail", "limit_packets": limit_packets } }],
        "groups": [{ "id": "tcp", "count": 80,
            "access": { "rate_bps": access_bps, "delay_s": { "uniform": [0.005, 0.015] } },
            "start_s": { "uniform": [0, 2] },
            "traffic": { "kind": "tcp", "recovery": "reno", "max_window_packets": 40,
                "segment_bytes": 1000, "header_bytes": 0 } }],
    });
    Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"))
}

fn switch(scheduler: &str) -> Value {
    json!({ "kind": "cioq", "ports": 4, "scheduler": scheduler })
}

fn run(scenario: &Scenario) -> Summary {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(Time::NEVER).expect("it fits in memory");
    simulation.summary()
}

const SCHEDULERS: [&str; 4] = [
    "least_recently_served",
    "islip",
    "stable_marriage",
    "head_of_line",
];

/// Packets are never lost from the balance, whatever they are cut into, and a run that is sliced is the same run.
#[test]
fn packets_are_conserved_and_slices_change_nothing() {
    for scheduler in SCHEDULERS {
        for cell_bytes in [64, 999, 1500] {
            let mut router = switch(scheduler);
            router["cell_bytes"] = json!(cell_bytes);
            let mut scenario = experiment(router, 5, 160e6);
            scenario.duration_s = 3.0;
            scenario.warmup_s = 1.0;
            let whole = run(&scenario);
            let mut sliced = Simulation::new(&scenario);
            for step in 1..=300 {
                sliced
                    .advance(Time::from_s(f64::from(step) * 0.0107))
                    .expect("it fits in memory");
                assert_eq!(
                    sliced.check_conservation().fault(),
                    None,
                    "{scheduler}, cells of {cell_bytes}"
                );
            }
            sliced.advance(Time::NEVER).expect("it fits in memory");
            assert_eq!(
                sliced.summary().digest,
                whole.digest,
                "{scheduler}, cells of {cell_bytes}"
            );
        }
    }
}

/// Ganjali 2007 Fig. 5.2 and 5.3 in shape: where access links are slow (5 % of a line) an output needs far less room than
/// where they are as fast as the lines, and with more room, or slower links, no output carries less.
#[test]
fn slow_access_links_need_less_room_at_the_outputs() {
    let carried = |share: f64, room| {
        utilization(&run(&experiment(
            switch("least_recently_served"),
            room,
            share * 160e6,
        )))
    };
    let slow: Vec<f64> = [2, 5, 20].map(|room| carried(0.05, room)).into();
    let fast: Vec<f64> = [5, 20, 100].map(|room| carried(1.0, room)).into();
    assert!(
        slow[1] >= 0.8 && fast[1] < slow[1] - 0.1,
        "slow {slow:?}, fast {fast:?}"
    );
    assert!(
        slow.is_sorted() && fast.is_sorted(),
        "slow {slow:?}, fast {fast:?}"
    );
}

/// Ganjali 2007 Section 5.1.2: with the text's scheduler and a speed-up of 2 the inputs hardly matter. An output-queued
/// switch, which the stable marriage is, carries no more.
#[test]
fn schedulers_with_speedup_two_are_as_good_as_output_queues() {
    let carried = |scheduler| utilization(&run(&experiment(switch(scheduler), 10, 160e6)));
    let emulated = carried("stable_marriage");
    for scheduler in ["least_recently_served", "islip"] {
        let others = carried(scheduler);
        assert!(
            (others - emulated).abs() < 0.03,
            "{scheduler}: {others} for {emulated}"
        );
    }
}

/// The four lines of a group share packets that come for one output on four lines, 200 on each: all have left soon after
/// the last has come, and not four times as late.
#[test]
fn channels_of_a_group_share_its_packets() {
    let last_leaves_s = |channels: u32| {
        let router: Router =
            serde_json::from_value(json!({ "kind": "cioq", "ports": 4, "speedup": 2,
            "scheduler": "least_recently_served", "voq_limit_packets": 1000, "cell_bytes": 1000,
            "group_channels": channels }))
            .expect("complete");
        let chance = |number| Rng::for_component(1, "link/r0/queue", number);
        let mut node = Node::new(&router, line(4.0 * 8e6, 10_000), &chance);
        for number in 0..200 {
            for flow in [0, 7, 10, 13] {
                node.arrive(Time::ZERO, packet(flow, number));
            }
        }
        let mut now = Time::ZERO;
        while node.next_at() != Time::NEVER {
            now = node.next_at();
            node.on_time(now);
        }
        assert_eq!(node.counters().departed.total(), 800);
        now.0 as f64 / 1e12
    };
    // A packet takes 1 ms. Of 800 a line gets 200 ± 12, so that 260 would be five standard deviations.
    assert!((0.801..0.81).contains(&last_leaves_s(1)));
    assert!((0.201..0.26).contains(&last_leaves_s(4)));
}

/// Also where the last group is smaller than the others packets are conserved, and slices change nothing.
#[test]
fn channel_groups_that_do_not_divide_the_ports_work() {
    let mut router = switch("least_recently_served");
    router["group_channels"] = json!(3);
    let mut scenario = experiment(router, 5, 160e6);
    scenario.duration_s = 3.0;
    scenario.warmup_s = 1.0;
    let whole = run(&scenario);
    let mut sliced = Simulation::new(&scenario);
    for step in 1..=30 {
        let until = Time::from_s(f64::from(step) * 0.1);
        sliced.advance(until).expect("it fits in memory");
        assert_eq!(sliced.check_conservation().fault(), None);
    }
    sliced.advance(Time::NEVER).expect("it fits in memory");
    assert_eq!(sliced.summary().digest, whole.digest);
    assert!(utilization(&whole) > 0.3, "{}", utilization(&whole));
}

/// Packets that are at the bottleneck, and that it has dropped.
fn there(run: &Simulation) -> (u64, u64) {
    let link = run.check_conservation().links[0];
    (link.present.total(), link.dropped.total())
}

/// A router becomes another while packets are there: none is lost but for want of room at the new one, a flow's packets
/// stay in order, figures go on, and the run replays from its document.
#[test]
fn a_replaced_router_keeps_its_packets() {
    let small = json!({ "kind": "cioq", "ports": 2, "cell_bytes": 64 });
    let routers = [
        json!("output_queued"),
        switch("islip"),
        switch("stable_marriage"),
        small,
    ];
    for from in &routers {
        for to in &routers {
            let mut scenario = experiment(from.clone(), 200, 160e6);
            (scenario.duration_s, scenario.warmup_s) = (3.0, 1.0);
            scenario.bottlenecks[0].rate_bps = 100e6;
            let mut live = Simulation::new(&scenario);
            live.advance(Time::from_s(2.0)).expect("it fits in memory");
            let before = (there(&live), live.summary());
            let patch = Patch {
                path: "bottlenecks.r0.router".to_owned(),
                value: to.clone(),
            };
            live.edit(&[patch]).expect("it can change");
            let ((present, dropped), now) = (there(&live), live.summary());
            let (was_there, had_dropped) = before.0;
            assert_eq!(present + dropped, was_there + had_dropped, "{from} to {to}");
            assert!(
                was_there > 20,
                "{from} to {to}: something is there, {:?}",
                live.check_conservation().links
            );
            let change = (utilization(&now) - utilization(&before.1)).abs();
            assert!(change < 1e-3, "{from} to {to}: figures go on, {change}");

            live.advance(Time::NEVER).expect("it fits in memory");
            assert_eq!(live.check_conservation().fault(), None, "{from} to {to}");
            assert!(utilization(&live.summary()) > 0.5, "{from} to {to}");
            let mut replayed = Simulation::new(live.document());
            replayed.advance(Time::NEVER).expect("it fits in memory");
            assert_eq!(replayed.digest(), live.digest(), "{from} to {to}");
            assert_eq!(replayed.summary(), live.summary(), "{from} to {to}");
        }
    }
}

/// What waits for the line of a port waits for lines of the switch that takes its place, and the other way round, all of
/// it and in the order in which it came, also where the buffer is smaller.
#[test]
fn packets_that_wait_for_a_link_stay_in_order() {
    let of =
        |router: &Value| -> Router { serde_json::from_value(router.clone()).expect("complete") };
    let output_queued = json!({ "kind": "output_queued" });
    let cioq = json!({ "kind": "cioq", "ports": 2, "speedup": 2, "scheduler": "islip",
        "voq_limit_packets": 2, "cell_bytes": 1000, "group_channels": 1 });
    let chance = |number| Rng::for_component(1, "link/r0/queue", number);
    let design = |limit| line(16e6, limit);
    let mut node = Node::new(&of(&output_queued), design(100), &chance);
    for number in 0..40 {
        node.arrive(Time(u64::from(number)), packet(number % 4, number));
    }
    node.reconfigure(Time(50), &of(&cioq), design(3), &chance);
    let numbers = |node: &Node| -> Vec<u32> {
        let mut numbers: Vec<u32> = node.packets().map(|packet| packet.number).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(numbers(&node), (0..40).collect::<Vec<_>>());
    node.reconfigure(Time(60), &of(&output_queued), design(3), &chance);
    assert_eq!(numbers(&node), (0..40).collect::<Vec<_>>());
    assert!(node.take_dropped().is_empty());
    let mut left = Vec::new();
    while node.next_at() != Time::NEVER {
        left.extend(node.on_time(node.next_at()));
    }
    for flow in 0..4 {
        let of_flow: Vec<u32> = left
            .iter()
            .filter(|p| p.flow() == flow)
            .map(|p| p.number)
            .collect();
        assert_eq!(of_flow.len(), 10);
        assert!(of_flow.is_sorted(), "{of_flow:?}");
    }
    assert_eq!(node.counters().arrived.total(), 40);
    assert_eq!(node.counters().departed.total(), 40);
}

/// Plain queues of so many packets.
fn line(rate_bps: f64, limit_packets: u32) -> Design {
    Design {
        rate_bps,
        delay: Span::ZERO,
        queue: serde_json::from_value(json!({ "kind": "drop_tail", "limit_packets": limit_packets,
            "limit_bytes": null, "counts_in_service": false, "byte_test": "fits",
            "ecn_threshold_packets": null }))
        .expect("complete"),
        pacer: serde_json::from_value(json!({ "kind": "none" })).expect("complete"),
        device_packets: 0,
        policer: Policer::NONE,
        service: Service::CONSTANT,
        filters_acks: false,
        share: 1.0,
    }
}

fn packet(flow: u32, number: u32) -> Packet {
    Packet::new(Class::Tcp, flow, number, 1000, 0)
}
