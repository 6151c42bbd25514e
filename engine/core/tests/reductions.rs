//! One window of data, one reduction: marks, losses and timeouts that tell of the same congestion (RFC 3168
//! Section 6.1.2, RFC 5681 Section 3.1), and what controllers hear of marks that are only echoed (RFC 8257 Section 3.3).

use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::script::{FaultAction, ScriptedFault, Step};
use bufferlab_core::tcp::sender::Phase;
use bufferlab_core::{Options, Simulation};
use serde_json::{Value, json};

const RECOVERIES: [&str; 6] = ["tahoe", "reno", "newreno", "sack", "sack_ns2", "rack"];
const CONTROLLERS: [&str; 2] = ["reno", "cubic"];

/// A flow of 400 segments that begins with a window of 40, in a network without queues and with a round trip of 0.1 s.
fn flow(recovery: &str, controller: &str) -> Value {
    let mut control = json!({ "kind": controller });
    if controller == "cubic" {
        control["hystart"] = json!(false);
    }
    json!({ "kind": "tcp", "handshake": false, "recovery": recovery, "congestion_control": control,
        "initial_window_packets": 40, "ecn": "classic", "tail_loss_probe": false,
        "workload": { "kind": "transfer", "size_bytes": 400_000 } })
}

fn steps(traffic: &Value, actions: &[(u64, u32, FaultAction)]) -> Vec<Step> {
    let document = json!({
        "duration_s": 20,
        "bottlenecks": [{ "id": "r0", "rate_bps": 10e9, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_packets": 100_000 } }],
        "groups": [{ "id": "tcp", "access": { "rate_bps": 10e9, "delay_s": 0 }, "traffic": traffic }],
    });
    let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
    let scripted_faults = actions
        .iter()
        .map(|&(number, occurrence, action)| ScriptedFault {
            flow: 0,
            number,
            occurrence,
            action,
        });
    let options = Options {
        scripted_faults: scripted_faults.collect(),
        trace: Some(0),
        ..Options::default()
    };
    let mut run = Simulation::with_options(&scenario, options);
    run.advance(run.end()).expect("few packets");
    assert_eq!(run.check_conservation().fault(), None);
    run.steps().to_vec()
}

/// The lowest threshold of a run.
fn threshold(traffic: &Value, actions: &[(u64, u32, FaultAction)]) -> f64 {
    let steps = steps(traffic, actions);
    steps.iter().map(|step| step.ssthresh).fold(1e9, f64::min)
}

const DROP: FaultAction = FaultAction::Dropped;
const MARK: FaultAction = FaultAction::Marked;

/// What happens first alone, and with something else that befalls data of the same window.
fn second_changes_nothing(
    name: &str,
    first: (u64, u32, FaultAction),
    second: (u64, u32, FaultAction),
) {
    for recovery in RECOVERIES {
        for controller in CONTROLLERS {
            let traffic = flow(recovery, controller);
            let (one, both) = (
                threshold(&traffic, &[first]),
                threshold(&traffic, &[first, second]),
            );
            assert!(one < 30.0, "{name}, {recovery}, {controller}: {one}");
            assert_eq!(one, both, "{name}, {recovery}, {controller}");
        }
    }
}

#[test]
fn a_loss_after_a_mark_in_the_same_window_causes_no_reduction() {
    second_changes_nothing("mark, loss", (1, 1, MARK), (5, 1, DROP));
}

#[test]
fn a_mark_after_a_loss_in_the_same_window_causes_no_reduction() {
    second_changes_nothing("loss, mark", (1, 1, DROP), (20, 1, MARK));
}

#[test]
fn a_timeout_during_recovery_keeps_the_threshold() {
    second_changes_nothing("loss, its repetition", (1, 1, DROP), (1, 2, DROP));
}

/// The whole window behind a mark is lost, so that only the timer tells.
#[test]
fn a_timeout_after_a_mark_in_the_same_window_keeps_the_threshold() {
    for recovery in RECOVERIES {
        for controller in CONTROLLERS {
            let mut traffic = flow(recovery, controller);
            traffic["workload"]["size_bytes"] = json!(41_000);
            let lost: Vec<_> = (30..41).map(|number| (number, 1, DROP)).collect();
            let alone = threshold(&traffic, &[(1, 1, MARK)]);
            let actions = [vec![(1, 1, MARK)], lost].concat();
            let steps = steps(&traffic, &actions);
            let both = steps.iter().map(|step| step.ssthresh).fold(1e9, f64::min);
            assert_eq!(alone, both, "{recovery}, {controller}");
            assert!(
                steps.iter().any(|step| step.cwnd == 1.0),
                "{recovery}, {controller}"
            );
        }
    }
}

/// As ns-2 has it: where a segment and its repetitions are lost, a timeout during the recovery halves the threshold
/// once more, and each further one.
#[test]
fn the_threshold_falls_at_every_timeout_if_selected() {
    for recovery in RECOVERIES {
        let mut traffic = flow(recovery, "reno");
        let lost = [(1, 1, DROP), (1, 2, DROP), (1, 3, DROP)];
        let once = threshold(&traffic, &lost);
        traffic["threshold_at_timeout"] = json!("every_timeout");
        let every = threshold(&traffic, &lost);
        assert!(once >= 20.0 && every <= 10.0, "{recovery}: {once}, {every}");
    }
}

/// With a receiver that echoes as RFC 3168 says, a newcomer gets its share of a link that DCTCP fills (3.3 % if echoes
/// are not heard).
#[test]
fn dctcp_shares_a_link_with_classic_ecn_too() {
    for recovery in ["newreno", "sack", "rack"] {
        let traffic = json!({ "kind": "tcp", "recovery": recovery, "congestion_control": "dctcp",
            "initial_window_packets": 10, "ecn": "classic", "segment_bytes": 1500, "overhead_s": 0.00012 });
        let group = |id: &str, start_s: u32| json!({ "id": id, "access": { "rate_bps": 1e9, "delay_s": 0 }, "start_s": start_s, "traffic": traffic });
        let document = json!({
            "duration_s": 20, "warmup_s": 10,
            "bottlenecks": [{ "id": "r0", "rate_bps": 100e6, "delay_s": 0.0005,
                "queue": { "kind": "drop_tail", "limit_packets": 500, "ecn_threshold_packets": 20 } }],
            "groups": [group("first", 0), group("late", 3)],
        });
        let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
        let mut run = Simulation::new(&scenario);
        run.advance(run.end()).expect("few packets");
        let summary = run.summary();
        let rates: Vec<f64> = (summary.groups.iter())
            .map(|group| group.number("throughput_bps").expect("time has passed"))
            .collect();
        let share = rates[1] / (rates[0] + rates[1]);
        assert!((0.3..0.7).contains(&share), "{recovery}: {rates:?}");
        assert!(rates[0] + rates[1] > 95e6, "{recovery}: {rates:?}");
    }
}

/// A whole window is lost, so a timeout repeats segments 20 to 79. The repetition of one of them is lost too, which is a second
/// sign of congestion: a new recovery begins and lowers the threshold again (RFC 5681 Section 4.3; Linux 291a00d1a70f).
#[test]
fn repetition_that_is_lost_again_after_a_timeout_reduces_once_more() {
    for controller in CONTROLLERS {
        let traffic = flow("rack", controller);
        let once: Vec<(u64, u32, FaultAction)> = (20..80).map(|number| (number, 1, DROP)).collect();
        let before = threshold(&traffic, &once);
        let mut again = once.clone();
        again.push((30, 2, DROP));
        let after = threshold(&traffic, &again);
        assert!(before >= 20.0, "{controller}: {before}");
        assert!(
            after < 0.8 * before && after >= 2.0,
            "{controller}: {after}"
        );
        let steps = steps(&traffic, &again);
        let lost = steps.iter().find(|step| step.ssthresh == after);
        let lost = lost.expect("a step has the lowest threshold");
        assert!(
            matches!(lost.phase, Phase::Recovery { .. }),
            "{:?}",
            lost.phase
        );
    }
}
