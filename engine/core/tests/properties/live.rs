//! What holds for packets of real hosts, tried on random scenarios.

use super::random::{Change, changes, scenario, source};
use super::{EVENTS, advance_by, apply, check_conservation, config, due};
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::packet::Class;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::live::{Direction, Ecn, LiveEvent, LiveFlow, LivePacket};
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab, Options, Simulation};
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    #![proptest_config(config())]

    /// Packets that a source sends, given from outside, have the same fate as in a run that simulates the source: they are
    /// admitted, marked and dropped alike at each queue, and the summaries are equal.
    #[test]
    fn live_packets_equal_those_of_a_simulated_source(
        scenario in scenario(),
        source in source(),
        slices in prop::collection::vec(1u64..200_000_000_000, 1..30),
    ) {
        let mut scenario = scenario;
        scenario["groups"][0]["traffic"] = source;
        let Ok(document) = Scenario::from_value(scenario.clone()) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let options = || Options { hop_by_hop: true, in_step: true, ..Options::default() };
        let mut simulated = Lab::with_options(&document, options());
        advance_by(&mut simulated, EVENTS);
        let until = simulated.now();
        simulated.advance(until).expect("few packets");
        let packets = sent_by_first_group(scenario, until);

        let live = Options { live: vec!["g0".to_owned()], ..Options::default() };
        let mut stepped = Simulation::with_options(&document, live.clone());
        let mut events = Vec::new();
        for (flow, packet) in &packets {
            stepped.advance(Time(packet.at.0.saturating_sub(1))).expect("few packets");
            stepped.inject(*flow, *packet).expect("a flow of the group");
            events.extend(stepped.take_events());
        }
        stepped.advance(until).expect("few packets");
        events.extend(stepped.take_events());
        prop_assert_eq!(stepped.digest(), simulated.digest());
        prop_assert_eq!(statistics(&stepped.summary()), statistics(&simulated.summary()));

        // Events do not depend on slices.
        let mut sliced = Simulation::with_options(&document, live);
        let (mut got, mut rest, mut now) = (Vec::new(), packets.iter().peekable(), Time::ZERO);
        for slice in slices.into_iter().cycle() {
            now = (now + Span(slice)).min(until);
            while let Some((flow, packet)) = rest.next_if(|(_, packet)| packet.at <= now) {
                sliced.inject(*flow, *packet).expect("a flow of the group");
            }
            while sliced.advance_by(now, 1 + slice % 50).expect("few packets") != bufferlab_core::sim::Progress::Reached {
                got.extend(sliced.take_events());
            }
            if now >= until {
                break;
            }
        }
        got.extend(sliced.take_events());
        prop_assert_eq!(sliced.digest(), simulated.digest());
        prop_assert_eq!(in_order_of_computation(got), in_order_of_computation(events));
    }

    /// Packets of real hosts are conserved, in both directions, at every stop, whatever is changed meanwhile; and each has as
    /// many fates as there are copies of it.
    #[test]
    fn live_packets_are_conserved(
        scenario in scenario(),
        changes in changes(),
        packets in prop::collection::vec(packet(), 1..400),
        live in 1usize..5,
    ) {
        let Ok(scenario) = Scenario::from_value(scenario) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let ids = scenario.groups.iter().map(|group| group.id.clone());
        let options = Options { live: ids.take(live).collect(), ..Options::default() };
        let groups = options.live.len();
        let mut run = Lab::with_options(&scenario, options);
        let mut changes = changes.iter().peekable();
        let (mut injected, mut refused, mut fates) = (0, 0, 0);
        for (tag, (gap, group, index, direction, mut packet)) in (0..).zip(packets) {
            if run.events() >= EVENTS {
                break;
            }
            let at = run.now() + Span(gap);
            run.advance(at).expect("few packets");
            while let Some(change) = changes.next_if(|change: &&Change| due(change) <= run.now()) {
                apply(&mut run, change);
            }
            (packet.at, packet.tag) = (at, tag);
            let flow = LiveFlow { group: group % groups, index, direction };
            match run.inject(flow, packet) {
                Ok(()) => injected += 1,
                Err(_) => refused += 1,
            }
            check_conservation(&mut run)?;
            fates += settled(&run.take_events());
        }
        prop_assert!(injected + refused > 0);
        run.advance(Time::NEVER).expect("few packets");
        check_conservation(&mut run)?;
        fates += settled(&run.take_events());
        let check = run.check_conservation();
        let flows = run.observed().flows;
        let under_way = check.flows.iter().zip(flows).filter(|(_, flow)| flow.live().is_some());
        let under_way: u64 = under_way.map(|(count, _)| count.data.in_flight + count.acks.in_flight).sum();
        prop_assert_eq!(injected, fates + under_way as i64);
    }
}

/// A packet with the time since the one before, position of its group, its flow and its direction.
fn packet() -> impl Strategy<Value = (u64, usize, u32, Direction, LivePacket)> {
    let direction = prop::sample::select(vec![Direction::Forward, Direction::Reverse]);
    let class = prop::sample::select(vec![Class::Tcp, Class::Ack, Class::Udp]);
    let gap = prop_oneof![Just(0), 0u64..20_000_000_000];
    let packet = (class, 0u8..4, 1u32..=65_535).prop_map(|(class, ecn, bytes)| LivePacket {
        at: Time::ZERO,
        bytes,
        class,
        ecn: Ecn::of_bits(ecn),
        tag: 0,
    });
    (gap, 0usize..8, 0u32..12, direction, packet)
}

/// Number of packets that reached their end, less the copies.
fn settled(events: &[LiveEvent]) -> i64 {
    let fate = |event: &LiveEvent| match event {
        LiveEvent::Delivered { .. } | LiveEvent::Dropped { .. } => 1,
        LiveEvent::Copied { .. } => -1,
    };
    events.iter().map(fate).sum()
}

/// A drop at an access link is known when the packet is injected, which depends on the caller; all other events keep their
/// order.
fn in_order_of_computation(events: Vec<LiveEvent>) -> (Vec<LiveEvent>, Vec<LiveEvent>) {
    let at_access = |event: &LiveEvent| {
        let access = bufferlab_core::queue::Reason::Access;
        matches!(event, LiveEvent::Dropped { reason, .. } if *reason == access)
    };
    events.into_iter().partition(at_access)
}

/// Packets that the flows of the first group send up to `until`, in order of time: they wait at a link without service.
fn sent_by_first_group(mut scenario: Value, until: Time) -> Vec<(LiveFlow, LivePacket)> {
    let mut group = scenario["groups"][0].take();
    for field in ["edge", "via"] {
        group[field] = Value::Null;
    }
    group["direction"] = json!("forward");
    group["access"] = json!({ "rate_bps": 1e13, "delay_s": 0 });
    scenario["groups"] = json!([group]);
    scenario["edges"] = json!([]);
    scenario["bottlenecks"] = json!([{ "id": "r0", "rate_bps": 1e3, "delay_s": 0,
        "service": { "kind": "outage", "start_s": 0, "length_s": 1e6 },
        "queue": { "kind": "drop_tail", "limit_packets": 10_000_000 } }]);
    let document = Scenario::from_value(scenario).expect("a group alone");
    let mut run = Simulation::new(&document);
    // The access link takes up to 52 ns for a packet.
    let end = until + Span::from_s(1e-6);
    run.advance(end).expect("few packets");
    let now = run.now();
    let observed = run.observed();
    let mut packets: Vec<_> = (observed.links[0].packets())
        .map(|packet| {
            let flow = LiveFlow {
                group: 0,
                index: observed.flows[packet.flow() as usize].index,
                direction: Direction::Forward,
            };
            let packet = LivePacket {
                at: Time(now.0 - packet.age(now).0),
                bytes: u32::from(packet.bytes),
                class: packet.class(),
                ecn: Ecn::of_bits(packet.note as u8),
                tag: packet.number,
            };
            (flow, packet)
        })
        .collect();
    packets.retain(|(_, packet)| packet.at <= until);
    packets.sort_by_key(|(flow, packet)| (packet.at, flow.index, packet.tag));
    packets
}

/// Summary of a run without what depends on how the source is simulated.
fn statistics(summary: &Summary) -> Value {
    let mut summary = serde_json::to_value(summary).expect("a summary is JSON");
    summary["events"] = Value::Null;
    summary
}
