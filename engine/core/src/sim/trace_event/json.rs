//! JSON of trace events, for the page.
//!
//! It is written by hand: a derived serializer of so many small types takes ten times as much of the WebAssembly
//! file (7 kB, 3 kB gzipped). A test compares it with the derived serializer, from which the types of the page are
//! generated.

use std::fmt::Write;

use super::{
    AckFacts, FlowAction, FlowFacts, LinkAction, PacketFacts, QueueFacts, SenderFacts, SentFacts,
    TraceEvent, TraceEventKind,
};

/// Serializes a list of trace events.
#[must_use]
pub fn list(events: &[TraceEvent]) -> String {
    let mut json = Json(String::from("["));
    for TraceEvent { at_s, kind } in events {
        json.open("");
        json.number("at_s", *at_s);
        json.open("what");
        json.kind(kind);
        json.close();
        json.close();
    }
    json.end(']');
    json.0
}

/// JSON text under construction. Each item is followed by a comma; the end of its list or object removes the last
/// one.
struct Json(String);

impl Json {
    #[inline(never)]
    fn quoted(&mut self, text: &str) {
        self.0.push('"');
        self.0.push_str(text);
        self.0.push('"');
    }

    #[inline(never)]
    fn value(&mut self, value: f64) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{value},");
    }

    /// Writes the name of a field; items of a list have none.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        if !name.is_empty() {
            self.quoted(name);
            self.0.push(':');
        }
    }

    /// Counts are exact up to 2^53, which no run reaches.
    #[inline(never)]
    fn number(&mut self, name: &str, value: f64) {
        self.name(name);
        self.value(value);
    }

    #[inline(never)]
    fn optional(&mut self, name: &str, value: Option<f64>) {
        match value {
            Some(value) => self.number(name, value),
            None => self.null(name),
        }
    }

    #[inline(never)]
    fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        self.quoted(text);
        self.0.push(',');
    }

    #[inline(never)]
    fn flag(&mut self, name: &str, is: bool) {
        self.name(name);
        self.0.push_str(if is { "true," } else { "false," });
    }

    #[inline(never)]
    fn null(&mut self, name: &str) {
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
        self.value(one);
        self.value(other);
        self.end(']');
        self.0.push(',');
    }

    fn kind(&mut self, kind: &TraceEventKind) {
        match kind {
            TraceEventKind::AtLink {
                link,
                action,
                packet,
                queue,
                marked,
                reason,
                next,
            } => {
                self.text("kind", "at_link");
                self.number("link", f64::from(*link));
                self.text("does", at_link(*action));
                self.packet(packet);
                self.queue(queue);
                self.flag("marked", *marked);
                match reason {
                    Some(reason) => self.text("reason", reason),
                    None => self.null("reason"),
                }
                self.optional("next", next.map(f64::from));
            }
            TraceEventKind::OfFlow {
                flow,
                action,
                number,
                ack,
                sender,
            } => {
                self.text("kind", "of_flow");
                self.flow(flow);
                self.text("does", of_flow(*action));
                self.number("number", *number as f64);
                match ack {
                    Some(ack) => self.ack(ack),
                    None => self.null("ack"),
                }
                match sender {
                    Some(sender) => self.sender(sender),
                    None => self.null("sender"),
                }
            }
            TraceEventKind::Edited { index } => {
                self.text("kind", "edited");
                self.number("index", *index as f64);
            }
            TraceEventKind::Measuring => self.text("kind", "measuring"),
        }
    }

    #[inline(never)]
    fn flow(&mut self, FlowFacts { flow, group, index }: &FlowFacts) {
        self.open("flow");
        self.number("flow", f64::from(*flow));
        self.optional("group", group.map(f64::from));
        self.number("index", f64::from(*index));
        self.close();
    }

    fn packet(&mut self, packet: &PacketFacts) {
        self.open("packet");
        self.flow(&packet.flow);
        self.text("class", packet.class);
        self.number("number", packet.number as f64);
        self.number("bytes", f64::from(packet.bytes));
        self.close();
    }

    fn queue(&mut self, queue: &QueueFacts) {
        self.open("queue");
        self.number("packets", f64::from(queue.packets));
        self.number("bytes", queue.bytes as f64);
        self.optional("limit_packets", queue.limit_packets.map(f64::from));
        self.optional("limit_bytes", queue.limit_bytes.map(|bytes| bytes as f64));
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
            None => self.null("sent"),
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

fn at_link(action: LinkAction) -> &'static str {
    match action {
        LinkAction::Waits => "waits",
        LinkAction::Begins => "begins",
        LinkAction::Dropped => "dropped",
        LinkAction::DroppedInside => "dropped_inside",
        LinkAction::Leaves => "leaves",
        LinkAction::Released => "released",
    }
}

fn of_flow(action: FlowAction) -> &'static str {
    match action {
        FlowAction::Acked => "acked",
        FlowAction::AckSent => "ack_sent",
        FlowAction::TimedOut => "timed_out",
        FlowAction::Reordered => "reordered",
        FlowAction::Probed => "probed",
        FlowAction::Released => "released",
        FlowAction::Paced => "paced",
        FlowAction::Starts => "starts",
        FlowAction::Stops => "stops",
        FlowAction::Finished => "finished",
        FlowAction::SetsOut => "sets_out",
        FlowAction::AccessDropped => "no_room",
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
    fn everything() -> Vec<TraceEventKind> {
        let links = [
            LinkAction::Waits,
            LinkAction::Begins,
            LinkAction::Dropped,
            LinkAction::DroppedInside,
            LinkAction::Leaves,
            LinkAction::Released,
        ];
        let at_links = links.into_iter().flat_map(|action| {
            [None, Some(3)].map(|next| TraceEventKind::AtLink {
                link: 2,
                action,
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
            FlowAction::Acked,
            FlowAction::AckSent,
            FlowAction::TimedOut,
            FlowAction::Reordered,
            FlowAction::Probed,
            FlowAction::Paced,
            FlowAction::Starts,
            FlowAction::Stops,
            FlowAction::Finished,
            FlowAction::SetsOut,
            FlowAction::AccessDropped,
        ];
        let of_flows = flows.into_iter().flat_map(|action| {
            [false, true].map(|all| TraceEventKind::OfFlow {
                flow: FlowFacts {
                    group: all.then_some(0),
                    ..FLOW
                },
                action,
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
                    sent: (number_of(action) > 3).then_some(SentFacts {
                        segments: 3,
                        again: 1,
                        first: 5,
                        last: 40,
                    }),
                }),
            })
        });
        let others = [
            TraceEventKind::Edited { index: 4 },
            TraceEventKind::Measuring,
        ];
        at_links.chain(of_flows).chain(others).collect()
    }

    fn number_of(action: FlowAction) -> usize {
        of_flow(action).len()
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
    fn handwritten_json_equals_derived_json() {
        let events: Vec<TraceEvent> = everything()
            .into_iter()
            .map(|kind| TraceEvent { at_s: 0.125, kind })
            .collect();
        let written: Value = serde_json::from_str(&list(&events)).expect("it is JSON");
        let derived = serde_json::to_value(&events).expect("facts are JSON");
        assert_eq!(plain(written), plain(derived));
        assert_eq!(list(&[]), "[]");
    }
}
