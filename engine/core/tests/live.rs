//! Packets of real hosts in whole runs: times, fates, statistics, errors and edits.

use bufferlab_core::packet::Class;
use bufferlab_core::queue::{self, Reason};
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::sim::live::{
    self, Direction, Ecn, InjectError, LiveEvent, LiveFlow, LivePacket, LiveSender,
};
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab, Options, Simulation};
use serde_json::{Value, json};

/// A run in which these groups are live.
fn run_with(document: Value, groups: &[&str]) -> Simulation {
    let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
    let live: Vec<String> = groups.iter().map(|&id| id.to_owned()).collect();
    live::check(&scenario, &live).unwrap_or_else(|p| panic!("{p}"));
    let options = Options {
        live,
        ..Options::default()
    };
    Simulation::with_options(&scenario, options)
}

/// A bottleneck of 8 Mb/s and 10 ms, on which 1,000 bytes take 1 ms, with buffers of five packets.
fn bottleneck(id: &str) -> Value {
    let queue = json!({ "kind": "drop_tail", "limit_packets": 5 });
    json!({ "id": id, "rate_bps": 8e6, "delay_s": 0.01, "queue": queue, "reverse": { "queue": queue } })
}

fn group(id: &str) -> Value {
    json!({ "id": id, "count": 2, "access": { "rate_bps": 8e7, "delay_s": 0.001 }, "traffic": "tcp" })
}

fn flow(direction: Direction) -> LiveFlow {
    LiveFlow {
        group: 0,
        index: 0,
        direction,
    }
}

fn packet(at_s: f64, bytes: u32, class: Class, tag: u32) -> LivePacket {
    LivePacket {
        at: Time::from_s(at_s),
        bytes,
        class,
        ecn: Ecn::NotEct,
        tag,
    }
}

/// Tags with times of delivery in microseconds.
fn delivered(events: &[LiveEvent]) -> Vec<(u32, f64)> {
    let time = |event: &LiveEvent| match event {
        LiveEvent::Delivered { tag, at, .. } => Some((*tag, (at.s() * 1e6).round())),
        _ => None,
    };
    events.iter().filter_map(time).collect()
}

/// Runs from event to event as a program does that sleeps in between. Each delivery must be known by its time.
fn run_by_events(run: &mut Simulation, end: Time) -> Vec<LiveEvent> {
    let mut events = Vec::new();
    while let Some(next) = run.next_at().filter(|next| *next <= end) {
        run.advance(next).expect("few packets");
        let new = run.take_events();
        assert!(new.iter().all(|event| match event {
            LiveEvent::Delivered { at, .. } => *at >= next,
            _ => true,
        }));
        events.extend(new);
    }
    events
}

#[test]
fn packets_pass_each_link_of_their_direction_with_its_rate_and_delay() {
    let mut run = run_with(
        json!({
            "bottlenecks": [bottleneck("r0"), bottleneck("r1")],
            "edges": [{ "id": "e", "rate_bps": 16e6, "delay_s": 0.002,
                "queue": { "kind": "drop_tail", "limit_packets": 5 } }],
            "groups": [{ "id": "g", "edge": "e", "access": { "rate_bps": 4e6, "delay_s": 0.003 },
                "egress": { "rate_bps": 2e6, "delay_s": 0.004 }, "traffic": "tcp" }],
        }),
        &["g"],
    );
    for (tag, direction) in (0..).zip([Direction::Forward, Direction::Reverse]) {
        for class in [Class::Tcp, Class::Ack] {
            let tag = 2 * tag + u32::from(class == Class::Ack);
            let packet = packet(0.1, 1000, class, tag);
            run.inject(flow(direction), packet).expect("a flow");
        }
    }
    let events = run_by_events(&mut run, Time::from_s(1.0));
    let mut times = delivered(&events);
    times.sort_by_key(|(tag, _)| *tag);
    // Forward: access 2 + 3 ms, edge 0.5 + 2, bottlenecks 11 each, egress 4 + 4; the second packet waits for the first at
    // the slowest link, 4 ms. Reverse: egress 4 + 4 ms, bottlenecks 11 each, the edge's delay of 2, access 2 + 3.
    let (forward, reverse) = (137_500.0, 137_000.0);
    assert_eq!(
        times,
        [
            (0, forward),
            (1, forward + 4000.0),
            (2, reverse),
            (3, reverse + 4000.0)
        ]
    );
    assert_eq!(run.check_conservation().fault(), None);
}

/// The way of a packet from the receivers to the senders is that of a group whose senders are there.
#[test]
fn the_reverse_direction_equals_a_group_that_sends_from_the_other_side() {
    let document = |direction: &str, access: Value, egress: Value| {
        let mut bottleneck = bottleneck("r0");
        bottleneck["reverse"] =
            json!({ "rate_bps": 4e6, "queue": { "kind": "codel", "limit_packets": 30 } });
        json!({
            "bottlenecks": [bottleneck],
            "groups": [
                { "id": "g", "direction": direction, "access": access, "egress": egress, "traffic": "tcp" },
                { "id": "tcp", "access": { "rate_bps": 1e8, "delay_s": 0.0013 }, "traffic": "tcp" },
            ],
        })
    };
    let (one, other) = (
        json!({ "rate_bps": 3e7, "delay_s": 0.0037 }),
        json!({ "rate_bps": 9e6, "delay_s": 0.0052 }),
    );
    let fates = |document, direction| {
        let mut run = run_with(document, &["g"]);
        for tag in 0..5000 {
            let packet = packet(0.5 + 0.0019 * f64::from(tag), 1000, Class::Udp, tag);
            run.inject(flow(direction), packet).expect("a flow");
        }
        let events = run_by_events(&mut run, Time::from_s(11.0));
        let fate = |event: &LiveEvent| {
            (
                event.tag(),
                event.at(),
                matches!(event, LiveEvent::Dropped { .. }),
            )
        };
        events.iter().map(fate).collect::<Vec<_>>()
    };
    let ours = fates(
        document("forward", one.clone(), other.clone()),
        Direction::Reverse,
    );
    let theirs = fates(document("reverse", other, one), Direction::Forward);
    assert_eq!(ours, theirs);
    assert_eq!(ours.len(), 5000);
    // 4.2 Mb/s into 4 Mb/s.
    let dropped = ours.iter().filter(|(_, _, dropped)| *dropped).count();
    assert!(dropped > 50, "{dropped}");
}

/// A source of constant rate overloads the link, beside a simulated flow: the queue treats packets from outside as those of
/// the source, whatever its kind.
#[test]
fn every_queue_treats_live_packets_as_those_of_a_source() {
    let (mut marked, mut dropped) = (0, 0);
    for section in queue::REGISTRY.entries {
        let kind = section.kind();
        let source = json!({ "kind": "cbr", "rate_bps": 8e6, "packet_bytes": 1000, "ecn": "ect0" });
        let document = json!({
            "duration_s": 5,
            "bottlenecks": [{ "id": "r0", "rate_bps": 8e6, "delay_s": 0.01,
                "queue": { "kind": kind, "limit_packets": 40 } }],
            "groups": [
                { "id": "g", "count": 2, "access": { "rate_bps": 1e8, "delay_s": { "uniform": [0.001, 0.002] } },
                    "traffic": source },
                { "id": "tcp", "start_s": 0.1, "access": { "rate_bps": 1e8, "delay_s": 0.0013 }, "traffic": "tcp" },
            ],
        });
        let scenario =
            Scenario::from_value(document.clone()).unwrap_or_else(|p| panic!("{kind}: {p}"));
        // A live run simulates acknowledgments, whose arrivals at the reverse link are part of the digest.
        let hop_by_hop = Options {
            hop_by_hop: true,
            ..Options::default()
        };
        let mut simulated = Simulation::with_options(&scenario, hop_by_hop);
        simulated.advance(Time::NEVER).expect("few packets");

        let mut run = run_with(document, &["g"]);
        let gap = Time::from_s(0.001);
        for tag in 0..=5000 {
            for index in 0..2 {
                let flow = LiveFlow {
                    index,
                    ..flow(Direction::Forward)
                };
                let at = Time(gap.0 * u64::from(tag));
                let packet = LivePacket {
                    at,
                    bytes: 1000,
                    class: Class::Udp,
                    ecn: Ecn::Ect0,
                    tag,
                };
                run.inject(flow, packet).expect("a flow");
            }
        }
        run.advance(Time::NEVER).expect("few packets");
        assert_eq!(run.digest(), simulated.digest(), "{kind}");
        let events = run.take_events();
        let drops = events
            .iter()
            .filter(|event| matches!(event, LiveEvent::Dropped { .. }))
            .count();
        let marks = events
            .iter()
            .filter(|event| matches!(event, LiveEvent::Delivered { ecn: Ecn::Ce, .. }))
            .count();
        let observed = simulated.observed();
        let counted: u64 = observed.flows[..2]
            .iter()
            .map(|flow| flow.drops.network)
            .sum();
        assert_eq!(drops as u64, counted, "{kind}");
        assert!(
            marks as u64 <= observed.links[0].counters().marked,
            "{kind}"
        );
        (marked, dropped) = (marked + marks, dropped + drops);
    }
    assert!(
        marked > 100 && dropped > 10_000,
        "{marked} marked, {dropped} dropped"
    );
}

#[test]
fn acknowledgments_and_data_of_the_reverse_direction_are_counted_apart() {
    let document =
        json!({ "duration_s": 10, "bottlenecks": [bottleneck("r0")], "groups": [group("g")] });
    let mut run = run_with(document, &["g"]);
    for tag in 0..100 {
        let at_s = 0.01 * f64::from(tag);
        run.inject(
            flow(Direction::Forward),
            packet(at_s, 1000, Class::Tcp, tag),
        )
        .expect("a flow");
        run.inject(flow(Direction::Reverse), packet(at_s, 52, Class::Ack, tag))
            .expect("a flow");
    }
    run.advance(Time::from_s(2.0)).expect("few packets");
    let summary = run.summary();
    let ids: Vec<&str> = summary
        .groups
        .iter()
        .map(|group| group.id.as_str())
        .collect();
    assert_eq!(ids, ["g"]);
    assert_eq!(summary.groups[0].kind, "tcp");
    // 100 packets of 1,000 bytes in two seconds. Windows are unknown.
    assert_eq!(summary.groups[0].number("throughput_bps"), Some(400_000.0));
    assert_eq!(summary.groups[0].number("mean_cwnd_packets"), None);
    // Transmissions of 0.1 and 1 ms, delays of 1 and 10 ms; within the 1 % of the histogram.
    let delay_s = summary.groups[0].number("delay_s.mean").expect("packets");
    assert!((delay_s / 0.0121 - 1.0).abs() < 0.01, "{delay_s}");
    let counters = run.observed().links[1].counters();
    assert_eq!(
        (counters.arrived.of(Class::Ack), counters.arrived.total()),
        (100, 100)
    );
    let check = run.check_conservation();
    assert_eq!(
        (check.flows[0].data.delivered, check.flows[2].acks.delivered),
        (100, 100)
    );

    // A download: seven packets at once into a buffer for five beside one in transmission.
    for tag in 0..7 {
        run.inject(flow(Direction::Reverse), packet(2.0, 1000, Class::Tcp, tag))
            .expect("a flow");
    }
    run.advance(Time::from_s(4.0)).expect("few packets");
    let summary = run.summary();
    let groups: Vec<_> = summary
        .groups
        .iter()
        .map(|group| (group.id.as_str(), group.kind))
        .collect();
    assert_eq!(groups, [("g", "tcp"), ("g:reverse", "tcp")]);
    assert_eq!(
        summary.groups[1].number("throughput_bps"),
        Some(8.0 * 6000.0 / 4.0)
    );
    let dropped = |event: &LiveEvent| {
        matches!(
            event,
            LiveEvent::Dropped {
                tag: 6,
                reason: Reason::Tail,
                ..
            }
        )
    };
    assert!(run.take_events().iter().any(dropped));
    assert_eq!(run.check_conservation().fault(), None);
}

/// Recording changes nothing, and the series of a live group are those of a group with TCP.
#[test]
fn a_live_run_can_be_recorded() {
    let document =
        json!({ "duration_s": 10, "bottlenecks": [bottleneck("r0")], "groups": [group("g")] });
    let scenario = Scenario::from_value(document.clone()).unwrap_or_else(|p| panic!("{p}"));
    let options = Options {
        live: vec!["g".to_owned()],
        ..Options::default()
    };
    let mut lab = Lab::with_options(&scenario, options);
    lab.record();
    let mut alone = run_with(document, &["g"]);
    let mut events = Vec::new();
    for tag in 0..5000 {
        let packet = packet(0.0009 * f64::from(tag), 1000, Class::Tcp, tag);
        lab.inject(flow(Direction::Forward), packet)
            .expect("a flow");
        alone
            .inject(flow(Direction::Forward), packet)
            .expect("a flow");
        if tag % 7 == 0 {
            lab.advance(packet.at).expect("few packets");
            events.extend(lab.take_events());
        }
    }
    lab.advance(Time::from_s(6.0)).expect("few packets");
    events.extend(lab.take_events());
    alone.advance(Time::from_s(6.0)).expect("few packets");
    assert_eq!(lab.digest(), alone.digest());
    assert_eq!(events, alone.take_events());
    let recorder = lab.recorder().expect("recorded");
    let has = |id: &str| {
        let mut series = recorder.series().iter();
        series.any(|series| series.owner == "g" && series.quantity == id)
    };
    assert!(has("throughput_bps") && has("mean_cwnd_packets"));
}

/// Windows and round trips that the hosts tell, in the order of the calls: two senders, one of them, none.
#[test]
fn series_of_windows_and_round_trips_have_the_values_that_hosts_tell() {
    let mut udp = group("udp");
    udp["traffic"] = json!({ "kind": "cbr", "rate_bps": 1e5 });
    let document =
        json!({ "duration_s": 10, "bottlenecks": [bottleneck("r0")], "groups": [group("g"), udp] });
    let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
    let options = Options {
        live: vec!["g".to_owned(), "udp".to_owned()],
        ..Options::default()
    };
    let mut lab = Lab::with_options(&scenario, options);
    lab.record();
    lab.begin_intervals();
    let digest = lab.digest();
    let sender = |cwnd_packets: f64, ms: f64| LiveSender {
        cwnd_packets,
        round_trip: Some(Span::from_s(ms * 1e-3)),
    };
    let (a, b) = (sender(10.0, 100.0), sender(20.5, 300.0));
    let mut rows = Vec::new();
    for (second, senders) in [&[a, b][..], &[b], &[]].into_iter().enumerate() {
        lab.observe_senders(0, senders);
        lab.observe_senders(1, senders);
        lab.observe_senders(7, senders);
        lab.advance(Time::from_s(1.0 + second as f64))
            .expect("few packets");
        let values = lab.end_interval().expect("a recorded run");
        let mut at = 0;
        let mut of = [f64::NAN; 2];
        for series in lab.recorder().expect("a recorded run").series() {
            let place = ["mean_cwnd_packets", "rtt_s"]
                .iter()
                .position(|it| *it == series.quantity);
            if let Some(place) = place {
                assert_eq!(series.owner, "g");
                of[place] = values[at];
            }
            at += series.shape.parts().len();
        }
        rows.push(of.map(|value| format!("{value:.3}")));
    }
    assert_eq!(
        rows,
        [["15.250", "0.200"], ["20.500", "0.300"], ["NaN", "NaN"]]
    );
    assert_eq!(lab.digest(), digest, "no result has changed");
}

#[test]
fn late_packets_are_sent_at_once_and_never_overtake_others_of_their_flow() {
    let document =
        json!({ "duration_s": 10, "bottlenecks": [bottleneck("r0")], "groups": [group("g")] });
    let mut run = run_with(document, &["g"]);
    run.advance(Time::from_s(1.0)).expect("few packets");
    for (tag, at_s) in [(0, 0.5), (1, 1.2), (2, 1.1)] {
        run.inject(
            flow(Direction::Forward),
            packet(at_s, 1000, Class::Udp, tag),
        )
        .expect("a flow");
    }
    let events = run_by_events(&mut run, Time::from_s(2.0));
    // 0.1 + 1 + 1 + 10 ms after it is sent; the last one waits for the one before.
    assert_eq!(
        delivered(&events),
        [(0, 1_012_100.0), (1, 1_212_100.0), (2, 1_213_100.0)]
    );
}

#[test]
fn unusable_groups_and_packets_are_refused_with_what_is_accepted() {
    let mut filtered = bottleneck("r0");
    filtered["reverse"] = json!({ "ack_filter": true });
    let document =
        json!({ "duration_s": 10, "bottlenecks": [filtered], "groups": [group("g"), group("h")] });
    let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
    let ids = ["x", "g", "g"].map(str::to_owned);
    let problems = live::check(&scenario, &ids)
        .expect_err("several problems")
        .to_string();
    for expected in [
        "live[0]: there is no group 'x'; there are g, h",
        "live[2]: 'g' is live already",
        "bottlenecks[0].reverse.ack_filter: must be false for packets of real hosts, which group 'g' has",
    ] {
        assert!(problems.contains(expected), "{problems}");
    }

    let document = json!({ "duration_s": 10, "bottlenecks": [bottleneck("r0")], "groups": [group("g"), group("h")] });
    let mut run = run_with(document.clone(), &["h"]);
    let good = packet(0.0, 1000, Class::Udp, 0);
    let flow = flow(Direction::Forward);
    let mut refused = |flow, packet| run.inject(flow, packet).expect_err("refused").to_string();
    assert!(refused(LiveFlow { group: 1, ..flow }, good).starts_with("there is no live group 1"));
    assert_eq!(
        refused(LiveFlow { index: 2, ..flow }, good),
        "there is no flow 2; the group has 2, counted from 0"
    );
    for bytes in [0, 65_536] {
        let message =
            format!("a packet of {bytes} bytes cannot be simulated; 1 to 65535 are accepted");
        assert_eq!(refused(flow, LivePacket { bytes, ..good }), message);
    }
    let late = LivePacket {
        at: Time::from_s(10.1),
        ..good
    };
    assert_eq!(refused(flow, late), "the run ends at 10 s");
    run.advance(Time::NEVER).expect("few packets");
    let mut untouched = run_with(document.clone(), &["h"]);
    untouched.advance(Time::NEVER).expect("few packets");
    assert_eq!(run.digest(), untouched.digest());
    assert_eq!(run.take_events(), []);

    let mut ordinary = Simulation::new(&Scenario::from_value(document).expect("a scenario"));
    let none = InjectError::NoGroup {
        group: 0,
        groups: 0,
    };
    assert_eq!(ordinary.inject(flow, good), Err(none));
}

#[test]
fn edits_change_the_number_of_live_flows_and_end_groups() {
    let document = json!({ "duration_s": 10, "bottlenecks": [bottleneck("r0")], "groups": [group("g"), group("h")] });
    let mut run = run_with(document, &["g"]);
    let set = |path: &str, value: Value| Patch {
        path: path.to_owned(),
        value,
    };
    let good = packet(0.0, 1000, Class::Tcp, 7);
    let last = |direction| LiveFlow {
        index: 2,
        ..flow(direction)
    };
    let both = [Direction::Forward, Direction::Reverse];
    let outcomes = |run: &mut Simulation| both.map(|direction| run.inject(last(direction), good));
    let missing = Err(InjectError::NoFlow { index: 2, flows: 2 });
    assert_eq!(outcomes(&mut run), [missing; 2]);
    run.edit(&[set("groups.g.count", json!(3))])
        .expect("it can");
    assert_eq!(outcomes(&mut run), [Ok(()); 2]);
    // The packets are under way while their flows end and others take their places.
    run.edit(&[set("groups.g.count", json!(1))])
        .expect("it can");
    run.edit(&[set("groups.g.count", json!(3))])
        .expect("it can");
    run.edit(&[set(
        "groups.g.traffic",
        json!({ "kind": "cbr", "rate_bps": 1e6 }),
    )])
    .expect("it can");
    assert_eq!(outcomes(&mut run), [Ok(()); 2]);
    run.edit(&[set("groups.g.traffic", json!("tcp"))])
        .expect("it can");
    run.edit(&[set("groups.g", Value::Null)]).expect("it can");
    let gone = Err(InjectError::NoGroup {
        group: 0,
        groups: 1,
    });
    assert_eq!(outcomes(&mut run), [gone; 2]);
    run.advance(Time::from_s(1.0)).expect("few packets");
    let events = run.take_events();
    for direction in both {
        let of = events
            .iter()
            .filter(|event| event.flow() == last(direction));
        assert_eq!(of.count(), 2, "{direction:?}");
    }
    assert_eq!(run.check_conservation().fault(), None);
    let others: u64 = run
        .observed()
        .flows
        .iter()
        .filter(|flow| flow.live().is_some())
        .map(|flow| flow.counters.sent)
        .sum();
    assert_eq!(
        others, 4,
        "a source of a live group sends nothing by itself"
    );
}

/// A line that copies and loses: the caller can tell for each packet when all of its copies have a fate.
#[test]
fn copies_are_announced_before_their_fates() {
    let mut disturbed = bottleneck("r0");
    disturbed["line"] = json!({ "kind": "independent", "loss": 0.1, "duplicates": 0.2, "overtaking": true,
        "jitter_s": { "uniform": [0, 0.02] } });
    let document = json!({ "duration_s": 100, "bottlenecks": [disturbed], "groups": [group("g")] });
    let mut run = run_with(document, &["g"]);
    let number = 2000;
    let mut left = vec![0i32; number];
    let (mut copies, mut lost) = (0, 0);
    for tag in 0..number as u32 {
        let class = [Class::Tcp, Class::Ack, Class::Udp][tag as usize % 3];
        let direction = Direction::Forward;
        run.inject(
            flow(direction),
            packet(0.002 * f64::from(tag), 1000, class, tag),
        )
        .expect("a flow");
        left[tag as usize] = 1;
    }
    for event in run_by_events(&mut run, Time::from_s(10.0)) {
        let left = &mut left[event.tag() as usize];
        assert!(*left > 0, "{event:?} after the last fate");
        match event {
            LiveEvent::Copied { .. } => (copies, *left) = (copies + 1, *left + 1),
            LiveEvent::Delivered { .. } => *left -= 1,
            LiveEvent::Dropped { reason, .. } => {
                assert_eq!(reason, Reason::Line);
                (lost, *left) = (lost + 1, *left - 1);
            }
        }
    }
    assert!(left.iter().all(|left| *left == 0));
    assert!(copies > 200 && lost > 100, "{copies} copied, {lost} lost");
}
