//! Synthetic traces that replace traces which we may not distribute. They have published moments; no recorded data is
//! used.
//!
//! The video trace has 16,384 frames at 25 per second, eleven minutes. Its mean is 374.4 kb/s, and the largest frame is
//! 11.87 times the mean, as in the Star Wars trace of vishwanath-2011 Section IV. Groups of twelve frames (I BB P BB P
//! BB P BB) have relative sizes 5, 2 and 1. They are multiplied by exp(σ x), where x is fractional Gaussian noise with
//! H = 0.85 over scenes, and σ is chosen to meet the ratio.
//!
//! `synthetic-packets`: ten seconds of datagrams and full packets, 1 Mb/s on average: Poisson, 40, 576 and 1,500
//! bytes for 50, 20 and 30 % of the packets.
//!
//! `synthetic-day`: a rate every five minutes of a day, mean 1 Mb/s, least at 4 h (0.29 of the largest, as
//! ganjali-2007 Section 4.1 reports of a backbone), most at 16 h.
//!
//! `synthetic-connections`: a minute of connections, ten per second (Poisson): one to three exchanges each,
//! requests of 300 to 700 bytes, replies that are Pareto of shape 1.2 from 1 kB (Crovella and Bestavros, IEEE/ACM
//! ToN 5(6), 1997), limited to 1 MB, 50 ms until a reply and 0.5 s until the next request on average, round trips
//! of 20 to 200 ms. Every tenth connection is concurrent: both ends send at once.
//!
//! `synthetic-fading`: two minutes of the rate of a radio link, ten values per second, 10 Mb/s times exp(0.5 x) on
//! average, where x wanders as an Ornstein–Uhlenbeck process with a relaxation time of 2 s; below x = −1.8 the link
//! fades to nothing. `synthetic-cellular`: a minute of the opportunities of such a link of 5 Mb/s.

use std::sync::{Arc, OnceLock};

use super::{Content, Step, Trace};
use crate::noise::circulant::Circulant;
use crate::noise::normal;
use crate::rng::Rng;
use crate::time::Span;

/// Stand-ins of a content, by name.
#[must_use]
pub fn names(content: Content) -> &'static [&'static str] {
    match content {
        Content::Frames => &[FILM],
        Content::Packets => &[PACKETS],
        Content::Rates => &[DAY, FADING],
        Content::Vectors => &[CONNECTIONS],
        Content::Opportunities => &[CELLULAR],
    }
}

/// The stand-in of a name.
#[must_use]
pub fn find(content: Content, name: &str) -> Option<Arc<Trace>> {
    static ALL: [OnceLock<Arc<Trace>>; 6] = [const { OnceLock::new() }; 6];
    let (place, make): (usize, fn() -> Trace) = match content {
        Content::Frames => (0, video),
        Content::Packets => (1, packets),
        Content::Rates if name == FADING => (4, fading),
        Content::Rates => (2, day),
        Content::Vectors => (3, connections),
        Content::Opportunities => (5, cellular),
    };
    let is_known = names(content).contains(&name);
    is_known.then(|| ALL[place].get_or_init(|| Arc::new(make())).clone())
}

pub(crate) const FILM: &str = "synthetic-film";
pub(crate) const PACKETS: &str = "synthetic-packets";
pub(crate) const DAY: &str = "synthetic-day";
pub(crate) const CONNECTIONS: &str = "synthetic-connections";
pub(crate) const FADING: &str = "synthetic-fading";
pub(crate) const CELLULAR: &str = "synthetic-cellular";

const FRAMES: usize = 16_384;
const FRAME_S: f64 = 0.04;
/// Mean size of a frame, bytes: 374.4 kb/s.
const FRAME_BYTES: f64 = 374_400.0 * FRAME_S / 8.0;
const PEAK_TO_MEAN: f64 = 11.87;
/// Relative sizes of the frames of a group: I B B P B B P B B P B B.
const GROUP: [f64; 12] = [5.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 1.0];

fn video() -> Trace {
    let mut rng = Rng::for_component(1, "synthetic/film", 0);
    // One value per group, held: a scene changes slowly.
    let scenes = Circulant::new(0.85, FRAMES / 8).block(&mut rng);
    let frames = |sigma: f64| {
        let frame = |i: usize| GROUP[i % 12] * libm::exp(sigma * scenes[i / 12]);
        (0..FRAMES).map(frame).collect::<Vec<f64>>()
    };
    let ratio = |frames: &[f64]| {
        let most = frames.iter().copied().fold(0.0, libm::fmax);
        most / mean(frames)
    };
    // The ratio grows with σ: from 5/1.5 without scenes.
    let (mut low, mut high) = (0.0, 3.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if ratio(&frames(middle)) < PEAK_TO_MEAN {
            low = middle;
        } else {
            high = middle;
        }
    }
    let frames = frames(low);
    let scale = FRAME_BYTES / mean(&frames);
    let step = |(i, size): (usize, f64)| Step {
        at: Span::from_s(i as f64 * FRAME_S),
        amount: libm::round(size * scale),
    };
    made(
        frames.into_iter().enumerate().map(step).collect(),
        Span::from_s(FRAME_S),
    )
}

fn packets() -> Trace {
    let mut rng = Rng::for_component(1, "synthetic/packets", 0);
    let mean_bytes = 0.5 * 40.0 + 0.2 * 576.0 + 0.3 * 1500.0;
    let gap_s = 8.0 * mean_bytes / 1e6;
    let mut steps = Vec::new();
    let mut at_s = 0.0;
    while at_s < 10.0 {
        let share = rng.uniform();
        let amount = if share < 0.5 {
            40.0
        } else if share < 0.7 {
            576.0
        } else {
            1500.0
        };
        steps.push(Step {
            at: Span::from_s(at_s),
            amount,
        });
        at_s += rng.exponential(gap_s);
    }
    made(steps, Span::from_s(gap_s))
}

fn day() -> Trace {
    // A wave about its mean, between 0.29 and 1 of its largest value.
    let depth = (1.0 - 0.29) / (1.0 + 0.29);
    let step = |i: u32| {
        let hours = f64::from(i) / 12.0;
        let wave = libm::cos(2.0 * std::f64::consts::PI * (hours - 16.0) / 24.0);
        Step {
            at: Span::from_s(f64::from(i) * 300.0),
            amount: 1e6 * (1.0 + depth * wave),
        }
    };
    made((0..288).map(step).collect(), Span::from_s(300.0))
}

fn connections() -> Trace {
    let mut rng = Rng::for_component(1, "synthetic/connections", 0);
    let mut steps = Vec::new();
    let mut at_s = 0.0;
    for number in 0.. {
        at_s += rng.exponential(0.1);
        if at_s >= 60.0 {
            break;
        }
        let exchanges = 1 + (3.0 * rng.uniform()) as u32;
        let takes_turns = f64::from(u8::from(number % 10 != 0));
        let round_trip_us = 2e4 + 1.8e5 * rng.uniform();
        let mut put = |words: [f64; 3]| {
            steps.extend(words.map(|amount| Step {
                at: Span::from_s(at_s),
                amount: libm::trunc(amount),
            }));
        };
        put([2.0 * f64::from(exchanges), 65_535.0, 65_535.0]);
        put([round_trip_us, 0.0, 0.0]);
        for i in 0..exchanges {
            let request = 300.0 + 400.0 * rng.uniform();
            let reply = 1e3 * libm::pow(1.0 - rng.uniform(), -1.0 / 1.2);
            let [think_us, serve_us] = [5e5, 5e4].map(|mean| rng.exponential(mean));
            let i = f64::from(i);
            put([
                2.0 * i * takes_turns,
                if i == 0.0 { 0.0 } else { think_us },
                request,
            ]);
            put([
                2.0 * (i + 1.0) * takes_turns + 1.0,
                serve_us,
                libm::fmin(reply, 1e6),
            ]);
        }
    }
    made(steps, Span::from_s(0.1))
}

/// Rates of a radio link around a mean, ten per second; the logarithm wanders, and the link fades at times.
fn radio(mean_bps: f64, steps: u32) -> impl Iterator<Item = f64> {
    const SIGMA: f64 = 0.5;
    let mut rng = Rng::for_component(1, "synthetic/radio", 0);
    let keeps = libm::exp(-0.1 / 2.0);
    let new = libm::sqrt(1.0 - keeps * keeps);
    let mut x = 0.0;
    (0..steps).map(move |_| {
        x = keeps * x + new * normal::draw(&mut rng);
        match x < -1.8 {
            true => 0.0,
            false => mean_bps * libm::exp(SIGMA * x - SIGMA * SIGMA / 2.0),
        }
    })
}

fn fading() -> Trace {
    let step = |(i, amount)| Step {
        at: Span::from_s(f64::from(i) * 0.1),
        amount,
    };
    made(
        (0..).zip(radio(10e6, 1200)).map(step).collect(),
        Span::from_s(0.1),
    )
}

fn cellular() -> Trace {
    let mut steps = Vec::new();
    let mut bits = 0.0;
    for (i, rate_bps) in (0u32..).zip(radio(5e6, 600)) {
        for ms in 0..100 {
            bits += rate_bps / 1e3;
            let amount = libm::floor(bits / 12_000.0);
            bits -= 12_000.0 * amount;
            if amount > 0.0 || steps.is_empty() {
                let at = Span::from_s(f64::from(100 * i + ms) / 1e3);
                steps.push(Step { at, amount });
            }
        }
    }
    let last = steps.last().map_or(Span::ZERO, |step| step.at);
    made(steps, Span::from_s(60.0) - last)
}

fn made(steps: Vec<Step>, interval: Span) -> Trace {
    match Trace::new(steps, Some(interval)) {
        Ok(trace) => trace,
        Err(error) => unreachable!("it has steps, and is short: {error}"),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(trace: &Trace) -> Vec<f64> {
        trace.steps().iter().map(|step| step.amount).collect()
    }

    #[test]
    fn the_built_in_video_has_the_published_mean_and_ratio() {
        let video = find(Content::Frames, FILM).expect("it is made");
        let rate_bps = video.total() * 8.0 / video.length().s();
        assert!((rate_bps / 374_400.0 - 1.0).abs() < 1e-3, "{rate_bps}");
        let sizes = amounts(&video);
        let ratio = sizes.iter().copied().fold(0.0, libm::fmax) / mean(&sizes);
        assert!((ratio / 11.87 - 1.0).abs() < 1e-3, "{ratio}");
    }

    /// Variance of means over 4 to 64 groups, of one video of 1365 groups: its H is 0.85, and an estimate from so
    /// few, whose own mean is taken off, lies a little lower.
    #[test]
    fn the_built_in_video_varies_on_every_scale() {
        let video = find(Content::Frames, FILM).expect("it is made");
        let groups: Vec<f64> = amounts(&video)
            .chunks_exact(12)
            .map(|group| libm::log(group.iter().sum()))
            .collect();
        let variance = |over: usize| {
            let means: Vec<f64> = groups.chunks_exact(over).map(mean).collect();
            let middle = mean(&means);
            means
                .iter()
                .map(|m| (m - middle) * (m - middle))
                .sum::<f64>()
                / means.len() as f64
        };
        let slope = libm::log2(variance(64) / variance(4)) / 4.0;
        let hurst = 1.0 + slope / 2.0;
        assert!((0.70..0.92).contains(&hurst), "{hurst}");
    }

    #[test]
    fn the_packets_have_their_mean_rate_and_the_day_its_ends() {
        let packets = find(Content::Packets, PACKETS).expect("it is made");
        let rate = packets.total() * 8.0 / packets.length().s();
        // Some 2100 packets, of sizes that vary as much as they are long: 4/√1000.
        assert!((rate / 1e6 - 1.0).abs() < 0.13, "{rate}");
        let day = find(Content::Rates, DAY).expect("it is made");
        let rates = amounts(&day);
        assert_eq!((rates.len(), day.length().s()), (288, 86_400.0));
        assert!((mean(&rates) / 1e6 - 1.0).abs() < 1e-9);
        let (least, most) = (rates[48], rates[192]);
        assert!((least / most - 0.29).abs() < 1e-9, "{least} {most}");
    }

    #[test]
    fn the_connections_have_the_moments_that_are_said() {
        use crate::trace::vectors::{self, End};
        let trace = find(Content::Vectors, CONNECTIONS).expect("it is made");
        let (number, bytes) = vectors::count(&trace);
        // Ten a second for a minute: four standard errors are 98.
        assert!((502..698).contains(&number), "{number}");
        let (mut place, mut sizes, mut heard) = (0, Vec::new(), 0);
        while let Some((script, next)) = vectors::script(&trace, place, End::Acceptor) {
            sizes.extend(script.units.iter().map(|unit| unit.bytes as f64));
            heard += usize::from(script.units.iter().all(|unit| unit.heard > 0));
            assert!((0.02..=0.2).contains(&script.round_trip.s()));
            place = next;
        }
        assert_eq!(heard, number - number.div_ceil(10));
        sizes.sort_unstable_by(f64::total_cmp);
        // The median of Pareto is 2^(1/1.2) kB; four standard errors of a rank among 1,200 are 6 % of them, of size 10
        // %.
        let median = sizes[sizes.len() / 2];
        assert!((median / 1782.0 - 1.0).abs() < 0.1, "{median}");
        assert!(bytes > sizes.iter().sum::<f64>());
    }

    #[test]
    fn an_unknown_name_is_not_found() {
        assert!(find(Content::Frames, "star-wars").is_none());
    }
}
