//! BBR version 1 against ns-3's results, and against the model of its share beside loss-based flows.
//!
//! The tables are in `tests/reference`.

use crate::support::extent::usual_or_all;
use crate::support::{Comparison, Row, borrowed, inputs, patched, run_all, table};
use bufferlab_core::models;
use bufferlab_core::observe::summary::{LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use serde_json::{Value, json};

/// Set S9 of the reference runs, in ns-3.44: one or ten flows at 50 Mb/s and 38 to 42 ms, a BDP of 167
/// packets. Utilization within 0.03, loss within 25 %, of one seed of ns-3 each; of ten flows the mean of four
/// seeds here. They share the link: Jain's index is 0.85 to 0.99 by the seed here and 0.94 in the mean of eight, in
/// ns-3 0.65 in the small buffer, with 391 timeouts, and 0.99 in the large one.
///
/// Both with ns-3's pacing margin of 1 % and without one, as in the draft. Recovery is RACK: ns-3's sender
/// keeps at a timeout what the receiver said it had, as RACK does here and SACK does not.
#[test]
fn utilization_and_loss_equal_those_of_ns3() {
    let rows: Vec<(Row, f64)> = [0.01, 0.0]
        .into_iter()
        .flat_map(|margin| table("bbr1.csv").into_iter().map(move |row| (row, margin)))
        .step_by(usual_or_all(2, 1))
        .collect();
    let scenarios: Vec<Scenario> = rows
        .iter()
        .flat_map(|(row, margin)| seeds(row).iter().map(|&seed| alike(row, *margin, seed)))
        .collect();
    let mut runs = run_all(&scenarios).into_iter();
    let mut comparison = Comparison::new([
        "bbr1",
        "BBR version 1",
        "ns-3.44",
        "One or ten flows of BBR version 1 at 50 Mb/s with round trips of 38 to 42 ms, with a pacing margin of 1 % and without, 50 s after 30 s. Of ten flows the mean of four seeds, of ns-3 one seed.",
        "0.03 of utilization and 25 % of the loss. ns-3 as shipped differs from Linux in three rules, see the next comparison.",
    ]);
    for (row, margin) in &rows {
        let runs: Vec<Summary> = runs.by_ref().take(seeds(row).len()).collect();
        let name = format!(
            "{} flows, {} packets, margin {margin}",
            row.text("flows"),
            row.text("buffer")
        );
        let (util, loss) = (row.number("util"), row.number("loss"));
        let used = mean(&runs, |link| link.number("utilization"));
        comparison.near(&format!("{name}: utilization"), used, util, 0.03);
        let lost = mean(&runs, |link| link.number("loss.tcp"));
        comparison.near(&format!("{name}: loss"), lost, loss, 0.25 * loss);
        let indices = runs
            .iter()
            .filter_map(|run| run.groups[0].number("jain_index"));
        let fairness = indices.sum::<f64>() / runs.len() as f64;
        assert!(fairness > 0.9, "{name}: Jain's index {fairness}");
    }
    comparison.finish();
}

/// Ten flows in buffers of half a BDP and one BDP. ns-3.44 as shipped loses 12.8 % and 9.1 %, we lose a quarter less.
/// The difference falls to 7 % if ns-3 follows Linux in three rules:
///
/// - A rate sample belongs to one ACK. ns-3 keeps the last sample until a packet is delivered that was sent after more
///   deliveries (`TcpRateLinux::SkbDelivered`), so that a later ACK counts more packets over the same time. The
///   estimated bandwidth is too high. This repair alone changes the loss to 11.4 % and 7.6 %.
/// - The minimum RTT includes RTTs of selectively acknowledged packets. ns-3 takes them from cumulative ACKs only. With
///   both repairs the loss is 11.8 % and 7.2 %.
/// - Lost retransmissions are sent again, as RACK does. ns-3 waits for one of about 570 timeouts. With the three repairs
///   the loss is 10.3 % and 7.4 %.
///
/// A fourth rule acts against these: ns-3 counts whole seconds in its estimate of ACK aggregation, which is two packets
/// at all times. If it is also repaired, the loss is 11.6 % and 8.0 %; we are 18 % and 11 % below that.
///
/// Loss and mean queue within 15 %, utilization within 0.02, of one seed of ns-3; the mean of four seeds here.
#[test]
fn ten_bbr1_flows_lose_as_many_packets_as_in_a_repaired_ns3() {
    let rows = table("bbr1_repaired.csv");
    let scenarios: Vec<Scenario> = rows
        .iter()
        .flat_map(|row| {
            [1, 2, 3, 4].map(|seed| on_the_path("10", row.number("buffer"), 0.01, seed))
        })
        .collect();
    let runs = run_all(&scenarios);
    let mut comparison = Comparison::new([
        "bbr1-repaired",
        "Ten flows of BBR version 1, with repairs of ns-3",
        "ns-3.44 with three repairs",
        "As before, in buffers of half a BDP and one BDP. The repairs follow Linux: a rate sample belongs to one ACK, the minimum round trip includes packets that SACK reports, and a lost retransmission is sent again.",
        "0.02 of utilization, 15 % of loss and mean queue: the mean of four seeds beside one seed of ns-3. A fourth repair, of its estimate of ACK aggregation, would raise ns-3's loss to 11.6 % and 8.0 %, 18 % and 11 % above ours.",
    ]);
    for (row, runs) in rows.iter().zip(runs.chunks(4)) {
        let name = format!("{} packets", row.text("buffer"));
        let (util, loss) = (row.number("util"), row.number("loss"));
        let queue = row.number("mean_q_pkts");
        let used = mean(runs, |link| link.number("utilization"));
        comparison.near(&format!("{name}: utilization"), used, util, 0.02);
        let lost = mean(runs, |link| link.number("loss.tcp"));
        comparison.near(&format!("{name}: loss"), lost, loss, 0.15 * loss);
        let queued = mean(runs, |link| link.number("mean_queue_packets"));
        comparison.near(&format!("{name}: queue"), queued, queue, 0.15 * queue);
    }
    comparison.finish();
}

/// A flow alone runs the same way with every seed, but for where its cycle begins.
fn seeds(row: &Row) -> &'static [u32] {
    if row.text("flows") == "1" {
        &[1]
    } else {
        &[1, 2, 3, 4]
    }
}

fn alike(row: &Row, margin: f64, seed: u32) -> Scenario {
    on_the_path(row.text("flows"), row.number("buffer"), margin, seed)
}

/// `flows` of BBR on the path of set S9.
fn on_the_path(flows: &str, buffer: f64, margin: f64, seed: u32) -> Scenario {
    let scenario = json!({
        "seed": seed, "duration_s": 80, "warmup_s": 30,
        "bottlenecks": [{ "id": "r0", "rate_bps": 50e6, "delay_s": 0.018, "queue": {
            "kind": "drop_tail", "limit_packets": buffer,
        } }],
        "groups": [{
            "id": "tcp", "access": { "rate_bps": 1e9 },
            "traffic": {
                "kind": "tcp", "recovery": "rack", "segment_bytes": 1500, "max_window_packets": 4000,
                "initial_window_packets": 2,
                "congestion_control": { "kind": "bbr1", "pacing_margin": margin },
            },
        }],
    });
    let flows = inputs(&format!("bbr1_{flows}_seed1"), "tcp");
    patched(&valid(scenario), &borrowed(&flows))
}

fn valid(scenario: Value) -> Scenario {
    Scenario::from_value(scenario).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Mean over runs of a figure of the bottleneck.
fn mean(runs: &[Summary], figure: impl Fn(&LinkSummary) -> Option<f64>) -> f64 {
    let figures = runs
        .iter()
        .map(|run| figure(&run.bottlenecks[0].forward).expect("packets arrived"));
    figures.sum::<f64>() / runs.len() as f64
}

/// The path of 10 Mb/s and 40 ms on which the model's authors measured: its packets of 1500 bytes.
const BDP: f64 = 10e6 * 0.04 / 8.0 / 1500.0;

/// The share of one BBR flow beside any number of loss-based ones in a buffer of `x` BDP, by an output of the
/// model: as its authors print it, or with the pipe refilled from the queue. The model's text says why.
fn share(output: &str, x: f64) -> f64 {
    let model = models::find("bbr-share").expect("it is listed");
    let outputs = model.outputs_of(json!({ "buffer_packets": x * BDP }));
    let share = outputs.expect("accepted").get(output);
    share.expect("a share")
}

/// BBR flows beside one CUBIC flow, against Linux 5.15 in a test-bed: the share within 0.1 from 2 to 16 BDP. One seed
/// each, and ten minutes as there, since shares take minutes to settle (their runs of 600 s spread by 0.05). Without
/// room for bunched acknowledgments four flows have 0.79 of 0.97 at 2 BDP.
#[test]
fn bbr1_next_to_cubic_takes_the_share_measured_with_linux() {
    let rows = table("bbr1_beside_cubic.csv");
    let scenarios: Vec<Scenario> = rows
        .iter()
        .map(|row| beside_cubic(row.number("bdp"), (row.number("bbr"), 1.0), 1, 600.0))
        .collect();
    let mut comparison = Comparison::new([
        "bbr1-cubic-linux",
        "BBR version 1 beside CUBIC, measured",
        "Linux 5.15 in a test-bed",
        "BBR flows beside one CUBIC flow at 10 Mb/s and 40 ms, in buffers of 2 to 16 BDP, ten minutes each as in the test-bed: the share of BBR. One seed.",
        "0.1 of the share. Runs of 600 s of the test-bed spread by 0.05.",
    ]);
    for (row, run) in rows.iter().zip(run_all(&scenarios)) {
        let (bbr, cubic) = (row.number("bbr_mbps"), row.number("cubic_mbps"));
        let name = format!("{} BBR, {} BDP", row.text("bbr"), row.text("bdp"));
        comparison.near(&name, bbr_share(&run), bbr / (bbr + cubic), 0.1);
    }
    comparison.finish();
}

/// One BBR flow beside 1 and 10 CUBIC flows, from 1 to 5 minutes, the mean of four seeds.
///
/// The printed model says that the share does not depend on the number of other flows: 0.78, 0.63, 0.55 and 0.49. Beside
/// one flow we and Linux are within 0.1 of it at 8 and 16 BDP; Linux has 0.59 and 0.50 at 2 and 4 BDP. Beside ten flows we
/// are 0.11 below it at 8 and 16 BDP; no measurement at hand decides that.
///
/// The model counts 13 and 46 loss-based packets in the queue during ProbeRTT, of 19 and 58. The path has room for 33
/// packets at that time, so that none and 29 stay in the queue: BBR finds a shorter round trip and has a smaller window.
/// With this correction the model holds within 0.1 everywhere.
#[test]
fn bbr1_next_to_cubic_takes_the_share_of_its_window() {
    const SIZES: [f64; 4] = [2.0, 4.0, 8.0, 16.0];
    let cases: Vec<(f64, f64)> = SIZES.iter().flat_map(|&x| [(x, 1.0), (x, 10.0)]).collect();
    let scenarios: Vec<Scenario> = cases
        .iter()
        .flat_map(|&(x, cubic)| [1, 2, 3, 4].map(|seed| beside_cubic(x, (1.0, cubic), seed, 300.0)))
        .collect();
    let mut comparison = Comparison::new([
        "bbr1-cubic-model",
        "BBR version 1 beside CUBIC, by a model",
        "Model of Ware et al. 2019",
        "One BBR flow beside one or ten CUBIC flows at 10 Mb/s and 40 ms, from 1 to 5 minutes: the mean of four seeds. “Refilled” is the model with the packets that fill the pipe during ProbeRTT taken from the queue.",
        "0.1 of the share. As printed, the model does not depend on the number of CUBIC flows; beside ten we are 0.11 below it at 8 and 16 BDP.",
    ]);
    for (&(x, cubic), runs) in cases.iter().zip(run_all(&scenarios).chunks(4)) {
        let got = runs.iter().map(bbr_share).sum::<f64>() / runs.len() as f64;
        let name = format!("{x} BDP, {cubic} CUBIC");
        if x >= 8.0 && cubic == 1.0 {
            comparison.near(
                &format!("{name}, as printed"),
                got,
                share("bbr_share", x),
                0.1,
            );
        }
        let refilled = share("refilled_bbr_share", x);
        comparison.near(&format!("{name}, refilled"), got, refilled, 0.1);
    }
    comparison.finish();
}

/// The share of the BBR flows in what all carry.
fn bbr_share(run: &Summary) -> f64 {
    let [bbr, cubic] = [0, 1].map(|i| run.groups[i].number("throughput_bps").expect("flows ran"));
    bbr / (bbr + cubic)
}

/// `flows` of BBR and of CUBIC on the test-bed's path, with delayed acknowledgments and quanta of two packets, as Linux
/// has them.
fn beside_cubic(x: f64, flows: (f64, f64), seed: u32, duration_s: f64) -> Scenario {
    let group = |id: &str, count: f64, controller: Value| {
        json!({
            "id": id, "count": count,
            "access": { "rate_bps": 1e9, "delay_s": 0.001 }, "start_s": { "uniform": [0, 1] },
            "traffic": {
                "kind": "tcp", "recovery": "rack", "segment_bytes": 1500, "initial_window_packets": 10,
                "delayed_ack": true, "congestion_control": controller,
            },
        })
    };
    let bbr = json!({ "kind": "bbr1", "send_quantum_packets": 2 });
    valid(json!({
        "seed": seed, "duration_s": duration_s, "warmup_s": 60,
        "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.019, "queue": {
            "kind": "drop_tail", "limit_packets": (x * BDP).round(),
        } }],
        "groups": [group("bbr", flows.0, bbr), group("cubic", flows.1, json!("cubic"))],
    }))
}
