//! What is recorded of a run, against what can be counted or worked out.

use bufferlab_core::observe::layout::Series;
use bufferlab_core::observe::recorder::Recorder;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab, presets};

#[test]
fn drops_of_all_columns_add_up_to_those_of_the_run() {
    let preset = presets::find("one-flow").expect("it is listed");
    let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
    let mut lab = Lab::new(&scenario);
    lab.record();
    let now = Time::from_s(20.0);
    lab.advance(now).expect("one flow needs little");
    let recorder = lab.recorder().expect("it records");
    let numbers = recorder.series().iter();
    let before: usize = numbers
        .take_while(|series| series.id != "link.r0.drops_tcp")
        .map(Series::values_per_column)
        .sum();

    // Columns of whole samples, columns that cut samples, and columns shorter than one.
    for (n, until_s) in [(20, 20.0), (869, 20.0), (333, 21.7), (50_000, 20.0)] {
        let mut out = vec![0.0; recorder.data_length(n)];
        recorder.columns(Time::ZERO, Time::from_s(until_s), n, Span::ZERO, &mut out);
        let drops = &out[before * n..(before + 1) * n];
        let total: f32 = drops.iter().filter(|count| !count.is_nan()).sum();
        assert_eq!(f64::from(total), recorder.present()[6], "{n} columns");
        assert!(total > 100.0, "the first overshoot drops about 200");
    }
}
/// The values of a series of one value per column, over the whole of `[0, until_s)`.
fn line(recorder: &Recorder, id: &str, n: usize, until_s: f64, window: Span) -> Vec<f32> {
    let mut out = vec![0.0; recorder.data_length(n)];
    recorder.columns(Time::ZERO, Time::from_s(until_s), n, window, &mut out);
    let numbers = recorder.series().iter();
    let before: usize = numbers
        .take_while(|series| series.id != id)
        .map(Series::values_per_column)
        .sum();
    out[before * n..(before + 1) * n].to_vec()
}

fn recorded(json: &str, until_s: f64) -> Lab {
    let scenario = Scenario::from_json(json).expect("it is valid");
    let mut lab = Lab::new(&scenario);
    lab.record();
    lab.advance(Time::from_s(until_s)).expect("it needs little");
    lab
}

/// 10 Mb/s and 8 Mb/s of Poisson traffic: in 200 ms at most 250 packets pass. One more can be
/// counted where an average begins with the end of a packet: 10.04 Mb/s.
#[test]
fn nothing_is_faster_than_the_link_even_in_the_first_milliseconds() {
    let preset = presets::find("poisson-queue").expect("it is listed");
    let lab = recorded(preset.scenario_json, 2.0);
    let recorder = lab.recorder().expect("it records");
    let window = Span::from_s(0.2);
    let rates = line(recorder, "group.udp.throughput_bps", 1000, 2.0, window);
    let fastest = rates.iter().copied().fold(0.0, f32::max);
    assert!(fastest <= 10.04e6, "{fastest}");
    assert!(rates.iter().all(|rate| !rate.is_nan()));
}

/// 100 kB at 10 Mb/s over 40 ms of round trip take less than a second.
#[test]
fn a_finished_file_has_no_window_any_more() {
    let json = r#"{ "version": 1, "duration_s": 10,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.02,
            "queue": { "kind": "drop_tail", "limit_packets": 100 } }],
        "groups": [{ "id": "tcp", "access": { "rate_bps": 1e8 },
            "traffic": { "kind": "tcp",
                "workload": { "kind": "transfer", "size_bytes": 100000 } } }] }"#;
    let lab = recorded(json, 2.0);
    let recorder = lab.recorder().expect("it records");
    for id in ["flow.0.cwnd_packets", "group.tcp.mean_cwnd_packets"] {
        let windows = line(recorder, id, 20, 2.0, Span::ZERO);
        assert!(windows[2] > 1.0, "{id} while it sends: {}", windows[2]);
        assert!(windows[19].is_nan(), "{id} when done: {}", windows[19]);
    }
}

#[test]
fn the_flows_that_begin_first_are_watched() {
    let preset = presets::find("tiny-buffers").expect("it is listed");
    let lab = recorded(preset.scenario_json, 1.0);
    let recorder = lab.recorder().expect("it records");
    let watched = recorder
        .series()
        .iter()
        .filter(|series| series.id.ends_with(".cwnd_packets") && series.id.starts_with("flow."));
    let begun = watched
        .map(|series| line(recorder, &series.id, 20, 1.0, Span::ZERO)[19])
        .filter(|window| !window.is_nan())
        .count();
    // 40 flows begin within 10 s, the third of them well within the first.
    assert_eq!(begun, 3);
}
