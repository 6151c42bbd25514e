//! `bufferlab advise`: the smallest buffer that meets targets, sure by seeds of its own.

use crate::common::bufferlab;

/// One flow over 1 Mb/s and 100 ms, whose rule is 12.5 packets of 1,000 bytes.
const SMALL: [&str; 11] = [
    "one-flow",
    "--set",
    "bottlenecks.r0.rate_bps=1M",
    "--set",
    "groups.tcp.start_s=0",
    "--duration",
    "60",
    "--warmup",
    "20",
    "--to",
    "100",
];

fn advise(more: &[&str]) -> crate::common::Outcome {
    let args = ["advise"].iter().chain(&SMALL).chain(more);
    bufferlab(&args.copied().collect::<Vec<_>>())
}

#[test]
fn advice_does_not_depend_on_the_number_of_threads_and_holds_for_other_seeds() {
    let of = |jobs: &str| advise(&["--target", "utilization=95%", "--json", "--jobs", jobs]).json();
    let advice = of("1");
    assert_eq!(advice, of("3"));
    assert_eq!(advice["complete"], true);
    let answer = &advice["answer"];
    let limit = answer["limit"].as_u64().expect("a buffer");
    assert!(answer["drain_s"].as_f64().is_some_and(|drain| drain > 0.0));
    let rules: Vec<&str> = ["present", "bdp", "bdp_sqrt_n", "bdp_063_sqrt_n"].to_vec();
    let named = advice["rules"].as_array().expect("rules").iter();
    assert_eq!(
        named
            .map(|rule| rule["id"].as_str().expect("an id"))
            .collect::<Vec<_>>(),
        rules
    );

    let check = |limit: u64| {
        let set = format!("bottlenecks.r0.queue.limit_packets={limit}");
        let args = ["run"].iter().chain(&SMALL[..9]).copied();
        let more = ["--set", &set, "--seed", "777", "--json"];
        let summary = bufferlab(&args.chain(more).collect::<Vec<_>>()).json();
        summary["bottlenecks"][0]["utilization"]
            .as_f64()
            .expect("a figure")
    };
    assert!(check(limit) >= 0.95);
    assert!(check(limit / 2) < 0.95, "half of {limit} would do");
}

/// Reno and CUBIC over 100 Mb/s and 40 ms, with 20 flows and with one. A run of twice the length with another seed confirms the size,
/// and half of it fails.
#[test]
fn answers_hold_in_longer_runs_and_half_of_them_does_not() {
    for (flows, controller) in [(20, "reno"), (20, "cubic"), (1, "cubic")] {
        let set = [
            "bottlenecks.r0.rate_bps=100M".to_owned(),
            "bottlenecks.r0.queue.limit_packets=333".to_owned(),
            format!("groups.tcp.count={flows}"),
            "groups.tcp.start_s={\"uniform\":[0,2]}".to_owned(),
            "groups.tcp.access.rate_bps=1G".to_owned(),
            "groups.tcp.access.delay_s={\"uniform\":[0.006,0.014]}".to_owned(),
            "bottlenecks.r0.delay_s=10ms".to_owned(),
            "groups.tcp.traffic.recovery=rack".to_owned(),
            format!("groups.tcp.traffic.congestion_control.kind={controller}"),
        ];
        let of = |command: &str, more: &[&str]| {
            let mut args = vec![command, "one-flow", "--json"];
            args.extend(set.iter().flat_map(|one| ["--set", one]));
            args.extend(more);
            bufferlab(&args).json()
        };
        let target = ["--target", "utilization=98%", "--long-enough"];
        let quick = ["--precision", "1.3", "--replications", "2", "--checks", "4"];
        let advice = of("advise", &[target.as_slice(), &quick].concat());
        assert_eq!(advice["preliminary"], serde_json::json!([]), "{advice}");
        assert_eq!(advice["confidence"], 0.95);
        let limit = advice["answer"]["limit"].as_u64().expect("a size");
        let length = |name: &str| advice["length"][name].as_f64().expect("seconds");
        let longer = |limit: u64| {
            let set = format!("bottlenecks.r0.queue.limit_packets={limit}");
            let duration = (2.0 * length("duration_s")).to_string();
            let warmup = length("warmup_s").to_string();
            let more = [
                "--set",
                &set,
                "--duration",
                &duration,
                "--warmup",
                &warmup,
                "--seed",
                "777",
            ];
            let summary = of("run", &more);
            summary["bottlenecks"][0]["utilization"]
                .as_f64()
                .expect("a figure")
        };
        let (whole, half) = (longer(limit), longer(limit / 2));
        assert!(
            whole >= 0.98,
            "{flows} {controller}: {limit} packets have {whole}"
        );
        assert!(
            half < 0.98,
            "{flows} {controller}: half of {limit} packets has {half}"
        );
    }
}

/// Half a second of warm-up, and one measured: the answer says that it is preliminary, why, and what would do.
#[test]
fn answer_of_short_runs_is_preliminary() {
    let short = [
        "--duration",
        "1.5",
        "--warmup",
        "0.5",
        "--target",
        "utilization=60%",
    ];
    let args = ["advise"].iter().chain(&SMALL[..5]).chain(&short);
    let text = bufferlab(&args.copied().collect::<Vec<_>>()).stdout;
    let first = text.lines().next().expect("a line");
    assert!(
        first.starts_with("Preliminary: in these runs") || first.starts_with("No tested buffer"),
        "{first}"
    );
    for part in ["to settle", "Run long enough: --warmup"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for part in ["confidence", "verified"] {
        assert!(!text.contains(part), "{part}: {text}");
    }
}

#[test]
fn the_text_has_the_answer_first_and_then_the_rules() {
    let text = advise(&["--target", "utilization=95%"]).stdout;
    let first = text.lines().next().expect("a line");
    assert!(
        first.contains("is the smallest buffer that meets bottlenecks.r0.utilization ≥ 95"),
        "{first}"
    );
    for part in [
        "BDP/√N",
        "yes ✓",
        "Drains in",
        "Tested buffers",
        "other numbers of flows",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = advise(&[
        "--target",
        "utilization=95%",
        "--target",
        "queue_delay_s.p99=1us",
    ])
    .stdout;
    assert!(
        text.starts_with("No tested buffer is certain to meet"),
        "{text}"
    );
}

#[test]
fn invalid_targets_are_rejected() {
    for (target, expected) in [
        ("utilisation=95%", "is not a measure"),
        ("utilization", "must be name=value"),
        ("loss.udp=1%", "has no value in this scenario"),
        ("utilization=1e308", "must be a share from 0 to 1"),
        ("utilization=-5", "must be a share from 0 to 1"),
    ] {
        let refused = advise(&["--target", target]);
        assert_eq!(refused.code, Some(2), "{target}");
        assert!(
            refused.stderr.contains(expected),
            "{target}: {}",
            refused.stderr
        );
    }
    assert_eq!(bufferlab(&["advise", "one-flow"]).code, Some(2));
}

/// A long queue of one flow: every remedy with a short one meets a target for the delay, and those that keep the link busy
/// as well meet both.
#[test]
fn remedies_are_compared_by_common_seeds_and_do_not_depend_on_the_number_of_threads() {
    let of = |more: &[&str]| {
        let args = [
            "advise",
            "one-flow",
            "--remedies",
            "--set",
            "bottlenecks.r0.queue.limit_packets=400",
            "--duration",
            "60",
            "--warmup",
            "20",
            "--target",
            "queue_delay_s.p99=60ms",
            "--target",
            "utilization=85%",
        ];
        let args = args.iter().chain(more).copied();
        bufferlab(&args.collect::<Vec<_>>())
    };
    let answer = of(&["--json", "--jobs", "1"]).json();
    assert_eq!(answer, of(&["--json", "--jobs", "3"]).json());
    assert_eq!(
        (&answer["complete"], &answer["meets_targets"]),
        (&true.into(), &true.into())
    );
    let remedies = answer["remedies"].as_array().expect("remedies");
    assert_eq!(remedies[0]["id"], answer["best"]);
    let remedy = |id: &str| {
        remedies
            .iter()
            .find(|one| one["id"] == id)
            .expect("a candidate")
    };
    assert_eq!(
        (&remedy("today")["met"], &remedy("today")["standing"]),
        (&false.into(), &"worse".into())
    );
    assert!(
        remedies
            .iter()
            .any(|one| one["id"] == "fq_codel" && one["tc"].is_string())
    );
    let text = of(&[]).stdout;
    assert!(
        text.contains(" best:\n") && text.contains("tc qdisc replace"),
        "{text}"
    );
}

#[test]
fn options_of_the_search_for_a_size_do_not_belong_to_remedies() {
    let args = ["advise", "one-flow", "--target", "utilization=95%"];
    for more in [["--remedies", "--checks=5"], ["--seeds=9", "--jobs=1"]] {
        let args: Vec<&str> = args.iter().chain(&more).copied().collect();
        assert_eq!(bufferlab(&args).code, Some(2), "{more:?}");
    }
}

/// Two flows with equal round-trip times keep their phases.
#[test]
fn advice_prints_the_warnings_of_its_runs() {
    let two = ["--set", "groups.tcp.count=2"];
    let warning = "[phase_effects] groups.tcp.access.delay_s: ";
    let args = ["run"].iter().chain(&SMALL[..9]).chain(&two);
    let of_run = bufferlab(&args.copied().collect::<Vec<_>>());
    assert!(of_run.stderr.contains(warning), "{}", of_run.stderr);
    let target = ["--target", "utilization=95%"];
    for remedies in [&["--remedies", "--seeds", "4"][..], &[]] {
        let args = ["advise"].iter().chain(&SMALL[..9]).chain(&two);
        let args = args.chain(&target).chain(remedies).copied();
        let outcome = bufferlab(&args.collect::<Vec<_>>());
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let warned = outcome.stderr.matches(warning).count();
        assert_eq!(warned, 1, "{}", outcome.stderr);
        assert!(outcome.stderr.contains(" runs.)"), "{}", outcome.stderr);
    }
    let alone = advise(&target);
    assert!(!alone.stderr.contains("phase_effects"), "{}", alone.stderr);
}
