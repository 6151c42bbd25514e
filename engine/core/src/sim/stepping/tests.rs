use super::*;
use crate::lab::{Goal, Lab};
use crate::scenario::{Patch, Scenario};
use crate::sim::marks::MarkKind;
use crate::sim::trace_event::{AckFacts, QueueFacts, SenderFacts, SentFacts, removed};
use crate::tcp::sender::Segment;
use serde_json::{Value, json};

/// A bottleneck of 1 Mb/s and 10 ms with room for 5 packets, one Reno flow and one stream of 100 kb/s.
fn lab(changes: &[(&str, Value)]) -> Lab {
    let document = json!({
        "duration_s": 60,
        "warmup_s": 5,
        "bottlenecks": [
            {"id": "r0", "rate_bps": 1e6, "delay_s": 0.01, "queue": {"kind": "drop_tail", "limit_packets": 5}},
        ],
        "groups": [
            {"id": "tcp", "access": {"rate_bps": 1e8, "delay_s": 0.001},
             "traffic": {"kind": "tcp", "congestion_control": {"kind": "reno"}}},
            {"id": "udp", "access": {"rate_bps": 1e8, "delay_s": 0.001},
             "traffic": {"kind": "cbr", "rate_bps": 1e5, "packet_bytes": 500}, "start_s": 0.0005},
        ],
    });
    let scenario = Scenario::from_value(document).expect("a scenario");
    let patches: Vec<Patch> = changes.iter().map(patch).collect();
    let scenario = scenario.patched(&patches).expect("accepted");
    let mut lab = Lab::new(&scenario);
    lab.record();
    lab
}

fn patch((path, value): &(&str, Value)) -> Patch {
    Patch {
        path: (*path).to_owned(),
        value: value.clone(),
    }
}

/// What happens at links and to flows, with what matters most of it.
#[derive(Debug)]
enum Described {
    At(LinkAction, PacketFacts, QueueFacts, Option<&'static str>),
    Of(FlowAction, u64, Option<AckFacts>, Option<SenderFacts>),
    Other(TraceEventKind),
}

use Described::{At, Of, Other};

fn described(event: TraceEvent) -> Described {
    match event.kind {
        TraceEventKind::AtLink {
            action,
            packet,
            queue,
            reason,
            ..
        } => At(action, packet, queue, reason),
        TraceEventKind::OfFlow {
            action,
            number,
            ack,
            sender,
            ..
        } => Of(action, number, ack, sender),
        other => Other(other),
    }
}

/// What happens until `is` says that this was it, which is last.
fn until(lab: &mut Lab, is: impl Fn(&Described) -> bool) -> Vec<Described> {
    let mut all: Vec<Described> = Vec::new();
    while all.last().is_none_or(|item| !is(item)) {
        let step = lab.step_event().expect("few packets");
        assert!(!step.is_empty(), "it never happens: {:?}", all.last());
        all.extend(step.into_iter().map(described));
    }
    all
}

/// The one thing that happens where a step to `goal` arrives.
fn arrived(lab: &mut Lab, goal: Goal) -> Described {
    let step = lab
        .step(goal, 1_000_000)
        .expect("few packets")
        .expect("there is one");
    assert_eq!(step.len(), 1, "{step:?}");
    assert_eq!(step[0].at_s, lab.now().s());
    described(step.into_iter().next().expect("one"))
}

#[test]
fn a_flow_starts_and_its_first_packet_passes_the_link() {
    let mut lab = lab(&[("groups.udp.count", json!(0))]);
    let all = until(&mut lab, |item| matches!(item, Of(FlowAction::Acked, ..)));
    let [
        Of(FlowAction::Starts, _, _, Some(sender)),
        At(LinkAction::Begins, packet, ..),
        ..,
        Of(_, 1, Some(ack), _),
    ] = all.as_slice()
    else {
        panic!("{all:?}");
    };
    let sent = sender.sent.as_ref().expect("it sends at once");
    assert_eq!((sent.first, sent.again), (0, 0));
    assert_eq!(
        (packet.class, packet.number, packet.flow.group),
        ("tcp", 0, Some(0))
    );
    assert_eq!((ack.news, ack.stale), (1, false));
    let left = all
        .iter()
        .filter(|item| matches!(item, At(LinkAction::Leaves, ..)));
    assert!(
        left.count() >= 1,
        "the packet leaves before it is acknowledged: {all:?}"
    );
}

/// RFC 5681 Section 3.1, equation 3: an acknowledgment of one segment opens the window by 1/cwnd.
#[test]
fn an_ack_in_congestion_avoidance_adds_the_inverse_of_the_window() {
    let mut lab = lab(&[("groups.udp.count", json!(0))]);
    let in_avoidance = |item: &Described| matches!(item, Of(FlowAction::Acked, _, Some(ack), Some(sender)) if ack.news == 1 && sender.state == (1, 1));
    let all = until(&mut lab, in_avoidance);
    let Some(Of(_, _, _, Some(SenderFacts { cwnd, .. }))) = all.last() else {
        panic!("the last is what was waited for");
    };
    assert!((cwnd.1 - cwnd.0 - 1.0 / cwnd.0).abs() < 1e-12, "{cwnd:?}");
}

#[test]
fn a_drop_event_states_the_full_limit() {
    let mut lab = lab(&[]);
    let At(LinkAction::Dropped, _, queue, reason) = arrived(&mut lab, Goal::Drop) else {
        panic!("no drop");
    };
    assert_eq!(
        (queue.packets, queue.limit_packets, reason),
        (5, Some(5), Some("tail"))
    );
    let dropped = lab.observed().links[0].counters().dropped.total();
    assert_eq!(dropped, 1, "it stops at the first");
}

/// Duplicates, the third of which begins recovery (RFC 5681 Section 3.2), and the retransmission in it.
#[test]
fn a_loss_shows_as_duplicate_acks_and_a_retransmission() {
    let mut lab = lab(&[
        ("groups.udp.count", json!(0)),
        ("groups.tcp.traffic.recovery", json!("newreno")),
    ]);
    let At(_, PacketFacts { number: lost, .. }, ..) = arrived(&mut lab, Goal::Drop) else {
        panic!("no drop");
    };
    let recovers = |item: &Described| matches!(item, Of(FlowAction::Acked, _, _, Some(sender)) if sender.state.0 != 2 && sender.state.1 == 2);
    let all = until(&mut lab, recovers);
    let duplicates = all.iter().filter(|item| {
        matches!(item, Of(FlowAction::Acked, number, Some(ack), _) if ack.news == 0 && *number == lost)
    });
    assert_eq!(duplicates.count(), 3);
    let Some(Of(_, _, _, Some(sender))) = all.last() else {
        panic!("the last is what was waited for");
    };
    let sent = sender.sent.as_ref().expect("it sends the lost one");
    assert_eq!((sent.first, sent.again), (lost, 1));
    assert!(sender.cwnd.1 < sender.cwnd.0, "{sender:?}");
}

#[test]
fn a_timeout_is_described_as_a_timeout() {
    let mut lab = lab(&[("bottlenecks.r0.queue.limit_packets", json!(1))]);
    let Of(FlowAction::TimedOut, _, _, Some(sender)) = arrived(&mut lab, Goal::Timeout) else {
        panic!("no timeout");
    };
    assert_eq!((sender.state.1, sender.cwnd.1), (0, 1.0));
    assert_eq!(sender.sent.as_ref().map(|sent| sent.again), Some(1));
}

#[test]
fn sack_events_list_the_covered_blocks() {
    let mut lab = lab(&[("groups.tcp.traffic.recovery", json!("sack"))]);
    let has_blocks =
        |item: &Described| matches!(item, Of(_, _, Some(ack), _) if !ack.blocks.is_empty());
    let all = until(&mut lab, has_blocks);
    let Some(Of(FlowAction::Acked, number, Some(ack), _)) = all.last() else {
        panic!("{:?}", all.last());
    };
    assert_eq!(ack.news, 0);
    assert!(
        ack.blocks[0].0 > *number,
        "a block lies beyond what is acknowledged"
    );
}

#[test]
fn edits_end_of_warm_up_and_stopping_flows_are_events() {
    let mut lab = lab(&[
        ("groups.udp.stop_s", json!(6)),
        ("groups.tcp.count", json!(0)),
    ]);
    let all = until(&mut lab, |item| {
        matches!(item, Other(TraceEventKind::Measuring))
    });
    let others = all.iter().filter(|item| matches!(item, Other(_)));
    assert_eq!((others.count(), lab.now().s()), (1, 5.0));
    until(&mut lab, |item| matches!(item, Of(FlowAction::Stops, ..)));
    assert_eq!(lab.now().s(), 6.0);

    let document = json!({
        "duration_s": 10, "warmup_s": 0,
        "bottlenecks": [{"id": "r0", "rate_bps": 1e6, "delay_s": 0.01, "queue": {"kind": "drop_tail", "limit_packets": 5}}],
        "edits": [{"at_s": 3, "set": [{"path": "bottlenecks.r0.rate_bps", "value": 2e6}]}],
    });
    let mut lab = Lab::new(&Scenario::from_value(document).expect("a scenario"));
    let Other(TraceEventKind::Edited { index: 0 }) = arrived(&mut lab, Goal::Edit) else {
        panic!("no edit");
    };
    let three = Time::from_s(3.0);
    assert_eq!(lab.recorded(Goal::Edit, Time::ZERO, true), Some(three));
    assert_eq!(lab.recorded(Goal::Edit, three, true), None);
}

#[test]
fn access_link_drops_and_completed_transfers_are_events() {
    let mut lab = lab(&[
        ("groups.udp.count", json!(0)),
        ("groups.tcp.access.rate_bps", json!(1e5)),
        ("groups.tcp.access.limit_packets", json!(1)),
        (
            "groups.tcp.traffic.workload",
            json!({"kind": "transfer", "size_bytes": 20_000}),
        ),
    ]);
    until(&mut lab, |item| {
        matches!(item, Of(FlowAction::AccessDropped, ..))
    });
    let all = until(&mut lab, |item| {
        matches!(item, Of(FlowAction::Finished, ..))
    });
    assert!(
        matches!(all[all.len() - 2], Of(FlowAction::Acked, ..)),
        "the last acknowledgement finishes it"
    );
}

#[test]
fn a_source_with_a_limited_access_link_has_a_sent_event_first() {
    let mut lab = lab(&[
        ("groups.tcp.count", json!(0)),
        ("groups.udp.access.limit_packets", json!(3)),
    ]);
    let all = until(&mut lab, |item| matches!(item, At(LinkAction::Begins, ..)));
    let [
        Of(FlowAction::Starts, ..),
        Of(FlowAction::SetsOut, 0, ..),
        At(_, packet, ..),
    ] = all.as_slice()
    else {
        panic!("{all:?}");
    };
    assert_eq!((packet.class, packet.number), ("udp", 0));
}

/// Every second of 15 segments is acknowledged at once, the last by the timer.
#[test]
fn pacing_and_delayed_acks_are_events() {
    let mut lab = lab(&[
        ("groups.udp.count", json!(0)),
        (
            "groups.tcp.traffic.pacing",
            json!({"kind": "deterministic"}),
        ),
        ("groups.tcp.traffic.delayed_ack", json!(true)),
        (
            "groups.tcp.traffic.workload",
            json!({"kind": "transfer", "size_bytes": 15_000}),
        ),
    ]);
    until(
        &mut lab,
        |item| matches!(item, Of(FlowAction::Paced, _, _, Some(sender)) if sender.sent.is_some()),
    );
    let all = until(&mut lab, |item| matches!(item, Of(FlowAction::AckSent, ..)));
    assert!(matches!(all.last(), Some(Of(_, number, ..)) if *number > 0));
}

/// Drops are recorded by the millisecond, so that a burst may count as one.
#[test]
fn marks_are_found_by_steps_in_both_directions() {
    let mut lab = lab(&[]);
    lab.advance(Time::from_s(30.0)).expect("few packets");
    for goal in [Goal::Drop, Goal::State] {
        let first = lab
            .recorded(goal, Time::ZERO, true)
            .expect("there are some");
        let second = lab.recorded(goal, first, true).expect("and more");
        let back = lab
            .recorded(goal, second, false)
            .expect("the first at least");
        assert!(first < second && first <= back && back < second);
        assert!(goal == Goal::Drop || back == first);
        assert_eq!(lab.recorded(goal, first, false), None);
    }
}

/// RFC 5681, Section 3.1: after a timeout the window grows by slow start from one segment to the threshold, and by
/// congestion avoidance from there.
#[test]
fn slow_start_follows_a_timeout_and_its_end_is_a_state_change() {
    let mut lab = lab(&[
        ("bottlenecks.r0.queue.limit_packets", json!(1)),
        // Three segments give two duplicates: most losses wait for the timer.
        ("groups.tcp.traffic.max_window_packets", json!(3)),
    ]);
    let (mut timeouts, mut ends) = (0, 0);
    while ends < 3 {
        let made = lab.marks().made();
        let step = lab.step(Goal::State, 1 << 20).expect("few packets");
        let step = step.expect("timeouts go on to the end");
        let kind = lab.marks().since(made).last().expect("a mark").kind;
        let state = step.into_iter().find_map(|event| match described(event) {
            Of(_, _, _, Some(sender)) => Some(sender.state),
            _ => None,
        });
        match kind {
            MarkKind::Timeout => {
                timeouts += 1;
                assert_eq!(state.map(|(_, after)| after), Some(0), "slow start");
            }
            MarkKind::SlowStartEnds => {
                ends += 1;
                assert_eq!(state, Some((0, 1)), "from slow start to avoidance");
            }
            _ => {}
        }
    }
    // The first slow start ends at the window's greatest size, without a timeout before it.
    assert!(timeouts >= 2, "{timeouts} timeouts");
}

/// What moves inside is not told; what comes, leaves and is dropped is, all of it.
#[test]
fn a_switch_describes_arrivals_departures_and_drops() {
    let mut lab = lab(&[
        (
            "bottlenecks.r0.router",
            json!({"kind": "cioq", "ports": 2, "scheduler": "islip", "voq_limit_packets": 2}),
        ),
        ("groups.tcp.count", json!(4)),
    ]);
    let mut counted = (0, 0, 0);
    while counted.2 < 20 {
        for event in lab.step_event().expect("few packets") {
            match described(event) {
                At(LinkAction::Waits | LinkAction::Begins, ..) => counted.0 += 1,
                At(LinkAction::Leaves, ..) => counted.1 += 1,
                At(LinkAction::DroppedInside, _, _, Some("tail")) => counted.2 += 1,
                At(action, ..) => panic!("{action:?}"),
                Of(..) | Other(_) => {}
            }
        }
    }
    let counters = lab.observed().links[0].counters();
    assert_eq!(
        counted,
        (
            counters.arrived.total(),
            counters.departed.total(),
            counters.dropped.total()
        )
    );
}

/// FQ-CoDel drops at the head of the longest sub-queue to let another packet in (RFC 8290 Section 4.1.2).
#[test]
fn an_evicted_packet_is_described_as_dropped_inside() {
    let mut lab = lab(&[(
        "bottlenecks.r0.queue",
        json!({"kind": "fq_codel", "limit_packets": 5}),
    )]);
    let (mut displaced, mut dropped) = (0, 0);
    loop {
        let step = lab.step_event().expect("few packets");
        if step.is_empty() {
            break;
        }
        let all: Vec<Described> = step.into_iter().map(described).collect();
        let drops = all.iter().filter(|item| {
            matches!(
                item,
                At(LinkAction::Dropped | LinkAction::DroppedInside, ..)
            )
        });
        dropped += drops.count() as u64;
        if let [
            At(LinkAction::Waits, ..),
            At(LinkAction::DroppedInside, ..),
            ..,
        ] = all.as_slice()
        {
            displaced += 1;
        }
    }
    assert!(displaced > 0);
    assert_eq!(dropped, lab.observed().links[0].counters().dropped.total());
}

#[test]
fn removed_packets_are_those_missing_in_the_later_list() {
    let packet = |number| Packet::new(Class::Tcp, 1, number, 100, 0);
    let before: Vec<Packet> = (0..6).map(packet).collect();
    let after = [packet(1), packet(3), packet(4)];
    let gone: Vec<u32> = removed(&before, &after)
        .map(|packet| packet.number)
        .collect();
    assert_eq!(gone, [0, 2, 5]);
}

#[test]
fn sent_segments_are_summarized() {
    let segment = |number, again| Segment { number, again };
    let segments = [segment(7, true), segment(20, false), segment(21, false)];
    let sent = SentFacts::of(&segments).expect("some");
    assert_eq!(
        (sent.segments, sent.again, sent.first, sent.last),
        (3, 1, 7, 21)
    );
    assert_eq!(SentFacts::of(&[]), None);
}
