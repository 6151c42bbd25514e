//! Congestion controllers in whole runs: a network, a receiver and real losses around them.

use crate::support::{patched, preset, run};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::spec::Kind;
use bufferlab_core::tcp::config;
use bufferlab_core::tcp::sender::Phase;
use bufferlab_core::time::Span;
use bufferlab_core::{Simulation, cc};
use serde_json::{Value, json};

/// What one looks at, a millisecond apart.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at_s: f64,
    cwnd: f64,
    ssthresh: f64,
    open: bool,
    dropped: u64,
}

/// The window of the first flow, every millisecond.
fn watch(scenario: &Scenario) -> Vec<Sample> {
    let mut simulation = Simulation::new(scenario);
    let mut samples = Vec::new();
    while simulation.now() < simulation.end() {
        let next = simulation.now() + Span::from_s(1e-3);
        simulation.advance(next).expect("few packets");
        let at_s = simulation.now().s();
        let observed = simulation.observed();
        let flow = &observed.flows[0];
        let sender = &flow.tcp().expect("a TCP flow").sender;
        samples.push(Sample {
            at_s,
            cwnd: sender.window().cwnd,
            ssthresh: sender.window().ssthresh,
            open: sender.phase() == Phase::Open,
            dropped: flow.drops.network,
        });
    }
    samples
}

/// Congestion avoidance from one loss to the next.
struct Stage {
    /// The window just before the loss that led here.
    peak: f64,
    /// From when the loss was repaired and the window at its threshold.
    samples: Vec<Sample>,
}

fn stages(samples: &[Sample]) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for pair in samples.windows(2) {
        let (before, now) = (pair[0], pair[1]);
        if before.open && !now.open {
            stages.push(Stage {
                peak: before.cwnd,
                samples: Vec::new(),
            });
        }
        if now.open
            && now.cwnd >= now.ssthresh
            && let Some(stage) = stages.last_mut()
        {
            stage.samples.push(now);
        }
    }
    stages
}

impl Stage {
    /// How far the window strays from the curve to `w_max` in the first `until_s` seconds, packets.
    fn error(&self, w_max: f64, until_s: f64) -> f64 {
        let first = self.samples[0];
        self.samples
            .iter()
            .map(|s| (s.at_s - first.at_s, s.cwnd))
            .take_while(|(t, _)| *t < until_s)
            .map(|(t, cwnd)| (cwnd - w_cubic(w_max, first.cwnd, t)).abs())
            .fold(0.0, f64::max)
    }

    fn begins_after(&self, at_s: f64) -> bool {
        self.samples.first().is_some_and(|s| s.at_s > at_s)
    }

    /// The window after `t_s` seconds.
    fn at(&self, t_s: f64) -> f64 {
        self.samples[(t_s * 1e3) as usize].cwnd
    }
}

/// RFC 9438 Figures 1 and 2, with the default C.
fn w_cubic(w_max: f64, start: f64, t: f64) -> f64 {
    let k = libm::cbrt((w_max - start) / 0.4);
    0.4 * (t - k) * (t - k) * (t - k) + w_max
}

/// A CUBIC flow over a path of 100 packets with room for 30 more.
fn cubic(fast_convergence: bool, changes: &[(&str, Value)]) -> Scenario {
    let kind = json!({"kind": "cubic", "fast_convergence": fast_convergence});
    let mut all = vec![
        ("bottlenecks.r0.queue.limit_packets", json!(30)),
        ("groups.tcp.traffic.congestion_control", kind),
        ("groups.tcp.traffic.recovery", json!("newreno")),
        ("groups.tcp.traffic.initial_ssthresh_packets", json!(120)),
        ("warmup_s", json!(0)),
        ("duration_s", json!(60)),
    ];
    all.extend_from_slice(changes);
    preset("one-flow", &all)
}

/// A CUBIC flow that times every acknowledgment, over a path of 100 ms and 125 packets.
fn over_100_ms(buffer: u32, hystart: bool) -> Scenario {
    let kind = json!({"kind": "cubic", "hystart": hystart});
    preset(
        "one-flow",
        &[
            ("bottlenecks.r0.delay_s", json!(0.0499)),
            ("bottlenecks.r0.queue.limit_packets", json!(buffer)),
            ("groups.tcp.traffic.recovery", json!("sack")),
            ("groups.tcp.traffic.initial_window_packets", json!(10)),
            ("groups.tcp.traffic.congestion_control", kind),
            ("warmup_s", json!(0)),
            ("duration_s", json!(12)),
        ],
    )
}

fn first(samples: &[Sample], wanted: impl Fn(&Sample) -> bool) -> Sample {
    let found = samples.iter().find(|s| wanted(s));
    *found.expect("it happens before the run ends")
}

/// RFC 9438 Sections 4.2 to 4.5, W_max 132: concave up to the plateau at K = 4.6 s, then convex, when
/// the buffer is larger than it was at the loss. Reno-friendly growth would be slower. The window
/// strays by up to 0.4 segments: it grows only when acknowledgments come, and recovery leaves a
/// gap of a third of a round trip in them.
#[test]
fn cubic_follows_its_curve_within_a_segment() {
    let larger = json!([{
        "at_s": 30.0,
        "set": [{"path": "bottlenecks.r0.queue.limit_packets", "value": 600}],
    }]);
    let scenario = cubic(false, &[("edits", larger), ("duration_s", json!(42))]);
    let stages = stages(&watch(&scenario));
    let last = stages.last().expect("losses before the buffer grows");
    let w_max = last.peak;
    let k = libm::cbrt(0.3 * w_max / 0.4);
    assert!((130.0..135.0).contains(&w_max), "{w_max}");
    for (part, until_s, at_least) in [
        ("concave", k - 1.0, 0.7 * w_max),
        ("plateau", k + 1.0, w_max),
        ("convex", k + 5.0, w_max + 45.0),
    ] {
        let error = last.error(w_max, until_s);
        assert!(error < 1.0, "{part}: {error} segments off");
        assert!(last.at(until_s) > at_least, "{part}: {}", last.at(until_s));
    }
}

/// RFC 9438 Section 4.7. A flow alone at a full buffer comes back to the same peak in whole segments and aims there
/// again, with fast convergence or without. Once the buffer is smaller a peak is below the last: with fast convergence the
/// flow then aims at 85 % of that.
#[test]
fn cubic_aims_lower_after_two_decreasing_losses() {
    let smaller = json!([{
        "at_s": 30.0,
        "set": [{"path": "bottlenecks.r0.queue.limit_packets", "value": 15}],
    }]);
    for fast_convergence in [true, false] {
        let scenario = cubic(fast_convergence, &[("edits", smaller.clone())]);
        let stages = stages(&watch(&scenario));
        // What slow start upset has settled by then.
        let settled: Vec<_> = stages.iter().filter(|s| s.begins_after(17.0)).collect();
        let (mut w_max, mut reduced) = (settled[0].peak, Vec::new());
        for stage in &settled[1..settled.len() - 1] {
            let lower = stage.peak.floor() < w_max.floor();
            w_max = stage.peak;
            if lower && fast_convergence {
                w_max *= 0.85;
                reduced.push(stage.samples[0].at_s);
            }
            // Two seconds: the curves to either peak are 14 segments apart then, and Reno's
            // estimate is below both.
            let error = stage.error(w_max, 2.0);
            assert!(error < 1.0, "{error} off the curve to {w_max}");
        }
        let is_about_the_buffer = |&at_s: &f64| (30.0..45.0).contains(&at_s);
        assert!(reduced.iter().all(is_about_the_buffer), "{reduced:?}");
        assert_eq!(reduced.len(), usize::from(fast_convergence), "{reduced:?}");
    }
}

/// RFC 9438 Section 4.3. Over a path of 10 ms the cubic would take 2.7 s for what Reno's way takes
/// 0.27 s. While the link is busy acknowledgments come at its rate C, so that additive growth by
/// alpha makes the square of the window grow by 2 alpha C t.
#[test]
fn cubic_grows_like_reno_over_a_short_path() {
    let short = |kind: &str| {
        preset(
            "one-flow",
            &[
                ("bottlenecks.r0.delay_s", json!(0.005)),
                ("bottlenecks.r0.queue.limit_packets", json!(12)),
                ("groups.tcp.traffic.congestion_control", json!(kind)),
                ("groups.tcp.traffic.initial_ssthresh_packets", json!(15)),
                ("warmup_s", json!(2)),
                ("duration_s", json!(20)),
            ],
        )
    };
    let stages = stages(&watch(&short("cubic")));
    assert!(stages.len() > 60, "{} losses", stages.len());
    let alpha = 3.0 * 0.3 / 1.7;
    for stage in &stages[5..stages.len() - 1] {
        let (first, last) = (stage.samples[0], stage.samples[stage.samples.len() - 1]);
        let grown = (last.cwnd * last.cwnd - first.cwnd * first.cwnd) / 2.0;
        let expected = alpha * 1250.0 * (last.at_s - first.at_s);
        assert!((grown / expected - 1.0).abs() < 0.02, "{grown}, {expected}");
    }
    // The constant of the square-root law, window times root of loss, is that of Reno.
    let constant = |kind: &str| {
        let summary = run(&short(kind));
        let loss = summary.bottlenecks[0]
            .forward
            .number("loss.tcp")
            .expect("losses");
        summary.groups[0]
            .number("mean_cwnd_packets")
            .expect("a window")
            * loss.sqrt()
    };
    let (cubic, reno) = (constant("cubic"), constant("reno"));
    println!("square-root constants: CUBIC {cubic}, Reno {reno}");
    assert!((cubic / reno - 1.0).abs() < 0.03, "{cubic}, {reno}");
}

/// RFC 9406 over a path of 100 ms and 125 packets. A queue that stands when a round begins shows two
/// doublings before slow start would end by itself: it then grows by a quarter per round, and after
/// five rounds avoidance begins. In a deep buffer nothing has been lost by then.
#[test]
fn hystart_leaves_slow_start_before_a_loss() {
    let samples = watch(&over_100_ms(1000, true));
    let leaves = first(&samples, |s| s.cwnd >= s.ssthresh);
    assert!(leaves.at_s < 3.0 && leaves.dropped == 0, "{leaves:?}");
    let loss = first(&samples, |s| s.dropped > 0);
    assert!(loss.at_s > leaves.at_s + 5.0, "{loss:?}");
    // Without it slow start runs into the buffer's end and far beyond.
    let without = watch(&over_100_ms(1000, false));
    let leaves = first(&without, |s| s.cwnd >= s.ssthresh);
    println!("slow start alone loses {} packets", leaves.dropped);
    assert!(leaves.dropped > 1000, "{leaves:?}");
}

/// Where the buffer is too small for that, growing slower still spares most of the losses.
#[test]
fn hystart_loses_a_fraction_of_what_slow_start_does() {
    for buffer in [125, 250, 500] {
        let lost = |hystart| {
            let samples = watch(&over_100_ms(buffer, hystart));
            first(&samples, |s| s.cwnd >= s.ssthresh).dropped
        };
        let (with, without) = (lost(true), lost(false));
        println!("buffer {buffer}: {with} lost instead of {without}");
        assert!(2 * with < without, "buffer {buffer}: {with}, {without}");
    }
}

/// Brakmo and Peterson: between alpha = 2 and beta = 4 packets of each flow wait, none is lost, and
/// the link is busy. The packet being sent waits in this sense, too, and one more shows or not.
/// The shortest round trip of an empty network must have been seen: so no SYN, which is shorter than
/// any segment, and flows that all begin at once.
#[test]
fn vegas_keeps_alpha_to_beta_packets_queued() {
    for flows in [1, 2, 4] {
        let summary = run(&preset(
            "one-flow",
            &[
                ("groups.tcp.count", json!(flows)),
                ("groups.tcp.traffic.congestion_control", json!("vegas")),
                ("groups.tcp.traffic.handshake", json!(false)),
            ],
        ));
        let link = &summary.bottlenecks[0].forward;
        let queued = link.number("mean_queue_packets").expect("time has passed");
        let per_flow = (queued + 0.5) / f64::from(flows);
        println!("{flows} flows: {queued} packets wait");
        assert!((2.0..=4.5).contains(&per_flow), "{flows} flows: {queued}");
        assert_eq!(link.number("loss.tcp"), Some(0.0));
        assert!(link.number("utilization") > Some(0.999));
    }
}

/// RFC 9406 Section 4.2 needs eight round-trip times of a round. A sender that times one segment per window, as RFC
/// 6298 permits, would never have them.
#[test]
fn hystart_leaves_slow_start_whatever_the_recovery() {
    for recovery in ["newreno", "sack", "rack"] {
        let change = [("groups.tcp.traffic.recovery", json!(recovery))];
        let scenario = patched(&over_100_ms(1000, true), &change);
        let leaves = first(&watch(&scenario), |s| s.cwnd >= s.ssthresh);
        assert!(
            leaves.at_s < 3.0 && leaves.dropped == 0,
            "{recovery}: {leaves:?}"
        );
    }
}

/// RFC 8257: the queue stays near K, where marking begins, and the link busy. Two flows at 1 Gb/s,
/// 120 us; a K above a seventh of the bandwidth–delay product of 15 packets keeps the link from idling.
/// The mean lies a little below K, since what was queued above it swings back as far.
#[test]
fn dctcp_keeps_the_queue_near_the_marking_threshold() {
    for k in [5, 20, 65] {
        let run_with = |kind: &str| {
            run(&preset(
                "one-flow",
                &[
                    ("bottlenecks.r0.rate_bps", json!(1e9)),
                    ("bottlenecks.r0.delay_s", json!(5e-5)),
                    (
                        "bottlenecks.r0.queue",
                        json!({"kind": "drop_tail", "limit_packets": 400, "ecn_threshold_packets": k}),
                    ),
                    (
                        "groups.tcp.access",
                        json!({"rate_bps": 1e9, "delay_s": 1e-5}),
                    ),
                    ("groups.tcp.count", json!(2)),
                    ("groups.tcp.start_s", json!({"uniform": [0, 0.01]})),
                    ("groups.tcp.traffic.ecn", json!("accurate")),
                    ("groups.tcp.traffic.congestion_control", json!(kind)),
                    ("warmup_s", json!(0.5)),
                    ("duration_s", json!(2)),
                ],
            ))
        };
        let (dctcp, reno) = (run_with("dctcp"), run_with("reno"));
        let (link, halving) = (&dctcp.bottlenecks[0].forward, &reno.bottlenecks[0].forward);
        let mean = link.number("mean_queue_packets").expect("time has passed");
        println!(
            "K {k}: {mean} packets wait, at most {:?}; with Reno {:?}",
            link.number("max_queue_packets"),
            halving.number("mean_queue_packets")
        );
        assert!(
            (mean - f64::from(k)).abs() < 1.0 + f64::from(k) / 20.0,
            "K {k}: {mean}"
        );
        assert!(link.number("max_queue_packets") < Some(f64::from(k + 10)));
        assert_eq!(link.number("loss.tcp"), Some(0.0));
        assert!(link.number("utilization") > Some(0.999));
        // Halving at every mark swings the queue further below K.
        assert!(halving.number("mean_queue_packets") < link.number("mean_queue_packets"));
    }
}

/// Joining the list is joining this test: every controller with every way to recover, with losses,
/// timeouts and a change of controller under way, comes through, and twice the same way.
#[test]
fn every_controller_runs_reproducibly() {
    let kinds: Vec<&str> = cc::REGISTRY.entries.iter().map(|s| s.kind()).collect();
    let Some(Kind::Choice(recoveries)) = config::SECTION.param("recovery").map(|p| &p.kind) else {
        panic!("recovery is a choice");
    };
    for (i, kind) in kinds.iter().enumerate() {
        let next = kinds[(i + 1) % kinds.len()];
        for recovery in *recoveries {
            let scenario = preset(
                "tiny-buffers",
                &[
                    ("bottlenecks.0.queue.limit_packets", json!(8)),
                    ("groups.0.traffic.congestion_control", json!(kind)),
                    ("groups.0.traffic.recovery", json!(recovery.id)),
                    ("warmup_s", json!(0)),
                    ("duration_s", json!(15)),
                    (
                        "edits",
                        json!([{"at_s": 12.0, "set": [
                            {"path": "groups.0.traffic.congestion_control", "value": next},
                        ]}]),
                    ),
                ],
            );
            let (first, second) = (run(&scenario), run(&scenario));
            assert_eq!(first.digest, second.digest, "{kind} {}", recovery.id);
            let used = first.bottlenecks[0].forward.number("utilization");
            assert!(used > Some(0.01), "{kind} {}: {used:?}", recovery.id);
        }
    }
}

/// Over 20 Mb/s, 62 ms and 300 packets, from 20 s to 40 s, flows queue alpha to beta packets each, and at no time do they
/// fill the buffer: ns-2.35 has 3.8 packets for one flow and 20.5 for five, some of which take the queue of others for
/// the path. Slow start that ends a round trip later fills the buffer, and a part of that queue is still there after
/// 20 s. A sender that times one segment per window misses the queue behind that segment, and five such flows kept 86
/// to 92 packets.
#[test]
fn vegas_leaves_slow_start_before_it_fills_the_buffer() {
    for (flows, recovery) in [(1, "sack"), (5, "sack"), (1, "newreno"), (5, "newreno")] {
        let document = json!({
            "duration_s": 40, "warmup_s": 20,
            "bottlenecks": [{ "id": "r0", "rate_bps": 20e6, "delay_s": 0.028,
                "queue": { "kind": "drop_tail", "limit_packets": 300 } }],
            "groups": [{ "id": "tcp", "count": flows, "access": { "rate_bps": 100e6, "delay_s": 0.003 },
                "start_s": { "uniform": [0, 5] },
                "traffic": { "kind": "tcp", "recovery": recovery, "congestion_control": "vegas" } }],
        });
        let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
        let mut run = Simulation::new(&scenario);
        let mut longest: f64 = 0.0;
        while run.now() < run.end() {
            run.advance(run.now() + Span::from_s(0.01))
                .expect("few packets");
            let flow = &run.observed().flows[0];
            let sender = &flow.tcp().expect("a TCP flow").sender;
            longest = longest.max(f64::from(sender.in_flight()));
        }
        let link = &run.summary().bottlenecks[0].forward;
        let queue = link.number("mean_queue_packets").expect("time has passed");
        assert!(
            link.number("utilization") > Some(0.99),
            "{flows}, {recovery}: {:?}",
            link.number("utilization")
        );
        let each = queue / f64::from(flows);
        println!(
            "{flows} flows, {recovery}, queue {queue}, the first has up to {longest} in flight"
        );
        assert!((1.9..5.0).contains(&each), "{flows}, {recovery}: {queue}");
        // The path holds 155 packets.
        assert!(
            longest < 155.0 + 60.0,
            "{flows}, {recovery}: {longest} in flight"
        );
    }
}
