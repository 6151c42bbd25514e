//! Web pages: a main object, then the embedded objects that it names, then time to read.
//!
//! Each browser has one or more flows, its connections, which fetch objects one after another. When the main object has
//! arrived and is parsed, the connections share the embedded objects; with a dependency depth above 1, objects of the
//! next level are known when those of the level before have arrived and are parsed. The time of a page runs from the
//! request of the main object to the arrival of the last object. Source: the HTTP model of 3GPP (3GPP2-TSGC5; IEEE
//! 802.16m-08/004) in ns-3, `three-gpp-http-variables.cc`. There, sizes and numbers outside of their range are drawn
//! again; here, one uniform number gives the quantile of the same distribution.
//!
//! Deviations: requests (328 B) are not packets; a sender knows of the arrival of an object by the last acknowledgment,
//! so each object takes the round trip of its request. All segments have the size of the group; ns-3 draws 536 or 1460
//! B for each page.

use super::team::{Release, Round};
use super::{App, Next, Order, Report, Size};
use crate::noise::normal;
use crate::rng::Rng;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::{integer, number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Browsers that load pages: a main object, the embedded objects that it names, then time to read. Each flow is one
    /// connection of a browser.
    #[section("workload.web_page", "Web pages (3GPP)", source: SOURCE)]
    pub struct Params {
        /// Flows of one browser. They share the embedded objects of a page.
        connections: u32 = 1, "Connections of a browser", Flows, integer(1..=64), [],

        /// Number of levels of embedded objects. Objects of a level are requested when the level before has arrived.
        depth: u32 = 1, "Dependency depth", None, integer(1..=16), [live],

        /// Time to read a page before the next is requested, drawn anew each time.
        reading_s: Distribution = Json(r#"{"exponential":30.0}"#), "Reading time", Seconds, TIME_S.kind(),
            [live, source: SOURCE],

        /// Time to parse objects before the embedded ones are requested, drawn anew each time.
        parsing_s: Distribution = Json(r#"{"exponential":0.13}"#), "Parsing time", Seconds, TIME_S.kind(),
            [live, source: SOURCE],

        /// Number of embedded objects of each page, if it is fixed. Otherwise it is drawn from a Pareto distribution of
        /// scale 2 and shape 1.1 below 55, less 2.
        objects: Option<u32> = None, "Embedded objects", None, integer(0..=1000).or_null("drawn"), [live, source: SOURCE],

        /// Mean size of a main object, before values below 100 B and above 2 MB are drawn again.
        main_bytes: f64 = 10_710.0, "Main object, mean", Bytes, number(100.0..=LARGEST).log(),
            [live, advanced, source: SOURCE],

        /// Standard deviation of the size of a main object. With 0 all have the same size.
        main_sd_bytes: f64 = 25_032.0, "Main object, standard deviation", Bytes, number(0.0..=1e7),
            [live, advanced, source: SOURCE],

        /// Mean size of an embedded object, before values below 50 B and above 2 MB are drawn again.
        object_bytes: f64 = 7758.0, "Embedded object, mean", Bytes, number(50.0..=LARGEST).log(),
            [live, advanced, source: SOURCE],

        /// Standard deviation of the size of an embedded object. With 0 all have the same size.
        object_sd_bytes: f64 = 126_168.0, "Embedded object, standard deviation", Bytes, number(0.0..=1e7),
            [live, advanced, source: SOURCE],

        /// If on, a connection is kept for further objects and pages. If off, each object opens a new one.
        persistent: bool = true, "Keep connections", [live],
    }
}

const SOURCE: &str = "3GPP HTTP model; ns-3 three-gpp-http-variables.cc";

/// Range of reading and parsing times, seconds.
const TIME_S: Range = Range { min: 0.0, max: 1e6 };

/// Largest size of an object, bytes.
const LARGEST: f64 = 2e6;
/// Smallest sizes of main and embedded objects, bytes.
const SMALLEST: [f64; 2] = [100.0, 50.0];

/// Scale, shape and bound of the Pareto distribution of the number of embedded objects.
const SCALE: f64 = 2.0;
const SHAPE: f64 = 1.1;
const BOUND: f64 = 55.0;

impl Params {
    /// Returns the quantile `uniform` of the sizes of main objects, bytes.
    #[must_use]
    pub fn main_size(&self, uniform: f64) -> u64 {
        lognormal(uniform, (self.main_bytes, self.main_sd_bytes), SMALLEST[0])
    }

    /// Returns the quantile `uniform` of the sizes of embedded objects, bytes.
    #[must_use]
    pub fn object_size(&self, uniform: f64) -> u64 {
        lognormal(
            uniform,
            (self.object_bytes, self.object_sd_bytes),
            SMALLEST[1],
        )
    }

    /// Returns the quantile `uniform` of the numbers of embedded objects.
    #[must_use]
    pub fn number_of_objects(&self, uniform: f64) -> u32 {
        self.objects.unwrap_or_else(|| {
            // P(X > x) = (scale/x)^shape, of which the share above the bound is left out.
            let above = libm::pow(SCALE / BOUND, SHAPE);
            let larger = 1.0 - uniform * (1.0 - above);
            let drawn = SCALE * libm::pow(larger, -1.0 / SHAPE);
            drawn.min(BOUND - 1.0) as u32 - SCALE as u32
        })
    }
}

/// Returns a quantile of a lognormal distribution of this mean and standard deviation between `min` and [`LARGEST`].
fn lognormal(uniform: f64, (mean, sd): (f64, f64), min: f64) -> u64 {
    let variance = libm::log1p(sd * sd / (mean * mean));
    let sigma = libm::sqrt(variance);
    if sigma == 0.0 {
        return mean as u64;
    }
    let mu = libm::log(mean) - variance / 2.0;
    let below = |bytes: f64| normal::below((libm::log(bytes) - mu) / sigma);
    let (low, high) = (below(min), below(LARGEST));
    let share = (low + uniform * (high - low)).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON);
    let bytes = libm::exp(mu + sigma * normal::quantile(share));
    bytes.clamp(min, LARGEST - 1.0) as u64
}

/// Session of a connection during a run.
#[derive(Clone, Debug)]
pub struct WebPage {
    params: Params,
    /// Number of objects of this level that the connection has still to fetch.
    left: u32,
    /// Position of the next reading and parsing time in their lists.
    turn: usize,
    report: Option<Report>,
}

impl App for WebPage {
    type Params = Params;

    fn new(params: &Params, index: u32) -> WebPage {
        WebPage {
            params: params.clone(),
            left: 0,
            turn: index as usize,
            report: None,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn listed(params: &Params) -> usize {
        params.reading_s.listed() + params.parsing_s.listed()
    }

    fn begin(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        self.left = 0;
        Next::AwaitTeam
    }

    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
        self.fetch(now, rng)
    }

    fn on_released(&mut self, release: &mut Release<'_>, rng: &mut Rng) -> Next {
        if release.rank == 0 {
            self.go_on(release.now, release.round, rng);
        }
        let round = &*release.round;
        if round.step > 0 {
            let objects = of_level(round.objects, round.step, self.params.depth);
            self.left = share(objects, release.rank, release.of);
            return self.fetch(round.ready, rng);
        }
        if release.rank > 0 {
            return Next::AwaitTeam;
        }
        let bytes = self.params.main_size(rng.uniform());
        self.order(round.ready, bytes)
    }

    fn team(params: &Params) -> Option<u32> {
        Some(params.connections)
    }

    fn take_report(&mut self) -> Option<Report> {
        self.report.take()
    }
}

impl WebPage {
    /// Goes on to the next level of the page with objects, or to the next page.
    fn go_on(&mut self, now: Time, round: &mut Round, rng: &mut Rng) {
        let Some(requested) = round.requested else {
            return self.next_page(now, round, rng);
        };
        round.step += 1;
        let depth = self.params.depth;
        if round.step <= depth && of_level(round.objects, round.step, depth) > 0 {
            let parsing_s = &self.params.parsing_s;
            let parsing_s = parsing_s.value(self.turn, rng.uniform(), TIME_S);
            round.ready = now + Span::from_s(parsing_s);
            return;
        }
        self.report = Some(Report::Page(now.since(requested)));
        let reading_s = &self.params.reading_s;
        let reading_s = reading_s.value(self.turn, rng.uniform(), TIME_S);
        self.turn = self.turn.wrapping_add(1);
        self.next_page(now + Span::from_s(reading_s), round, rng);
    }

    fn next_page(&self, at: Time, round: &mut Round, rng: &mut Rng) {
        *round = Round {
            step: 0,
            objects: self.params.number_of_objects(rng.uniform()),
            requested: Some(at),
            ready: at,
        };
    }

    /// Returns the next embedded object of this connection, if one is left.
    fn fetch(&mut self, at: Time, rng: &mut Rng) -> Next {
        if self.left == 0 {
            return Next::AwaitTeam;
        }
        self.left -= 1;
        let bytes = self.params.object_size(rng.uniform());
        self.order(at, bytes)
    }

    fn order(&self, at: Time, bytes: u64) -> Next {
        Next::Send(Order {
            reuses_connection: self.params.persistent,
            ..Order::new(at, Size::Bytes(bytes))
        })
    }
}

/// Returns the number of objects of level `step`, from 1 to `depth`: all levels have alike.
fn of_level(objects: u32, step: u32, depth: u32) -> u32 {
    share(objects, step - 1, depth)
}

/// Returns the share of part `place` of `parts`; the first parts have one more.
fn share(objects: u32, place: u32, parts: u32) -> u32 {
    objects / parts + u32::from(place < objects % parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use serde_json::json;

    fn params() -> Params {
        let complete = complete_one(&SECTION, json!({})).expect("defaults are complete");
        serde_json::from_value(complete).expect("complete parameters are read")
    }

    /// Mean and standard deviation over evenly spaced quantiles.
    fn moments(quantile: impl Fn(f64) -> f64) -> (f64, f64) {
        const SLICES: u32 = 1_000_000;
        let values = (0..SLICES).map(|i| quantile((f64::from(i) + 0.5) / f64::from(SLICES)));
        let (sum, squares) =
            values.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
        let mean = sum / f64::from(SLICES);
        (mean, libm::sqrt(squares / f64::from(SLICES) - mean * mean))
    }

    /// Closed forms of truncated lognormal distributions, computed independently; whole bytes are half a byte less.
    #[test]
    fn sizes_of_objects_have_the_moments_of_their_distributions() {
        let params = params();
        let main = moments(|uniform| params.main_size(uniform) as f64);
        let object = moments(|uniform| params.object_size(uniform) as f64);
        for (got, wanted) in [
            (main.0, 10_734.07 - 0.5),
            (main.1, 24_503.65),
            (object.0, 8212.18 - 0.5),
            (object.1, 46_606.44),
        ] {
            assert!((got / wanted - 1.0).abs() < 1e-3, "{got} {wanted}");
        }
    }

    /// P(N ≥ k) = (P(X > k + 2) − P(X > 55)) / (1 − P(X > 55)) with P(X > x) = (2/x)^1.1, summed independently.
    #[test]
    fn numbers_of_objects_have_the_moments_of_the_bounded_pareto_distribution() {
        let params = params();
        let (mean, deviation) = moments(|uniform| f64::from(params.number_of_objects(uniform)));
        assert!((mean / 3.918_325 - 1.0).abs() < 1e-4, "{mean}");
        assert!((deviation / 7.290_897 - 1.0).abs() < 1e-4, "{deviation}");
        let none = |uniform| params.number_of_objects(uniform) == 0;
        assert!(none(0.369_46) && !none(0.369_48));
        assert_eq!(params.number_of_objects(1.0 - f64::EPSILON), 52);
    }

    #[test]
    fn sizes_stay_in_their_range_for_extreme_parameters() {
        for (mean, sd) in [
            (100.0, 1e7),
            (2e6, 1e7),
            (100.0, 1e-6),
            (2e6, 1e-300),
            (50.0, 0.0),
        ] {
            for uniform in [0.0, 0.5, 1.0 - f64::EPSILON / 2.0] {
                let bytes = lognormal(uniform, (mean, sd), 50.0);
                assert!((50..=2_000_000).contains(&bytes), "{mean} {sd}: {bytes}");
            }
        }
    }
}
