//! Search on one network: which sizes to run next, from the results so far.

use super::known::Known;
use super::link::Link;
use super::target::Target;

/// Number of sizes in the initial scan of the range, including both ends.
pub(super) const SCANNED: u32 = 9;
/// Maximum ratio between the best size and its neighbors inside the range.
const NEAR: f64 = 1.6;
/// Relative change of a statistic below which the search ignores it.
const NOTABLE: f64 = 0.05;

/// A search on one network, as it stands.
pub(super) struct Bracketing<'a> {
    pub known: &'a Known,
    pub link: &'a Link,
    pub targets: &'a [Target],
    /// Smallest and largest limit that is tried.
    pub range: (u64, u64),
    /// Seeds of the sizes that matter.
    pub replications: u64,
    /// The size found is at most so many times a size that failed.
    pub precision: f64,
}

/// Sizes that are to be run next.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Batch {
    pub limits: Vec<u64>,
    /// Number of seeds that these sizes have been run with, and number of further ones.
    pub done: u64,
    pub more: u64,
    pub purpose: &'static str,
}

impl Bracketing<'_> {
    /// The smallest limit whose means meet the targets, and the largest below it.
    pub fn smallest(&self) -> Option<(Option<u64>, u64)> {
        let mut limits = self.known.limits();
        let first = limits.find(|&limit| self.known.is_met(limit, self.targets))?;
        let below = self.known.limits().rfind(|&limit| limit < first);
        Some((below, first))
    }

    /// A best size inside the range, from which a target's figure gets worse both ways, and the worst above it.
    pub fn dip(&self, index: usize, target: &Target) -> Option<(u64, u64)> {
        let mean = |limit: u64| self.known.mean(limit, index);
        let worse = |one: u64, other: u64| Some(target.loss(mean(one)?, mean(other)?));
        let all: Vec<u64> = self
            .known
            .limits()
            .filter(|&limit| mean(limit).is_some())
            .collect();
        let better = |&best: &u64, limit: &u64| worse(best, *limit).is_some_and(|by| by < 0.0);
        let best = all
            .iter()
            .copied()
            .reduce(|best, limit| if better(&best, &limit) { limit } else { best })?;
        let notable = NOTABLE * mean(best)?.abs();
        let is_worse = |limit: &&u64| worse(best, **limit).is_some_and(|by| by > notable);
        all.iter().filter(|&&limit| limit < best).find(is_worse)?;
        let above = all.iter().copied().filter(|&limit| limit > best);
        let worst = above.reduce(|worst, limit| {
            let further = worse(worst, limit).is_some_and(|by| by > 0.0);
            if further { limit } else { worst }
        })?;
        is_worse(&&worst).then_some((best, worst))
    }

    /// Best sizes inside the range with the worst above them, of all targets.
    pub fn dips(&self) -> impl Iterator<Item = (u64, u64)> {
        let targets = self.targets.iter().enumerate();
        targets.filter_map(|(i, target)| self.dip(i, target))
    }

    /// Sizes all over the range and those of `rules`.
    pub fn scan(&self, rules: impl Iterator<Item = u64>) -> Option<Batch> {
        let (from, to) = self.range;
        let ratio = to as f64 / from as f64;
        let place = |i: u32| {
            let share = f64::from(i) / f64::from(SCANNED - 1);
            self.link
                .limit_of(self.link.bytes(from) * libm::pow(ratio, share))
        };
        let spread = (0..SCANNED).map(|i| place(i).clamp(from, to));
        self.batch(spread.chain(rules), 1, "scanning the range")
    }

    /// Halves the ratios around a best size inside the range until they are small.
    pub fn refine(&self) -> Option<Batch> {
        let all: Vec<u64> = self.known.limits().collect();
        let between = self.dips().flat_map(|(best, _)| {
            let at = all.partition_point(|&limit| limit < best);
            let around = all[at.saturating_sub(1)..all.len().min(at + 2)].windows(2);
            let wide = around.filter(|pair| pair[1] as f64 > NEAR * pair[0] as f64);
            let middles = wide.flat_map(|pair| self.link.between(pair[0], pair[1], 2));
            middles.collect::<Vec<_>>()
        });
        self.batch(between, 1, "examining a dip")
    }

    /// Begins at a size that another network has found: with its half, then by steps of two up or down until one fails and
    /// one does not.
    pub fn expand_from(&self, limit: u64) -> Option<Batch> {
        let (from, to) = self.range;
        let within = |limits: [u64; 2]| limits.map(|limit| limit.clamp(from, to));
        let next = match self.smallest() {
            _ if self.known.limits().next().is_none() => within([self.link.half(limit), limit]),
            None => {
                let largest = self.known.limits().next_back()?;
                within([largest.saturating_mul(2), largest.saturating_mul(4)])
            }
            Some((None, first)) => {
                let half = self.link.half(first);
                within([self.link.half(half), half])
            }
            Some((Some(_), _)) => return None,
        };
        let new = next
            .into_iter()
            .filter(|&limit| self.known.runs(limit) == 0);
        self.batch(new, 1, "simulating the whole network")
    }

    /// Sizes between the largest that fails and the smallest that meets the targets, `parts` − 1 at a time; then half of the
    /// size found.
    pub fn bracket(&self, parts: u32) -> Option<Batch> {
        let purpose = "narrowing down";
        let Some((below, first)) = self.smallest() else {
            return self.batch(self.closest(), self.replications, purpose);
        };
        let ends = below.into_iter().chain([first]);
        self.batch(ends, self.replications, purpose)
            .or_else(|| self.batch(self.inside(parts), self.replications, purpose))
            .or_else(|| {
                let half = self.link.half(first);
                let is_new = (self.range.0..first).contains(&half);
                let half = is_new.then_some(half);
                self.batch(half, self.replications, "simulating half of the size")
            })
    }

    /// Limits between the ends of the bracket while it is wider than the precision.
    fn inside(&self, parts: u32) -> Vec<u64> {
        match self.smallest() {
            Some((Some(below), first)) if first as f64 > self.precision * below as f64 => {
                self.link.between(below, first, parts)
            }
            _ => Vec::new(),
        }
    }

    /// The limit that misses its targets by the least, of the target that is missed most.
    pub fn closest(&self) -> Option<u64> {
        let missed = |limit: u64| {
            let targets = self.targets.iter().enumerate();
            targets
                .map(|(i, target)| self.missed(limit, i, target))
                .fold(0.0, larger)
        };
        let nearer = |near: u64, limit: u64| {
            if missed(limit) < missed(near) {
                limit
            } else {
                near
            }
        };
        self.known.limits().reduce(nearer)
    }

    /// By what share of its bound a target is missed.
    fn missed(&self, limit: u64, index: usize, target: &Target) -> f64 {
        let mean = self.known.mean(limit, index);
        mean.map_or(f64::INFINITY, |mean| larger(target.miss(mean), 0.0))
    }

    /// Returns those of some limits that have been run with less than `seeds` seeds.
    pub fn batch(
        &self,
        limits: impl IntoIterator<Item = u64>,
        seeds: u64,
        purpose: &'static str,
    ) -> Option<Batch> {
        let mut limits: Vec<u64> = limits.into_iter().collect();
        limits.sort_unstable();
        limits.dedup();
        // All of a round begin with the same seed: first those that have none, then those that have some.
        let done = limits.iter().map(|&limit| self.known.runs(limit)).min()?;
        limits.retain(|&limit| self.known.runs(limit) == done);
        (done < seeds).then(|| Batch {
            limits,
            done,
            more: seeds - done,
            purpose,
        })
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
