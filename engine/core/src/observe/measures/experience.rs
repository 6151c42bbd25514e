//! Experience of the users of the applications of a group, from which its measures are computed.

use crate::apps::durations::Durations;
use crate::apps::reports::{Reports, VideoStatistics, Writes};
use crate::observe::measure::Statistic;
use crate::sim::flow::Flow;
use crate::time::Time;

/// State of the applications of a group, from which its measures are computed.
#[derive(Clone, Debug)]
pub struct Experience<'a> {
    /// Chunks of video, with the stalls that last; `None` without players.
    video: Option<VideoStatistics>,
    /// Times of web pages; `None` without pages.
    pub pages: Option<&'a Durations>,
    /// Times of rounds of answers; `None` without rounds.
    pub rounds: Option<&'a Durations>,
    /// Segments of streams; `None` without reports.
    pub writes: Option<&'a Writes>,
    /// Times from the socket of the sender to delivery in order; `None` without any.
    pub deliveries: Option<&'a Durations>,
}

impl<'a> Experience<'a> {
    /// Reads the applications of `flows` at `now`; `reports` has what they reported since `since`.
    #[must_use]
    pub fn of(
        flows: impl Iterator<Item = &'a Flow>,
        reports: Option<&'a Reports>,
        (since, now): (Time, Time),
    ) -> Experience<'a> {
        let mut video = reports
            .map(|reports| reports.video)
            .filter(|video| video.chunks > 0);
        let tcp = flows
            .filter_map(Flow::tcp)
            .filter(|tcp| tcp.started && !tcp.has_stopped());
        let sessions = tcp.filter_map(|tcp| Some(&tcp.application.as_ref()?.session));
        for stalled in sessions.filter_map(|session| session.stalled(now)) {
            let stalled = stalled.min(now.since(since));
            video.get_or_insert_default().stall(stalled);
        }
        let some = |durations: &&Durations| durations.count > 0;
        Experience {
            video,
            pages: reports.map(|reports| &reports.pages).filter(some),
            rounds: reports.map(|reports| &reports.rounds).filter(some),
            writes: reports.map(|reports| &reports.writes),
            deliveries: reports.map(|reports| &reports.deliveries).filter(some),
        }
    }

    /// Reads the statistics of the chunks, if there are players.
    pub fn video<T: Into<Statistic>>(&self, statistic: fn(&VideoStatistics) -> T) -> Statistic {
        let video = self.video.as_ref();
        video.map_or(Statistic::Absent, |video| statistic(video).into())
    }
}
