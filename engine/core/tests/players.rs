//! Adaptive video over TCP: the player of the tests with a formula, and the same player in a simulated network.

use bufferlab_core::apps::adaptive_video::Params;
use bufferlab_core::apps::player::Player;
use bufferlab_core::apps::reports::{Report, Reports};
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab, Simulation};
use serde_json::{Value, json};

use crate::support::run;

/// One player behind a link of `rate_bps` with a round trip of 80 ms. Of a packet, 95 % is payload, as in Pensieve.
fn scenario(rate_bps: f64, workload: Value, tcp: Value) -> Scenario {
    let mut traffic = json!({ "kind": "tcp", "recovery": "sack", "segment_bytes": 1425, "header_bytes": 75,
        "initial_window_packets": 10, "clock_granularity_s": 0, "workload": workload });
    for (name, value) in tcp.as_object().expect("fields") {
        traffic[name] = value.clone();
    }
    Scenario::from_value(json!({
        "duration_s": 400, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": rate_bps, "delay_s": 0.04,
            "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
        "groups": [{ "id": "video", "access": { "rate_bps": 1e9 }, "traffic": traffic }],
    }))
    .expect("a scenario")
}

fn video(scenario: &Scenario) -> impl Fn(&str) -> f64 + use<> {
    let summary = run(scenario);
    move |id| {
        let value = summary.groups[0].number(&format!("video.{id}"));
        value.unwrap_or_else(|| panic!("no {id}"))
    }
}

/// The same player, told that a chunk takes its bytes at the rate of the link, and a round trip.
fn by_formula(rate_bps: f64, workload: &Value) -> Reports {
    let scenario = scenario(rate_bps, workload.clone(), json!({}));
    let workload = scenario.to_value()["groups"][0]["traffic"]["workload"].clone();
    let params: Params = serde_json::from_value(workload).expect("parameters");
    let mut player = Player::new(&params);
    let mut reports = Reports::default();
    for _ in 0..48 {
        let took = Span::from_s(player.bytes() as f64 * 8.0 / (0.95 * rate_bps) + 0.08);
        let chunk = player.receive(took, player.bytes());
        reports.record(&Report::Chunk(chunk), Time::NEVER, Time::ZERO);
        player.choose(&params);
    }
    reports
}

/// A window that fills the link all the time leaves only the round trip and the transmission. Within 2 %: slow start takes
/// longer, and the buffer of a player is near a threshold of its rates now and then.
#[test]
fn a_player_in_the_network_does_what_it_does_by_formula() {
    for (rate_bps, algorithm) in [
        (1e6, "buffer_based"),
        (2e6, "buffer_based"),
        (8e6, "buffer_based"),
        (4e6, "rate_based"),
        (4e6, "bola"),
    ] {
        let workload = json!({ "kind": "adaptive_video", "chunks": 48, "algorithm": algorithm });
        let formula = by_formula(rate_bps, &workload).video;
        let simulated = video(&scenario(rate_bps, workload, json!({})));
        assert_eq!(simulated("chunks"), 48.0);
        let (got, wanted) = (simulated("rate_bps"), formula.rate_bps().expect("chunks"));
        assert!(
            (got / wanted - 1.0).abs() < 0.02,
            "{algorithm}: {got} {wanted}"
        );
        let start_s = simulated("startup_s") - formula.startup_s().expect("a start");
        // The SYN, and round trips of slow start.
        assert!((0.08..0.6).contains(&start_s), "{start_s}");
        assert!((simulated("rebuffer_s") - simulated("startup_s")).abs() < 1e-9);
    }
}

/// Each chunk begins with the window that the last one has left, or with the initial one: at 50 Mb/s and a round trip of
/// 80 ms a chunk of 2 s then takes several more round trips.
#[test]
fn a_restart_after_idle_time_makes_chunks_take_longer() {
    let workload = json!({ "kind": "adaptive_video", "chunk_s": 2, "buffer_s": 10, "chunks": 60,
        "rates_bps": [4.3e6], "first_level": 0 });
    let mean_s = |idle_restart: &str| {
        let tcp = json!({ "idle_restart": idle_restart });
        let summary = run(&scenario(50e6, workload.clone(), tcp));
        summary.groups[0]
            .number("transfers.mean_s")
            .expect("chunks")
    };
    let (kept, fallen) = (mean_s("off"), mean_s("restart_window"));
    // 1,075,000 B are 755 segments: seven round trips from a window of 10, one with a large window.
    assert!(fallen > kept + 0.3, "{kept} {fallen}");
    assert!(kept < 0.35, "{kept}");
}

/// The sender of a paced chunk takes the time that the pace asks for, and a round trip; the picture is that of a video
/// without pacing. On a link of six times the pace no packet waits for another, where a window sends bursts.
#[test]
fn a_paced_video_has_the_same_picture_and_no_queue() {
    let workload = |paced: bool| json!({ "kind": "adaptive_video", "chunks": 48, "paced": paced });
    let tcp = json!({ "initial_window_packets": 40, "handshake": false });
    let [burst, paced] =
        [false, true].map(|paced| run(&scenario(80e6, workload(paced), tcp.clone())));
    let of = |summary: &Summary, id: &str| summary.groups[0].number(id).expect("chunks");
    for id in ["video.rate_bps", "video.qoe"] {
        let (got, wanted) = (of(&paced, id), of(&burst, id));
        assert!((got / wanted - 1.0).abs() < 0.02, "{id}: {got} {wanted}");
    }
    let queue = |summary: &Summary| {
        summary.bottlenecks[0]
            .forward
            .number("max_queue_bytes")
            .expect("a queue")
    };
    assert_eq!(queue(&paced), 0.0, "no packet waits");
    assert!(queue(&burst) > 40.0 * 1500.0);

    let scenario = scenario(80e6, workload(true), json!({})).to_value();
    let params = scenario["groups"][0]["traffic"]["workload"].clone();
    let params: Params = serde_json::from_value(params).expect("parameters");
    let mut player = Player::new(&params);
    let mut sum_s = 0.0;
    for _ in 0..48 {
        let pace_bps = player.pace_bps(&params).expect("paced") as f64;
        let took_s = player.bytes() as f64 * 8.0 / (0.95 * pace_bps) + 0.08;
        sum_s += took_s;
        player.receive(Span::from_s(took_s), player.bytes());
        player.choose(&params);
    }
    // Slow start takes a little longer, and the first gaps of a chunk are not waited for.
    let (got, wanted) = (of(&paced, "transfers.mean_s"), sum_s / 48.0);
    assert!((got / wanted - 1.0).abs() < 0.02, "{got} {wanted}");
}

/// Half of the lowest rate: of each chunk of 4 s, 4 s are without picture.
#[test]
fn a_link_below_the_lowest_rate_leaves_half_of_the_time_without_picture() {
    let workload = json!({ "kind": "adaptive_video", "first_level": 0 });
    let video = video(&scenario(0.3e6 / 2.0 / 0.95, workload, json!({})));
    assert_eq!(video("switches"), 0.0);
    assert!((video("rebuffer_ratio") - 0.5).abs() < 0.02);
    // The last stall lasts.
    assert!((video("rebuffer_s") - 400.0 + 4.0 * video("chunks")).abs() < 4.0);
}

#[test]
fn a_video_that_never_starts_is_without_picture_all_the_time() {
    let workload = json!({ "kind": "adaptive_video", "rates_bps": [1e10], "chunk_s": 60 });
    let mut scenario = scenario(1e5, workload, json!({})).to_value();
    scenario["warmup_s"] = json!(100);
    let summary = run(&Scenario::from_value(scenario).expect("valid"));
    let group = &summary.groups[0];
    assert_eq!(group.number("video.rebuffer_s"), Some(300.0));
    assert_eq!(group.number("video.rebuffer_ratio"), Some(1.0));
    assert_eq!(group.number("video.qoe"), None);
}

#[test]
fn groups_without_players_have_no_video() {
    let scenario = scenario(1e6, json!("endless"), json!({}));
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_s(1.0)).expect("few packets");
    let json = serde_json::to_value(simulation.summary()).expect("plain data");
    assert_eq!(json["groups"][0].get("video"), Some(&Value::Null));
}

/// A change of the rates applies from the next chunk on, and the connection stays.
#[test]
fn rates_can_change_during_a_video() {
    let workload = json!({ "kind": "adaptive_video", "rates_bps": [1e6] });
    let mut lab = Lab::new(&scenario(10e6, workload, json!({})));
    lab.advance(Time::from_s(100.0)).expect("few packets");
    let path = "groups.video.traffic.workload.rates_bps".to_owned();
    let value = json!([2e6, 3e6]);
    lab.edit(&[bufferlab_core::scenario::Patch { path, value }])
        .expect("a valid change");
    lab.advance(Time::from_s(200.0)).expect("few packets");
    let summary = lab.summary();
    let rate_bps = summary.groups[0].number("video.rate_bps").expect("chunks");
    assert!((1.5e6..2.5e6).contains(&rate_bps), "{rate_bps}");
    assert_eq!(summary.groups[0].number("video.switches"), Some(1.0));
}
