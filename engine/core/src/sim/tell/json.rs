//! Facts as JSON, for the page.
//!
//! Written by hand, since what a derived serializer makes of so many small types takes ten times as much of the file
//! that browsers load (7 kB of it, gzipped 3). The test compares it with the derived one, from which the page's
//! types are.

use std::fmt::Write;

use super::{
    AckFacts, AtLink, FlowFacts, Happening, OfFlow, PacketFacts, QueueFacts, SenderFacts,
    SentFacts, What,
};

/// A list of things that happened.
#[must_use]
pub fn list(happenings: &[Happening]) -> String {
    let mut json = Json(String::from("["));
    for Happening { at_s, what } in happenings {
        json.open("");
        json.number("at_s", *at_s);
        json.open("what");
        json.what(what);
        json.close();
        json.close();
    }
    json.end(']');
    json.0
}

/// A text that grows. What is written is followed by a comma, which the end of its list or object takes back.
struct Json(String);

impl Json {
    #[inline(never)]
    fn quoted(&mut self, text: &str) {
        self.0.push('"');
        self.0.push_str(text);
        self.0.push('"');
    }

    #[inline(never)]
    fn bare(&mut self, value: f64) {
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{value},");
    }

    /// A field's name; an item of a list has none.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        if !name.is_empty() {
            self.quoted(name);
            self.0.push(':');
        }
    }

    /// Counts are exact up to 2^53, beyond which no run goes.
    #[inline(never)]
    fn number(&mut self, name: &str, value: f64) {
        self.name(name);
        self.bare(value);
    }

    #[inline(never)]
    fn maybe(&mut self, name: &str, value: Option<f64>) {
        match value {
            Some(value) => self.number(name, value),
            None => self.nothing(name),
        }
    }

    #[inline(never)]
    fn word(&mut self, name: &str, word: &str) {
        self.name(name);
        self.quoted(word);
        self.0.push(',');
    }

    #[inline(never)]
    fn flag(&mut self, name: &str, is: bool) {
        self.name(name);
        self.0.push_str(if is { "true," } else { "false," });
    }

    #[inline(never)]
    fn nothing(&mut self, name: &str) {
        self.name(name);
        self.0.push_str("null,");
    }

    #[inline(never)]
    fn open(&mut self, name: &str) {
        self.name(name);
        self.0.push('{');
    }

    #[inline(never)]
    fn close(&mut self) {
        self.end('}');
        self.0.push(',');
    }

    #[inline(never)]
    fn end(&mut self, bracket: char) {
        if self.0.ends_with(',') {
            self.0.pop();
        }
        self.0.push(bracket);
    }

    #[inline(never)]
    fn pair(&mut self, name: &str, (one, other): (f64, f64)) {
        self.name(name);
        self.0.push('[');
        self.bare(one);
        self.bare(other);
        self.end(']');
        self.0.push(',');
    }

    fn what(&mut self, what: &What) {
        match what {
            What::AtLink {
                link,
                does,
                packet,
                queue,
                marked,
                reason,
                next,
            } => {
                self.word("kind", "at_link");
                self.number("link", f64::from(*link));
                self.word("does", at_link(*does));
                self.packet(packet);
                self.queue(queue);
                self.flag("marked", *marked);
                match reason {
                    Some(reason) => self.word("reason", reason),
                    None => self.nothing("reason"),
                }
                self.maybe("next", next.map(f64::from));
            }
            What::OfFlow {
                flow,
                does,
                number,
                ack,
                sender,
            } => {
                self.word("kind", "of_flow");
                self.flow(flow);
                self.word("does", of_flow(*does));
                self.number("number", *number as f64);
                match ack {
                    Some(ack) => self.ack(ack),
                    None => self.nothing("ack"),
                }
                match sender {
                    Some(sender) => self.sender(sender),
                    None => self.nothing("sender"),
                }
            }
            What::Edited { index } => {
                self.word("kind", "edited");
                self.number("index", *index as f64);
            }
            What::Measuring => self.word("kind", "measuring"),
        }
    }

    #[inline(never)]
    fn flow(&mut self, FlowFacts { flow, group, index }: &FlowFacts) {
        self.open("flow");
        self.number("flow", f64::from(*flow));
        self.maybe("group", group.map(f64::from));
        self.number("index", f64::from(*index));
        self.close();
    }

    fn packet(&mut self, packet: &PacketFacts) {
        self.open("packet");
        self.flow(&packet.flow);
        self.word("class", packet.class);
        self.number("number", packet.number as f64);
        self.number("bytes", f64::from(packet.bytes));
        self.close();
    }

    fn queue(&mut self, queue: &QueueFacts) {
        self.open("queue");
        self.number("packets", f64::from(queue.packets));
        self.number("bytes", queue.bytes as f64);
        self.maybe("limit_packets", queue.limit_packets.map(f64::from));
        self.maybe("limit_bytes", queue.limit_bytes.map(|bytes| bytes as f64));
        self.close();
    }

    fn ack(&mut self, ack: &AckFacts) {
        self.open("ack");
        self.number("news", ack.news as f64);
        self.name("blocks");
        self.0.push('[');
        for (start, end) in &ack.blocks {
            self.pair("", (*start as f64, *end as f64));
        }
        self.end(']');
        self.0.push(',');
        self.flag("congestion", ack.congestion);
        self.flag("stale", ack.stale);
        self.close();
    }

    fn sender(&mut self, sender: &SenderFacts) {
        self.open("sender");
        self.pair("cwnd", sender.cwnd);
        let (before, after) = sender.state;
        self.pair("state", (f64::from(before), f64::from(after)));
        self.number("in_flight", f64::from(sender.in_flight));
        match &sender.sent {
            Some(sent) => self.sent(sent),
            None => self.nothing("sent"),
        }
        self.close();
    }

    fn sent(&mut self, sent: &SentFacts) {
        self.open("sent");
        self.number("segments", f64::from(sent.segments));
        self.number("again", f64::from(sent.again));
        self.number("first", sent.first as f64);
        self.number("last", sent.last as f64);
        self.close();
    }
}

fn at_link(does: AtLink) -> &'static str {
    match does {
        AtLink::Waits => "waits",
        AtLink::Begins => "begins",
        AtLink::Dropped => "dropped",
        AtLink::DroppedInside => "dropped_inside",
        AtLink::Leaves => "leaves",
        AtLink::Released => "released",
    }
}

fn of_flow(does: OfFlow) -> &'static str {
    match does {
        OfFlow::Acked => "acked",
        OfFlow::AckSent => "ack_sent",
        OfFlow::TimedOut => "timed_out",
        OfFlow::Reordered => "reordered",
        OfFlow::Probed => "probed",
        OfFlow::Released => "released",
        OfFlow::Paced => "paced",
        OfFlow::Starts => "starts",
        OfFlow::Stops => "stops",
        OfFlow::Finished => "finished",
        OfFlow::SetsOut => "sets_out",
        OfFlow::NoRoom => "no_room",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const FLOW: FlowFacts = FlowFacts {
        flow: 7,
        group: Some(1),
        index: 2,
    };

    /// Everything that can be said, and everything that can be left out.
    fn everything() -> Vec<What> {
        let links = [
            AtLink::Waits,
            AtLink::Begins,
            AtLink::Dropped,
            AtLink::DroppedInside,
            AtLink::Leaves,
            AtLink::Released,
        ];
        let at_links = links.into_iter().flat_map(|does| {
            [None, Some(3)].map(|next| What::AtLink {
                link: 2,
                does,
                packet: PacketFacts {
                    flow: FLOW,
                    class: "ack",
                    number: 1 << 40,
                    bytes: 1500,
                },
                queue: QueueFacts {
                    packets: 5,
                    bytes: 7500,
                    limit_packets: next.map(u32::from),
                    limit_bytes: next.map(u64::from),
                },
                marked: next.is_some(),
                reason: next.map(|_| "tail"),
                next,
            })
        });
        let flows = [
            OfFlow::Acked,
            OfFlow::AckSent,
            OfFlow::TimedOut,
            OfFlow::Reordered,
            OfFlow::Probed,
            OfFlow::Paced,
            OfFlow::Starts,
            OfFlow::Stops,
            OfFlow::Finished,
            OfFlow::SetsOut,
            OfFlow::NoRoom,
        ];
        let of_flows = flows.into_iter().flat_map(|does| {
            [false, true].map(|all| What::OfFlow {
                flow: FlowFacts {
                    group: all.then_some(0),
                    ..FLOW
                },
                does,
                number: 812,
                ack: all.then(|| AckFacts {
                    news: 0,
                    blocks: vec![(813, 816), (820, 821)],
                    congestion: true,
                    stale: false,
                }),
                sender: all.then_some(SenderFacts {
                    cwnd: (40.0, 40.025),
                    state: (1, 2),
                    in_flight: 40,
                    sent: (number_of(does) > 3).then_some(SentFacts {
                        segments: 3,
                        again: 1,
                        first: 5,
                        last: 40,
                    }),
                }),
            })
        });
        let others = [What::Edited { index: 4 }, What::Measuring];
        at_links.chain(of_flows).chain(others).collect()
    }

    fn number_of(does: OfFlow) -> usize {
        of_flow(does).len()
    }

    /// JSON knows no integers: 5 and 5.0 are the same number.
    fn plain(value: Value) -> Value {
        match value {
            Value::Number(number) => Value::from(number.as_f64()),
            Value::Array(items) => items.into_iter().map(plain).collect(),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                Value::Object(fields.map(|(name, value)| (name, plain(value))).collect())
            }
            other => other,
        }
    }

    #[test]
    fn what_is_written_is_what_the_types_say() {
        let happenings: Vec<Happening> = everything()
            .into_iter()
            .map(|what| Happening { at_s: 0.125, what })
            .collect();
        let written: Value = serde_json::from_str(&list(&happenings)).expect("it is JSON");
        let derived = serde_json::to_value(&happenings).expect("facts are JSON");
        assert_eq!(plain(written), plain(derived));
        assert_eq!(list(&[]), "[]");
    }
}
