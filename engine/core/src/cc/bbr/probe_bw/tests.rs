//! The probe cycle on a path, against the draft's text and numbers.

use super::*;
use crate::cc::bbr::testing::{Path, params};

/// 10 Mb/s and 100 ms in packets of 1000 bytes, with room for all: a BDP of 125 packets.
fn path() -> Path {
    Path::new(1250.0, 0.1, 1e4)
}

fn gains(path: &Path) -> (f64, f64) {
    (path.model().pacing_gain(), path.model().cwnd_gain())
}

#[test]
fn the_cycle_goes_down_cruises_refills_and_probes_with_the_drafts_gains() {
    let mut path = path();
    path.reach(Phase::Up);
    for (phase, pacing, window) in [
        (Phase::Down, 0.9, 2.0),
        (Phase::Cruise, 1.0, 2.0),
        (Phase::Refill, 1.0, 2.0),
        (Phase::Up, 1.25, 2.25),
        (Phase::Down, 0.9, 2.0),
    ] {
        let before = path.phase();
        let next = path.run_until(10.0, |path| {
            path.phase() != before && path.phase() != Phase::ProbeRtt
        });
        // ProbeRTT may come in between; it leads on to cruising.
        assert!(
            next && path.phase() == phase,
            "{:?} after {before:?}",
            path.phase()
        );
        assert_eq!(gains(&path), (pacing, window), "{phase:?}");
        let rate = path.model().pacing_rate.unwrap();
        let want = pacing * 0.99 * path.model().bw;
        assert!(
            (rate / want - 1.0).abs() < 1e-9,
            "1 % below {pacing} of the bandwidth"
        );
    }
}

#[test]
fn two_to_three_seconds_lie_between_probes_on_a_long_path() {
    let mut path = path();
    let mut waits = Vec::new();
    for _ in 0..40 {
        path.reach(Phase::Refill);
        waits.push(path.now - path.model().cycle.started_at.s());
        path.reach(Phase::Up);
    }
    let (least, most) = (
        waits.iter().copied().fold(f64::MAX, f64::min),
        waits.iter().copied().fold(0.0, f64::max),
    );
    // 40 draws spread over most of a second, and no acknowledgment is 2 ms late.
    assert!(least >= 2.0 && most <= 3.002, "{waits:?}");
    assert!(least < 2.2 && most > 2.8, "{least} to {most}");
}

#[test]
fn a_short_path_probes_as_often_as_reno_would_fill_it() {
    // A BDP of 41 packets in 10.25 ms, transmission included: 41 round trips are due long before
    // 2 s. The count begins with 0 or 1.
    let mut path = Path::new(4000.0, 0.01, 1e4);
    path.reach(Phase::Up);
    path.reach(Phase::Down);
    let began = path.model().rounds.count;
    path.reach(Phase::Refill);
    let rounds = path.model().rounds.count - began;
    assert!((40..=41).contains(&rounds), "{rounds}");
    // One of 125 packets: no more than 63.
    let mut path = Path::new(12500.0, 0.01, 1e4);
    path.reach(Phase::Up);
    path.reach(Phase::Down);
    let began = path.model().rounds.count;
    path.reach(Phase::Refill);
    let rounds = path.model().rounds.count - began;
    assert!((62..=63).contains(&rounds), "{rounds}");
}

#[test]
fn refilling_takes_one_round_trip_and_a_probe_without_more_bandwidth_three_or_four() {
    let mut path = path();
    path.reach(Phase::Refill);
    let began = path.model().rounds.count;
    path.reach(Phase::Up);
    assert_eq!(path.model().rounds.count - began, 1);
    let began = path.model().rounds.count;
    path.reach(Phase::Down);
    assert!((3..=4).contains(&(path.model().rounds.count - began)));
}

#[test]
fn a_probe_raises_the_flight_by_a_quarter_and_going_down_ends_at_one_bdp() {
    let mut path = path();
    path.reach(Phase::Up);
    path.reach(Phase::Down);
    let probed = f64::from(path.in_flight);
    assert!(probed > 1.25 * path.bdp() && probed <= 2.25 * path.bdp());
    path.reach(Phase::Cruise);
    let left = f64::from(path.in_flight);
    assert!(
        (left / path.bdp() - 1.0).abs() < 0.02,
        "{left} of {}",
        path.bdp()
    );
}

#[test]
fn a_probe_that_loses_more_than_two_percent_bounds_the_flight_and_ends() {
    // Room for 30 packets beyond the BDP of 125, and a Startup that cannot tell.
    let mut path = Path::new(1250.0, 0.1, 1e4);
    path.reach(Phase::Cruise);
    path.buffer = 30.0;
    path.reach(Phase::Up);
    path.reach(Phase::Down);
    let longterm = path.model().bounds.inflight_longterm;
    assert!(path.model().cycle.too_high);
    // What fits is 125 + 30 and the packet on the wire; 2 % more may be lost.
    assert!((155.0..=160.5).contains(&longterm), "{longterm}");
    assert_eq!(path.window.cwnd, longterm);
    path.reach(Phase::Cruise);
    assert!(f64::from(path.in_flight) <= 0.85 * longterm);
    path.step();
    assert!((path.window.cwnd / (0.85 * path.model().bounds.inflight_longterm) - 1.0).abs() < 1e-9);
}

#[test]
fn after_a_probe_that_was_too_high_the_next_only_touches_the_bound_and_the_third_follows_at_once() {
    let mut path = Path::new(1250.0, 0.1, 1e4);
    path.reach(Phase::Cruise);
    path.buffer = 30.0;
    path.reach(Phase::Up);
    path.reach(Phase::Down);
    assert!(path.model().cycle.too_high);
    path.buffer = 1e4; // what was too much no longer is
    path.reach(Phase::Up);
    let began = path.now;
    path.reach(Phase::Down);
    assert!(path.model().cycle.precautionary && !path.model().cycle.too_high);
    let touched = path.now - began;
    // 125 rise to 159 at 0.2375 of 1250 per second.
    assert!(
        (touched - 34.0 / (0.2375 * 1250.0)).abs() < 0.03,
        "{touched}"
    );
    let refilled = path.run_until(0.3, |path| path.phase() == Phase::Refill);
    assert!(refilled, "without cruising");
}

#[test]
fn the_bound_grows_by_one_two_four_packets_per_round_trip() {
    let mut path = path();
    path.reach(Phase::Up);
    let model = &mut path.bbr.0;
    model.bounds.inflight_longterm = 100.0;
    model.cycle.up_rounds = 0;
    let mut grown = Vec::new();
    for _ in 0..5 {
        model.raise_longterm_slope(100.0);
        let before = model.bounds.inflight_longterm;
        model.rounds.started = false;
        model.cwnd_limited.note(false, 1000, &path.window);
        for _ in 0..100 {
            let ack = Ack {
                cwnd: 1e4,
                ..crate::cc::path_model::testing::ack(0.0, 1.0)
            };
            model.probe_longterm_upward(&ack);
        }
        grown.push(model.bounds.inflight_longterm - before);
    }
    assert_eq!(grown, [1.0, 2.0, 4.0, 8.0, 16.0]);
}

#[test]
fn ten_times_the_bandwidth_is_found_and_a_tenth_too() {
    let mut path = path();
    path.reach(Phase::Cruise);
    path.change_rate(12500.0);
    let found = path.run_until(60.0, |path| path.model().bw > 0.95 * path.rate);
    assert!(found, "{} of {}", path.model().bw, path.rate);
    path.buffer = 200.0;
    path.change_rate(1250.0);
    let began = path.now;
    let found = path.run_until(60.0, |path| path.model().bw < 1.05 * path.rate);
    assert!(found, "{} of {}", path.model().bw, path.rate);
    assert!(path.now - began < 25.0, "after {} s", path.now - began);
}

#[test]
fn loss_while_cruising_slows_down_for_the_short_term_and_refilling_forgets_it() {
    let mut path = path();
    path.reach(Phase::Cruise);
    path.change_rate(0.8 * 1250.0);
    path.buffer = 10.0;
    let slowed = path.run_until(2.0, |path| path.model().bounds.bw_shortterm < f64::INFINITY);
    assert!(slowed && path.phase() == Phase::Cruise);
    let adapted = path.run_until(1.0, |path| path.model().bw < 1.02 * path.rate);
    assert!(adapted, "{}", path.model().bw);
    path.reach(Phase::Refill);
    assert_eq!(path.model().bounds.bw_shortterm, f64::INFINITY);
}

#[test]
fn parameters_equal_those_of_the_draft() {
    let p = params();
    assert_eq!(
        (p.startup_gain, p.drain_gain, p.up_gain, p.down_gain),
        (2.77, 0.5, 1.25, 0.9)
    );
    assert_eq!(
        (p.cwnd_gain, p.up_cwnd_gain, p.probe_rtt_gain),
        (2.0, 2.25, 0.5)
    );
    assert_eq!(
        (p.loss_threshold, p.beta, p.headroom, p.pacing_margin),
        (0.02, 0.7, 0.15, 0.01)
    );
    assert_eq!(
        (
            p.probe_rtt_interval_s,
            p.probe_rtt_duration_s,
            p.min_rtt_window_s
        ),
        (5.0, 0.2, 10.0)
    );
    assert_eq!(
        (p.probe_wait_s, p.probe_wait_spread_s, p.probe_wait_rounds),
        (2.0, 1.0, 63)
    );
}
