//! Measures of what a person feels who uses the packets of a group; see [`crate::quality`].
//!
//! Any group can be asked, whatever it sends: a call beside a download is a group, and so is the download, through which
//! a call would go.

use super::sender::Reading;
use crate::observe::measure::{Statistic, Statistics, measures};
use crate::quality::{self, Codec, FRAME_S};
use crate::sim::GroupState;
use crate::traffic::Traffic;

impl Reading<'_> {
    /// Share of the packets of the group that did not arrive: dropped in the network or at access links.
    fn lost(&self) -> f64 {
        let lost = self.measured.drops.network + self.measured.drops.access;
        let all = lost + self.measured.packets.delivered;
        if all > 0 {
            lost as f64 / all as f64
        } else {
            0.0
        }
    }

    /// Mean opinion score of a call that had the delays and the losses of the group. The receiver plays packets with the
    /// delay that gives the best score, and those that come later are lost too.
    fn mos(&self) -> Option<f64> {
        let group = self.whole?;
        let (codec, frame_s) = match &group.open {
            Some(Traffic::Call(call)) => (Codec::g711(call.concealment), call.frame_s),
            _ => (Codec::g711(true), FRAME_S),
        };
        let arrived = 1.0 - self.lost();
        let scores = group.delays.tail(0.5).map(|(delay_s, late)| {
            let loss = 1.0 - arrived * (1.0 - late);
            quality::mos(quality::rating(frame_s + delay_s, loss, codec))
        });
        scores.max_by(f64::total_cmp)
    }

    fn outcome(&self) -> Option<f64> {
        let group = self.whole?;
        let requirement = match &group.open {
            None => &quality::WEB,
            Some(Traffic::Game(_)) => &quality::GAME,
            Some(_) => &quality::CONFERENCE,
        };
        let delay_s = group.delays.quantile_s(requirement.share)?;
        Some(quality::outcome(requirement, delay_s, self.lost()))
    }

    fn round_trips(&self, statistic: impl Fn(&GroupState) -> Option<f64>) -> Statistic {
        if self.is_tcp {
            self.whole.and_then(statistic).into()
        } else {
            Statistic::Absent
        }
    }
}

/// Returns a sentence for people about what the users of a group feel, by its measures: of calls, games, and answers over
/// TCP. `None` for other traffic, and before the first packets have arrived.
pub fn sentence(group: &GroupState, measured: &Statistics) -> Option<String> {
    let (id, say): (_, fn(f64) -> String) = match &group.open {
        Some(Traffic::Call(_)) => ("mos", quality::call_sentence),
        Some(Traffic::Game(_)) => ("qoo", quality::game_sentence),
        _ => ("rpm", quality::answer_sentence),
    };
    // Only groups with TCP have round trips.
    measured.number(id).map(say)
}

/// Computes a measure of the quality of a group.
type Read = for<'a, 'b> fn(&'b Reading<'a>) -> Statistic;

measures! {
    /// Measures of the quality of a group.
    pub static QUALITY: [Read] = [
        /// Mean round-trip time that the senders measured, from a segment to its acknowledgment.
        "rtt_s.mean", "Round-trip time, mean", Seconds, [summarized, group: "rtt"], |s| s.round_trips(|g| g.round_trips.mean_s());

        /// Round-trip time that 99 of 100 measurements do not exceed, within 1 %.
        "rtt_s.p99", "Round-trip time, 99th percentile", Seconds, [group: "rtt"],
            |s| s.round_trips(|g| g.round_trips.quantile_s(0.99));

        /// Mean opinion score, from 1 (bad) to 4.5, of a G.711 call whose packets have the delays and the losses of this
        /// group. The delay from mouth to ear is the delay of a packet, 20 ms to fill it, and the time in the buffer of the
        /// receiver, whose length is the best in hindsight: packets that come after their time of playing are lost.
        "mos", "Call quality (MOS)", None, [compared, source: "ITU-T G.107 and G.113"], |s| s.mos().into();

        /// Quality of outcome, from 0 to 100: 100 if delay and loss are as an application requires, 0 if it is useless.
        /// Groups with TCP: web, 90 % of the delays 50 to 150 ms, loss 0.5 to 1 %. Games: 95 % of the delays 50 to 100 ms,
        /// loss 0.5 to 1 %. Others: conference, 95 % of the delays 50 to 100 ms, loss 0.1 to 0.5 %. Delays are one-way.
        "qoo", "Quality of outcome", None, [summarized, source: "draft-ietf-ippm-qoo-06 Section 7.1; LibreQoS, qoo_profiles.json"],
            |s| s.outcome().into();

        /// Responsiveness: round trips per minute, 60 s divided by the mean of the shortest 95 % of the round-trip times
        /// that the senders measured. In a group that loads the link it is that of the connections under load, in a group
        /// of short requests that of foreign connections, in a responsiveness test that of its connections since its goodput
        /// is stable. Hosts add no time.
        "rpm", "Round trips per minute", None, [compared, group: "rtt", source: "draft-ietf-ippm-responsiveness-09"],
            |s| s.round_trips(|g| {
                let ramp = g.arrivals.as_ref().and_then(|arrivals| arrivals.ramp());
                if ramp.is_some_and(|ramp| ramp.stable_since().is_none()) {
                    return None;
                }
                let mean_s = g.round_trips.mean_of_least_s(quality::COUNTED_ROUND_TRIPS)?;
                Some(quality::round_trips_per_minute(mean_s))
            });
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;
    use crate::observe::summary::Summary;
    use crate::scenario::Scenario;
    use crate::time::Time;
    use serde_json::{Value, json};

    /// Summary of a minute on a link of 2 Mb/s with one call, beside other groups.
    fn summary(delay_s: f64, queue: Value, line: Value, others: Value) -> Summary {
        let mut groups = vec![
            json!({ "id": "call", "access": { "rate_bps": 1e8 }, "traffic": { "kind": "call" } }),
        ];
        groups.extend(others.as_array().expect("a list").iter().cloned());
        let scenario = Scenario::from_value(json!({
            "bottlenecks": [{ "id": "r0", "rate_bps": 2e6, "delay_s": delay_s, "queue": queue, "line": line }],
            "groups": groups, "duration_s": 60, "warmup_s": 5,
        }));
        let mut simulation = Simulation::new(&scenario.expect("accepted"));
        simulation.advance(Time::NEVER).expect("few packets");
        simulation.summary()
    }

    fn fifo() -> Value {
        json!({ "kind": "drop_tail", "limit_packets": 100 })
    }

    fn upload() -> Value {
        json!([{ "id": "upload", "access": { "rate_bps": 1e8 }, "traffic": { "kind": "tcp", "congestion_control": "cubic" } }])
    }

    #[test]
    fn a_lone_call_has_the_score_of_its_delay_and_its_losses() {
        for loss in [0.0, 0.02] {
            let line = json!({ "kind": "independent", "loss": loss });
            let summary = summary(0.3, fifo(), line, json!([]));
            let of = |id| summary.groups[0].number(id).expect(id);
            assert!((of("loss") - loss).abs() < 0.01, "{}", of("loss"));
            let delay_s = FRAME_S + of("delay_s.mean");
            let rating = quality::rating(delay_s, of("loss"), Codec::g711(true));
            // Within the 1 % of the histogram of delays: 3 ms here.
            assert!(
                (of("mos") - quality::mos(rating)).abs() < 0.02,
                "{}",
                of("mos")
            );
            assert!(
                of("jitter_s") < 1e-9 && of("qoo") < 1e-9,
                "300 ms are too long"
            );
            assert_eq!(summary.groups[0].number("rpm"), None, "no acknowledgments");
        }
    }

    #[test]
    fn an_upload_spoils_a_call_and_fq_codel_rescues_it() {
        let plain = || json!({ "kind": "clean" });
        let [bloated, queued] = [fifo(), json!({ "kind": "fq_codel", "limit_packets": 1000 })]
            .map(|queue| summary(0.02, queue, plain(), upload()));
        let of = |summary: &Summary, group: usize, id: &str| {
            summary.groups[group].number(id).expect("a value")
        };
        assert!(of(&bloated, 0, "delay_s.p99") > 0.3);
        assert!(of(&bloated, 0, "mos") < 3.5 && of(&bloated, 0, "qoo") < 1.0);
        assert!(of(&queued, 0, "mos") > 4.3 && of(&queued, 0, "qoo") > 90.0);
        for summary in [&bloated, &queued] {
            // The longest 5 % do not count, so the mean is at most that of all.
            let all = 60.0 / of(summary, 1, "rtt_s.mean");
            let rpm = of(summary, 1, "rpm");
            assert!(all <= rpm * 1.005 && rpm < 1.3 * all, "{all} {rpm}");
        }
        assert!(of(&bloated, 1, "rpm") < 300.0 && of(&queued, 1, "rpm") > 600.0);
        // A call through the upload's queue of its own would not be as good.
        assert!(of(&queued, 1, "mos") <= of(&queued, 0, "mos"));
    }
}
