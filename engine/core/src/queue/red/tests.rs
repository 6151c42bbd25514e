//! RED against published figures and its own formulas.

use super::*;
use crate::packet::Packet;
use crate::queue::Limit;
use crate::queue::testing::{packet, surroundings};

/// The parameters of ns-3's tests, changed.
fn params(change: impl Fn(&mut Params)) -> Params {
    let mut params = Params {
        limit: Limit::of_packets(300),
        min_threshold_packets: 70.0,
        max_threshold_packets: 150.0,
        max_probability: 0.02,
        weight: 0.002,
        gentle: true,
        ecn: false,
        wait: true,
        mean_packet_bytes: 1000,
        adaptive: false,
        adapt_every_s: 0.5,
        adapt_increment: 0.01,
        adapt_factor: 0.9,
    };
    change(&mut params);
    params
}

fn red(params: &Params, seed: u64) -> Red {
    let rng = Rng::for_component(seed, "link/test/queue", 0);
    Red::new(
        params,
        &Surroundings {
            rng,
            ..surroundings()
        },
    )
}

/// RED that stays at an average.
fn settled(average: f64, change: impl Fn(&mut Params)) -> Red {
    let params = params(|p| {
        p.weight = 1e-9;
        change(p);
    });
    Red {
        average,
        ..red(&params, 1)
    }
}

fn arrival(packet: &Packet, packets: u32, bytes: u64) -> Arrival<'_> {
    Arrival {
        now: Time::ZERO,
        packet,
        waiting: Backlog { packets, bytes },
        in_service: Some(1000),
    }
}

fn arrive(red: &mut Red, waiting: u32, ecn_capable: bool) -> Verdict {
    let packet = packet(1000, ecn_capable);
    red.on_arrival(&arrival(&packet, waiting, u64::from(waiting) * 1000))
}

/// Linux `include/net/red.h` and DPDK `app/test/test_red.c`: thresholds 32 and 128, max_p 0.1.
#[test]
fn red_probabilities_agree_with_linux_and_dpdk() {
    let params = params(|p| {
        (p.min_threshold_packets, p.max_threshold_packets) = (32.0, 128.0);
        p.max_probability = 0.1;
        p.gentle = false;
    });
    for (average, probability) in [
        (31.9, 0.0),
        (36.0, 0.004_166_7),
        (60.0, 0.029_166_7),
        (96.0, 0.066_666_7),
        (128.0, 1.0),
    ] {
        let got = params.probability(average, params.max_probability);
        assert!((got - probability).abs() < 1e-7, "{average}: {got}");
    }
}

#[test]
fn gentle_rises_from_max_p_to_1_at_twice_the_upper_threshold() {
    let at = |average| params(|_| ()).probability(average, 0.02);
    assert!((at(150.0) - 0.02).abs() < 1e-12);
    assert!((at(225.0) - 0.51).abs() < 1e-12, "half of the way");
    assert!(at(299.9) < 1.0);
    assert_eq!([at(300.0), at(1e6)], [1.0, 1.0]);
}

/// A queue that is one longer at each arrival, 0 to 299, against values computed independently.
#[test]
fn averages_are_exact_to_a_millionth() {
    for (weight, last, first_70) in [(0.002, 74.241_004, 290), (0.02, 250.116_625, 115)] {
        let mut red = red(&params(|p| p.weight = weight), 1);
        let average = |waiting| {
            arrive(&mut red, waiting, false);
            red.average()
        };
        let averages: Vec<f64> = (0..300).map(average).collect();
        assert!((averages[299] - last).abs() < 1e-6, "{}", averages[299]);
        let reached = averages.iter().position(|&average| average >= 70.0);
        assert_eq!(reached, Some(first_70));
    }
}

#[test]
fn the_average_decays_by_the_packets_that_could_have_passed_while_idle() {
    // 20 Mb/s: 2,500 packets of 1,000 bytes a second; three quarters of the last one do not count.
    let later = Time::from_s(3.100_3);
    let mut red = Red {
        average: 80.0,
        ..red(&params(|_| ()), 1)
    };
    red.on_idle(Time::from_s(3.0));
    let mut shown = [0.0; 3];
    red.gauges(later, &Waiting::default(), &mut shown);
    let decayed = 80.0 * libm::pow(0.998, 250.0);
    assert!((shown[0] - decayed).abs() < 1e-9, "{shown:?}");
    red.on_arrival(&Arrival {
        now: later,
        in_service: None,
        ..arrival(&packet(1000, false), 0, 0)
    });
    assert!((red.average() - 0.998 * decayed).abs() < 1e-9);
    red.gauges(Time::from_s(9.0), &Waiting::default(), &mut shown);
    assert_eq!(shown[0], red.average(), "a busy link does not decay");
    assert_eq!(shown[1], red.probability());
}

/// 300 packets back to back into an empty queue: how many are dropped, over 20 streams.
fn drops_of_a_burst(params: &Params) -> u32 {
    let of_stream = |seed| {
        let mut red = red(params, seed);
        let enter =
            |waiting, _| waiting + u32::from(arrive(&mut red, waiting, false) == Verdict::Enqueue);
        300 - (0..300).fold(0, enter)
    };
    (0..20).map(of_stream).sum()
}

/// The orderings of ns-3's `red-queue-disc-test-suite`, summed over streams instead of one.
#[test]
fn red_bursts_lose_more_as_in_ns_3() {
    let quick = params(|p| p.weight = 0.02);
    let base = drops_of_a_burst(&quick);
    assert_eq!(drops_of_a_burst(&params(|_| ())), 0);
    assert!(base > 0);
    type Change = fn(&mut Params);
    let changes: [(&str, Change); 4] = [
        ("upper threshold 100", |p| p.max_threshold_packets = 100.0),
        ("max_p 1/5", |p| p.max_probability = 0.2),
        ("not gentle", |p| p.gentle = false),
        ("no wait", |p| p.wait = false),
    ];
    for (what, change) in changes {
        let mut changed = quick.clone();
        change(&mut changed);
        let drops = drops_of_a_burst(&changed);
        assert!(drops > base, "{what}: {drops}, {base}");
    }
}

/// Packets from one drop to the next.
fn gaps(red: &mut Red) -> Vec<usize> {
    let mut next = || {
        1 + (0..)
            .take_while(|_| arrive(red, 110, false) == Verdict::Enqueue)
            .count()
    };
    // The first one begins below the threshold.
    next();
    (0..20_000).map(|_| next()).collect()
}

/// p a trifle above 0.05: gaps uniform over 20 to 39 with `wait`, over 1 to 19 without. The chi-square
/// of 20 equal bins has mean 19 and standard deviation 6.2; 44 is four of them above.
#[test]
fn gaps_between_drops_are_uniform() {
    for (wait, lengths) in [(true, 20..40), (false, 1..20)] {
        let gaps = gaps(&mut settled(110.000_1, |p| {
            p.wait = wait;
            p.max_probability = 0.1;
        }));
        assert!(gaps.iter().all(|gap| lengths.contains(gap)));
        let expected = gaps.len() as f64 / lengths.len() as f64;
        let excess = |length| {
            let seen = gaps.iter().filter(|&&gap| gap == length).count() as f64;
            (seen - expected) * (seen - expected) / expected
        };
        let chi_square: f64 = lengths.map(excess).sum();
        assert!(chi_square < 44.0, "wait {wait}: {chi_square}");
    }
}

#[test]
fn red_accepts_the_first_packet_above_the_threshold_and_starts_counting() {
    let mut red = settled(149.999, |p| p.max_probability = 1.0);
    assert_eq!(arrive(&mut red, 9, false), Verdict::Enqueue);
    assert_eq!(arrive(&mut red, 9, false), Verdict::Drop(Reason::Early));
    assert_eq!(
        arrive(&mut red, 1, false),
        Verdict::Enqueue,
        "a short queue"
    );
    assert_eq!(arrive(&mut red, 9, false), Verdict::Enqueue, "first again");
}

#[test]
fn red_marks_packets_with_ecn_below_the_upper_threshold_and_drops_others() {
    let at = |average| {
        let mut red = settled(average, |p| {
            (p.ecn, p.wait, p.max_probability) = (true, false, 1.0);
        });
        arrive(&mut red, 9, true);
        red
    };
    let mut below = at(149.999);
    assert_eq!(arrive(&mut below, 9, true), Verdict::Mark);
    assert_eq!(arrive(&mut below, 9, false), Verdict::Drop(Reason::Early));
    let early = arrive(&mut at(151.0), 9, true);
    assert_eq!(early, Verdict::Drop(Reason::Early));
    let all = arrive(&mut at(300.1), 9, true);
    assert_eq!(all, Verdict::Drop(Reason::Overload));
}

#[test]
fn red_limit_holds_for_any_average() {
    let mut red = red(&params(|_| ()), 1);
    assert_eq!(arrive(&mut red, 299, false), Verdict::Enqueue);
    assert_eq!(arrive(&mut red, 300, false), Verdict::Drop(Reason::Tail));
}

#[test]
fn a_limit_in_bytes_measures_the_queue_in_packets_of_mean_size() {
    let params = params(|p| {
        (p.limit.packets, p.limit.bytes) = (None, Some(20_000));
        p.weight = 1.0;
    });
    let mut red = red(&params, 1);
    for bytes in [2_500, 19_000] {
        red.on_arrival(&arrival(&packet(1000, false), 100, bytes));
        assert!((red.average() - bytes as f64 / 1000.0).abs() < 1e-12);
    }
}

#[test]
fn new_parameters_keep_the_average() {
    let mut red = red(&params(|_| ()), 1);
    for waiting in 0..300 {
        arrive(&mut red, waiting, false);
    }
    let before = red.average();
    let stricter = params(|p| {
        p.limit.packets = Some(100);
        (p.max_threshold_packets, p.gentle) = (74.0, false);
    });
    red.reconfigure(&stricter, &surroundings());
    assert_eq!(red.average(), before);
    assert_eq!(arrive(&mut red, 99, false), Verdict::Drop(Reason::Overload));
    assert_eq!(arrive(&mut red, 100, false), Verdict::Drop(Reason::Tail));
}

#[test]
fn thresholds_must_be_in_order() {
    let of = |min: f64, max: f64| {
        let given = serde_json::json!({
            "limit_packets": 9, "min_threshold_packets": min, "max_threshold_packets": max,
        });
        crate::spec::complete::complete_one(&SECTION, given).map_err(|p| p.to_string())
    };
    assert!(of(0.0, 0.001).is_ok());
    for (min, max) in [(5.0, 5.0), (0.0, 0.0), (10e6, 10e6), (6.0, 5.0)] {
        let refused = of(min, max).expect_err("not in order");
        assert!(refused.starts_with("max_threshold_packets: must be above"));
    }
}

/// Floyd, Gummadi and Shenker 2001 Section 3: thresholds 70 and 150, so that the target is 102 to 118.
#[test]
fn adaptation_steps_agree_with_the_paper() {
    let params = params(|p| p.adaptive = true);
    for (max_p, average, wanted) in [
        (0.1, 118.1, 0.11),
        (0.02, 118.1, 0.025),
        (0.1, 117.9, 0.1),
        (0.1, 102.1, 0.1),
        (0.1, 101.9, 0.09),
        (0.009, 101.9, 0.009),
        (0.51, 118.1, 0.51),
    ] {
        let got = params.adapted(max_p, average);
        assert!((got - wanted).abs() < 1e-12, "{max_p} at {average}: {got}");
    }
}

#[test]
fn maximum_probability_is_adapted_every_interval_with_or_without_readings() {
    let adaptive = |p: &mut Params| (p.adaptive, p.max_probability) = (true, 0.1);
    let mut red = settled(130.0, adaptive);
    let mut shown = [0.0; 3];
    red.gauges(Time::from_s(1.6), &Waiting::default(), &mut shown);
    assert!((shown[2] - 0.13).abs() < 1e-12, "{shown:?}");
    assert_eq!(red.max_probability, 0.1, "looking changes nothing");
    red.on_arrival(&Arrival {
        now: Time::from_s(1.6),
        ..arrival(&packet(1000, false), 130, 130_000)
    });
    assert!((red.max_probability - 0.13).abs() < 1e-12);
    red.on_arrival(&Arrival {
        now: Time::from_s(1e6),
        ..arrival(&packet(1000, false), 130, 130_000)
    });
    assert!(red.max_probability > 0.5 && red.max_probability < 0.511);
}
