//! A direction of the bottleneck, as packets pass the tree of an interface from its root.

use serde_json::json;

use super::options::{Parsed, whole};
use super::shaping::{NO_LINE_RATE, Shaping};
use super::tree::{Class, Device, Role, named};
use crate::import::report::{Imported, Setting};

/// Most queue disciplines that packets pass one after another.
const DEPTH: usize = 16;

#[derive(Debug)]
pub struct Direction {
    /// Beginning of the paths of its fields.
    prefix: &'static str,
    /// Rate of the link, if it is known.
    rate_bps: Option<f64>,
    /// Delay of the direction, seconds.
    pub delay_s: f64,
    /// Lines and words of delays.
    pub delays: Vec<(usize, String)>,
}

/// Sets the fields of a direction by the tree of its interface.
pub fn apply(device: &Device, prefix: &'static str, imported: &mut Imported) -> Direction {
    let mut direction = Direction {
        prefix,
        rate_bps: None,
        delay_s: 0.0,
        delays: Vec::new(),
    };
    let mut passed = Vec::new();
    let mut classes = Vec::new();
    let mut next = device
        .qdiscs
        .iter()
        .position(|qdisc| qdisc.parent.is_none());
    while let Some(place) = next.filter(|_| passed.len() < DEPTH) {
        let qdisc = &device.qdiscs[place];
        passed.push(place);
        next = match &qdisc.role {
            Role::Queue(parsed) => {
                direction.set_all(qdisc.named(), parsed, false, imported);
                None
            }
            Role::Netem(netem) => {
                let below = device.below(qdisc);
                direction.set_all(qdisc.named(), &netem.parsed, below.is_some(), imported);
                if let Some((words, delay_s)) = &netem.delay {
                    direction.delay_s += delay_s;
                    direction.delays.push((qdisc.line, words.clone()));
                }
                if let Some((words, rate_bps)) = netem.rate.clone() {
                    direction.set_rate(qdisc.line, words, rate_bps, imported);
                }
                below
            }
            Role::Bucket(shaping) => {
                let below = device.below(qdisc);
                direction.set_all(qdisc.named(), &shaping.parsed, below.is_some(), imported);
                direction.limit(qdisc.named(), shaping, imported);
                below
            }
            Role::Classes(parsed, default) => {
                direction.set_all(qdisc.named(), parsed, false, imported);
                let chain = device.chain(qdisc, *default);
                if chain.is_empty() {
                    let reason = "packets take no class of it: it has no default class, and more than one or none to choose from";
                    imported.leave_out(qdisc.line, &qdisc.name, reason);
                }
                for &place in &chain {
                    let Class { line, shaping, .. } = &device.classes[place];
                    direction.set_all((*line, "htb"), &shaping.parsed, false, imported);
                    direction.limit_by_class(*line, shaping, imported);
                }
                let last = chain.last().map(|&place| device.classes[place].id);
                classes.extend(chain);
                last.and_then(|id| device.qdiscs.iter().position(|it| it.parent == Some(id)))
            }
            Role::Unknown(reason) => {
                imported.leave_out(qdisc.line, &qdisc.name, reason);
                None
            }
        };
    }
    let unused = "packets do not pass it";
    for (place, qdisc) in device.qdiscs.iter().enumerate() {
        if !passed.contains(&place) {
            imported.leave_out(qdisc.line, &qdisc.name, unused);
        }
    }
    for (place, class) in device.classes.iter().enumerate() {
        if !classes.contains(&place) {
            imported.leave_out(
                class.line,
                named(class.id),
                "packets take the default class",
            );
        }
    }
    direction
}

impl Direction {
    /// Sets fields of the direction. If packets wait in a queue discipline below, those of the queue are left out.
    fn set_all(
        &self,
        (line, name): (usize, &str),
        parsed: &Parsed,
        waits_below: bool,
        imported: &mut Imported,
    ) {
        for setting in &parsed.settings {
            let is_of_queue = setting.path.starts_with("queue.");
            if !(is_of_queue && waits_below) {
                self.set(line, setting.clone(), imported);
            } else if setting.words != name {
                let reason = "packets wait in the queue discipline below it";
                imported.leave_out(line, &setting.words, reason);
            }
        }
        for left_out in &parsed.left_out {
            imported.leave_out(line, &left_out.words, &left_out.reason);
        }
    }

    fn set(&self, line: usize, mut setting: Setting, imported: &mut Imported) {
        setting.path.insert_str(0, self.prefix);
        imported.set(line, setting);
    }

    /// Limits the rate by a token bucket: by the bucket itself if the rate of the link behind it is known.
    fn limit(&mut self, (line, name): (usize, &str), shaping: &Shaping, imported: &mut Imported) {
        let Some((words, rate_bps)) = shaping.rate.clone() else {
            // CAKE without a bandwidth does not limit the rate.
            if name != "cake" {
                imported.leave_out(line, name, "it needs a rate");
            }
            return;
        };
        if let Some((words, peak_bps)) = shaping.peak.clone() {
            self.set_rate(line, words, peak_bps, imported);
        }
        let Some(burst) = shaping.burst.clone().filter(|_| self.rate_bps.is_some()) else {
            self.set_rate(line, words, rate_bps, imported);
            if let Some((words, _)) = &shaping.burst {
                imported.leave_out(line, words, NO_LINE_RATE);
            }
            return;
        };
        let (words_of_burst, bytes) = burst;
        self.set(
            line,
            Setting::new("tbf", "pacer.kind", json!("token_bucket")),
            imported,
        );
        self.set(
            line,
            Setting::new(words, "pacer.rate_bps", json!(rate_bps)),
            imported,
        );
        self.set(
            line,
            Setting::new(words_of_burst, "pacer.bucket_bytes", whole(bytes)),
            imported,
        );
    }

    /// Limits the rate to what a class may use at most.
    fn limit_by_class(&mut self, line: usize, shaping: &Shaping, imported: &mut Imported) {
        if let (Some((words, _)), Some(_)) = (&shaping.rate, &shaping.peak) {
            imported.leave_out(line, words, "the class may borrow up to its ceil");
        }
        match shaping.peak.clone().or(shaping.rate.clone()) {
            Some((words, rate_bps)) => self.set_rate(line, words, rate_bps, imported),
            None => imported.leave_out(line, "htb", "a class needs a rate"),
        }
    }

    /// Sets the rate of the link, unless a lower one is set.
    fn set_rate(&mut self, line: usize, words: String, rate_bps: f64, imported: &mut Imported) {
        if self.rate_bps.is_some_and(|before| before <= rate_bps) {
            imported.leave_out(line, words, "the rate above it is not larger");
            return;
        }
        self.rate_bps = Some(rate_bps);
        self.set(
            line,
            Setting::new(words, "rate_bps", json!(rate_bps)),
            imported,
        );
    }
}
