//! Values of a recorder over [intervals](crate::observe::intervals).

use super::Recorder;
use crate::observe::intervals::Interval;
use crate::observe::probes::{flow, link};
use crate::sim::Observed;

impl Recorder {
    /// Begins the first interval at the present state of the run. A [`rewind`](Self::rewind) ends all intervals.
    pub fn begin_intervals(&mut self, observed: &Observed<'_>) {
        self.interval_from = None;
        self.end_interval(observed);
    }

    /// Ends an interval at the present state of the run, and begins the next one. Returns the values of all
    /// [`series`](Self::series) in it, each with its minimum, maximum and mean as far as its
    /// [`Shape`](crate::observe::probe::Shape) has them.
    pub fn end_interval(&mut self, observed: &Observed<'_>) -> Vec<f64> {
        let now = observed.now;
        let interval = Interval::new(self.interval_from.unwrap_or(now), now, self.samples());
        let mut out = Vec::new();
        for (recording, link) in self.links.iter_mut().zip(observed.links.iter()) {
            recording.end_interval(&link::Reading::between(link, now), &interval, &mut out);
        }
        for recording in &mut self.groups {
            let group = &observed.groups[recording.position];
            recording.end_interval(group, &interval, &mut out);
        }
        for recording in &mut self.flows {
            let flow = &observed.flows[recording.position];
            let reading = flow::Reading::at(flow, observed.groups);
            recording.end_interval(&reading, &interval, &mut out);
        }
        // Gauges are integrated from sample to sample.
        let sampled = Interval {
            to: self.samples_end(),
            ..interval
        };
        for gauges in &mut self.gauges {
            let recording = &mut gauges.recording;
            recording.end_interval(&gauges.reading, &sampled, &mut out);
        }
        for pair in &mut self.link_groups {
            let link = &observed.links[pair.recording.position];
            let integral = link.group_integral(now, pair.group);
            pair.recording.end_interval(&integral, &interval, &mut out);
        }
        self.interval_from = Some(now);
        out
    }
}
