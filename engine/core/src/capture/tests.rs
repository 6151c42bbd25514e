use etherparse::{Ipv4Slice, NetSlice, SlicedPacket, TcpOptionElement, TransportSlice};
use serde_json::{Value, json};

use super::headers::bytes;
use super::transcript::{Fate, Kind, Row, Transcript};
use super::{Plan, Writer};
use crate::queue::Reason;
use crate::scenario::Scenario;
use crate::sim::capture::{Captured, Point};
use crate::sim::{Options, Simulation};
use crate::time::Time;
use crate::trace::capture;

/// One flow over 10 Mb/s and 40 ms with 20 packets of buffer, with these fields of its traffic.
fn scenario(tcp: Value) -> Scenario {
    let mut traffic = json!({ "kind": "tcp", "segment_bytes": 1448, "header_bytes": 52, "ack_bytes": 52,
        "max_window_packets": 200, "timestamps": true, "recovery": "sack" });
    for (field, value) in tcp.as_object().expect("an object") {
        traffic[field] = value.clone();
    }
    Scenario::from_value(json!({
        "duration_s": 10,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.02,
            "queue": { "kind": "drop_tail", "limit_packets": 20 } }],
        "groups": [{ "id": "flows", "count": 1, "access": { "rate_bps": 1e9 }, "traffic": traffic }],
    }))
    .unwrap_or_else(|problems| panic!("{problems}"))
}

fn plan(scenario: &Scenario, points: &[&str]) -> Plan {
    let points: Vec<String> = points.iter().map(|&point| point.to_owned()).collect();
    let times = (Time::ZERO, Time::from_s(scenario.duration_s));
    Plan::new(scenario, &points, None, times, 65_535).expect("points of the scenario")
}

fn run(scenario: &Scenario, plan: &Plan) -> (Simulation, Vec<Captured>) {
    let options = Options {
        capture: Some(plan.selection.clone()),
        ..Options::default()
    };
    let mut run = Simulation::with_options(scenario, options);
    run.advance(run.end()).expect("few packets");
    let packets = run.take_captured();
    (run, packets)
}

/// Calls `see` with the IP and TCP headers of each packet.
fn each_tcp(
    packets: &[Captured],
    mut see: impl FnMut(&Captured, &Ipv4Slice<'_>, &etherparse::TcpSlice<'_>),
) {
    for packet in packets {
        let written = bytes(packet, 65_535).kept;
        let sliced = SlicedPacket::from_ip(&written).expect("a whole packet");
        let (Some(NetSlice::Ipv4(ip)), Some(TransportSlice::Tcp(tcp))) =
            (&sliced.net, &sliced.transport)
        else {
            panic!("{packet:?} is not TCP over IPv4");
        };
        see(packet, ip, tcp);
    }
}

#[test]
fn a_run_that_is_captured_has_the_digest_of_one_that_is_not() {
    for preset in crate::presets::presets() {
        let mut scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        scenario.duration_s = scenario.duration_s.min(0.5);
        // Digests cover ACKs on the reverse path, which a plain run may compute instead.
        let hop_by_hop = Options {
            hop_by_hop: true,
            ..Options::default()
        };
        let mut plain = Simulation::with_options(&scenario, hop_by_hop);
        plain.advance(plain.end()).expect("few packets");
        let (captured, _) = run(&scenario, &plan(&scenario, &[]));
        assert_eq!(captured.digest(), plain.digest(), "{}", preset.id);
    }
}

#[test]
fn checksums_are_valid_and_lengths_are_those_of_the_simulation() {
    let scenario = scenario(json!({}));
    let (_, packets) = run(&scenario, &plan(&scenario, &[]));
    assert!(packets.len() > 10_000, "{}", packets.len());
    each_tcp(&packets, |packet, ip, tcp| {
        let ip = ip.header().to_header();
        assert_eq!(ip.header_checksum, ip.calc_header_checksum());
        let header = tcp.to_header();
        assert_eq!(
            Ok(header.checksum),
            header.calc_checksum_ipv4(&ip, tcp.payload())
        );
        if !header.syn {
            assert_eq!(ip.total_len, packet.bytes, "{packet:?}");
        }
    });
}

#[test]
fn segments_of_a_connection_follow_each_other_byte_by_byte() {
    let workload = json!({ "kind": "closed_loop", "size_bytes": 20_000 });
    let scenario = scenario(json!({ "workload": workload }));
    let (mut run, packets) = run(&scenario, &plan(&scenario, &["sender"]));
    let mut next = std::collections::BTreeMap::new();
    let (mut again, mut finished) = (0, 0);
    each_tcp(&packets, |_, _, tcp| {
        if tcp.source_port() == 9 {
            return;
        }
        let next = next.entry(tcp.source_port()).or_insert(0);
        let length = tcp.payload().len() as u32 + u32::from(tcp.syn());
        if tcp.sequence_number() == *next {
            *next += length;
            // 20,000 bytes behind the SYN.
            finished += u32::from(*next == 20_001);
        } else {
            assert!(
                tcp.sequence_number() < *next,
                "a gap before {}",
                tcp.sequence_number()
            );
            again += 1;
        }
    });
    assert!(finished > 5, "{finished}");
    let observed = run.observed();
    let sender = &observed.flows[0].tcp().expect("TCP").sender;
    assert_eq!(again, sender.counters().retransmissions);
}

#[test]
fn blocks_report_what_arrived_beyond_the_number() {
    let scenario = scenario(json!({}));
    let (_, packets) = run(&scenario, &plan(&scenario, &["receiver"]));
    let mut received = std::collections::BTreeSet::new();
    let mut reported = 0;
    each_tcp(&packets, |_, _, tcp| {
        if tcp.source_port() != 9 {
            received.insert(tcp.sequence_number());
            return;
        }
        for option in tcp.options_iterator() {
            if let Ok(TcpOptionElement::SelectiveAcknowledgement(first, others)) = option {
                for (start, end) in std::iter::once(first).chain(others.into_iter().flatten()) {
                    reported += 1;
                    assert!(start < end && (end - start) % 1448 == 0);
                    let expected = (start..end).step_by(1448);
                    assert!(expected.clone().all(|seq| received.contains(&seq)));
                }
            }
        }
    });
    assert!(reported > 0);
}

#[test]
fn packets_before_and_after_a_queue_differ_by_its_drops() {
    let scenario = scenario(json!({}));
    let (mut run, packets) = run(&scenario, &plan(&scenario, &["r0"]));
    let at = |point| {
        packets
            .iter()
            .filter(|packet| packet.point == point)
            .count()
    };
    let (arrived, left, dropped) = (
        at(Point::Arrival(0)),
        at(Point::Departure(0)),
        at(Point::Drop(0)),
    );
    let counters = run.observed().links[0].counters();
    assert!(dropped > 0);
    assert_eq!(arrived as u64, counters.arrived.total());
    let inside = arrived - left - dropped;
    assert!(
        inside <= 21,
        "{inside} packets are in the queue or on the link at the end"
    );
}

#[test]
fn the_lab_reads_the_packets_of_a_capture_again() {
    let scenario = scenario(json!({}));
    let plan = plan(&scenario, &["r0:reverse:out"]);
    let (_, packets) = run(&scenario, &plan);
    let (mut writer, mut file) = Writer::begin(&plan, "test", "a comment");
    for packet in &packets {
        writer.write(packet, &mut file);
    }
    let trace = capture::read(&file[..]).expect("a capture");
    let left: Vec<f64> = (packets.iter())
        .filter(|packet| packet.point == Point::Departure(1))
        .map(|packet| f64::from(bytes(packet, 96).original))
        .collect();
    let read: Vec<f64> = trace.steps().iter().map(|step| step.amount).collect();
    assert!(left.len() > 1000);
    assert_eq!(read, left);
}

#[test]
fn a_transcript_counts_what_the_simulation_counts() {
    for tcp in [
        json!({}),
        json!({ "recovery": "newreno", "timestamps": false }),
        json!({ "workload": { "kind": "closed_loop", "size_bytes": 200_000 } }),
    ] {
        let scenario = scenario(tcp);
        let (mut run, packets) = run(&scenario, &plan(&scenario, &[]));
        let rows = transcribed(&packets, packets.len());
        let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count() as u64;
        let is_ack = |row: &Row| matches!(row.kind, Kind::Ack | Kind::DuplicateAck | Kind::SynAck);
        let is_dropped = |row: &Row| matches!(row.fate, Fate::Dropped(..));
        let observed = run.observed();
        let flow = &observed.flows[0];
        let sender = &flow.tcp().expect("TCP").sender;
        assert_eq!(count(&|row| !is_ack(row)), flow.counters.sent);
        assert_eq!(
            count(&|row| row.kind == Kind::Retransmission),
            sender.counters().retransmissions
        );
        assert_eq!(
            count(&|row| !is_ack(row) && is_dropped(row)),
            flow.drops.network
        );
        assert!(flow.drops.network > 0);
        assert_eq!(count(&is_ack), flow.counters.acks_arrived);
        // The counter has packets that have left the last queue, and some of these are on the wire behind it.
        let arrived = count(&|row| !is_ack(row) && matches!(row.fate, Fate::Arrived(_)));
        let in_flight = count(&|row| !is_ack(row) && row.fate == Fate::InFlight);
        assert!((arrived..=arrived + in_flight).contains(&flow.counters.delivered));
        assert!(in_flight < 100, "{in_flight}");
        assert!(rows.windows(2).all(|pair| pair[0].at <= pair[1].at));
    }
}

#[test]
fn a_transcript_taken_in_pieces_is_the_same() {
    let scenario = scenario(json!({}));
    let (_, packets) = run(&scenario, &plan(&scenario, &[]));
    assert_eq!(
        transcribed(&packets, 17),
        transcribed(&packets, packets.len())
    );
}

#[test]
fn a_dropped_segment_says_where_and_its_repetition_arrives() {
    let scenario = scenario(json!({}));
    let (_, packets) = run(&scenario, &plan(&scenario, &[]));
    let rows = transcribed(&packets, packets.len());
    let dropped = rows
        .iter()
        .find(|row| matches!(row.fate, Fate::Dropped(_, Some(0), Reason::Tail)))
        .expect("a full buffer drops");
    assert_eq!(dropped.kind, Kind::Segment);
    let again = rows.iter().find(|row| {
        row.place > dropped.place && row.bytes == dropped.bytes && row.kind == Kind::Retransmission
    });
    let again = again.expect("SACK repeats it");
    assert!(matches!(again.fate, Fate::Arrived(at) if at > again.at));
    // Between them, acknowledgments repeat its number and report what arrived beyond it.
    let between = |row: &&Row| (dropped.place..again.place).contains(&row.place);
    let duplicates = rows.iter().filter(between);
    let duplicates: Vec<&Row> = duplicates
        .filter(|row| row.kind == Kind::DuplicateAck)
        .collect();
    assert!(duplicates.len() >= 3, "{}", duplicates.len());
    assert!(
        duplicates
            .iter()
            .all(|row| row.bytes.0 == dropped.bytes.0 && row.blocks[0].1 > row.blocks[0].0)
    );
}

/// Rows of the only flow at its sender, taken after each `most` packets.
fn transcribed(packets: &[Captured], most: usize) -> Vec<Row> {
    let mut transcript = Transcript::new(Point::Sender);
    let mut rows = std::collections::BTreeMap::new();
    for piece in packets.chunks(most) {
        piece.iter().for_each(|packet| transcript.add(packet));
        rows.extend(transcript.take().into_iter().map(|row| (row.place, row)));
    }
    rows.into_values().collect()
}
