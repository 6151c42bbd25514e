//! Tests of fractional Brownian traffic: its mean, and its variation on several time scales.

use super::*;
use crate::spec::complete::complete_one;
use serde_json::json;

fn params(hurst: f64, interval_s: f64, variation: f64) -> Params {
    let given = json!({
        "rate_bps": 5e6, "hurst": hurst, "interval_s": interval_s, "variation": variation,
    });
    let complete = complete_one(&SECTION, given).expect("acceptable");
    serde_json::from_value(complete).expect("complete parameters are read")
}

fn rng(seed: u64) -> Rng {
    Rng::for_component(seed, "fbm", 0)
}

/// Bits in bins of `bin_s`.
fn bins(params: &Params, seed: u64, bin_s: f64, number: usize) -> Vec<f64> {
    let (mut source, mut rng) = (Fbm::new(params), rng(seed));
    let mut bins = vec![0.0; number];
    let mut due = source.first(Time::ZERO, &mut rng);
    while let Some(bin) = bins.get_mut((due.at.s() / bin_s) as usize) {
        *bin += 8.0 * f64::from(due.bytes);
        due = source.next(due.at, &mut rng);
    }
    bins
}

/// By vishwanath-2011 Section V-A: 15.87 % of the values are cut off, and the mean is 1.0833 of ρ_c.
#[test]
fn a_variation_of_one_cuts_sixteen_percent_off() {
    let paper = params(0.85, 1e-6, 1.0);
    assert!((paper.gain() - 1.083_315).abs() < 1e-6, "{}", paper.gain());
    let source = Fbm::new(&paper);
    assert!((source.mean_bits - 5.0 / 1.083_315).abs() < 1e-5);
    let (mut noise, mut rng) = (Noise::new(paper.tables()), rng(1));
    let n = 200_000;
    let cut = (0..n).filter(|_| noise.next(&mut rng) < -1.0).count() as f64 / f64::from(n);
    // Its mean over so many values deviates by n^(H−1) = 0.16; a share as much times φ(1) = 0.24, twice.
    assert!((cut - 0.1587).abs() < 0.08, "{cut}");
}

/// Over 400 seeds, the first 0.2 s of each: means of 2000 intervals deviate by v 2000^(H−1) each.
#[test]
fn the_mean_rate_equals_the_parameter() {
    for (hurst, variation) in [(0.6, 0.5), (0.85, 1.0), (0.95, 0.5)] {
        let params = params(hurst, 1e-4, variation);
        let seeds = 400;
        let bits: f64 = (0..seeds).map(|seed| bins(&params, seed, 0.2, 1)[0]).sum();
        let mean = bits / (0.2 * seeds as f64) / 5e6;
        let error = variation * libm::pow(2000.0, hurst - 1.0) / libm::sqrt(seeds as f64);
        assert!(
            (mean - 1.0).abs() < 4.0 * error + 1e-4,
            "{hurst}: {mean} ± {error}"
        );
    }
}

/// The variance of what is sent in a time T grows as T^2H, from ten intervals to ten thousand: what is sent, cut
/// off at zero and into packets. The mean is known, so that no frequency is left out.
#[test]
fn the_variance_grows_with_2_h() {
    for hurst in [0.6, 0.75, 0.85, 0.95] {
        let params = params(hurst, 1e-3, 0.5);
        let (seeds, number) = (60, 2048);
        // Bins of 16 intervals; 2048 of them last 33 s.
        let mut variances = [0.0; 10];
        for seed in 0..seeds {
            let mut bits = bins(&params, seed, 0.016, number);
            for (k, variance) in variances.iter_mut().enumerate() {
                let mean = 5e6 * 0.016 * f64::from(1u32 << k);
                let squares = bits.iter().map(|bits| (bits - mean) * (bits - mean));
                *variance += squares.sum::<f64>() / (bits.len() * seeds as usize) as f64;
                bits = bits.chunks_exact(2).map(|pair| pair[0] + pair[1]).collect();
            }
        }
        let points: Vec<_> = (0..).zip(variances.map(libm::log2)).collect();
        let half: f64 = 4.5;
        let mean = variances.map(libm::log2).iter().sum::<f64>() / 10.0;
        let xy: f64 = points
            .iter()
            .map(|&(k, y)| (f64::from(k) - half) * (y - mean))
            .sum();
        let slope = xy / 82.5;
        assert!(
            (slope / 2.0 - hurst).abs() < 0.03,
            "{hurst}: {}",
            slope / 2.0
        );
    }
}

#[test]
fn a_packet_that_is_long_in_coming_is_not_waited_for_in_one_go() {
    let slow = Params {
        rate_bps: 1.0,
        ..params(0.85, 1e-6, 1.0)
    };
    let (mut source, mut rng) = (Fbm::new(&slow), rng(1));
    let mut due = source.first(Time::ZERO, &mut rng);
    for _ in 0..10 {
        assert!(due.is_silent());
        let next = source.next(due.at, &mut rng);
        assert_eq!(next.at.since(due.at), Span::from_s(1e-3));
        due = next;
    }
}

#[test]
fn at_a_rate_beyond_the_clock_time_goes_on() {
    let fast = Params {
        rate_bps: 1e13,
        packet_bytes: Distribution::Fixed(1.0),
        ..params(0.85, 1e-6, 10.0)
    };
    let (mut source, mut rng) = (Fbm::new(&fast), rng(1));
    let mut due = source.first(Time::ZERO, &mut rng);
    for _ in 0..10_000 {
        let next = source.next(due.at, &mut rng);
        assert!(next.at > due.at);
        due = next;
    }
}

#[test]
fn flows_share_what_depends_on_h_and_a_change_of_rate_keeps_the_noise() {
    let first = params(0.85, 1e-4, 0.5);
    let (mut source, mut rng) = (Fbm::new(&first), rng(1));
    assert!(Arc::ptr_eq(source.params.tables(), first.tables()));
    let due = source.first(Time::ZERO, &mut rng);
    let faster = Params {
        rate_bps: 1e7,
        ..first.clone()
    };
    let noise = source.now.0;
    let changed = source.change(Time::ZERO, &faster, due, &mut rng);
    assert_eq!(changed.at, Time(due.at.0.div_ceil(2)));
    assert_eq!(source.now.0, noise);
    let part = (changed.at.since(source.from).0 as f64) / source.interval.0 as f64;
    assert!((part - source.part()).abs() < 1e-6);
}
