//! Commands of `tc` as a bottleneck: queue disciplines and classes of one or two interfaces.
//!
//! The queue disciplines of an interface form a tree. Packets pass it from the root: `netem` delays and loses them, `tbf` and
//! `htb` limit their rate, and the last queue discipline queues them. Of several classes of `htb`, packets take the default
//! one. The first interface of a text is the forward direction, a second one the reverse direction.

mod netem;
mod options;
mod queues;
pub mod units;
mod write;

use serde_json::{Value, json};

use super::report::{Imported, LeftOut, Setting};
use super::shell::{self, Command};
use netem::Netem;
use options::{Parsed, Tokens, whole};
pub use write::{Commands, Note, write};

/// Words of `tc` that change something.
const VERBS: [&str; 4] = ["add", "replace", "change", "link"];

/// Queue disciplines whose options stay when `change` gives others, since each is an attribute of its own. The others are
/// set as a whole (`net/sched` of Linux).
const KEEP_OPTIONS: [&str; 4] = ["codel", "fq_codel", "pie", "dualpi2"];

/// Most queue disciplines that packets pass one after another.
const DEPTH: usize = 16;

/// Major and minor number of a queue discipline or a class.
type Handle = (u16, u16);

/// Interface with its queue disciplines and classes.
#[derive(Debug)]
struct Device {
    name: String,
    qdiscs: Vec<Qdisc>,
    classes: Vec<Class>,
}

#[derive(Debug)]
struct Qdisc {
    line: usize,
    /// Class or queue discipline above; `None` at the root.
    parent: Option<Handle>,
    handle: Option<Handle>,
    name: String,
    role: Role,
    /// Words of the options.
    options: Vec<String>,
}

/// Effect of a queue discipline.
#[derive(Debug)]
enum Role {
    Queue(Parsed),
    Netem(Netem),
    Bucket(Shaping),
    /// Classes, of which packets take the one with this minor number.
    Classes(Parsed, Option<u16>),
    /// Not in the lab, for this reason.
    Unknown(String),
}

#[derive(Debug)]
struct Class {
    line: usize,
    parent: Option<Handle>,
    id: Handle,
    shaping: Shaping,
}

/// Limit of a rate.
#[derive(Debug, Default)]
struct Shaping {
    parsed: Parsed,
    rate: Option<(String, f64)>,
    burst: Option<(String, f64)>,
    peak: Option<(String, f64)>,
}

/// Direction that an interface becomes.
#[derive(Debug)]
struct Direction {
    /// Beginning of the paths of its fields.
    prefix: &'static str,
    /// Rate of the link, if it is known.
    rate_bps: Option<f64>,
    /// Delay of the direction, seconds.
    delay_s: f64,
    /// Lines and words of delays.
    delays: Vec<(usize, String)>,
}

/// Returns a queue as a queue discipline with its options; `None` where Linux has no such queue.
#[must_use]
pub fn qdisc(queue: &Value) -> Option<String> {
    queues::write(queue).map(|(qdisc, _)| qdisc)
}

/// Reads a text with commands of `tc`.
#[must_use]
pub fn import(text: &str) -> Imported {
    let (lines, commands) = shell::commands(text);
    let mut imported = Imported::new(lines);
    let mut devices = Vec::new();
    for command in &commands {
        let number = imported.lines[command.line].number;
        match read(command, &mut devices) {
            Ok(None) => {}
            Ok(Some((line, words))) => {
                imported.leave_out(line, words, format!("line {number} replaces it"));
            }
            Err(left_out) => imported.leave_out(command.line, left_out.words, left_out.reason),
        }
    }
    let mut directions = Vec::new();
    for (device, prefix) in devices.iter().zip(["", "reverse."]) {
        directions.push(apply(device, prefix, &mut imported));
    }
    for device in devices.iter().skip(2) {
        let reason = format!(
            "a path has two directions, and {} is the third interface of the text",
            device.name
        );
        let qdiscs = device.qdiscs.iter().map(|qdisc| qdisc.line);
        for line in qdiscs.chain(device.classes.iter().map(|class| class.line)) {
            imported.leave_out(line, &device.name, &reason);
        }
    }
    if let Some(first) = devices.first() {
        imported.scenario["title"] = json!(format!("Queue of {}", first.name));
        imported.scenario["bottlenecks"][0]["label"] = json!(first.name);
    }
    set_delay(&directions, &mut imported);
    imported
}

/// Reads one command into the tree of its interface. Returns the line and name of an earlier one that it replaces.
fn read(command: &Command, devices: &mut Vec<Device>) -> Result<Option<(usize, String)>, LeftOut> {
    let all = command.words.join(" ");
    let refuse = |reason: &str| left_out(&all, reason);
    let mut words = Tokens::new(&command.words);
    if words.next() != Some("tc") {
        return Err(refuse("it is no command of tc"));
    }
    while words.peek().is_some_and(|word| word.starts_with('-')) {
        words.next();
    }
    let object = words.next().unwrap_or("");
    if object != "qdisc" && object != "class" {
        return Err(refuse("the lab reads qdisc and class"));
    }
    let verb = words.next().unwrap_or("");
    if !VERBS.contains(&verb) {
        return Err(refuse("the lab reads add, replace and change"));
    }
    let mut device = None;
    let (mut parent, mut own) = (None, None);
    let mut is_root = false;
    let kind = loop {
        let Some(word) = words.next() else {
            return Err(refuse("it names no queue discipline"));
        };
        match word {
            "dev" => device = words.next(),
            "root" => is_root = true,
            "parent" | "handle" | "classid" => {
                let text = words.next().unwrap_or("");
                let handle = handle(text)
                    .ok_or_else(|| refuse(&format!("{text:?} is no number such as 1: or 1:10")))?;
                if word == "parent" {
                    parent = Some(handle);
                } else {
                    own = Some(handle);
                }
            }
            "ingress" | "clsact" => {
                return Err(refuse(
                    "it only holds filters for arriving packets, which the lab has not",
                ));
            }
            kind => break kind,
        }
    };
    let Some(name) = device else {
        return Err(refuse("it names no interface (dev)"));
    };
    let place = devices.iter().position(|device| device.name == name);
    let place = place.unwrap_or_else(|| {
        devices.push(Device {
            name: name.to_owned(),
            qdiscs: Vec::new(),
            classes: Vec::new(),
        });
        devices.len() - 1
    });
    let device = &mut devices[place];
    if object == "class" {
        let Some(id) = own else {
            return Err(refuse("it has no classid"));
        };
        if kind != "htb" {
            return Err(refuse("the lab reads classes of htb"));
        }
        let earlier = device.classes.iter().position(|class| class.id == id);
        let earlier = earlier.map(|place| device.classes.remove(place));
        device.classes.push(Class {
            line: command.line,
            parent,
            id,
            shaping: class_of_htb(&mut words),
        });
        return Ok(earlier.map(|class| (class.line, named(class.id))));
    }
    if parent.is_none() && !is_root {
        return Err(refuse("it names no place (root or parent)"));
    }
    let earlier = device.qdiscs.iter().position(|it| it.parent == parent);
    let earlier = earlier.map(|place| device.qdiscs.remove(place));
    let mut options = words.rest().to_vec();
    let is_same = |earlier: &&Qdisc| earlier.name == kind;
    if verb == "change"
        && KEEP_OPTIONS.contains(&kind)
        && let Some(earlier) = earlier.as_ref().filter(is_same)
    {
        options.splice(..0, earlier.options.iter().cloned());
    }
    let role = role(kind, &mut Tokens::new(&options));
    device.qdiscs.push(Qdisc {
        line: command.line,
        parent,
        handle: own,
        name: kind.to_owned(),
        role,
        options,
    });
    Ok(earlier.map(|qdisc| (qdisc.line, qdisc.name)))
}

/// Reads the options of a queue discipline.
fn role(kind: &str, words: &mut Tokens<'_>) -> Role {
    match kind {
        "netem" => Role::Netem(netem::read(words)),
        "tbf" => Role::Bucket(bucket(words)),
        "cake" => Role::Bucket(cake(words)),
        "htb" => {
            let mut parsed = Parsed::default();
            let mut default = None;
            while let Some(name) = words.next() {
                let value = words.text(1);
                match name {
                    "default" => {
                        default = u16::from_str_radix(value.trim_start_matches("0x"), 16).ok();
                        if default.is_none() {
                            parsed.leave_out(
                                format!("{name} {value}"),
                                "default takes a hexadecimal number",
                            );
                        }
                    }
                    "r2q" | "direct_qlen" | "debug" => {
                        parsed.leave_out(
                            format!("{name} {value}"),
                            "it does not matter for one class",
                        );
                    }
                    _ => parsed.leave_out(
                        format!("{name} {value}"),
                        "the options are default, r2q, direct_qlen",
                    ),
                }
            }
            Role::Classes(parsed, default)
        }
        _ => match queues::read(kind, words) {
            Some(parsed) => Role::Queue(parsed),
            None => Role::Unknown(unknown(kind)),
        },
    }
}

/// Returns why the lab does not have a queue discipline.
fn unknown(kind: &str) -> String {
    match kind {
        "fq" => "fq paces the flows of a host, which each group of the lab sets itself (pacing)"
            .to_owned(),
        "sfq" | "drr" | "qfq" | "fq_pie" | "ets" => {
            format!("the lab has FQ-CoDel, and no {kind}")
        }
        "prio" => {
            "the lab gives priority to real-time traffic by its queue Priority, not by classes"
                .to_owned()
        }
        _ => format!("the lab has no queue discipline {kind:?}"),
    }
}

/// Reads the options of a token bucket.
fn bucket(words: &mut Tokens<'_>) -> Shaping {
    let mut shaping = Shaping::default();
    let (mut limit, mut latency) = (None, None);
    while let Some(name) = words.next() {
        let parsed = &mut shaping.parsed;
        match name {
            "rate" => shaping.rate = parsed.value(name, words, units::rate_bps),
            "peakrate" => shaping.peak = parsed.value(name, words, units::rate_bps),
            "burst" | "buffer" | "maxburst" => {
                shaping.burst = parsed.value(name, words, size_and_cell);
            }
            "limit" => limit = parsed.value(name, words, units::bytes),
            "latency" => latency = parsed.value(name, words, units::time_s),
            "mtu" | "minburst" | "mpu" | "overhead" | "linklayer" => {
                let value = words.text(1);
                let reason = match name {
                    "mtu" | "minburst" => "packets leave one by one at the peak rate",
                    _ => "packets of the lab have no overhead",
                };
                parsed.leave_out(format!("{name} {value}"), reason);
            }
            _ => parsed.leave_out(
                name,
                "the options are rate, burst, limit, latency, peakrate, mtu, mpu, overhead",
            ),
        }
    }
    let burst = shaping.burst.as_ref().map_or(0.0, |(_, bytes)| *bytes);
    let parsed = &mut shaping.parsed;
    if let (Some((option, time_s)), Some((_, rate_bps))) = (latency, &shaping.rate) {
        // iproute2, `tc/q_tbf.c`: the limit is what leaves in this time, and the bucket.
        let limit = whole(rate_bps * time_s / 8.0 + burst);
        parsed.set("tbf", "queue.kind", json!("drop_tail"));
        let note = format!("{limit} bytes: what leaves at this rate in this time, and the bucket");
        let setting = Setting::new(option, "queue.limit_bytes", limit);
        parsed.settings.push(setting.noting(note));
    } else if let Some((option, bytes)) = limit {
        parsed.set("tbf", "queue.kind", json!("drop_tail"));
        parsed.set(option, "queue.limit_bytes", whole(bytes));
    }
    shaping
}

/// Reads the bandwidth of CAKE, which the lab replaces by FQ-CoDel.
fn cake(words: &mut Tokens<'_>) -> Shaping {
    let mut shaping = Shaping::default();
    let note = "FQ-CoDel in place of CAKE, with the defaults of Linux";
    let reason = "the lab has no CAKE; its nearest relative FQ-CoDel takes its place";
    shaping.parsed.leave_out("cake", reason);
    for (path, value) in [
        ("queue.kind", json!("fq_codel")),
        ("queue.limit_packets", json!(10_240)),
        ("queue.ecn", json!(true)),
    ] {
        let setting = Setting::new("cake", path, value);
        shaping.parsed.settings.push(setting.noting(note));
    }
    while let Some(name) = words.next() {
        if name == "bandwidth" {
            shaping.rate = shaping.parsed.value(name, words, units::rate_bps);
        } else {
            let reason = "it is an option of CAKE, which the lab has not";
            shaping.parsed.leave_out(name, reason);
        }
    }
    shaping
}

/// Reads a size, with or without the size of a cell behind it, as in `15k/8`.
fn size_and_cell(text: &str) -> Result<f64, String> {
    units::bytes(text.split('/').next().unwrap_or(text))
}

/// Reads the options of a class of htb.
fn class_of_htb(words: &mut Tokens<'_>) -> Shaping {
    let mut shaping = Shaping::default();
    while let Some(name) = words.next() {
        let parsed = &mut shaping.parsed;
        match name {
            "rate" => shaping.rate = parsed.value(name, words, units::rate_bps),
            "ceil" => shaping.peak = parsed.value(name, words, units::rate_bps),
            "burst" | "cburst" | "prio" | "quantum" | "mtu" | "mpu" | "overhead" | "linklayer" => {
                let value = words.text(1);
                let reason = match name {
                    "burst" | "cburst" => NO_LINE_RATE,
                    "prio" | "quantum" => "it does not matter for one class",
                    _ => "packets of the lab have no overhead",
                };
                parsed.leave_out(format!("{name} {value}"), reason);
            }
            _ => parsed.leave_out(
                name,
                "the options are rate, ceil, burst, cburst, prio, quantum, mtu, mpu, overhead",
            ),
        }
    }
    shaping
}

/// Reason why a bucket has no effect.
const NO_LINE_RATE: &str = "a burst leaves at the rate of the interface, which the text does not say; the link has the rate of the bucket";

/// Sets the fields of a direction by the tree of its interface.
fn apply(device: &Device, prefix: &'static str, imported: &mut Imported) -> Direction {
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

impl Qdisc {
    /// Line and name, for reports.
    fn named(&self) -> (usize, &str) {
        (self.line, &self.name)
    }
}

impl Device {
    /// Position of the queue discipline below another one.
    fn below(&self, qdisc: &Qdisc) -> Option<usize> {
        let (major, _) = qdisc.handle?;
        let is_below = |it: &Qdisc| it.parent.is_some_and(|(parent, _)| parent == major);
        self.qdiscs.iter().position(is_below)
    }

    /// Positions of the classes that packets take, from the root class to the last one: the default class, or the only one
    /// without others below it.
    fn chain(&self, qdisc: &Qdisc, default: Option<u16>) -> Vec<usize> {
        let Some((major, _)) = qdisc.handle else {
            return Vec::new();
        };
        let within = |class: &&Class| class.id.0 == major;
        let has_none_below = |class: &&Class| {
            let is_below = |it: &Class| it.parent == Some(class.id);
            !self.classes.iter().any(is_below)
        };
        let mut leaves = self.classes.iter().filter(within).filter(has_none_below);
        let chosen = match default {
            Some(minor) => self.classes.iter().find(|class| class.id == (major, minor)),
            None => leaves.next().filter(|_| leaves.next().is_none()),
        };
        let mut chain = Vec::new();
        let mut id = chosen.map(|class| class.id);
        while let Some(place) = id
            .and_then(|id| self.classes.iter().position(|class| class.id == id))
            .filter(|place| !chain.contains(place))
        {
            chain.insert(0, place);
            id = self.classes[place].parent;
        }
        chain
    }
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

/// Sets the delay of the link: half of the round trip, since it holds in both directions.
fn set_delay(directions: &[Direction], imported: &mut Imported) {
    let delays = directions.iter().flat_map(|direction| &direction.delays);
    let delays: Vec<(usize, String)> = delays.cloned().collect();
    let round_trip: f64 = directions.iter().map(|direction| direction.delay_s).sum();
    for (line, words) in delays {
        let note = match directions {
            [_, _] => {
                "half of both delays together, since the delay of the link holds in both directions"
            }
            _ => "half of it, since the delay of the link holds in both directions",
        };
        let setting = Setting::new(words, "delay_s", json!(round_trip / 2.0));
        imported.set(line, setting.noting(note));
    }
}

/// Returns the words that name a class.
fn named((major, minor): Handle) -> String {
    format!("classid {major:x}:{minor:x}")
}

fn left_out(words: &str, reason: &str) -> LeftOut {
    LeftOut {
        words: words.to_owned(),
        reason: reason.to_owned(),
    }
}

/// Reads a handle: hexadecimal numbers such as `1:`, `1:10` and `ffff:`.
fn handle(text: &str) -> Option<Handle> {
    let (major, minor) = text.split_once(':')?;
    let number = |text: &str| u16::from_str_radix(text, 16).ok();
    let minor = if minor.is_empty() { 0 } else { number(minor)? };
    let major = if major.is_empty() { 0 } else { number(major)? };
    Some((major, minor))
}
