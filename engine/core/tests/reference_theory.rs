//! Whole runs against closed forms: queues with Poisson arrivals, Little's law, token buckets, losses of lines, the sawtooth
//! and the square root of the loss.

use bufferlab_core::models;
use bufferlab_core::observe::summary::{LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use serde_json::{Value, json};

use crate::lines::over;
use crate::policers::policed;
use crate::reference::{interval, sawtooth};
use crate::sampling;
use crate::support::{Comparison, preset, run, run_all};

fn first(run: &Summary) -> &LinkSummary {
    &run.bottlenecks[0].forward
}

fn number(link: &LinkSummary, id: &str) -> f64 {
    link.number(id).unwrap_or_else(|| panic!("no {id}"))
}

/// Output of an analytic model.
fn of_model(id: &str, given: Value, output: &str) -> f64 {
    let model = models::find(id).unwrap_or_else(|| panic!("there is no {id}"));
    let outputs = model.outputs_of(given).unwrap_or_else(|p| panic!("{p}"));
    outputs.get(output).expect("a number")
}

/// Mean over the runs, and four standard errors.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    (mean, 4.0 * (variance / n).sqrt())
}

/// Utilization, share of time with an empty queue, mean queue, loss and mean wait in seconds of M/M/1/K, for a mean service
/// of `service_s`. The probabilities of n packets are ρⁿ(1 − ρ)/(1 − ρ^{K+1}).
fn mm1k(load: f64, places: usize, service_s: f64) -> [f64; 5] {
    let weights: Vec<f64> = std::iter::successors(Some(1.0), |weight| Some(weight * load))
        .take(places + 1)
        .collect();
    let whole: f64 = weights.iter().sum();
    let p = |n: usize| weights[n] / whole;
    let queue: f64 = (1..=places).map(|n| (n - 1) as f64 * p(n)).sum();
    let admitted_per_s = load * (1.0 - p(places)) / service_s;
    [
        1.0 - p(0),
        p(0) + p(1),
        queue,
        p(places),
        queue / admitted_per_s,
    ]
}

/// The share of time with a full queue is the share of packets that find it full, as Poisson arrivals see time averages.
/// The mean wait follows from the mean queue by Little's law.
#[test]
fn poisson_packets_of_exponential_sizes_queue_as_in_m_m_1_k() {
    const MEASURES: [(&str, &str); 5] = [
        ("utilization", "utilization"),
        ("idle_probability", "time with an empty queue"),
        ("mean_queue_packets", "mean queue (packets)"),
        ("loss.all", "loss"),
        ("queue_delay_s.mean", "mean wait (s)"),
    ];
    let mut comparison = Comparison::new([
        "mm1k",
        "Poisson arrivals of exponential sizes",
        "M/M/1/K, exact: Kleinrock, Queueing Systems I, Section 3.6. Loss is the share of time with K packets (Wolff 1982, Poisson arrivals see time averages), and the mean wait follows from the mean queue (Little 1961)",
        "Poisson arrivals with exponential sizes of mean 1000 B at a link of 10 Mb/s, with K places and the one in service among them, 400 s after 1 s: the mean of ten seeds.",
        "The exact value lies within the 99.9 % confidence interval of the ten seeds (Student's t, nine degrees of freedom).",
    ]);
    for (load, places) in [(0.8, 10), (0.95, 20)] {
        let scenario = |seed: u64| {
            let document = json!({
                "seed": seed, "duration_s": 401, "warmup_s": 1,
                "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.001,
                    "queue": { "kind": "drop_tail", "limit_packets": places - 1 } }],
                "groups": [{ "id": "udp", "access": { "rate_bps": 1e13 }, "traffic": { "kind": "poisson",
                    "rate_bps": load * 10e6, "packet_bytes": { "exponential": 1000 } } }],
            });
            Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"))
        };
        let runs = run_all(&(1..=10).map(scenario).collect::<Vec<_>>());
        let exact = mm1k(load, places, 8e3 / 10e6);
        for ((measure, what), exact) in MEASURES.iter().zip(exact) {
            let values: Vec<f64> = runs.iter().map(|run| number(first(run), measure)).collect();
            let (mean, half_width) = interval(&values);
            assert!(half_width < 0.1 * exact, "{measure}: too wide to tell");
            let name = format!("load {load}, K {places}: {what}");
            comparison.near(&name, mean, exact, half_width);
        }
    }
    comparison.finish();
}

/// Little's law holds for any traffic: mean queue = packets per second · mean wait. The run measures all three by
/// different means; only packets that wait at the ends of the measured time differ.
#[test]
fn queues_of_tcp_and_of_poisson_packets_follow_littles_law() {
    let mut comparison = Comparison::new([
        "littles-law",
        "Mean queue and mean wait",
        "Little's law, L = λW: Little, A Proof for the Queuing Formula, Operations Research 9, 1961",
        "Presets with one kind of packets, 200 s: the mean queue over time beside the packets that leave per second, times the mean wait of a packet.",
        "0.5 % of the mean queue: packets that wait at the beginning or at the end of the measured time.",
    ]);
    for (id, packet_bytes) in [("one-flow", 1000.0), ("poisson-queue", 1000.0)] {
        let summary = run(&preset(id, &[("duration_s", json!(200))]));
        let link = first(&summary);
        let per_s = number(link, "throughput_bps") / (8.0 * packet_bytes);
        let wanted = per_s * number(link, "queue_delay_s.mean");
        let got = number(link, "mean_queue_packets");
        comparison.near(
            &format!("{id}: mean queue (packets)"),
            got,
            wanted,
            0.005 * wanted,
        );
    }
    comparison.finish();
}

/// Poisson packets of one size into a bucket of K packets are lost as in M/D/1/K: its missing tokens are the work there.
#[test]
fn a_policer_loses_poisson_packets_as_m_d_1_k_does() {
    let mut comparison = Comparison::new([
        "policer-md1k",
        "Poisson arrivals at a token bucket",
        "M/D/1/K, exact: Kleinrock, Queueing Systems I, Section 5.6. The missing tokens of a bucket of K packets are the work in a queue with K places",
        "Poisson packets of 1250 B at a policer of 10 Mb/s with a bucket of K packets, 25 s: the mean of twenty seeds.",
        "Four standard errors of the mean.",
    ]);
    for (load, places) in [(0.9, 10), (0.8, 10), (0.95, 5)] {
        let exact = of_model(
            "md1k",
            json!({ "load": load, "places_packets": places }),
            "loss",
        );
        let policer =
            json!({ "kind": "token_bucket", "rate_bps": 10e6, "burst_bytes": 1250 * places });
        let group = json!({ "id": "g", "access": { "rate_bps": 1e12, "delay_s": 0.001 },
            "traffic": { "kind": "poisson", "rate_bps": load * 10e6, "packet_bytes": 1250 } });
        let scenarios: Vec<Scenario> = (1..=20)
            .map(|seed| policed(policer.clone(), group.clone(), 25.0, seed))
            .collect();
        let losses: Vec<f64> = run_all(&scenarios)
            .iter()
            .map(|run| number(first(run), "loss.udp"))
            .collect();
        let (mean, within) = mean_and_error(&losses);
        assert!(within < 0.2 * exact, "an interval that can tell");
        let name = format!("load {load}, K {places}: loss");
        comparison.near(&name, mean, exact, within);
    }
    comparison.finish();
}

/// One SACK flow through a policer of 10 Mb/s without a queue, with a multiple of the bucket of the model: its share of the
/// rate, and its loss.
fn share_and_loss(rtt_s: f64, multiple: f64) -> (f64, f64) {
    let burst = multiple * of_model("policer-burst", json!({ "rtt_s": rtt_s }), "burst_bytes");
    let policer = json!({ "kind": "token_bucket", "rate_bps": 10e6, "burst_bytes": burst.round() });
    let group = json!({ "id": "g", "access": { "rate_bps": 1e10, "delay_s": rtt_s / 2.0 - 0.01 },
        "traffic": { "kind": "tcp", "recovery": "sack", "segment_bytes": 1500 } });
    let mut scenario = policed(policer, group, 1200.0, 1).to_value();
    scenario["warmup_s"] = json!(200);
    let scenario = Scenario::from_value(scenario).unwrap_or_else(|p| panic!("{p}"));
    let summary = &run_all(&[scenario])[0];
    let link = first(summary);
    (
        number(link, "throughput_bps") / 10e6,
        number(link, "loss.tcp"),
    )
}

/// Needs the bucket of BDP²/18 times the factor that the help of the model states, and there loses 1/(2·BDP). Some round trips of
/// a recovery, in which the window does not grow, come on top: they matter less the longer the path.
#[test]
fn one_sack_flow_needs_a_bucket_of_an_eighteenth_of_its_squared_path() {
    let mut comparison = Comparison::new([
        "policer-burst",
        "One flow through a token bucket",
        "Sawtooth around the path of P packets, own derivation: a bucket of P²/18 packets lets the flow use the whole rate, with a loss of 1/(2P)",
        "One SACK flow through a policer of 10 Mb/s without a queue, with P²/18 packets times 1.35, 1.2 and 1.1, 1000 s after 200 s. With 0.8 times P²/18 its share is below 0.97.",
        "0.002 of the share of the rate, 2 % of the loss. The factors are for the round trips of a recovery, in which the window does not grow.",
    ]);
    for (rtt_s, enough) in [(0.1, 1.35), (0.2, 1.2), (0.4, 1.1)] {
        let (share, loss) = share_and_loss(rtt_s, enough);
        let expected = of_model("policer-burst", json!({ "rtt_s": rtt_s }), "loss");
        let name = format!("round trip {} ms", (1e3 * rtt_s).round());
        comparison.near(&format!("{name}: share of the rate"), share, 1.0, 2e-3);
        comparison.near(&format!("{name}: loss"), loss, expected, 0.02 * expected);
        let (share, _) = share_and_loss(rtt_s, 0.8);
        assert!(share < 0.97, "{rtt_s}: {share}");
    }
    comparison.finish();
}

/// No loss but by the line, which takes its share of the link first: lost packets count in the utilization, not in the
/// throughput.
#[test]
fn gilbert_elliott_losses_of_a_datagram_stream_agree_with_the_closed_form() {
    let (to_bad, to_good, packets) = (0.01, 0.25, 90.0 * 5000.0);
    let line = json!({ "kind": "gilbert_elliott", "good_to_bad": to_bad, "bad_to_good": to_good,
        "loss_good": 0, "loss_bad": 1 });
    let traffic = json!({ "kind": "cbr", "rate_bps": 20e6, "packet_bytes": 500 });
    let run = &run_all(&[over(line, traffic, 100.0)])[0];
    let link = first(run);
    let loss = number(link, "loss.udp");
    let cycle: f64 = 1.0 / to_bad + 1.0 / to_good;
    let expected = to_bad / (to_bad + to_good);
    let within = 4.0 * ((12.0 / 16.0 + 0.99) * cycle / packets).sqrt() * expected;
    let mut comparison = Comparison::new([
        "gilbert-elliott",
        "Losses of a line in bursts",
        "Stationary share of the bad state, p/(p + r): Gilbert, Capacity of a Burst-Noise Channel, 1960",
        "450,000 packets of a constant stream over a line that becomes bad with p = 0.01 and good again with r = 0.25 per packet, and loses all packets while it is bad.",
        "Four standard errors of the share, by the variances of the two states' lengths.",
    ]);
    comparison.near("loss", loss, expected, within);
    comparison.finish();
    assert_eq!(number(link, "drops.line"), (loss * packets).round());
    assert!((number(link, "utilization") - 0.2).abs() < 1e-4);
    assert!((number(link, "throughput_bps") / 20e6 - (1.0 - loss)).abs() < 1e-4);
}

/// The formula halves the window at once and has no recovery; the simulated flow reaches it within a tenth.
#[test]
fn the_window_of_a_flow_under_independent_loss_follows_the_response_function() {
    let mut comparison = Comparison::new([
        "response-function",
        "Window of a flow under independent losses",
        "√(3/(2p)) packets: Mathis, Semke, Mahdavi and Ott, The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm, 1997; RFC 9438 Section 5.2",
        "One SACK flow with Reno over a line of 100 Mb/s that loses packets with probability p, with a round trip of 50 ms and no queue: the mean window, from throughput and round trip, over 540 and 2700 s.",
        "10 %: the formula halves the window at once and has no recovery.",
    ]);
    let traffic = json!({ "kind": "tcp", "recovery": "sack", "segment_bytes": 500 });
    for (loss, seconds) in [(1e-3, 600.0), (1e-4, 3000.0)] {
        let line = json!({ "kind": "independent", "loss": loss });
        let run = &run_all(&[over(line, traffic.clone(), seconds)])[0];
        let link = first(run);
        let packets = number(link, "throughput_bps") * (0.05 + 500.0 * 8.0 / 1e8) / 4000.0;
        let window = (1.5_f64 / loss).sqrt();
        comparison.near(
            &format!("p {loss}: mean window (packets)"),
            packets,
            window,
            0.1 * window,
        );
    }
    comparison.finish();
}

/// A queue of the size of the path, half of it and a quarter.
#[test]
fn one_sack_flow_follows_the_sawtooth_of_the_fluid_model() {
    let mut comparison = Comparison::new([
        "sawtooth",
        "Sawtooth of one flow, by a fluid",
        "Fluid model with a path of P and a buffer of B packets: peak P + B, trough half of it, one packet per round trip in between (Ganjali 2007, Section 2.1; Hasegawa 2008, Figure 1)",
        "One SACK flow with Reno at 10 Mb/s and 80 ms, P = 100 packets, 150 s after 50 s. Preset one-flow.",
        "Three packets of the window, which counts those in transmission too; 8 % of the period, for the round trips of the recovery and of these packets; 0.01 of utilization.",
    ]);
    for buffer in [25, 50, 100] {
        let scenario = preset(
            "one-flow",
            &[
                ("bottlenecks.r0.queue.limit_packets", json!(buffer)),
                ("groups.tcp.traffic.recovery", json!("sack")),
                ("groups.tcp.traffic.delayed_ack", json!(false)),
            ],
        );
        let expected = |output: &str| {
            let given = json!({ "rate_bps": 10e6, "rtt_s": 0.08, "packet_bytes": 1000, "buffer_packets": buffer });
            of_model("sawtooth", given, output)
        };
        let (found, summary) = sawtooth(&scenario);
        let period_s = expected("period_s");
        let name = |what: &str| format!("{buffer} packets: {what}");
        for (what, got, wanted, within) in [
            (
                "peak of the window (packets)",
                found.peak,
                expected("peak_window_packets"),
                3.0,
            ),
            (
                "trough of the window (packets)",
                found.trough,
                expected("trough_window_packets"),
                3.0,
            ),
            ("period (s)", found.period_s, period_s, 0.08 * period_s),
            (
                "utilization",
                number(first(&summary), "utilization"),
                expected("utilization"),
                0.01,
            ),
        ] {
            comparison.near(&name(what), got, wanted, within);
        }
    }
    comparison.finish();
}

/// Users whom nothing slows: each file takes the same time T, and is followed by thinking of mean 1 s, so that N users
/// complete N/(T + 1 s) files per second. Of n cycles that vary by σ each, the number in a given time varies by
/// √n σ/(T + 1 s); four of those.
#[test]
fn uncongested_users_are_a_renewal_process() {
    let scenario = |count: u32, workload: Value| {
        Scenario::from_value(json!({
            "duration_s": 1010, "warmup_s": 10,
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e9, "delay_s": 0.04,
                "queue": { "kind": "drop_tail", "limit_packets": 1000 } }],
            "groups": [{ "id": "users", "count": count, "start_s": { "uniform": [0, 2] },
                "access": { "rate_bps": 1e7 },
                "traffic": { "kind": "tcp", "workload": workload } }],
        }))
        .expect("a scenario")
    };
    let mut comparison = Comparison::new([
        "renewal",
        "Users whom nothing slows down",
        "Elementary renewal theorem: N users complete N/(T + 1 s) files per second, where T is the time of a file (Cox, Renewal Theory, 1962)",
        "20 users who fetch files of one size at 10 Mb/s each, with nothing else on the link, and think for 1 s (exponential): files in 1000 s. T is from a run with one user.",
        "Four standard deviations of the number of renewals, √n/(T + 1 s).",
    ]);
    for size_bytes in [1_000, 20_000, 100_000] {
        let alone = json!({ "kind": "closed_loop", "size_bytes": size_bytes, "think_s": 20 });
        let alone = run(&scenario(1, alone));
        let takes_s = alone.groups[0].number("transfers.mean_s");
        let takes_s = takes_s.expect("one file at least");
        let users = json!({ "kind": "closed_loop", "size_bytes": size_bytes });
        let files = run(&scenario(20, users)).groups[0].number("transfers.completed");
        let cycle_s = takes_s + 1.0;
        let expected = 20.0 * 1000.0 / cycle_s;
        comparison.near(
            &format!("{size_bytes} B: files"),
            files.expect("files"),
            expected,
            4.0 * expected.sqrt() / cycle_s,
        );
    }
    comparison.finish();
}

/// Ten arrivals in 10 ms on average and 20,000 intervals: β varies by √(1/40000), and that of eight times the interval by
/// √(8/40000).
#[test]
fn the_burstiness_of_poisson_arrivals_agrees_with_theory() {
    let mut comparison = Comparison::new([
        "burstiness",
        "Burstiness of Poisson arrivals",
        "Counts of a Poisson process: coefficient of variation 1/√n for a mean of n, and Hurst parameter 1/2, as counts are independent",
        "1,000 Poisson packets per second for 200 s, in intervals of 10 and 80 ms with n = 10 and 80.",
        "2 % and 5 % of the coefficient, four times its standard error of 1/√(2·intervals); 0.03 of the Hurst parameter by wavelets, 0.08 by variances.",
    ]);
    let line = sampling::line(&sampling::ALL);
    let figure = |id: &str| sampling::figure(&line, id);
    for (id, what, wanted, within) in [
        (
            "burstiness_in.10ms",
            "10 ms: coefficient of variation",
            1.0 / 10_f64.sqrt(),
            0.02,
        ),
        (
            "burstiness_in.80ms",
            "80 ms: coefficient of variation",
            1.0 / 80_f64.sqrt(),
            0.05,
        ),
    ] {
        comparison.near(what, figure(id), wanted, within * wanted);
    }
    comparison.near(
        "Hurst parameter by wavelets",
        figure("hurst_in.10ms"),
        0.5,
        0.03,
    );
    comparison.near(
        "Hurst parameter by variances",
        figure("hurst_in_by_variance.10ms"),
        0.5,
        0.08,
    );
    comparison.finish();
}
