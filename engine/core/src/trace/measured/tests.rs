use super::*;

const IPERF3: &[u8] = include_bytes!("examples/iperf3.json");
const FLENT: &[u8] = include_bytes!("examples/tcp_1up.flent");
const EMULATE: &[u8] = include_bytes!("examples/emulate.json");
const TABLE: &[u8] = include_bytes!("examples/ss.csv");

fn read_all(bytes: &[u8]) -> Measured {
    read(bytes, None).expect("it is accepted")
}

fn refusal(bytes: &[u8]) -> String {
    read(bytes, None).expect_err("it is refused").to_string()
}

/// Name, unit and meaning of each series.
fn outline(measured: &Measured) -> Vec<(&str, &str, Role)> {
    (measured.series.iter())
        .map(|it| (it.name.as_str(), it.unit, it.role))
        .collect()
}

fn notes(measured: &Measured) -> String {
    let said: Vec<&str> = measured
        .notes
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    said.join(" ")
}

#[test]
fn iperf3_gives_throughput_round_trip_and_window_of_each_stream() {
    let measured = read_all(IPERF3);
    assert_eq!(measured.title, "iperf 3.12 TCP");
    assert_eq!(measured.kernel, "Linux 6.18");
    assert_eq!(measured.controllers, ["cubic"]);
    assert_eq!(
        outline(&measured)[..3],
        [
            ("stream 1: throughput", "b/s", Role::Throughput),
            ("stream 1: round-trip time", "µs", Role::Rtt),
            ("stream 1: congestion window", "packets", Role::Window),
        ]
    );
    assert_eq!(measured.series.len(), 6);
    assert_eq!(measured.axes[0].starts_s.len(), 3);
    assert!((measured.length_s() - 3.0).abs() < 0.01);
    // 1,178,694 bytes in segments of 1,448 bytes.
    assert_eq!(measured.series[2].values[1].round(), 814.0);
    assert!(notes(&measured).contains("packets of 1448 bytes"));
}

#[test]
fn flent_gives_each_series_with_its_unit_and_leaves_out_sums() {
    let measured = read_all(FLENT);
    assert_eq!(measured.title, "flent 2.1.1 tcp_1up a lab");
    assert_eq!(measured.kernel, "Linux 6.18");
    assert_eq!(
        outline(&measured),
        [
            ("Ping (ms) ICMP", "ms", Role::Rtt),
            ("TCP upload", "Mb/s", Role::Throughput),
            ("TCP upload sum", "Mb/s", Role::None),
            ("TCP upload::tcp_cwnd", "packets", Role::Window),
            ("TCP upload::tcp_pacing_rate", "", Role::None),
            ("TCP upload::tcp_rtt", "ms", Role::Rtt),
        ]
    );
    assert!(measured.series[0].values[0].is_nan() && measured.series[0].count == 25);
    let said = notes(&measured);
    assert!(
        said.contains("TCP upload sum") && said.contains("raw values"),
        "{said}"
    );
}

#[test]
fn an_emulated_run_has_its_series_by_id_with_scenario_and_summary() {
    let measured = read_all(EMULATE);
    assert_eq!(measured.kernel, "Linux 6.18");
    assert_eq!(measured.controllers, ["cubic"]);
    let ids: Vec<&str> = measured.series.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "group.tcp.throughput_bps",
            "group.tcp.rtt_s",
            "group.tcp.mean_cwnd_packets",
            "link.r0.queue_packets",
            "link.r0.utilization"
        ]
    );
    // The middle of minimum and maximum, and the mean where there is one.
    assert_eq!(measured.series[2].values[..2], [12.0, 15.0]);
    assert_eq!(measured.series[3].values[..2], [0.0, 1.0]);
    // A row covers the time since the row before.
    assert_eq!(measured.axes[0].starts_s[..2], [0.0, 0.5]);
    assert_eq!(measured.axes[0].end_s, 10.0);
    let run = measured.run.expect("a run");
    assert!(run.scenario.is_object() && run.summary["groups"].is_array());
    assert_eq!(run.measured["late_s"]["p99"], 6e-5);
}

#[test]
fn a_table_has_units_in_its_heading_and_gaps_in_its_cells() {
    let measured = read_all(TABLE);
    assert_eq!(
        outline(&measured),
        [
            ("throughput [Mb/s]", "Mb/s", Role::Throughput),
            ("srtt_ms", "ms", Role::Rtt),
            ("cwnd_packets", "packets", Role::Window),
            ("retrans", "", Role::None),
        ]
    );
    assert_eq!(measured.axes[0].starts_s, [0.0, 0.2, 0.4, 0.6, 0.8]);
    assert_eq!(measured.axes[0].end_s, 1.0);
    assert!(measured.series[0].values[0].is_nan() && measured.series[1].values[4].is_nan());
}

#[test]
fn the_column_of_the_time_can_be_chosen() {
    let table = b"n,when,rtt_ms\n1,100,40\n2,200,41\n";
    let error = read(&table[..], None).expect_err("no column is the time");
    assert_eq!(error.heading, ["n", "when", "rtt_ms"]);
    let time = TimeColumn::chosen("2,ms").expect("a choice");
    let measured = read(&table[..], time).expect("it is accepted");
    assert_eq!(measured.axes[0].starts_s, [0.1, 0.2]);
    for wrong in ["0", "x", "1,Mb/s", "1,2"] {
        assert!(TimeColumn::chosen(wrong).is_err(), "{wrong}");
    }
    assert!(read(&table[..], TimeColumn::chosen("9").expect("a number")).is_err());
}

#[test]
fn times_of_the_calendar_are_counted_from_the_first() {
    let measured = read_all(b"time_s,rtt_ms\n1795956175,40\n1795956176,41\n");
    assert_eq!(measured.axes[0].starts_s, [0.0, 1.0]);
    assert!(notes(&measured).contains("counted from the first"));
}

#[test]
fn a_refusal_says_where_and_what_is_accepted() {
    let flent = |x: &str, y: &str| {
        format!(r#"{{"metadata": {{}}, "x_values": [{x}], "results": {{"TCP upload": [{y}]}}}}"#)
    };
    for (file, wanted) in [
        ("", "has no rows"),
        ("[1, 2]", "is a JSON list"),
        (
            "{\"a\": 1}",
            "it has the fields a; accepted is the output of bufferlab emulate",
        ),
        ("{\"intervals\": [\n1}", "line 2: column"),
        (
            "{\"intervals\": [], \"error\": \"unable to connect\"}",
            "iperf3 says: unable to connect",
        ),
        ("{\"intervals\": 5}", "a list of at most"),
        (
            r#"{"intervals": [{"streams": [{"start": 1, "end": 0}]}]}"#,
            "intervals[0].streams[0].end: must not be less",
        ),
        (
            r#"{"intervals": [{"streams": [{"start": -1, "end": 0}]}]}"#,
            "intervals[0].streams[0].start: must be from 0",
        ),
        (
            r#"{"intervals": [{"streams": [{"start": "x", "end": 0}]}]}"#,
            "intervals[0].streams[0].start: must be a number",
        ),
        (&flent("0, 1", "1"), "has 1 values, and x_values has 2"),
        (&flent("1, 0", "1, 2"), "x_values[1]: must not be less"),
        (&flent("0, null", "1, 2"), "x_values[1]: must be a number"),
        (&flent("0, 1e300", "1, 2"), "x_values[1]: must be a number"),
        (&flent("0, 1", "null, null"), "has no values"),
        (r#"{"measured": 5}"#, "measured: must be an object"),
        (
            r#"{"measured": {}, "series": {"time_s": [1], "a": [1, 2]}}"#,
            "has 2 values",
        ),
        (r#"{"digest": "a"}"#, "bufferlab run --json"),
        ("time_s\n1\n", "line 1: has one column"),
        ("time_s,rtt_ms\n", "has no rows"),
        (
            "time_s,rtt_ms\n2,1\n1,1\n",
            "row 2 of the column \"time_s\"",
        ),
        ("time_s,rtt_ms\n,1\n", "a time must be a number"),
        ("time_s,rtt_ms\n1,2,3\n", "line 2: has 3 columns"),
        ("\u{1f}\u{8b}\u{8}", "has one column"),
    ] {
        let said = refusal(file.as_bytes());
        assert!(said.contains(wanted), "{file}: {said}");
    }
    assert!(refusal(b"\x1f\x8b\x08").contains("gzip"));
    let deep = "{\"intervals\": ".to_owned() + &"[".repeat(100_000);
    assert!(refusal(deep.as_bytes()).contains("line 1"));
}

#[test]
fn wrong_values_are_left_out_with_a_note() {
    let file = br#"{"metadata": {"NAME": 5}, "x_values": [0, 1, 2, 3],
        "results": {"TCP upload": [1, "x", {"a": [1]}, 1e300]}}"#;
    let measured = read_all(file);
    assert_eq!(measured.series[0].count, 1);
    assert!(
        notes(&measured).contains("3 values"),
        "{}",
        notes(&measured)
    );
    let table = read_all(b"time_s,rtt_ms\n0,1\n1,x\n2,inf\n");
    assert!(
        notes(&table).contains(
            "2 cells that are no number, or too large, were left out, the first in line 3"
        )
    );
}

#[test]
fn a_value_of_an_emulated_run_that_is_too_large_is_refused_with_its_place() {
    let list = r#"{"measured": {}, "series": {"time_s": [1, 2], "link.r0.queue_packets [packets]": [0, 9e16]}}"#;
    assert!(refusal(list.as_bytes()).contains("9e16 is larger than 1e15"));
    let rows =
        r#"{"measured": {}, "series": {"columns": ["time_s", "a"], "rows": [[1, 2], [2, "x"]]}}"#;
    assert!(refusal(rows.as_bytes()).contains("no number, or too large"));
}

#[test]
fn a_million_rows_are_read_and_more_are_refused() {
    let table = |rows: usize| {
        let mut text = "time_s,rtt_ms\n".to_owned();
        (0..rows).for_each(|i| text.push_str(&format!("{i}e-3,40\n")));
        text
    };
    assert_eq!(read_all(table(ROWS).as_bytes()).series[0].count, ROWS);
    assert!(refusal(table(ROWS + 1).as_bytes()).contains("is beyond the limit of 1000000 rows"));
    let large = " ".repeat(JSON_BYTES);
    assert!(refusal(format!("{{{large}}}").as_bytes()).contains("more than 32 MB"));
}

#[test]
fn units_are_known_by_their_spellings() {
    for (name, wanted) in [
        ("rtt_ms", "ms"),
        ("rtt (µs)", "µs"),
        ("throughput [Mb/s]", "Mb/s"),
        ("throughput [MB/s]", "MB/s"),
        ("rate_mbps", "Mb/s"),
        ("bits_per_second", "b/s"),
        ("Mbits/s", "Mb/s"),
        ("cwnd pkts", "packets"),
        ("loss %", "%"),
    ] {
        assert_eq!(
            Unit::in_name(name).map(|it| it.name),
            Some(wanted),
            "{name}"
        );
    }
    for name in ["rtt", "s", "window", "b"] {
        assert_eq!(Unit::in_name(name), None, "{name}");
    }
}
