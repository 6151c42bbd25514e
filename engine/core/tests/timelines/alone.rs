//! A script against the sender, or the receiver, alone.

use super::script::{Ack, Input, Line, Remarks, Script};
use super::state::{self, View};
use bufferlab_core::rng::Rng;
use bufferlab_core::tcp::config::TcpConfig;
use bufferlab_core::tcp::notes::{AckNote, Header, Timestamp};
use bufferlab_core::tcp::receiver::{Receiver, Reply};
use bufferlab_core::tcp::sender::Sender;
use bufferlab_core::time::Time;

/// Scripts give times to the millisecond.
const TOLERANCE_S: f64 = 0.0006;

/// Plays a script; all that differs from it.
pub fn play(script: &Script) -> Vec<String> {
    let config = script.config();
    if script.is_about_receiver {
        play_receiver(script, &config)
    } else {
        play_sender(script, &config)
    }
}

fn play_sender(script: &Script, config: &TcpConfig) -> Vec<String> {
    let mut sender = Sender::new(config, Rng::for_component(1, "script", 0));
    let mut wrong = Vec::new();
    for line in &script.lines {
        let due = sender.timeout_at().min(sender.paced_until());
        let mut now = Time::from_s(line.at_s);
        let fires = matches!(line.input, Input::Timer | Input::Paced);
        if fires && (due.s() - line.at_s).abs() > TOLERANCE_S {
            wrong.push(format!(
                "{}\n    the timer is set for {:.4}",
                line.text,
                due.s()
            ));
        } else if !fires && due.s() < line.at_s - TOLERANCE_S {
            wrong.push(format!(
                "{}\n    a timer runs out before, at {:.4}",
                line.text,
                due.s()
            ));
        }
        if fires {
            now = due;
        }
        let mut sent = Vec::new();
        match &line.input {
            Input::App(segments) => sender.send_only(*segments, config),
            Input::Timer => sender.on_timeout(now, config),
            Input::Go | Input::Paced => {}
            Input::Acks(numbers, remarks) => {
                for number in numbers.clone() {
                    hear(&mut sender, now, number, remarks, config);
                    drain(&mut sender, now, config, &mut sent);
                }
            }
            Input::Segment(..) => panic!("{}: say `receiver` first", line.text),
        }
        drain(&mut sender, now, config, &mut sent);
        if sent != line.sent {
            wrong.push(format!("{}\n    sent {}", line.text, state::runs(&sent)));
        }
        state::compare(line, &View::of_sender(&sender, config), &mut wrong);
    }
    wrong
}

fn hear(sender: &mut Sender, now: Time, number: u64, remarks: &Remarks, config: &TcpConfig) {
    if *remarks == Remarks::default() {
        sender.on_ack(now, number, config);
        return;
    }
    let mut note = AckNote {
        duplicate: remarks.twice,
        echo: remarks.echo_s.map(|s| Timestamp::at(Time::from_s(s))),
        congestion: remarks.ece,
        marked: remarks.marked.unwrap_or(0),
        ..AckNote::NONE
    };
    for (place, block) in note.blocks.iter_mut().zip(&remarks.sack) {
        *place = *block;
    }
    sender.on_annotated_ack(now, number, &note, config);
}

fn drain(sender: &mut Sender, now: Time, config: &TcpConfig, sent: &mut Vec<u64>) {
    while let Some(segment) = sender.next_segment(now, config) {
        sent.push(segment.number);
        assert!(sent.len() < 100_000, "the sender never stops");
    }
}

fn play_receiver(script: &Script, config: &TcpConfig) -> Vec<String> {
    let mut receiver = Receiver::new(config);
    let mut wrong = Vec::new();
    for line in &script.lines {
        let now = Time::from_s(line.at_s);
        let acknowledges = match line.input {
            Input::Segment(number, marked, reduced) => {
                let header = Header::new(true, reduced, Some(now));
                let header = if marked { header.marked() } else { header };
                receiver.on_segment(now, number, header, config) == Reply::Now
            }
            Input::Timer => {
                let due = receiver.held_until();
                if (due.s() - line.at_s).abs() > TOLERANCE_S {
                    wrong.push(format!("{}\n    the timer is set for {due:?}", line.text));
                }
                receiver.release();
                true
            }
            _ => panic!("{}: a receiver hears segments and its timer", line.text),
        };
        let reply = acknowledges.then(|| reply(&mut receiver, config, line));
        if reply != line.reply {
            wrong.push(format!("{}\n    replied {reply:?}", line.text));
        }
    }
    wrong
}

/// What the receiver says, as far as the line speaks of it.
fn reply(receiver: &mut Receiver, config: &TcpConfig, line: &Line) -> Ack {
    let number = receiver.acknowledge(config).note;
    let note = receiver.take_note(number).unwrap_or(AckNote::NONE);
    let wanted = line.reply.as_ref().map(|ack| &ack.remarks);
    Ack {
        number: receiver.expected(),
        remarks: Remarks {
            sack: note.blocks().collect(),
            twice: note.duplicate,
            echo_s: wanted.and_then(|w| w.echo_s).and_then(|wanted| {
                // Timestamps have microseconds.
                let echo = note.echo?;
                (echo == Timestamp::at(Time::from_s(wanted))).then_some(wanted)
            }),
            ece: note.congestion,
            marked: wanted.and_then(|w| w.marked).map(|_| note.marked),
        },
    }
}
