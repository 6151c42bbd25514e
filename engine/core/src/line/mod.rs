//! Lines that lose, delay and duplicate packets: what happens to a packet between the end of its transmission and the
//! other end of the link.
//!
//! A line acts on packets that have left their port, so a lost packet has taken its share of the link. Each line has a
//! random stream of its own. A new kind of loss is one more file here and one more entry in the `lines!` list below.
//!
//! Where packets may overtake each other, their arrival is an event of its own: the network cannot compute ahead what
//! lies behind the line.

pub mod aggregation;
pub mod bit_errors;
pub mod clean;
pub mod disturbance;
pub mod gilbert_elliott;
pub mod handover;
pub mod independent;
pub mod on_purpose;

use serde::Serialize;

use self::disturbance::Disturbance;
use crate::packet::Packet;
use crate::queue::Reason;
use crate::rng::Rng;
use crate::spec::read::read_kinds;
use crate::spec::{Registry, Section};
use crate::time::{Span, Time};

/// Loss on a line. The parameters of each kind implement it.
trait Lose {
    /// Decides whether a packet is lost. `is_bad` is a state of the line that the kind may use, false at
    /// first.
    fn loses(&self, packet: &Packet, is_bad: &mut bool, rng: &mut Rng) -> bool;

    /// Returns the delays and copies of packets that are not lost, if the kind has them.
    fn disturbance(&self) -> Option<&Disturbance>;

    /// Returns the time at which a packet leaves the line that has come to its end at `at`.
    fn released(&self, at: Time) -> Time {
        at
    }

    /// Returns the packets that the scenario drops or marks, if the kind names some.
    fn named(&self) -> Option<&on_purpose::Params> {
        None
    }

    /// Returns the slots of the line, if what happens depends on the time.
    fn slots(&self) -> Option<&handover::Params> {
        None
    }
}

/// Declares the kinds of line: their variants as a scenario names them, the registry and the dispatch.
macro_rules! lines {
    ($($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A line with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Line {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Line { $($name: $module::SECTION),+ });

        /// The lines a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "line",
            label: "Line",
            entries: &[$(&$module::SECTION),+],
        };

        impl Line {
            /// Returns the section of its kind.
            #[must_use]
            pub fn section(&self) -> &'static Section {
                match self { $(Line::$name(_) => &$module::SECTION,)+ }
            }

            fn kind(&self) -> &dyn Lose {
                match self { $(Line::$name(params) => params,)+ }
            }
        }
    };
}

lines! {
    /// Every packet arrives after the delay of the link.
    Clean(clean),
    /// Each packet is lost with the same probability.
    Independent(independent),
    /// Losses in bursts, by a good and a bad state.
    GilbertElliott(gilbert_elliott),
    /// Large packets are lost more often than small ones.
    BitErrors(bit_errors),
    /// Delays that change, and losses at each change.
    Handover(handover),
    /// Packets arrive together, in intervals.
    Aggregation(aggregation),
    /// Packets that the scenario names are dropped or marked.
    OnPurpose(on_purpose),
}

impl Line {
    /// Scenario value for a line without losses.
    pub const CLEAN: Line = Line::Clean(clean::Params {});
}

/// State of a line.
#[derive(Clone, Debug)]
pub struct State {
    line: Line,
    rng: Rng,
    is_bad: bool,
    /// Number of packets whose delay was drawn, or that were counted.
    drawn: usize,
    /// Time slot of the last packet, if the line has slots, and the additional delay in it.
    slot: Option<(u64, Span)>,
    /// Latest arrival at the other end so far.
    last: Time,
    /// Whether packets may overtake each other, or have done so since the line exists.
    overtakes: bool,
}

/// Packet that crosses a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Arrival at the other end, or the reason for which the packet does not arrive.
    pub arrives: Result<Time, Reason>,
    /// Whether a copy of the packet arrives at the same time.
    pub is_copied: bool,
}

impl State {
    /// Creates a line; `rng` is its random stream.
    #[must_use]
    pub fn new(line: &Line, rng: Rng) -> State {
        let mut state = State {
            line: Line::CLEAN,
            rng,
            is_bad: false,
            drawn: 0,
            slot: None,
            last: Time::ZERO,
            overtakes: false,
        };
        state.reconfigure(line);
        state
    }

    /// Changes the parameters for the next packets. Packets under way arrive as decided.
    pub fn reconfigure(&mut self, line: &Line) {
        self.line.clone_from(line);
        let disturbance = self.line.kind().disturbance();
        self.overtakes |= disturbance.is_some_and(|disturbance| disturbance.overtaking);
    }

    /// Returns whether packets may arrive in another order than that in which they left.
    #[must_use]
    pub fn overtakes(&self) -> bool {
        self.overtakes
    }

    /// Decides what happens to a packet that has left the port at `left`, and marks it if the scenario demands it.
    pub fn cross(&mut self, left: Time, delay: Span, packet: &mut Packet) -> Crossing {
        let State { line, rng, .. } = self;
        let kind = line.kind();
        let (in_gap, slot_delay) = match kind.slots() {
            Some(slots) => slots.at(left, &mut self.slot, rng),
            None => (false, Span::ZERO),
        };
        let lost = |reason| Crossing {
            arrives: Err(reason),
            is_copied: false,
        };
        if in_gap || kind.loses(packet, &mut self.is_bad, rng) {
            return lost(Reason::Line);
        }
        if let Some(named) = kind.named()
            && named.drops(packet, &mut self.drawn)
        {
            return lost(Reason::OnPurpose);
        }
        let mut arrives = left + delay + slot_delay;
        let mut is_copied = false;
        let mut keeps_order = true;
        if let Some(disturbance) = kind.disturbance() {
            arrives += disturbance.jitter(self.drawn, rng);
            is_copied = disturbance.copies(rng);
            keeps_order = !disturbance.overtaking;
            self.drawn += 1;
        }
        arrives = kind.released(arrives);
        if keeps_order {
            // Never at the same time: the order behind the line would be another.
            arrives = arrives.max(self.last + Span(1));
        }
        self.last = self.last.max(arrives);
        Crossing {
            arrives: Ok(arrives),
            is_copied,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Class;
    use crate::queue::testing::packet;
    use crate::spec::complete::complete_one;
    use serde_json::{Value, json};

    fn line(kind: &str, given: Value) -> Line {
        let section = REGISTRY.entry(kind).expect("it is listed");
        let mut fields = complete_one(section, given).unwrap_or_else(|p| panic!("{p}"));
        fields["kind"] = json!(kind);
        serde_json::from_value(fields).expect("complete")
    }

    fn crossings(line: &Line, packets: u32) -> Vec<Crossing> {
        let mut state = State::new(line, Rng::for_component(1, "link/r0/line", 0));
        let leaves = (0..packets).map(|k| Time(u64::from(k) * 1_000_000_000));
        let ms = Span(1_000_000_000);
        leaves
            .map(|left| state.cross(left, ms, &mut packet(1000, false)))
            .collect()
    }

    /// Losses and bursts of losses among packets.
    fn losses(line: &Line, packets: u32) -> (f64, f64) {
        let lost: Vec<bool> = (crossings(line, packets).iter())
            .map(|crossing| crossing.arrives.is_err())
            .collect();
        let count = lost.iter().filter(|&&lost| lost).count() as f64;
        let bursts = lost.chunk_by(|a, b| a == b).filter(|run| run[0]).count();
        (count / f64::from(packets), count / bursts as f64)
    }

    /// p/(p + r) and 1/r, within four standard errors: of bursts that last 1/r and come every 1/p + 1/r packets.
    #[test]
    fn gilbert_elliott_loss_and_bursts_agree_with_the_chain() {
        let given = json!({ "good_to_bad": 0.01, "bad_to_good": 0.25 });
        let n = 2_000_000;
        let (loss, burst) = losses(&line("gilbert_elliott", given), n);
        let bursts = f64::from(n) / (100.0 + 4.0);
        // The variance of a geometric length is (1 − r)/r² = 12; of a gap 9,900.
        let error = libm::sqrt(12.0 / bursts);
        assert!((burst - 4.0).abs() < 4.0 * error, "{burst}");
        let relative = libm::sqrt((12.0 / 16.0 + 9_900.0 / 10_000.0) / bursts);
        assert!((loss / 0.038_462 - 1.0).abs() < 4.0 * relative, "{loss}");
    }

    #[test]
    fn independent_losses_come_alone_or_in_short_bursts() {
        let (loss, burst) = losses(&line("independent", json!({ "loss": 0.1 })), 100_000);
        // Standard errors 0.00095, and of the mean of 9,000 geometric lengths 0.0037.
        assert!((loss - 0.1).abs() < 0.0038, "{loss}");
        assert!((burst - 1.0 / 0.9).abs() < 0.015, "{burst}");
    }

    /// 15 s from second 12 on, with a packet each millisecond: the delay is one value per slot, and packets of the first
    /// tenth of a second are lost.
    #[test]
    fn a_handover_changes_the_delay_and_loses_packets_at_each_slot() {
        let given = json!({ "slot_s": 15, "offset_s": 12, "gap_s": 0.1, "loss": 1,
            "delay_s": { "uniform": [0.01, 0.05] } });
        let crossings = crossings(&line("handover", given), 60_000);
        let lost: Vec<usize> = (0..60_000)
            .filter(|&k| crossings[k].arrives.is_err())
            .collect();
        assert_eq!(lost.len(), 400);
        assert_eq!((lost[0], lost[100], lost[399]), (12_000, 27_000, 57_099));
        let delay_ps = |k: usize| {
            crossings[k]
                .arrives
                .map_or(0, |at| at.0 - k as u64 * 1_000_000_000)
        };
        let delays: Vec<u64> = [5_000, 20_000, 35_000].map(delay_ps).into();
        assert_eq!(delay_ps(6_000), delays[0]);
        assert_eq!(delay_ps(26_000), delays[1]);
        assert!(delays[0] != delays[1] && delays[1] != delays[2]);
        assert!(
            delays
                .iter()
                .all(|ps| (11_000_000_000..=51_000_000_000).contains(ps))
        );
    }

    /// Packets of a millisecond each: four arrive right after each other every 4 ms.
    #[test]
    fn aggregation_delivers_packets_together() {
        let crossings = crossings(&line("aggregation", json!({ "interval_s": 0.004 })), 12);
        let us: Vec<u64> = (crossings.iter().filter_map(|c| c.arrives.ok()))
            .map(|at| at.0 / 1_000_000)
            .collect();
        assert_eq!(
            us,
            [
                4000, 4000, 4000, 4000, 8000, 8000, 8000, 8000, 12_000, 12_000, 12_000, 12_000
            ]
        );
    }

    #[test]
    fn named_packets_of_a_flow_are_dropped_or_marked() {
        let line = |action: &str| {
            let given = json!({ "flow": 3, "packets": [2, 5], "action": action });
            State::new(
                &line("on_purpose", given),
                Rng::for_component(1, "link/r0/line", 0),
            )
        };
        let (mut drops, mut marks) = (line("drop"), line("mark"));
        let mut dropped = Vec::new();
        for k in 0..12 {
            let of_flow =
                |flow| Packet::new(Class::Tcp, flow, k, 1000, 0).with_note(packet(1000, true).note);
            for flow in [3, 4] {
                let crossing = drops.cross(Time::ZERO, Span::ZERO, &mut of_flow(flow));
                if crossing.arrives == Err(Reason::OnPurpose) {
                    dropped.push((flow, k));
                }
                let mut marked = of_flow(flow);
                assert!(
                    marks
                        .cross(Time::ZERO, Span::ZERO, &mut marked)
                        .arrives
                        .is_ok()
                );
                let is_named = flow == 3 && [1, 4].contains(&k);
                assert_eq!(marked.header().is_marked(), is_named, "{flow} {k}");
            }
        }
        assert_eq!(dropped, [(3, 1), (3, 4)]);
    }

    #[test]
    fn jitter_keeps_the_order_unless_packets_may_overtake() {
        let arrivals = |overtaking: bool| -> Vec<Time> {
            let jitter = json!({ "jitter_s": { "uniform": [0, 0.005] }, "overtaking": overtaking });
            let crossings = crossings(&line("independent", jitter), 10_000);
            crossings.iter().filter_map(|c| c.arrives.ok()).collect()
        };
        assert!(arrivals(false).is_sorted());
        let overtaken = arrivals(true);
        assert!(!overtaken.is_sorted());
        for (k, at) in (0..).zip(overtaken) {
            let left = f64::from(k) * 1e-3;
            assert!(
                (left + 1e-3..left + 6e-3).contains(&(at.s() + 1e-13)),
                "{k}"
            );
        }
    }
}
