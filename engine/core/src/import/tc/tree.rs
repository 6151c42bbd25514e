//! Queue disciplines and classes of interfaces, as commands build them.

use super::netem::{self, Netem};
use super::options::{Parsed, Tokens};
use super::queues;
use super::shaping::{Shaping, bucket, cake, class_of_htb};
use crate::import::report::LeftOut;
use crate::import::shell::Command;

/// Words of `tc` that change something.
const VERBS: [&str; 4] = ["add", "replace", "change", "link"];

/// Queue disciplines whose options stay when `change` gives others, since each is an attribute of its own. The others are
/// set as a whole (`net/sched` of Linux).
const KEEP_OPTIONS: [&str; 4] = ["codel", "fq_codel", "pie", "dualpi2"];

/// Major and minor number of a queue discipline or a class.
pub type Handle = (u16, u16);

/// Interface with its queue disciplines and classes.
#[derive(Debug)]
pub struct Device {
    /// Name such as `eth0`.
    pub name: String,
    /// Queue disciplines in the order of their commands.
    pub qdiscs: Vec<Qdisc>,
    /// Classes in the order of their commands.
    pub classes: Vec<Class>,
}

/// Queue discipline of an interface.
#[derive(Debug)]
pub struct Qdisc {
    /// Position of its line in the text.
    pub line: usize,
    /// Class or queue discipline above; `None` at the root.
    pub parent: Option<Handle>,
    /// Number of its own, if it has one.
    pub handle: Option<Handle>,
    /// Name such as `fq_codel`.
    pub name: String,
    /// Effect that it has on packets.
    pub role: Role,
    /// Words of the options.
    options: Vec<String>,
}

/// Effect of a queue discipline.
#[derive(Debug)]
pub enum Role {
    /// Packets wait in it.
    Queue(Parsed),
    /// It delays and loses packets.
    Netem(Netem),
    /// It limits the rate.
    Bucket(Shaping),
    /// Classes, of which packets take the one with this minor number.
    Classes(Parsed, Option<u16>),
    /// Not in the lab, for this reason.
    Unknown(String),
}

/// Class of `htb`, with its rates.
#[derive(Debug)]
pub struct Class {
    /// Position of its line in the text.
    pub line: usize,
    /// Class or queue discipline above.
    pub parent: Option<Handle>,
    /// Number of its own.
    pub id: Handle,
    /// Rates that it may use.
    pub shaping: Shaping,
}

/// Beginning of a command, up to the name of the queue discipline.
struct Head<'a> {
    verb: &'a str,
    device: &'a str,
    is_class: bool,
    is_root: bool,
    parent: Option<Handle>,
    handle: Option<Handle>,
    kind: &'a str,
}

/// Reads one command into the tree of its interface. Returns the line and name of an earlier one that it replaces.
///
/// # Errors
/// Reason why the command is left out.
pub fn read(
    command: &Command,
    devices: &mut Vec<Device>,
) -> Result<Option<(usize, String)>, LeftOut> {
    let refuse = |reason: String| LeftOut {
        words: command.words.join(" "),
        reason,
    };
    let mut words = Tokens::new(&command.words);
    let head = head(&mut words).map_err(refuse)?;
    let place = devices.iter().position(|device| device.name == head.device);
    let place = place.unwrap_or_else(|| {
        devices.push(Device {
            name: head.device.to_owned(),
            qdiscs: Vec::new(),
            classes: Vec::new(),
        });
        devices.len() - 1
    });
    let device = &mut devices[place];
    let added = if head.is_class {
        device.add_class(command.line, &head, &mut words)
    } else {
        device.add_qdisc(command.line, &head, &words)
    };
    added.map_err(refuse)
}

/// Reads the beginning of a command.
fn head<'a>(words: &mut Tokens<'a>) -> Result<Head<'a>, String> {
    if words.next() != Some("tc") {
        return Err("it is no command of tc".to_owned());
    }
    while words.peek().is_some_and(|word| word.starts_with('-')) {
        words.next();
    }
    let is_class = match words.next() {
        Some("qdisc") => false,
        Some("class") => true,
        _ => return Err("the lab reads qdisc and class".to_owned()),
    };
    let verb = words.next().unwrap_or("");
    if !VERBS.contains(&verb) {
        return Err("the lab reads add, replace and change".to_owned());
    }
    let mut device = None;
    let (mut parent, mut own) = (None, None);
    let mut is_root = false;
    let kind = loop {
        match words.next() {
            None => return Err("it names no queue discipline".to_owned()),
            Some("dev") => device = words.next(),
            Some("root") => is_root = true,
            Some("parent") => parent = Some(handle(words.next())?),
            Some("handle" | "classid") => own = Some(handle(words.next())?),
            Some("ingress" | "clsact") => {
                let reason = "it only holds filters for arriving packets, which the lab has not";
                return Err(reason.to_owned());
            }
            Some(kind) => break kind,
        }
    };
    Ok(Head {
        verb,
        device: device.ok_or("it names no interface (dev)")?,
        is_class,
        is_root,
        parent,
        handle: own,
        kind,
    })
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

impl Qdisc {
    /// Line and name, for reports.
    pub fn named(&self) -> (usize, &str) {
        (self.line, &self.name)
    }
}

impl Device {
    /// Adds a queue discipline. Returns the line and name of an earlier one in its place.
    fn add_qdisc(
        &mut self,
        line: usize,
        head: &Head<'_>,
        words: &Tokens<'_>,
    ) -> Result<Option<(usize, String)>, String> {
        let &Head { parent, kind, .. } = head;
        if parent.is_none() && !head.is_root {
            return Err("it names no place (root or parent)".to_owned());
        }
        let earlier = self.qdiscs.iter().position(|it| it.parent == parent);
        let earlier = earlier.map(|place| self.qdiscs.remove(place));
        let mut options = words.rest().to_vec();
        let is_same = |earlier: &&Qdisc| earlier.name == kind;
        if head.verb == "change"
            && KEEP_OPTIONS.contains(&kind)
            && let Some(earlier) = earlier.as_ref().filter(is_same)
        {
            options.splice(..0, earlier.options.iter().cloned());
        }
        self.qdiscs.push(Qdisc {
            line,
            parent,
            handle: head.handle,
            name: kind.to_owned(),
            role: role(kind, &mut Tokens::new(&options)),
            options,
        });
        Ok(earlier.map(|qdisc| (qdisc.line, qdisc.name)))
    }

    /// Adds a class. Returns the line and name of an earlier one with its number.
    fn add_class(
        &mut self,
        line: usize,
        head: &Head<'_>,
        words: &mut Tokens<'_>,
    ) -> Result<Option<(usize, String)>, String> {
        let id = head.handle.ok_or("it has no classid")?;
        if head.kind != "htb" {
            return Err("the lab reads classes of htb".to_owned());
        }
        let earlier = self.classes.iter().position(|class| class.id == id);
        let earlier = earlier.map(|place| self.classes.remove(place));
        self.classes.push(Class {
            line,
            parent: head.parent,
            id,
            shaping: class_of_htb(words),
        });
        Ok(earlier.map(|class| (class.line, named(class.id))))
    }

    /// Position of the queue discipline below another one.
    pub fn below(&self, qdisc: &Qdisc) -> Option<usize> {
        let (major, _) = qdisc.handle?;
        let is_below = |it: &Qdisc| it.parent.is_some_and(|(parent, _)| parent == major);
        self.qdiscs.iter().position(is_below)
    }

    /// Positions of the classes that packets take, from the root class to the last one: the default class, or the only one
    /// without others below it.
    pub fn chain(&self, qdisc: &Qdisc, default: Option<u16>) -> Vec<usize> {
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

/// Returns the words that name a class.
#[must_use]
pub fn named((major, minor): Handle) -> String {
    format!("classid {major:x}:{minor:x}")
}

/// Reads a handle: hexadecimal numbers such as `1:`, `1:10` and `ffff:`.
fn handle(text: Option<&str>) -> Result<Handle, String> {
    let text = text.unwrap_or("");
    let number = |text: &str| match text {
        "" => Some(0),
        _ => u16::from_str_radix(text, 16).ok(),
    };
    let numbers = text.split_once(':');
    let read = numbers.and_then(|(major, minor)| Some((number(major)?, number(minor)?)));
    read.ok_or_else(|| format!("{text:?} is no number such as 1: or 1:10"))
}
