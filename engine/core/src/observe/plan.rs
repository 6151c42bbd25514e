//! What the numbers of a row are, worked out once from the probes of a kind of owner.
//!
//! A row holds counters, then the lows and highs of whatever moves. The plan knows how to fill one from
//! what can be seen, and in which places each series finds what it is read from.

use super::probe::{Extremes, Probe, Read, Subject, Take};

/// How to fill rows, and how to read series from them.
#[derive(Clone, Debug)]
pub struct Plan<S: Subject> {
    counters: Vec<Take<S>>,
    levels: Vec<Extremes<S>>,
    /// Values as they stand; their lows and highs come behind those of the levels.
    values: Vec<Take<S>>,
    series: Vec<How>,
}

/// How a series is read, by places in a row; see [`Read`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum How {
    Level { integral: usize, band: usize },
    Mean { integral: usize },
    Band { band: usize },
    Greatest { band: usize },
    Rate { counter: usize },
    Share { counter: usize },
    Increase { counter: usize },
    Ratio { part: usize, whole: usize },
}

impl<S: Subject> Plan<S> {
    /// The plan for a kind of owner.
    #[must_use]
    pub fn new() -> Plan<S> {
        let mut plan = Plan {
            counters: Vec::new(),
            levels: Vec::new(),
            values: Vec::new(),
            series: Vec::new(),
        };
        let is_level = |probe: &&Probe<S>| matches!(probe.read, Read::Level(..));
        let levels = S::PROBES.iter().filter(is_level).count();
        for probe in S::PROBES {
            let how = plan.place(&probe.read, levels);
            plan.series.push(how);
        }
        plan
    }

    /// Numbers of counters and of bands in a row.
    #[must_use]
    pub fn widths(&self) -> (usize, usize) {
        (self.counters.len(), self.levels.len() + self.values.len())
    }

    /// How each series is read, in the order of the probes.
    #[must_use]
    pub fn series(&self) -> &[How] {
        &self.series
    }

    /// Place of the counter that the series of this id is read from.
    #[must_use]
    pub fn counter_of(&self, id: &str) -> Option<usize> {
        match self.how(id)? {
            How::Mean { integral: counter }
            | How::Level {
                integral: counter, ..
            }
            | How::Rate { counter }
            | How::Share { counter }
            | How::Increase { counter } => Some(counter),
            How::Band { .. } | How::Greatest { .. } | How::Ratio { .. } => None,
        }
    }

    /// Fills a row from what can be seen: counters, then lows, then highs.
    #[inline]
    pub fn fill(&self, look: &S::Look<'_>, counters: &mut [f64], bands: &mut [f32]) {
        for (place, take) in counters.iter_mut().zip(&self.counters) {
            *place = take(look);
        }
        let (lows, highs) = bands.split_at_mut(bands.len() / 2);
        for (i, extremes) in self.levels.iter().enumerate() {
            let (low, high) = extremes(look);
            lows[i] = low as f32;
            highs[i] = high as f32;
        }
        for (i, take) in (self.levels.len()..).zip(&self.values) {
            let value = take(look) as f32;
            lows[i] = value;
            highs[i] = value;
        }
    }

    fn how(&self, id: &str) -> Option<How> {
        let probe = S::PROBES.iter().position(|probe| probe.id == id)?;
        self.series.get(probe).copied()
    }

    /// Gives a series its places; `levels` is how many levels a row has in all.
    fn place(&mut self, read: &Read<S>, levels: usize) -> How {
        match *read {
            Read::Level(integral, extremes) => {
                self.levels.push(extremes);
                let band = self.levels.len() - 1;
                let integral = self.count(integral);
                How::Level { integral, band }
            }
            Read::Mean(integral) => How::Mean {
                integral: self.count(integral),
            },
            Read::Value(take) => How::Band {
                band: levels + self.value(take),
            },
            Read::Greatest(take) => How::Greatest {
                band: levels + self.value(take),
            },
            Read::Rate(take) => How::Rate {
                counter: self.count(take),
            },
            Read::Share(take) => How::Share {
                counter: self.count(take),
            },
            Read::Increase(take) => How::Increase {
                counter: self.count(take),
            },
            Read::Ratio { part, whole } => How::Ratio {
                part: self.listed_before(part),
                whole: self.listed_before(whole),
            },
        }
    }

    fn count(&mut self, take: Take<S>) -> usize {
        self.counters.push(take);
        self.counters.len() - 1
    }

    fn value(&mut self, take: Take<S>) -> usize {
        self.values.push(take);
        self.values.len() - 1
    }

    fn listed_before(&self, id: &str) -> usize {
        match self.counter_of(id) {
            Some(counter) => counter,
            None => unreachable!("probes are static and tested to list {id} before its ratio"),
        }
    }
}

impl<S: Subject> Default for Plan<S> {
    fn default() -> Plan<S> {
        Plan::new()
    }
}
