//! Tests of ON–OFF sources: their mean rate, their bursts, and their termination.

use super::*;
use crate::spec::complete::complete_one;
use serde_json::json;

fn params(peak_rate_bps: f64, mean_on_s: f64, mean_off_s: f64, packet_bytes: u16) -> Params {
    Params {
        peak_rate_bps,
        mean_on_s,
        mean_off_s,
        on_shape: None,
        off_shape: None,
        packet_bytes: Distribution::Fixed(f64::from(packet_bytes)),
    }
}

/// Fig. 7 of cai-2010.
fn fig_7() -> Params {
    params(2e6, 0.1, 0.2, 1000)
}

fn rng(seed: u64) -> Rng {
    Rng::for_component(seed, "on-off", 0)
}

/// When packets leave, up to `end_s`.
fn times_s(source: &mut OnOff, end_s: f64, rng: &mut Rng) -> Vec<f64> {
    let mut emission = source.first(Time::ZERO, rng);
    let mut times = Vec::new();
    while emission.at < Time::from_s(end_s) {
        times.push(emission.at.s());
        emission = source.next(emission.at, rng);
    }
    times
}

/// Rate of the state changes together, per second, and variance of the rate, (b/s)².
fn moments(params: &Params) -> (f64, f64) {
    let (r1, r2) = (1.0 / params.mean_off_s, 1.0 / params.mean_on_s);
    let s = r1 + r2;
    let h = params.peak_rate_bps;
    (s, h * h * r1 * r2 / (s * s))
}

#[test]
fn the_mean_rate_is_the_peak_times_the_share_of_time_on() {
    // Long bursts, bursts of about a packet, and a hundred bursts to a packet.
    for params in [
        fig_7(),
        params(1e6, 1e-3, 5e-3, 200),
        params(8e6, 1e-5, 3e-5, 1000),
    ] {
        let seeds = 40;
        let end_s = 1000.0 * (params.mean_on_s + params.mean_off_s);
        let packets: usize = (0..seeds)
            .map(|seed| times_s(&mut OnOff::new(&params), end_s, &mut rng(seed)).len())
            .sum();
        let bits = packets as f64 * 8.0 * params.packet_bytes.mean();
        let total_s = end_s * seeds as f64;
        let mean = params.peak_rate_bps * params.mean_on_s / (params.mean_on_s + params.mean_off_s);
        // The integral of the rate over a time T varies by 2 V T / s; each run adds less than half a
        // packet.
        let (s, v) = moments(&params);
        let packet_bits = 8.0 * params.packet_bytes.mean();
        let variance = 2.0 * v * total_s / s + seeds as f64 * packet_bits * packet_bits / 4.0;
        let error = libm::sqrt(variance) / total_s;
        let rate = bits / total_s;
        assert!(
            (rate - mean).abs() < 4.0 * error,
            "{params:?}: {rate} for {mean} ± {error}"
        );
    }
}

/// Largest distance of the sample's distribution from the given one, times √n.
fn kolmogorov_smirnov(mut sample: Vec<f64>, below: impl Fn(f64) -> f64) -> f64 {
    sample.sort_unstable_by(f64::total_cmp);
    let n = sample.len() as f64;
    let distance = sample.iter().enumerate().map(|(i, x)| {
        let expected = below(*x);
        let (under, over) = (i as f64 / n, (i + 1) as f64 / n);
        libm::fmax((expected - under).abs(), (expected - over).abs())
    });
    distance.fold(0.0, libm::fmax) * libm::sqrt(n)
}

/// Bursts and silences, seconds: a packet each µs shows where those of some ms begin and end.
fn periods(params: &Params, seed: u64) -> (Vec<f64>, Vec<f64>) {
    let times = times_s(&mut OnOff::new(params), 150.0, &mut rng(seed));
    let (mut bursts, mut silences) = (Vec::new(), Vec::new());
    let mut began = None;
    for pair in times.windows(2) {
        let silence = pair[1] - pair[0] - 1e-6;
        if silence > 1e-9 {
            silences.push(silence);
            if let Some(began) = began {
                bursts.push(pair[0] - began);
            }
            began = Some(pair[1]);
        }
    }
    (bursts, silences)
}

#[test]
fn bursts_and_pauses_are_exponential() {
    let (bursts, silences) = periods(&params(8e6, 0.01, 0.02, 1), 3);
    assert!(bursts.len() > 4000, "{}", bursts.len());
    let exponential = |mean: f64| move |x: f64| 1.0 - libm::exp(-x / mean);
    // Above 1.95 in one of a thousand samples.
    assert!(kolmogorov_smirnov(bursts, exponential(0.01)) < 1.95);
    assert!(kolmogorov_smirnov(silences, exponential(0.02)) < 1.95);
}

#[test]
fn with_a_shape_periods_are_pareto() {
    let pareto = Params {
        on_shape: Some(1.5),
        off_shape: Some(1.2),
        ..params(8e6, 0.01, 0.02, 1)
    };
    let (bursts, silences) = periods(&pareto, 3);
    assert!(bursts.len() > 2000, "{}", bursts.len());
    let below = |mean: f64, shape: f64| {
        let least = mean * (shape - 1.0) / shape;
        move |x: f64| 1.0 - libm::pow(least / libm::fmax(x, least), shape)
    };
    // A burst is cut to whole µs, of at least 3333.
    assert!(kolmogorov_smirnov(bursts, below(0.01, 1.5)) < 1.95);
    assert!(kolmogorov_smirnov(silences, below(0.02, 1.2)) < 1.95);
}

/// Of Pareto bursts of shape 2.5 and exponential silences: the share of time ON at any instant, the first ones
/// included, since a source begins as one that has been running for ever.
#[test]
fn a_pareto_source_is_stationary_from_the_start() {
    let params = Params {
        on_shape: Some(2.5),
        off_shape: Some(1.5),
        ..params(8e5, 0.1, 0.2, 100)
    };
    let seeds = 4000;
    let mut packets = [0u32; 4];
    for seed in 0..seeds {
        for at in times_s(&mut OnOff::new(&params), 0.4, &mut rng(seed)) {
            packets[(at / 0.1) as usize] += 1;
        }
    }
    for counted in packets {
        // A third of 100 packets in 0.1 s; the count of one source varies by less than 50, four errors.
        let mean = f64::from(counted) / seeds as f64;
        assert!(
            (mean - 100.0 / 3.0).abs() < 4.0 * 50.0 / 63.2,
            "{packets:?}"
        );
    }
}

/// The bits in a time T vary by 2V/s² (sT − 1 + exp(−sT)), from the covariance V exp(−sτ) of
/// cai-2010 Section IV-B; for its Fig. 7 that is a coefficient of variation of 1.257 in 50 ms.
#[test]
fn counts_vary_as_the_covariance_of_the_rate_says() {
    let end_s = 20_000.0;
    let bin_s = 0.05;
    let mut counts = vec![0.0; (end_s / bin_s) as usize];
    for at in times_s(&mut OnOff::new(&fig_7()), end_s, &mut rng(5)) {
        counts[(at / bin_s) as usize] += 1.0;
    }
    let n = counts.len() as f64;
    let mean = counts.iter().sum::<f64>() / n;
    let variance = counts.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    let (s, v) = moments(&fig_7());
    let bits = 2.0 * v / (s * s) * (s * bin_s - 1.0 + libm::exp(-s * bin_s));
    let expected = libm::sqrt(bits) / (2e6 / 3.0 * bin_s);
    assert!((expected - 1.257).abs() < 0.001, "{expected}");
    // Cutting packets adds up to a quarter of a packet squared, 0.4 %; a second percent is chance.
    let cov = libm::sqrt(variance) / mean;
    assert!((cov / expected - 1.0).abs() < 0.015, "{cov} for {expected}");
}

#[test]
fn without_pauses_the_rate_is_constant() {
    let mut source = OnOff::new(&params(8e6, 0.1, 0.0, 1000));
    let times = times_s(&mut source, 1.0, &mut rng(1));
    assert_eq!(times.len(), 1000);
    assert!(
        times
            .windows(2)
            .all(|pair| (pair[1] - pair[0] - 1e-3).abs() < 1e-11)
    );
}

fn problem(fields: Value) -> Option<String> {
    Some(complete_one(&SECTION, fields).err()?.to_string())
}

#[test]
fn a_burst_far_shorter_than_a_packet_is_refused_with_what_is_accepted() {
    let refused = problem(json!({ "peak_rate_bps": 1, "mean_on_s": 1e-6 })).unwrap();
    assert_eq!(
        refused,
        "mean_on_s: is 1e-6 s, but at peak_rate_bps 1 a packet of 200 B takes 1600 s of ON time. So \
         many bursts without a packet are not simulated. Accepted: a mean_on_s of 1.6 s or more, \
         or a peak_rate_bps as many times higher"
    );
    assert_eq!(
        problem(json!({ "peak_rate_bps": 1, "mean_on_s": 1.6 })),
        None
    );
}

#[test]
fn at_every_corner_of_the_ranges_packets_follow_or_are_refused() {
    for corner in 0..16 {
        let pick = |bit: u32, low: f64, high: f64| if corner >> bit & 1 == 0 { low } else { high };
        let (peak, on) = (pick(0, 1.0, 1e13), pick(1, 1e-6, 1e4));
        let (off, bytes) = (pick(2, 0.0, 1e4), pick(3, 1.0, 65_535.0));
        let fields = json!({
            "peak_rate_bps": peak, "mean_on_s": on, "mean_off_s": off, "packet_bytes": bytes,
        });
        if problem(fields).is_some() {
            assert!(bytes * 8.0 / peak > 1000.0 * on);
            continue;
        }
        let mut source = OnOff::new(&params(peak, on, off, bytes as u16));
        let mut rng = rng(corner);
        let mut now = source.first(Time::ZERO, &mut rng).at;
        for _ in 0..1000 {
            let next = source.next(now, &mut rng).at;
            assert!(next > now || now == Time::NEVER, "corner {corner}");
            now = next;
        }
    }
}

#[test]
fn a_change_keeps_the_state_and_the_share_of_the_gap() {
    let mut rng = rng(2);
    let mut source = OnOff::new(&params(8e6, 1e4, 0.0, 1000));
    let first = source.first(Time::ZERO, &mut rng);
    let pending = source.next(first.at, &mut rng);
    // Half a gap of 1 ms is left, then half of 2 ms; it is ON, and bursts last hours.
    let now = first.at + Span::from_s(5e-4);
    let due = source.change(now, &params(4e6, 1e4, 1e4, 1000), pending, &mut rng);
    assert_eq!(due.at, now + Span::from_s(1e-3));

    let mut source = OnOff::new(&params(8e6, 1e-3, 1e4, 1000));
    let mut pending = source.first(Time::ZERO, &mut rng);
    pending = source.next(pending.at, &mut rng);
    // It is OFF for hours, and remains so.
    let now = Time::from_s(pending.at.s() / 2.0);
    let due = source.change(now, &params(8e6, 1.0, 1e4, 1000), pending, &mut rng);
    assert!(due.at.since(now) > Span::from_s(10.0), "{due:?}");
}

#[test]
fn after_many_changes_the_mean_rate_is_still_right() {
    let mut rng = rng(9);
    let slow = params(1e6, 0.1, 0.2, 1000);
    let mut source = OnOff::new(&fig_7());
    let mut due = source.first(Time::ZERO, &mut rng);
    let mut packets = 0.0;
    let end_s = 20_000.0;
    for step in 0..200_000u32 {
        let now = Time::from_s(end_s * f64::from(step) / 200_000.0);
        while due.at < now {
            packets += 1.0;
            due = source.next(due.at, &mut rng);
        }
        let params = if step % 2 == 0 { &slow } else { &fig_7() };
        due = source.change(now, params, due, &mut rng);
    }
    // Half the time at a mean of 2/3 Mb/s, half at 1/3; bursts begin and end as without changes.
    let rate = packets * 8000.0 / end_s;
    let (s, v) = moments(&fig_7());
    let error = libm::sqrt(2.0 * v / s / end_s);
    assert!((rate - 5e5).abs() < 4.0 * error, "{rate} ± {error}");
}
