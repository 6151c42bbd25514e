//! What the words of a row are, worked out once from the probes of a kind of owner.
//!
//! A row holds counters, then bands: the low and high of each thing that moves. The plan knows in which places
//! each series finds what it is read from.

use super::probe::{Probe, Read};

/// How to read series from rows.
#[derive(Clone, Debug)]
pub struct Plan {
    probes: &'static [Probe],
    series: Vec<How>,
    counters: usize,
    bands: usize,
}

/// How a series is read, by places among the counters or the bands of a row; see [`Read`].
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

impl Plan {
    /// The plan for owners with these series.
    #[must_use]
    pub fn of(probes: &'static [Probe]) -> Plan {
        let mut plan = Plan {
            probes,
            series: Vec::new(),
            counters: 0,
            bands: 0,
        };
        for probe in probes {
            let how = plan.place(probe.read);
            plan.series.push(how);
        }
        plan
    }

    /// The plan for owners that have so many values which are read as they stand, and on average.
    #[must_use]
    pub fn of_values(count: usize) -> Plan {
        let level = |place| How::Level {
            integral: place,
            band: place,
        };
        Plan {
            probes: &[],
            series: (0..count).map(level).collect(),
            counters: count,
            bands: count,
        }
    }

    /// Numbers of counters and of bands in a row.
    #[must_use]
    pub fn widths(&self) -> (usize, usize) {
        (self.counters, self.bands)
    }

    /// How each series is read, in the order of the probes.
    #[must_use]
    pub fn series(&self) -> &[How] {
        &self.series
    }

    /// How the series of this id is read.
    #[must_use]
    pub fn how(&self, id: &str) -> Option<How> {
        let probe = self.probes.iter().position(|probe| probe.id == id)?;
        self.series.get(probe).copied()
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

    fn place(&mut self, read: Read) -> How {
        match read {
            Read::Level => How::Level {
                integral: self.counter(),
                band: self.band(),
            },
            Read::Mean => How::Mean {
                integral: self.counter(),
            },
            Read::Value => How::Band { band: self.band() },
            Read::Greatest => How::Greatest { band: self.band() },
            Read::Rate => How::Rate {
                counter: self.counter(),
            },
            Read::Share => How::Share {
                counter: self.counter(),
            },
            Read::Increase => How::Increase {
                counter: self.counter(),
            },
            Read::Ratio { part, whole } => How::Ratio {
                part: self.listed_before(part),
                whole: self.listed_before(whole),
            },
        }
    }

    fn counter(&mut self) -> usize {
        self.counters += 1;
        self.counters - 1
    }

    fn band(&mut self) -> usize {
        self.bands += 1;
        self.bands - 1
    }

    fn listed_before(&self, id: &str) -> usize {
        match self.counter_of(id) {
            Some(counter) => counter,
            None => unreachable!("probes are static and tested to list {id} before its ratio"),
        }
    }
}
