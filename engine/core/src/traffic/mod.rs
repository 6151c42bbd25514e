//! Traffic of flows: TCP, or open-loop sources that do not react to the network.
//!
//! A source decides the time and size of its next packet; the caller only schedules. Each source is one file with
//! its parameters, behavior and tests. A new source is one more file and one more entry in the `sources!` list
//! below; the registry, the kinds of the scenario and the dispatch follow from it.

pub mod call;
pub mod cbr;
pub mod codepoint;
pub mod fbm;
pub mod game;
pub mod on_off;
pub mod packet_trace;
mod playback;
pub mod poisson;
pub mod rate_curve;
mod sizes;
pub mod video;

use serde::Serialize;

use crate::rng::Rng;
use crate::spec::parameters::{number, parameter};
use crate::spec::read::read_kinds;
use crate::spec::{Param, Registry, Section};
use crate::tcp::config::{self, TcpConfig};
use crate::tcp::notes::Header;
use crate::time::{Span, Time};
use crate::trace::{Content, FileRef};
use codepoint::ECN;
use sizes::PACKET_BYTES;

/// A packet that a source sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emission {
    /// Time at which its first bit leaves the source; [`Time::NEVER`] if not within any run.
    pub at: Time,
    /// Size on the wire, bytes; 0: there is no packet, and the source is asked again.
    pub bytes: u16,
}

impl Emission {
    /// Creates an empty emission: no packet up to `at`, when the source is asked again. So a run can stop during a
    /// long pause.
    #[must_use]
    pub fn silence(at: Time) -> Emission {
        Emission { at, bytes: 0 }
    }

    /// Whether there is no packet.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.bytes == 0
    }
}

/// An open-loop source while it runs. It owns its parameters.
pub trait Source {
    /// Parameters, as in a scenario.
    type Params;

    /// A source that has not begun.
    fn new(params: &Self::Params) -> Self;

    /// The file that it plays, if it plays one, and what must be in it.
    fn file(_params: &mut Self::Params) -> Option<(&mut FileRef, Content)> {
        None
    }

    /// Returns the header of its datagrams: whether they may be marked.
    fn header(_params: &Self::Params) -> Header {
        Header::default()
    }

    /// Returns the parameters of this kind.
    fn params(&self) -> &Self::Params;

    /// The first packet of a flow that begins at `now`.
    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission;

    /// The packet after the one sent at `now`: at least a picosecond later, so that no rate can hold the
    /// clock still.
    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission;

    /// Its parameters change at `now`, while `pending` is due: what is due instead. The source stays
    /// where it is in its cycle.
    fn change(
        &mut self,
        now: Time,
        params: &Self::Params,
        pending: Emission,
        rng: &mut Rng,
    ) -> Emission;

    /// Replaces a source of another kind at `now`, whose next packet `pending` was planned, and returns the new
    /// next packet. Sources that change together do not synchronize.
    fn replace_source(&mut self, now: Time, _pending: Emission, rng: &mut Rng) -> Emission {
        self.first(now, rng)
    }
}

/// Declares the sources: their variants as a scenario names them, their states, the registry and the dispatch. The state
/// of a large source is boxed, so that the others stay small. TCP is no source but stands in the same list, since a
/// group has one or the other.
macro_rules! sources {
    ($($(#[$doc:meta])* $name:ident($module:ident, $state:ty)),+ $(,)?) => {
        /// A kind of traffic with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Traffic {
            /// TCP, which reacts to loss.
            Tcp(Box<TcpConfig>),
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Traffic { Tcp: config::SECTION, $($name: $module::SECTION),+ });

        /// An open-loop source while it runs.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($state),)+
        }

        /// The kinds of traffic a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "traffic",
            label: "Traffic",
            entries: &[&config::SECTION, $(&$module::SECTION),+],
        };

        impl Traffic {
            /// Returns the section of this kind.
            #[must_use]
            pub fn section(&self) -> &'static Section {
                match self {
                    Traffic::Tcp(_) => &config::SECTION,
                    $(Traffic::$name(_) => &$module::SECTION,)+
                }
            }

            /// The file that it plays, if it plays one, and what must be in it.
            pub fn file(&mut self) -> Option<(&mut FileRef, Content)> {
                match self {
                    Traffic::Tcp(config) => config.workload.file(),
                    $(Traffic::$name(params) => <$module::$name as Source>::file(params),)+
                }
            }

            /// Returns the header of the datagrams.
            #[must_use]
            pub fn header(&self) -> Header {
                match self {
                    Traffic::Tcp(_) => Header::default(),
                    $(Traffic::$name(params) => <$module::$name as Source>::header(params),)+
                }
            }

            /// A source that has not begun; `None` of TCP, which is none.
            #[must_use]
            pub fn start(&self) -> Option<State> {
                match self {
                    Traffic::Tcp(_) => None,
                    $(Traffic::$name(params) => Some(State::$name($module::$name::new(params).into())),)+
                }
            }
        }

        impl State {
            /// The first packet of a flow that begins at `now`.
            pub fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
                match self { $(State::$name(source) => source.first(now, rng),)+ }
            }

            /// The packet after the one sent at `now`, at least a picosecond later.
            #[inline]
            pub fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
                match self { $(State::$name(source) => source.next(now, rng),)+ }
            }

            /// Becomes what `to` says, of whatever kind, at `now`. `pending` is the packet that is due, at
            /// `now` or later, if the flow has begun; returned is what is due instead, at `now` or later.
            /// Nothing happens if `to` says what this is already, or is TCP: then the source must end.
            pub fn reconfigure(
                &mut self,
                now: Time,
                to: &Traffic,
                pending: Option<Emission>,
                rng: &mut Rng,
            ) -> Option<Emission> {
                match (&mut *self, to, pending) {
                    $((State::$name(source), Traffic::$name(params), Some(due)) => {
                        if source.params() == params {
                            return pending;
                        }
                        Some(source.change(now, params, due, rng))
                    })+
                    _ => {
                        let Some(fresh) = to.start() else {
                            return pending;
                        };
                        *self = fresh;
                        pending.map(|due| self.replace_source(now, due, rng))
                    }
                }
            }

            fn replace_source(&mut self, now: Time, pending: Emission, rng: &mut Rng) -> Emission {
                match self { $(State::$name(source) => source.replace_source(now, pending, rng),)+ }
            }
        }
    };
}

sources! {
    /// Poisson source: exponential gaps.
    Poisson(poisson, poisson::Poisson),
    /// Constant bit rate: equal gaps.
    Cbr(cbr, cbr::Cbr),
    /// Bursts with silence between them.
    OnOff(on_off, on_off::OnOff),
    /// A rate that varies alike on every scale.
    Fbm(fbm, Box<fbm::Fbm>),
    /// Frames of a video trace.
    Video(video, Box<video::Video>),
    /// Packets from a capture.
    PacketTrace(packet_trace, Box<packet_trace::PacketTrace>),
    /// A rate that follows a table.
    RateCurve(rate_curve, Box<rate_curve::RateCurve>),
    /// Telephone call in one direction.
    Call(call, call::Call),
    /// One side of an online game.
    Game(game, game::Game),
}

impl Traffic {
    /// Returns the name of this kind in a scenario: `tcp`, `poisson`, ….
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.section().kind()
    }

    /// Whether it sends whatever happens to its packets, so that it [starts](Traffic::start) a source.
    #[must_use]
    pub fn is_open_loop(&self) -> bool {
        !matches!(self, Traffic::Tcp(_))
    }

    /// Entries of its lists together: what a document of it costs to check.
    #[must_use]
    pub fn listed(&self) -> usize {
        match self {
            Traffic::Tcp(config) => config.workload.listed(),
            _ => 0,
        }
    }

    /// The class of its packets, `tcp` or `udp`, which is also the color that it is drawn in.
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.section().class
    }
}

/// Intervals, frames or steps that a source goes through at most before it says that there is nothing yet.
const PATIENCE: u32 = 1000;

/// Mean time between packets of `bytes` at `rate_bps`, seconds.
fn gap_s(bytes: f64, rate_bps: f64) -> f64 {
    bytes * 8.0 / rate_bps
}

/// `gap_s` after `now`, to the nearest picosecond but at least one.
fn after(now: Time, gap_s: f64) -> Time {
    now + Span::from_s(gap_s).max(Span(1))
}

/// Returns the time from `now` to `at`, scaled by `ratio`.
fn stretched(now: Time, at: Time, ratio: f64) -> Time {
    now + Span((at.since(now).0 as f64 * ratio + 0.5) as u64)
}

/// Rate of an open-loop source.
const RATE: Param = parameter! {
    /// Mean rate of each flow on the wire, headers included.
    rate_bps = Required, "Rate", BitsPerSecond, number(1.0..=1e13).log(), [live]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use crate::trace::Traces;
    use serde_json::json;

    /// One of each kind of source, those that have one with a mean rate of 8 Mb/s in packets of 1000 bytes, one a millisecond.
    fn sources() -> Vec<Traffic> {
        let sections = REGISTRY.entries.iter().filter(|s| s.class == "udp");
        let given = [
            ("rate_bps", 8e6),
            ("peak_rate_bps", 16e6),
            ("mean_on_s", 0.01),
            ("mean_off_s", 0.01),
            ("packet_bytes", 1000.0),
            // Of other noise the mean over some time varies too much for this test.
            ("hurst", 0.5),
        ];
        let source = |section: &&'static Section| {
            let mut fields = json!({});
            for (name, value) in given {
                if section.param(name).is_some() {
                    fields[name] = json!(value);
                }
            }
            let mut complete = complete_one(section, fields).expect("all that it needs is given");
            complete["kind"] = json!(section.kind());
            let mut traffic: Traffic =
                serde_json::from_value(complete).expect("complete parameters are read");
            if let Some((file, content)) = traffic.file() {
                file.attach(content, &Traces::default());
            }
            traffic
        };
        sections.map(source).collect()
    }

    fn rng() -> Rng {
        Rng::for_component(1, "traffic", 0)
    }

    #[test]
    fn every_source_has_the_id_of_its_section() {
        for traffic in sources() {
            let written = serde_json::to_value(&traffic).expect("parameters are JSON");
            assert_eq!(written["kind"], traffic.kind());
            assert_eq!(traffic.class(), "udp");
            assert!(traffic.is_open_loop() && traffic.start().is_some());
        }
    }

    #[test]
    fn every_source_turns_into_every_other_and_sends_at_its_rate() {
        for from in sources() {
            for to in sources() {
                let mut rng = rng();
                let mut state = from.start().expect("a source");
                let mut due = state.first(Time::ZERO, &mut rng);
                for _ in 0..100 {
                    due = state.next(due.at, &mut rng);
                }
                let now = Time(due.at.0 - 1000);
                let changed = state.reconfigure(now, &to, Some(due), &mut rng);
                let mut due = changed.expect("the flow has begun");
                assert!(due.at >= now);
                assert!(from != to || changed == Some(due), "{from:?}");
                let n = 100_000;
                let mut sent = 0;
                while sent < n {
                    sent += u32::from(!due.is_silent());
                    due = state.next(due.at, &mut rng);
                }
                let has_rate = |param: &&Param| param.name.ends_with("rate_bps");
                if to.section().params.iter().find(has_rate).is_none() {
                    continue;
                }
                // Of ON–OFF the time for n packets varies most: by 1 % of the mean; four times that.
                let rate = 8000.0 * f64::from(n) / due.at.since(now).s();
                assert!((rate / 8e6 - 1.0).abs() < 0.04, "{from:?} {to:?}: {rate}");
            }
        }
    }

    #[test]
    fn a_source_that_has_not_begun_only_takes_the_parameters() {
        for from in sources() {
            for to in sources() {
                let mut state = from.start().expect("a source");
                assert_eq!(state.reconfigure(Time(7), &to, None, &mut rng()), None);
                let mut fresh = to.start().expect("a source");
                let first = |state: &mut State| state.first(Time(9), &mut rng());
                assert_eq!(first(&mut state), first(&mut fresh));
            }
        }
    }
}
