//! The language of the scripts in `tests/timelines`; its README says how to read them.

use bufferlab_core::sim::script::{FaultAction, ScriptedFault};
use bufferlab_core::tcp::config::TcpConfig;
use bufferlab_core::time::Span;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// A script.
pub struct Script {
    /// Its file's name.
    pub name: String,
    /// Whether it is about a receiver instead of a sender.
    pub is_about_receiver: bool,
    /// Parameters of the flow.
    settings: Vec<(String, Value)>,
    /// The network in which it holds too.
    pub network: Option<Network>,
    /// Why there is none.
    pub alone: Option<String>,
    pub lines: Vec<Line>,
}

/// A network without queues, and what happens to segments in it.
pub struct Network {
    pub rtt_s: f64,
    pub scripted_faults: Vec<ScriptedFault>,
}

/// What happens at a time, and what must follow.
pub struct Line {
    /// As in the file, with its number there.
    pub text: String,
    pub at_s: f64,
    pub input: Input,
    /// Numbers of the segments sent, in order; of a receiver, what it says.
    pub sent: Vec<u64>,
    pub reply: Option<Ack>,
    /// Figures and words afterwards.
    pub state: Vec<(String, String)>,
}

/// What a line begins with.
#[derive(Clone, Debug)]
pub enum Input {
    Go,
    /// There are so many segments to send in all.
    App(u64),
    Acks(RangeInclusive<u64>, Remarks),
    Timer,
    Paced,
    /// For a receiver; whether it is marked, and whether it says that the window was reduced.
    Segment(u64, bool, bool),
}

/// An acknowledgment of a receiver.
#[derive(Clone, Debug, PartialEq)]
pub struct Ack {
    pub number: u64,
    pub remarks: Remarks,
}

/// What an acknowledgment says beyond its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    /// Each `[start, end)`.
    pub sack: Vec<(u64, u64)>,
    pub twice: Option<u64>,
    pub echo_s: Option<f64>,
    pub ece: bool,
    pub marked: Option<u32>,
}

impl Script {
    /// Reads a script.
    pub fn parse(name: &str, text: &str) -> Script {
        let mut script = Script {
            name: name.to_owned(),
            is_about_receiver: false,
            settings: Vec::new(),
            network: None,
            alone: None,
            lines: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            let content = line.split('#').next().unwrap_or("").trim();
            if !content.is_empty() {
                let place = format!("{name}:{number}: {content}");
                script.take(content, &place);
            }
        }
        assert!(!script.lines.is_empty(), "{name} says nothing");
        script
    }

    /// The flow's parameters: defaults without a handshake, and what the script sets.
    pub fn config(&self) -> TcpConfig {
        let traffic = self.traffic();
        let scenario = json!({
            "version": 1,
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e9, "delay_s": 0, "queue": { "kind": "drop_tail", "limit_packets": 1000 } }],
            "groups": [{ "id": "tcp", "access": { "rate_bps": 1e9, "delay_s": 0 }, "traffic": traffic }],
        });
        let scenario = bufferlab_core::scenario::Scenario::from_value(scenario)
            .unwrap_or_else(|problems| panic!("{}: {problems}", self.name));
        match &scenario.groups[0].traffic {
            bufferlab_core::traffic::Traffic::Tcp(config) => config.as_ref().clone(),
            _ => unreachable!("the traffic is TCP"),
        }
    }

    /// The same as a scenario writes it.
    pub fn traffic(&self) -> Value {
        let mut traffic = json!({ "kind": "tcp", "handshake": false });
        for (path, value) in &self.settings {
            let mut place = &mut traffic;
            for name in path.split('.') {
                place = &mut place[name];
            }
            *place = value.clone();
        }
        traffic
    }

    fn take(&mut self, content: &str, place: &str) {
        let words: Vec<&str> = content.split_whitespace().collect();
        match words[..] {
            ["receiver"] => self.is_about_receiver = true,
            ["set", path, value] => {
                let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
                self.settings.push((path.to_owned(), value));
            }
            ["network", "rtt", rtt, ..] => {
                self.network = Some(Network {
                    rtt_s: number(rtt, place),
                    scripted_faults: scripted_faults(&words[3..], place),
                });
            }
            ["alone:", ..] => self.alone = Some(words[1..].join(" ")),
            _ => self.lines.push(parse_line(content, place)),
        }
    }
}

/// `drop 3 4 5 5 mark 7 late 0.2 8`: segment 3, 4, and 5 twice; 7 is marked, 8 held up for 0.2 s.
fn scripted_faults(mut words: &[&str], place: &str) -> Vec<ScriptedFault> {
    let mut scripted_faults: Vec<ScriptedFault> = Vec::new();
    while let Some((kind, rest)) = words.split_first() {
        words = rest;
        let action = match *kind {
            "drop" => FaultAction::Dropped,
            "mark" => FaultAction::Marked,
            "late" => {
                let (delay, rest) = words
                    .split_first()
                    .unwrap_or_else(|| panic!("{place}: late by how much?"));
                words = rest;
                FaultAction::Late(Span::from_s(number(delay, place)))
            }
            other => panic!("{place}: segments are dropped, marked or late, not {other}"),
        };
        while let Some(word) = words.first()
            && word.starts_with(|c: char| c.is_ascii_digit())
        {
            words = &words[1..];
            for segment in range(word, place) {
                let before = scripted_faults
                    .iter()
                    .filter(|m| m.number == segment)
                    .count();
                scripted_faults.push(ScriptedFault {
                    flow: 0,
                    number: segment,
                    occurrence: before as u32 + 1,
                    action,
                });
            }
        }
    }
    scripted_faults
}

/// `time input -> sent ; state`
fn parse_line(content: &str, place: &str) -> Line {
    let (content, state) = content.split_once(';').unwrap_or((content, ""));
    let (what, sent) = content.split_once("->").unwrap_or((content, ""));
    let words: Vec<&str> = what.split_whitespace().collect();
    let [at, input @ ..] = &words[..] else {
        panic!("{place}: a line is a time, an input, -> and what follows");
    };
    let outcome: Vec<&str> = sent.split_whitespace().collect();
    let state: Vec<&str> = state.split_whitespace().collect();
    let is_reply = outcome.first() == Some(&"ack");
    Line {
        text: place.to_owned(),
        at_s: number(at, place),
        input: parse_input(input, place),
        sent: if is_reply {
            Vec::new()
        } else {
            outcome.iter().flat_map(|word| range(word, place)).collect()
        },
        reply: is_reply.then(|| Ack {
            number: number(outcome[1], place) as u64,
            remarks: remarks(&outcome[2..], place),
        }),
        state: state
            .chunks(2)
            .map(|pair| match pair {
                [name, value] => ((*name).to_owned(), (*value).to_owned()),
                _ => panic!("{place}: a state is a name and a value"),
            })
            .collect(),
    }
}

fn parse_input(words: &[&str], place: &str) -> Input {
    match words {
        ["go"] => Input::Go,
        ["app", segments] => Input::App(number(segments, place) as u64),
        ["ack", numbers, rest @ ..] => Input::Acks(range(numbers, place), remarks(rest, place)),
        ["timer"] => Input::Timer,
        ["paced"] => Input::Paced,
        ["segment", number_, rest @ ..] => Input::Segment(
            number(number_, place) as u64,
            rest.contains(&"ce"),
            rest.contains(&"cwr"),
        ),
        _ => panic!("{place}: an input is go, app, ack, timer, paced or segment"),
    }
}

fn remarks(mut words: &[&str], place: &str) -> Remarks {
    let mut remarks = Remarks::default();
    while let Some((word, rest)) = words.split_first() {
        words = rest;
        let mut next = || {
            let (first, rest) = words
                .split_first()
                .unwrap_or_else(|| panic!("{place}: {word} what?"));
            words = rest;
            *first
        };
        match *word {
            "sack" => {
                while let Some(block) = words.first()
                    && block.starts_with(|c: char| c.is_ascii_digit())
                {
                    let block = range(block, place);
                    remarks.sack.push((*block.start(), block.end() + 1));
                    words = &words[1..];
                }
            }
            "twice" => remarks.twice = Some(number(next(), place) as u64),
            "echo" => remarks.echo_s = Some(number(next(), place)),
            "ece" => remarks.ece = true,
            "marked" => remarks.marked = Some(number(next(), place) as u32),
            other => panic!("{place}: an ACK says sack, twice, echo, ece or marked, not {other}"),
        }
    }
    remarks
}

/// `5` or `5-8`, both ends included.
fn range(word: &str, place: &str) -> RangeInclusive<u64> {
    let parse = |text: &str| -> u64 {
        text.parse()
            .unwrap_or_else(|_| panic!("{place}: {text} is no number of a segment"))
    };
    match word.split_once('-') {
        Some((first, last)) => parse(first)..=parse(last),
        None => parse(word)..=parse(word),
    }
}

fn number(word: &str, place: &str) -> f64 {
    word.parse()
        .unwrap_or_else(|_| panic!("{place}: {word} is no number"))
}
