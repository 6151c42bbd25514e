//! Measures of applications: what the users of a group notice of their transfers.

use super::sender::Reading;
use crate::apps::durations::Durations;
use crate::apps::reports::Writes;
use crate::observe::measure::{Statistic, measures};
use crate::sim::ramp::Ramp;
use crate::time::Time;

/// Reads durations, if there are any.
fn durations<T: Into<Statistic>>(
    durations: Option<&Durations>,
    statistic: impl Fn(&Durations) -> T,
) -> Statistic {
    durations.map_or(Statistic::Absent, |durations| statistic(durations).into())
}

/// Returns the ramp of a responsiveness test, if the flows are one.
fn ramp<'a>(reading: &Reading<'a>) -> Option<&'a Ramp> {
    reading.whole?.arrivals.as_ref()?.ramp()
}

/// Computes a measure of the applications of a group.
type Read = for<'a, 'b> fn(&'b Reading<'a>) -> Statistic;

measures! {
    /// Measures of the applications of a group.
    pub static APPLICATION: [Read] = [
        /// Received chunks of adaptive video.
        "video.chunks", "Video chunks", None, [summarized, group: "video", digits: 9],
            |s| s.experience.video(|video| Some(video.chunks));

        /// Mean rate of the received chunks, per second of playing time.
        "video.rate_bps", "Video rate", BitsPerSecond, [compared, group: "video"], |s| s.experience.video(|video| video.rate_bps());

        /// Mean time from the request of the first chunk of a video to its picture.
        "video.startup_s", "Video start, mean", Seconds, [summarized, group: "video"],
            |s| s.experience.video(|video| video.startup_s());

        /// Time without picture of all players, from the request of the first chunk on. The start counts.
        "video.rebuffer_s", "Rebuffering", Seconds, [summarized, group: "video"],
            |s| s.experience.video(|video| Some(video.stalled_s()));

        /// Time without picture as a share of this time and the playing time of the received chunks.
        "video.rebuffer_ratio", "Rebuffering, share", Ratio, [compared, group: "video"],
            |s| s.experience.video(|video| video.stalled_ratio());

        /// Chunks of another rate than the chunk before.
        "video.switches", "Rate switches", None, [summarized, group: "video", digits: 9],
            |s| s.experience.video(|video| Some(video.switches));

        /// Quality of experience per chunk: its rate in Mb/s, minus 4.3 for each second without picture, minus the
        /// change of the rate in Mb/s.
        "video.qoe", "Video QoE", None, [compared, group: "video", source: "Pensieve, SIGCOMM 2017, Table 1 (QoE_lin)"],
            |s| s.experience.video(|video| video.qoe());

        /// Web pages loaded within the measured time.
        "page.loaded", "Pages", None, [summarized, group: "page", digits: 9],
            |s| durations(s.experience.pages, |times| Some(times.count));

        /// Mean time from the request of a page to the arrival of its last object. Pages in progress do not count.
        "page.mean_s", "Page load time, mean", Seconds, [compared, group: "page"],
            |s| durations(s.experience.pages, Durations::mean_s);

        /// Time that half of the pages do not exceed.
        "page.p50_s", "Page load time, median", Seconds, [summarized, group: "page"],
            |s| durations(s.experience.pages, |times| times.quantile_s(0.5));

        /// Time that 95 of 100 pages do not exceed.
        "page.p95_s", "Page load time, 95th percentile", Seconds, [summarized, group: "page"],
            |s| durations(s.experience.pages, |times| times.quantile_s(0.95));

        /// Time that 99 of 100 pages do not exceed.
        "page.p99_s", "Page load time, 99th percentile", Seconds, [summarized, group: "page"],
            |s| durations(s.experience.pages, |times| times.quantile_s(0.99));

        /// Rounds of answers completed within the measured time.
        "round.completed", "Rounds", None, [summarized, group: "round", digits: 9],
            |s| durations(s.experience.rounds, |times| Some(times.count));

        /// Mean time from the request of a round to the arrival of its last answer. A round in progress does not count.
        "round.mean_s", "Time of a round, mean", Seconds, [compared, group: "round"],
            |s| durations(s.experience.rounds, Durations::mean_s);

        /// Time that 99 of 100 rounds do not exceed.
        "round.p99_s", "Time of a round, 99th percentile", Seconds, [summarized, group: "round"],
            |s| durations(s.experience.rounds, |times| times.quantile_s(0.99));

        /// Share of the data of streams that found the send buffer full and was skipped.
        "stream.skipped_ratio", "Skipped data", Ratio, [compared, group: "stream"],
            |s| s.experience.writes.and_then(Writes::skipped_ratio).into();

        /// Data that a stream has written and that is not yet acknowledged, averaged over time.
        "stream.mean_backlog_bytes", "Send buffer, mean", Bytes, [compared, group: "stream"],
            |s| s.experience.writes.and_then(Writes::mean_backlog_bytes).into();

        /// Mean time from the socket of the sender to the receiving application, in order: the wait in the send buffer or for
        /// the connection, the delay of the network, and the wait for repetitions of earlier segments. Of streams it is the
        /// time of a segment, of files, requests and answers that of all their data.
        "delivery_s.mean", "Socket to delivery, mean", Seconds, [compared, group: "delivery"],
            |s| durations(s.experience.deliveries, Durations::mean_s);

        /// Time from the socket to delivery in order that half of the segments of streams, or of the files, do not exceed.
        "delivery_s.p50", "Socket to delivery, median", Seconds, [group: "delivery"],
            |s| durations(s.experience.deliveries, |times| times.quantile_s(0.5));

        /// Time from the socket to delivery in order that 95 of 100 do not exceed.
        "delivery_s.p95", "Socket to delivery, 95th percentile", Seconds, [group: "delivery"],
            |s| durations(s.experience.deliveries, |times| times.quantile_s(0.95));

        /// Time from the socket to delivery in order that 99 of 100 do not exceed.
        "delivery_s.p99", "Socket to delivery, 99th percentile", Seconds, [summarized, group: "delivery"],
            |s| durations(s.experience.deliveries, |times| times.quantile_s(0.99));

        /// Connections that a responsiveness test has opened.
        "ramp.connections", "Connections of the test", None, [summarized, group: "ramp", digits: 9],
            |s| ramp(s).map(|ramp| u64::from(ramp.connections())).into();

        /// Time at which the goodput of a responsiveness test became stable: from then on its round trips count.
        "ramp.stable_s", "Working conditions since", Seconds, [summarized, group: "ramp"],
            |s| ramp(s).and_then(Ramp::stable_since).map(Time::s).into();
    ];
}
