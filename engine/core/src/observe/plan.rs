//! Layout of a row, computed once from the probes of a kind of owner.
//!
//! A row has counters, then bands with the minimum and maximum of each varying value. The plan gives the index of the
//! counters and bands that each series is read from.

use super::probe::{Probe, Read};

/// Layout of the rows of a kind of owner, and the formula of each series.
#[derive(Clone, Debug)]
pub struct Plan {
    probes: &'static [Probe],
    series: Vec<How>,
    counters: usize,
    bands: usize,
}

/// Formula of a series, with indexes of counters or bands of a row; see [`Read`].
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
    /// Returns the plan for owners with these series.
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

    /// Returns the plan for owners with `count` levels, whose values and means are read.
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

    /// Number of counters and number of bands of a row.
    #[must_use]
    pub fn widths(&self) -> (usize, usize) {
        (self.counters, self.bands)
    }

    /// Formulas of all series, in the order of the probes.
    #[must_use]
    pub fn series(&self) -> &[How] {
        &self.series
    }

    /// Formula of the series with this id.
    #[must_use]
    pub fn how(&self, id: &str) -> Option<How> {
        let probe = self.probes.iter().position(|probe| probe.id == id)?;
        self.series.get(probe).copied()
    }

    /// Index of the counter that the series with this id is read from.
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
