//! Quality that a person feels: of a call (E-model), of an application (QoO), of a connection under load (RPM).
//!
//! Sources: ITU-T G.107 and G.113 Appendix I for the E-model in its narrow-band form with default values, no echo and
//! losses at random; draft-ietf-ippm-qoo-06 Section 7.1; draft-ietf-ippm-responsiveness-09.

/// Codec of a call, as the E-model describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Codec {
    /// Equipment impairment without losses, I_e.
    pub impairment: f64,
    /// Robustness against losses, B_pl.
    pub robustness: f64,
}

impl Codec {
    /// G.711, whose receiver conceals lost packets or plays silence (G.113 Table I.4).
    #[must_use]
    pub fn g711(concealment: bool) -> Codec {
        Codec {
            impairment: 0.0,
            robustness: if concealment { 25.1 } else { 4.3 },
        }
    }
}

/// Time that a packet of a call carries, which passes before it is sent, in seconds. G.711 needs no look-ahead.
pub const FRAME_S: f64 = 0.02;

/// Transmission rating without delay and losses: all parameters of the E-model have their default values.
const BEST_RATING: f64 = 93.2;

/// Returns the impairment by a delay from mouth to ear, I_dd: G.107 equations 7-27 and 7-28.
#[must_use]
pub fn delay_impairment(delay_s: f64) -> f64 {
    if delay_s <= 0.1 {
        return 0.0;
    }
    let x = libm::log2(delay_s / 0.1);
    let root = |x: f64| libm::pow(1.0 + libm::pow(x, 6.0), 1.0 / 6.0);
    25.0 * (root(x) - 3.0 * root(x / 3.0) + 2.0)
}

/// Returns the impairment by a share of packets lost at random, I_e,eff: G.107 equation 7-29 with a burst ratio of 1.
#[must_use]
pub fn loss_impairment(loss: f64, codec: Codec) -> f64 {
    let percent = 100.0 * loss;
    codec.impairment + (95.0 - codec.impairment) * percent / (percent + codec.robustness)
}

/// Returns the transmission rating R of a call, 93.2 at best.
#[must_use]
pub fn rating(delay_s: f64, loss: f64, codec: Codec) -> f64 {
    BEST_RATING - delay_impairment(delay_s) - loss_impairment(loss, codec)
}

/// Returns the mean opinion score of a rating, from 1 to 4.5: G.107 Annex B.
#[must_use]
pub fn mos(rating: f64) -> f64 {
    let r = rating.clamp(0.0, 100.0);
    let mos = 1.0 + 0.035 * r + 7e-6 * r * (r - 60.0) * (100.0 - r);
    mos.clamp(1.0, 4.5)
}

/// Words for the mean opinion score of a call, each with the lowest score: the limits of user satisfaction in G.107
/// Table B.1.
pub static WORDS: [(f64, &str); 5] = [
    (4.33, "excellent"),
    (4.02, "good"),
    (3.09, "fair"),
    (2.57, "poor"),
    (1.0, "bad"),
];

/// Returns the word for a mean opinion score.
#[must_use]
pub fn word(mos: f64) -> &'static str {
    let found = WORDS.iter().find(|(least, _)| mos >= *least);
    found.map_or("bad", |(_, word)| word)
}

/// Returns a sentence for people about a mean opinion score: `A call here would be fair (3.6 of 4.5).`
#[must_use]
pub fn call_sentence(mos: f64) -> String {
    format!("A call here would be {} ({mos:.1} of 4.5).", word(mos))
}

/// Requirements of an application on the network, in the terms of QoO.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Requirement {
    /// Share of the packets whose delay counts, 0 to 1.
    pub share: f64,
    /// Delay of a perfect outcome, and delay from which on the application is useless, seconds.
    pub delay_s: (f64, f64),
    /// The same for the share of lost packets.
    pub loss: (f64, f64),
}

/// Requirements of browsing the web.
pub const WEB: Requirement = Requirement {
    share: 0.9,
    delay_s: (0.05, 0.15),
    loss: (0.005, 0.01),
};

/// Requirements of a conversation by sound and video.
pub const CONFERENCE: Requirement = Requirement {
    share: 0.95,
    delay_s: (0.05, 0.1),
    loss: (0.001, 0.005),
};

/// Requirements of a game in real time: the profile `real_time_gaming` of LibreQoS (`qoo_profiles.json`), as the draft has
/// none.
pub const GAME: Requirement = Requirement {
    share: 0.95,
    delay_s: (0.05, 0.1),
    loss: (0.005, 0.01),
};

/// Returns the quality of outcome, 0 to 100: the worse of delay and loss, each by its distance to uselessness.
#[must_use]
pub fn outcome(requirement: &Requirement, delay_s: f64, loss: f64) -> f64 {
    let score = |(perfect, useless): (f64, f64), measured: f64| {
        (100.0 * (useless - measured) / (useless - perfect)).clamp(0.0, 100.0)
    };
    let delay = score(requirement.delay_s, delay_s);
    let loss = score(requirement.loss, loss);
    if delay < loss { delay } else { loss }
}

/// Returns a sentence for people about the quality of outcome of a game. The ends of the scale are those of the draft: 100
/// is a perfect outcome, 0 is useless.
#[must_use]
pub fn game_sentence(outcome: f64) -> String {
    let (word, rounded) = match outcome {
        100.0.. => ("perfect", 100.0),
        ..=0.0 => ("useless", 0.0),
        // A rounded score does not contradict the word.
        _ => ("impaired", outcome.round().clamp(1.0, 99.0)),
    };
    format!("A game here would be {word} ({rounded} of 100).")
}

/// Share of the round trips that responsiveness counts, the shortest ones.
pub const COUNTED_ROUND_TRIPS: f64 = 0.95;

/// Returns the number of round trips per minute.
#[must_use]
pub fn round_trips_per_minute(round_trip_s: f64) -> f64 {
    60.0 / round_trip_s
}

/// Words for the wait for an answer, each with the lowest number of round trips per minute. People notice a wait of more
/// than 0.1 s, and lose their train of thought after 1 s: J. Nielsen, Usability Engineering (1993), Section 5.5.
static WAITS: [(f64, &str); 3] = [
    (600.0, "at once"),
    (60.0, "after a noticeable wait"),
    (0.0, "after a long wait"),
];

/// Returns a sentence for people about the round trips per minute of requests, which take one round trip each.
#[must_use]
pub fn answer_sentence(per_minute: f64) -> String {
    let found = WAITS.iter().find(|(least, _)| per_minute >= *least);
    let wait = found.map_or(WAITS[2].1, |(_, wait)| wait);
    format!("A click here would be answered {wait} ({per_minute:.0} round trips per minute).")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(value: f64, digits: usize, printed: &str) {
        assert_eq!(format!("{value:.digits$}"), printed);
    }

    #[test]
    fn delay_impairs_as_in_g107() {
        assert_eq!(delay_impairment(0.1), 0.0);
        for (ms, printed) in [
            (150.0, "0.1635"),
            (177.3, "1.1721"),
            (200.0, "3.0444"),
            (300.0, "14.7607"),
            (500.0, "30.6359"),
        ] {
            is(delay_impairment(ms * 1e-3), 4, printed);
        }
    }

    #[test]
    fn ratings_and_scores_of_g711_are_those_of_the_e_model() {
        for (ms, percent, concealment, r, score) in [
            (0.0, 0.0, false, "93.200", "4.409"),
            (200.0, 0.0, true, "90.156", "4.343"),
            (300.0, 0.0, true, "78.439", "3.964"),
            (20.0, 1.0, true, "89.560", "4.328"),
            (20.0, 1.0, false, "75.275", "3.834"),
            (20.0, 2.0, true, "86.189", "4.235"),
            (20.0, 2.0, false, "63.041", "3.256"),
            (200.0, 1.0, true, "86.516", "4.245"),
        ] {
            let rating = rating(ms * 1e-3, percent * 1e-2, Codec::g711(concealment));
            is(rating, 3, r);
            is(mos(rating), 3, score);
        }
        assert_eq!((mos(-5.0), mos(3.0), mos(200.0)), (1.0, 1.0, 4.5));
    }

    #[test]
    fn words_follow_the_limits_of_user_satisfaction() {
        // G.107 Table B.1: ratings of 90, 80, 60 and 50.
        for (rating, expected) in [
            (90.0, "excellent"),
            (80.0, "good"),
            (60.0, "fair"),
            (50.0, "poor"),
        ] {
            assert_eq!(word(mos(rating)), expected);
            assert_ne!(word(mos(rating - 1.0)), expected);
        }
        assert_eq!((word(3.6), word(1.0)), ("fair", "bad"));
        assert_eq!(
            call_sentence(3.6),
            "A call here would be fair (3.6 of 4.5)."
        );
    }

    #[test]
    fn outcome_falls_from_the_requirement_to_uselessness() {
        for (ms, score) in [
            (40.0, 100.0),
            (75.0, 75.0),
            (100.0, 50.0),
            (125.0, 25.0),
            (150.0, 0.0),
        ] {
            assert!((outcome(&WEB, ms * 1e-3, 0.0) - score).abs() < 1e-9, "{ms}");
        }
        assert!(
            (outcome(&CONFERENCE, 0.04, 0.003) - 50.0).abs() < 1e-9,
            "by loss"
        );
        assert!(
            (outcome(&CONFERENCE, 0.09, 0.003) - 20.0).abs() < 1e-9,
            "by delay"
        );
        assert!((outcome(&GAME, 0.075, 0.0) - 50.0).abs() < 1e-9);
        assert!((outcome(&GAME, 0.06, 0.0075) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn the_score_of_a_game_agrees_with_its_word() {
        for (score, text) in [
            (100.0, "perfect (100 of 100)"),
            (99.9, "impaired (99 of 100)"),
            (70.4, "impaired (70 of 100)"),
            (0.2, "impaired (1 of 100)"),
            (0.0, "useless (0 of 100)"),
        ] {
            let sentence = format!("A game here would be {text}.");
            assert_eq!(game_sentence(score), sentence);
        }
    }

    #[test]
    fn answers_come_at_once_within_a_tenth_of_a_second() {
        for (s, text) in [
            (0.1, "at once (600"),
            (0.101, "after a noticeable wait (594"),
            (1.0, "after a noticeable wait (60"),
            (2.0, "after a long wait (30"),
        ] {
            let sentence =
                format!("A click here would be answered {text} round trips per minute).");
            assert_eq!(answer_sentence(round_trips_per_minute(s)), sentence);
        }
    }

    #[test]
    fn round_trips_per_minute_are_those_of_the_draft() {
        for (ms, rpm) in [(200.0, 300.0), (60.0, 1000.0), (10.0, 6000.0)] {
            assert!((round_trips_per_minute(ms * 1e-3) - rpm).abs() < 1e-9);
        }
    }
}
