//! `netem`: delay, jitter, loss and rate of a line (`tc-netem(8)`, `net/sched/sch_netem.c`).

use serde_json::json;

use super::options::{Parsed, Tokens, whole};
use super::units;
use crate::import::report::Setting;

/// Limit unless an option sets it, packets.
const LIMIT: u64 = 1000;

/// Options of a `netem`. The delay is apart, since that of the lab holds in both directions, and the rate, since the lowest
/// one of an interface holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Netem {
    /// Fields that it sets.
    pub parsed: Parsed,
    /// Words and mean or least delay of the direction, seconds.
    pub delay: Option<(String, f64)>,
    /// Words and rate in bits per second.
    pub rate: Option<(String, f64)>,
}

/// Names of the options, for messages.
const OPTIONS: &str =
    "limit, delay, distribution, loss, duplicate, corrupt, reorder, rate, slot, seed, ecn";

/// Reads the options of a `netem`.
#[must_use]
pub fn read(words: &mut Tokens<'_>) -> Netem {
    let mut netem = Netem::default();
    let Netem {
        parsed,
        delay,
        rate,
    } = &mut netem;
    // Words and amplitude of a jitter, applied after all options.
    let mut jitter: Option<(String, f64)> = None;
    let mut distribution: Option<String> = None;
    let mut kind: Option<&str> = None;
    while let Some(name) = words.next() {
        match name {
            "limit" => {
                if let Some((option, limit)) = parsed.value(name, words, units::count) {
                    parsed.set("netem", "queue.kind", json!("drop_tail"));
                    parsed.set(option, "queue.limit_packets", whole(limit));
                }
            }
            "delay" | "latency" => {
                *delay = parsed.value(name, words, units::time_s);
                if words.peek().is_some_and(|word| units::time_s(word).is_ok())
                    && let Some((option, amount)) = parsed.value("jitter", words, units::time_s)
                {
                    jitter = Some((option.replacen("jitter ", "", 1), amount));
                    correlation(words, parsed);
                }
            }
            "distribution" => distribution = words.next().map(str::to_owned),
            "loss" | "drop" => kind = loss(name, words, parsed).or(kind),
            "duplicate" => {
                if let Some((option, share)) = parsed.value(name, words, units::share) {
                    parsed.set(option, "line.duplicates", json!(share));
                    kind = kind.or(Some("independent"));
                }
                correlation(words, parsed);
            }
            "rate" => {
                *rate = parsed.value(name, words, units::rate_bps);
                while words.peek().is_some_and(|word| word.parse::<i64>().is_ok()) {
                    let overhead = words.text(1);
                    parsed.leave_out(overhead, "packets of the lab have no overhead of cells");
                }
            }
            "corrupt" => unsupported(
                name,
                words,
                parsed,
                "no packet of the lab is corrupted and goes on",
            ),
            "reorder" | "gap" => unsupported(
                name,
                words,
                parsed,
                "packets of the lab overtake each other by jitter only",
            ),
            "slot" => {
                let mut text = name.to_owned();
                while words
                    .peek()
                    .is_some_and(|word| OPTIONS.split(", ").all(|option| option != word))
                {
                    text = format!("{text} {}", words.text(1));
                }
                parsed.leave_out(text, "the lab has a line with aggregation, set by hand");
            }
            "seed" => {
                let seed = words.text(1);
                parsed.leave_out(
                    format!("{name} {seed}"),
                    "random numbers of the lab are others",
                );
            }
            "ecn" => parsed.leave_out(name, "lines of the lab lose packets and mark none"),
            _ => parsed.leave_out(name, format!("the options are {OPTIONS}")),
        }
    }
    if let Some((option, amount)) = jitter {
        set_jitter(option, amount, distribution, &mut kind, &mut netem);
    } else if let Some(name) = distribution {
        let reason = "a distribution needs a jitter";
        netem
            .parsed
            .leave_out(format!("distribution {name}"), reason);
    }
    let Netem { parsed, .. } = &mut netem;
    if let Some(kind) = kind {
        // Before the fields of this kind.
        let setting = Setting::new("netem", "line.kind", json!(kind));
        parsed.settings.insert(0, setting);
    }
    if !parsed.sets("queue.limit_packets") {
        let note =
            format!("{LIMIT}, the default of Linux, which also counts packets that are delayed");
        for (path, value) in [
            ("queue.kind", json!("drop_tail")),
            ("queue.limit_packets", json!(LIMIT)),
        ] {
            let setting = Setting::new("netem", path, value);
            parsed.settings.push(setting.noting(note.clone()));
        }
    }
    netem
}

/// Reads a loss. Returns the kind of the line.
fn loss(name: &str, words: &mut Tokens<'_>, parsed: &mut Parsed) -> Option<&'static str> {
    match words.peek() {
        Some("gemodel") => {
            let mut option = format!("{name} {}", words.text(1));
            let mut shares = Vec::new();
            while shares.len() < 4
                && let Some(share) = words.peek().and_then(|word| units::share(word).ok())
            {
                shares.push(share);
                option = format!("{option} {}", words.text(1));
            }
            let Some(&p) = shares.first() else {
                parsed.leave_out(option, "gemodel needs a percentage");
                return None;
            };
            // Defaults of iproute2 (`tc/q_netem.c`): r = 1 − p, 1 − h = 1, 1 − k = 0.
            let rest = |place: usize, default: f64| shares.get(place).copied().unwrap_or(default);
            for (path, value) in [
                ("line.good_to_bad", p),
                ("line.bad_to_good", rest(1, 1.0 - p)),
                ("line.loss_bad", rest(2, 1.0)),
                ("line.loss_good", rest(3, 0.0)),
            ] {
                parsed.set(option.clone(), path, json!(value));
            }
            Some("gilbert_elliott")
        }
        Some("state") => {
            let mut option = format!("{name} {}", words.text(1));
            while words.peek().is_some_and(|word| units::share(word).is_ok()) {
                option = format!("{option} {}", words.text(1));
            }
            parsed.leave_out(option, "lines of the lab have two states; use gemodel");
            None
        }
        _ => {
            if words.peek() == Some("random") {
                words.next();
            }
            let read = parsed.value(name, words, units::share);
            if let Some((option, share)) = read {
                parsed.set(option, "line.loss", json!(share));
            }
            correlation(words, parsed);
            Some("independent")
        }
    }
}

/// Leaves out the correlation behind a value, if there is one.
fn correlation(words: &mut Tokens<'_>, parsed: &mut Parsed) {
    if words.peek().is_some_and(|word| units::share(word).is_ok()) {
        let text = words.text(1);
        parsed.leave_out(
            text,
            "random numbers of the lab do not depend on each other",
        );
    }
}

/// Leaves out an option with one or two percentages or numbers.
fn unsupported(name: &str, words: &mut Tokens<'_>, parsed: &mut Parsed, reason: &str) {
    let mut option = name.to_owned();
    while words.peek().is_some_and(|word| units::share(word).is_ok()) {
        option = format!("{option} {}", words.text(1));
    }
    parsed.leave_out(option, reason);
}

/// Sets a jitter: netem draws delays around the given one, and packets overtake each other.
fn set_jitter(
    option: String,
    amount: f64,
    distribution: Option<String>,
    kind: &mut Option<&'static str>,
    netem: &mut Netem,
) {
    let Netem { parsed, delay, .. } = netem;
    let name = distribution.unwrap_or_else(|| "uniform".to_owned());
    if name != "uniform" {
        parsed.leave_out(
            format!("{option} distribution {name}"),
            format!("the lab has uniform jitter, and no table {name:?}"),
        );
        return;
    }
    let Some((_, mean)) = delay.as_mut().filter(|(_, mean)| *mean >= amount) else {
        parsed.leave_out(
            option,
            "the jitter is larger than the delay, which netem cuts at 0",
        );
        return;
    };
    // To the nanosecond, so that 100 ms less 10 ms are 90 ms.
    *mean = ((*mean - amount) * 1e9).round() / 1e9;
    let setting = Setting::new(
        option,
        "line.jitter_s",
        json!({ "uniform": [0.0, 2.0 * amount] }),
    );
    parsed.settings.push(
        setting.noting("uniform around the delay, whose least value is the delay of the link"),
    );
    parsed.set("netem", "line.overtaking", json!(true));
    *kind = kind.or(Some("independent"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Netem {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        read(&mut Tokens::new(&words))
    }

    #[test]
    fn jitter_is_uniform_around_the_delay() {
        let netem = of("delay 100ms 10ms loss 0.3%");
        assert_eq!(netem.delay.map(|(_, least)| least), Some(0.09));
        let value = |path: &str| {
            let setting = netem.parsed.settings.iter().find(|it| it.path == path);
            setting.map(|it| it.value.clone())
        };
        assert_eq!(value("line.kind"), Some(json!("independent")));
        assert_eq!(
            value("line.jitter_s"),
            Some(json!({ "uniform": [0.0, 0.02] }))
        );
        assert_eq!(value("line.loss"), Some(json!(0.003)));
        assert!(netem.parsed.left_out.is_empty());
    }

    #[test]
    fn correlations_and_other_distributions_are_left_out() {
        let netem =
            of("delay 100ms 20ms 25% distribution normal loss 1% 25% reorder 25% 50% limit 50");
        let left: Vec<&str> = (netem.parsed.left_out.iter())
            .map(|it| it.words.as_str())
            .collect();
        assert_eq!(
            left,
            ["25%", "25%", "reorder 25% 50%", "20ms distribution normal"]
        );
        assert_eq!(netem.delay.map(|(_, mean)| mean), Some(0.1));
    }

    #[test]
    fn a_gilbert_elliott_loss_has_the_defaults_of_linux() {
        let netem = of("loss gemodel 1% 10% 70% 0.1%");
        assert!(netem.parsed.sets("line.loss_bad"));
        let bad = of("loss gemodel 1%").parsed;
        let to_good = bad.settings.iter().find(|it| it.path == "line.bad_to_good");
        assert_eq!(to_good.map(|it| it.value.clone()), Some(json!(0.99)));
    }
}
