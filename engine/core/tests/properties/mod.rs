//! What holds for every scenario, tried on random ones.
//!
//! Each property is an item of "What must stay true" in ARCHITECTURE.md. More cases than usual:
//! `BUFFERLAB_TESTS=all cargo test -p bufferlab-core --test main properties::`. A failure prints the smallest
//! scenario that still fails.

mod hostile;
mod intervals;
mod live;
pub mod observe;
mod random;
mod senders;
mod steps;

use bufferlab_core::net::node::Node;
use bufferlab_core::packet::{Class, Packet};
use bufferlab_core::queue::Queue;
use bufferlab_core::queue::drop_tail::ByteTest;
use bufferlab_core::queue::sharing::BufferPolicy;
use bufferlab_core::scenario::{Edit, Scenario};
use bufferlab_core::sim::Progress;
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab, Options};
use observe::{Arrival, watch};
use proptest::prelude::*;
use random::{
    Change, DURATION_S, changes, changes_of_the_forward_path, computable, computable_alone,
    scenario,
};
use serde_json::Value;

use crate::support::extent::usual_or_all;

/// Events after which a random run is cut short: enough for a few thousand packets.
const EVENTS: u64 = 20_000;

/// Each case runs a scenario several times.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: usual_or_all(32, 128),
        max_global_rejects: 100_000,
        // There is no folder for regressions beside an integration test.
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    /// Sent = delivered + dropped + in flight, per flow and per link, of data and of acknowledgments,
    /// at every stop, whatever is changed meanwhile.
    #[test]
    fn packets_are_conserved(
        scenario in scenario(),
        changes in changes(),
        slices in prop::collection::vec(1u64..400, 1..80),
        hop_by_hop in any::<bool>(),
    ) {
        let Ok(scenario) = Scenario::from_value(scenario) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut simulation = Lab::with_options(&scenario, Options { hop_by_hop, ..Options::default() });
        let mut changes = changes.iter().peekable();
        for slice in slices.into_iter().cycle() {
            if simulation.now() >= simulation.end() || simulation.events() >= EVENTS {
                break;
            }
            advance_by(&mut simulation, slice);
            check_conservation(&mut simulation)?;
            while let Some(change) = changes.next_if(|change| due(change) <= simulation.now()) {
                apply(&mut simulation, change);
                check_conservation(&mut simulation)?;
            }
        }
    }

    /// The same packets reach the same queues at the same times, whether the reverse path is computed or simulated, with
    /// any edits of queues and senders. (An edit of the reverse path does not change acknowledgments that are computed
    /// already.) Delays are random, so that few packets arrive at the same time; those of presets do.
    #[test]
    fn computed_reverse_paths_equal_simulated_ones(
        scenario in prop_oneof![computable(), computable_alone()],
        changes in changes_of_the_forward_path(),
    ) {
        let Some(scenario) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut computed = Lab::new(&scenario);
        let mut simulated = Lab::with_options(&scenario, Options { hop_by_hop: true, ..Options::default() });
        let expected = watch(&mut simulated, EVENTS);
        let got = watch(&mut computed, EVENTS);
        let both = simulated.now().min(computed.now());
        let before = |arrival: &&Arrival| arrival.at < both;
        let (mut expected, mut got) = (expected.iter().take_while(before), got.iter().take_while(before));
        loop {
            let pair = (got.next(), expected.next());
            prop_assert_eq!(pair.0, pair.1, "computed left, simulated right");
            if pair == (None, None) {
                break;
            }
        }
    }

    /// Senders that run ahead of the clock give the same run as senders in step with it: fingerprint, figures, recording
    /// and marks. No flow is watched, since watched flows are always in step.
    #[test]
    fn senders_ahead_of_the_clock_equal_senders_in_step(
        scenario in scenario(),
        changes in changes(),
    ) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let run = |in_step| {
            let mut lab = Lab::with_options(&document, Options { in_step, ..Options::default() });
            lab.record();
            lab.watch(&[]);
            lab
        };
        let (mut ahead, mut in_step) = (run(false), run(true));
        advance_by(&mut ahead, EVENTS);
        let until = ahead.now();
        ahead.advance(until).expect("few packets");
        in_step.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut ahead), outcome(&mut in_step));
        prop_assert_eq!(recorded(&ahead, until), recorded(&in_step, until));
        // Those of one instant have an order for each flow, but none between flows that are not watched.
        let marks = |lab: &Lab| {
            let mut marks = lab.marks().within(Time::ZERO, Time::NEVER).to_vec();
            marks.sort_by_key(|mark| (mark.at, mark.flow));
            marks
        };
        prop_assert_eq!(marks(&ahead), marks(&in_step));
    }

    /// A copy resumes as the original went on: fingerprint, figures and recording.
    #[test]
    fn a_snapshot_resumes_as_the_run_went_on(
        scenario in scenario(),
        changes in changes(),
        first in 1..EVENTS / 2,
    ) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut straight = Lab::new(&document);
        straight.record();
        advance_by(&mut straight, first);
        let snapshot = straight.snapshot();
        advance_by(&mut straight, EVENTS);
        let until = straight.now();
        straight.advance(until).expect("few packets");

        let mut resumed = straight.clone();
        resumed.restore(&snapshot);
        resumed.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut resumed), outcome(&mut straight));
        prop_assert_eq!(recorded(&resumed, until), recorded(&straight, until));

        let mut elsewhere = Lab::new(&document);
        elsewhere.restore(&snapshot);
        elsewhere.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut elsewhere), outcome(&mut straight));
    }

    /// Who goes back can go forth again to where the run had been, and finds what was recorded on the way.
    #[test]
    fn restoring_snapshots_changes_nothing(
        scenario in scenario(),
        first in 1..EVENTS / 4,
        second in 1..EVENTS / 4,
        between in 0..EVENTS / 8,
    ) {
        let Some(document) = document(scenario, &[]) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut lab = Lab::new(&document);
        lab.record();
        advance_by(&mut lab, first);
        let (back, back_at) = (lab.snapshot(), lab.now());
        advance_by(&mut lab, second);
        let (forth, forth_at) = (lab.snapshot(), lab.now());
        advance_by(&mut lab, second);
        let until = lab.now();
        lab.advance(until).expect("few packets");
        let mut straight = lab.clone();

        lab.restore(&back);
        advance_by(&mut lab, between);
        prop_assert!(lab.remembers(&forth));
        lab.restore(&forth);
        lab.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut lab), outcome(&mut straight));
        prop_assert_eq!(recorded(&lab, until), recorded(&straight, until));

        // Another way forgets what lay ahead of the first.
        lab.restore(&back);
        lab.edit(&[]).expect("an edit of nothing");
        prop_assert!(!lab.remembers(&forth) || forth_at < back_at + Span::from_s(0.002));
    }

    /// However a run is cut into slices, it is the same run, recorded alike.
    #[test]
    fn slices_change_nothing(
        scenario in scenario(),
        changes in changes(),
        slices in prop::collection::vec((1u64..300, 1e-6..0.05f64), 1..50),
    ) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut whole = Lab::new(&document);
        whole.record();
        advance_by(&mut whole, EVENTS);
        let until = whole.now();
        whole.advance(until).expect("few packets");

        let mut sliced = Lab::new(&document);
        sliced.record();
        for (events, seconds) in slices.into_iter().cycle() {
            if sliced.now() >= until {
                break;
            }
            let to = (sliced.now() + Span::from_s(seconds)).min(until);
            sliced.advance_by(to, events).expect("few packets");
        }
        sliced.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut sliced), outcome(&mut whole));
        prop_assert_eq!(recorded(&sliced, until), recorded(&whole, until));
    }

    /// Slices at whose end senders are ahead of the clock change nothing either, nor do reading, copying and editing the run
    /// between them: the document with these edits gives the same run.
    #[test]
    fn slices_with_senders_ahead_change_nothing(
        scenario in scenario(),
        changes in changes(),
        slices in prop::collection::vec((1u64..300, 1e-6..0.05f64, 0..6u8), 1..50),
    ) {
        let Some(document) = document(scenario, &[]) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut sliced = Lab::new(&document);
        sliced.record();
        sliced.watch(&[]);
        let mut changes = changes.iter().peekable();
        for (events, seconds, then) in slices.into_iter().cycle() {
            if sliced.now() >= sliced.end() || sliced.events() >= EVENTS {
                break;
            }
            let to = sliced.now() + Span::from_s(seconds);
            sliced.advance_ahead(to, events).expect("few packets");
            match then {
                0 => drop(sliced.summary()),
                1 => drop(sliced.present()),
                2 => {
                    let copy = sliced.snapshot();
                    sliced.advance_ahead(to, events).expect("few packets");
                    sliced.restore(&copy);
                }
                _ => {}
            }
            while let Some(change) = changes.next_if(|change| due(change) <= sliced.now()) {
                apply(&mut sliced, change);
            }
        }
        sliced.settle().expect("few packets");
        let until = sliced.now();
        sliced.advance(until).expect("few packets");

        let mut straight = Lab::new(sliced.document());
        straight.record();
        straight.watch(&[]);
        straight.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut sliced), outcome(&mut straight));
        // A live edit at the instant of a sample comes after the sample, in a replay before it.
        if sliced.document().edits.is_empty() {
            prop_assert_eq!(recorded(&sliced, until), recorded(&straight, until));
        }
    }

    /// Nor does it matter whether someone stops exactly where an edit is made: all that it starts at that
    /// instant has happened then, so that going on to the same time again does nothing.
    #[test]
    fn stopping_at_edits_changes_nothing(scenario in scenario(), changes in changes(), recorded in any::<bool>()) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut straight = Lab::new(&document);
        advance_by(&mut straight, EVENTS);
        let until = straight.now();
        straight.advance(until).expect("few packets");

        let mut stopped = Lab::new(&document);
        if recorded {
            stopped.record();
        }
        for edit in &document.edits {
            let at = Time::from_s(edit.at_s).min(until);
            stopped.advance(at).expect("few packets");
            let once = outcome(&mut stopped);
            stopped.advance(at).expect("few packets");
            prop_assert_eq!(outcome(&mut stopped), once);
        }
        stopped.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut stopped), outcome(&mut straight));
    }

    /// Who steps through a run comes to where it would have come, recorded alike.
    #[test]
    fn steps_change_nothing(scenario in scenario(), changes in changes(), most in 1..EVENTS / 2) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut stepped = Lab::new(&document);
        stepped.record();
        steps::step_through(&mut stepped, most);
        let until = stepped.now();
        stepped.advance(until).expect("few packets");

        let mut straight = Lab::new(&document);
        straight.record();
        straight.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut stepped), outcome(&mut straight));
        prop_assert_eq!(stepped.pieces().next(), straight.pieces().next());
        prop_assert_eq!(recorded(&stepped, until), recorded(&straight, until));
    }

    /// And is told of everything that is counted. (Of an edit only that it is made, whatever it starts at that
    /// instant: so without edits.)
    #[test]
    fn steps_tell_everything(scenario in scenario(), most in 1..EVENTS / 2) {
        let Some(document) = document(scenario, &[]) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut lab = Lab::new(&document);
        let counted = steps::step_through(&mut lab, most);
        prop_assert_eq!(counted, steps::counters(&mut lab));
    }

    /// Recording, watching, summing up and counting change nothing.
    #[test]
    fn observers_never_disturb(
        scenario in scenario(),
        changes in changes(),
        watched in prop::collection::vec(prop::collection::vec(0u32..40, 0..20), 1..6),
    ) {
        let Some(document) = document(scenario, &changes) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut alone = Lab::new(&document);
        advance_by(&mut alone, EVENTS);
        let until = alone.now();
        alone.advance(until).expect("few packets");

        let mut observed = Lab::new(&document);
        observed.record();
        let part = Span(until.0 / watched.len() as u64 + 1);
        for flows in watched {
            observed.watch(&flows);
            let to = (observed.now() + part).min(until);
            observed.advance(to).expect("few packets");
            let _ = (observed.summary(), observed.check_conservation(), observed.snapshot());
        }
        prop_assert_eq!(outcome(&mut observed), outcome(&mut alone));
    }

    /// A run with changes made by hand is the run of the document it leaves behind: what a link carries.
    #[test]
    fn a_link_replays_a_run_with_its_edits(scenario in scenario(), changes in changes()) {
        let Ok(scenario) = Scenario::from_value(scenario) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut played = Lab::new(&scenario);
        play(&mut played, &changes);
        let until = played.now();
        let document = Scenario::from_json(&played.document().to_value().to_string());
        let document = document.map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        prop_assert_eq!(&document, played.document());
        let mut replayed = Lab::new(&document);
        replayed.advance(until).expect("few packets");
        prop_assert_eq!(outcome(&mut replayed), outcome(&mut played));
        prop_assert_eq!(replayed.current(), played.current());
    }

    /// A change touches what it touches: the scenario that only has its parts checked again is the one that
    /// is read anew as a whole, and so is what is wrong with it.
    #[test]
    fn a_change_checked_in_part_is_checked_in_whole(
        scenario in scenario(),
        changes in changes(),
        hostile in prop::collection::vec(hostile::patches(), 0..4),
    ) {
        let Ok(mut state) = Scenario::from_value(scenario) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let sensible = changes.iter().filter_map(|change| Some(vec![change.patch(&state)?]));
        let all: Vec<_> = sensible.chain(hostile).collect();
        for patches in all {
            let whole = Scenario::from_document(state.to_value(), &patches);
            let part = state.patched(&patches);
            prop_assert_eq!(part.as_ref().map_err(ToString::to_string), whole.as_ref().map_err(ToString::to_string));
            state = part.unwrap_or(state);
        }
    }

    /// A change that is refused leaves the run as it was.
    #[test]
    fn a_refused_edit_changes_nothing(scenario in scenario(), edit in hostile::patches()) {
        let Ok(scenario) = Scenario::from_value(scenario) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut simulation = Lab::new(&scenario);
        advance_by(&mut simulation, 1000);
        let before = (outcome(&mut simulation), simulation.document().clone());
        match simulation.edit(&edit) {
            Err(problems) => {
                prop_assert!(problems.0.iter().all(|problem| !problem.message.is_empty()));
                prop_assert_eq!(before, (outcome(&mut simulation), simulation.document().clone()));
            }
            Ok(_) => {
                advance_by(&mut simulation, 1000);
                check_conservation(&mut simulation)?;
            }
        }
    }
}

/// Checks the conservation of packets, and the limits of queues.
fn check_conservation(simulation: &mut Lab) -> Result<(), TestCaseError> {
    prop_assert_eq!(simulation.check_conservation().fault(), None);
    check_queues(simulation)
}

/// Checks that backlogs match the packets that wait, and that queues keep limits that were never changed.
fn check_queues(simulation: &mut Lab) -> Result<(), TestCaseError> {
    let unchanged = simulation.document().edits.is_empty();
    for link in simulation.observed().links.iter() {
        if matches!(link, Node::Switch(_)) {
            // The backlog of a switch is a mean over its outputs. `check_conservation` covers its packets.
            continue;
        }
        let backlog = link.backlog();
        let present: Vec<_> = link.packets().collect();
        let waiting = &present[..backlog.packets as usize];
        let device = link.design().device_packets as usize;
        if unchanged {
            prop_assert!(
                present.len() - waiting.len() <= 1 + device,
                "at most one is in transmission, and {device} in the device queue"
            );
        }
        let bytes: u64 = waiting.iter().map(|packet| u64::from(packet.bytes)).sum();
        prop_assert_eq!(bytes, backlog.bytes);
        let overshoot = match &link.design().queue {
            Queue::DropTail(drop_tail) if drop_tail.byte_test == ByteTest::FitsOneByte => {
                u64::from(u16::MAX)
            }
            _ => 0,
        };
        if unchanged && let Some(limit) = link.limit().packets {
            // Each of the two parts of a shared buffer holds at least one packet.
            let parts = match &link.design().queue {
                Queue::Partitioned(_) | Queue::Priority(_) | Queue::Wrr(_) => 2,
                _ => 1,
            };
            prop_assert!(backlog.packets <= limit.max(parts));
        }
        if unchanged && let Some(limit) = link.limit().bytes {
            // A part with nothing there takes any packet, which a pacer may hold back.
            let is_held = |part: &[&Packet]| part.len() == 1 && !link.design().pacer.is_open();
            let bound: u64 = parts_of(&link.design().queue, waiting)
                .iter()
                .filter(|part| !is_held(part))
                .flatten()
                .map(|packet| u64::from(packet.bytes))
                .sum();
            prop_assert!(bound <= limit + overshoot);
        }
    }
    Ok(())
}

/// Returns the packets of each part of a buffer that has its own limit.
fn parts_of<'a>(queue: &Queue, waiting: &[&'a Packet]) -> [Vec<&'a Packet>; 2] {
    let policy = match queue {
        Queue::Partitioned(_) => BufferPolicy::Partitioned(0.5),
        Queue::Priority(priority) => priority.sharing.policy(),
        Queue::Wrr(wrr) => wrr.sharing.policy(),
        _ => BufferPolicy::Shared,
    };
    let is_apart = |packet: &&'a Packet| {
        matches!(policy, BufferPolicy::Partitioned(_)) && packet.class() == Class::Udp
    };
    let (real_time, rest) = waiting.iter().copied().partition(is_apart);
    [real_time, rest]
}

/// Whatever two runs of the same thing must have in common: fingerprint, time, and every figure.
fn outcome(simulation: &mut Lab) -> (u64, Time, Value) {
    let figures = serde_json::to_value(simulation.summary()).expect("plain data");
    (simulation.digest(), simulation.now(), figures)
}

/// Everything a chart of the whole run would show.
fn recorded(simulation: &Lab, until: Time) -> Vec<u32> {
    let recorder = simulation.recorder().expect("it records");
    let columns = 200;
    let mut out = vec![0.0f32; recorder.data_length(columns)];
    recorder.columns(Time::ZERO, until, columns, Span::from_s(0.01), &mut out);
    // Bits, so that what is not a number compares too.
    out.into_iter().map(f32::to_bits).collect()
}

fn advance_by(simulation: &mut Lab, events: u64) {
    let end = simulation.end();
    let progress = simulation.advance_by(end, events).expect("few packets");
    assert!(progress == Progress::Reached || simulation.now() <= end);
}

/// Runs to the end, or through `EVENTS` events, making each change at its time.
fn play(simulation: &mut Lab, changes: &[Change]) {
    for change in changes {
        let left = EVENTS.saturating_sub(simulation.events());
        let progress = simulation
            .advance_by(due(change), left)
            .expect("few packets");
        if progress == Progress::Reached {
            apply(simulation, change);
        }
    }
    let left = EVENTS.saturating_sub(simulation.events());
    advance_by(simulation, left);
    // To the end of the instant it stopped in.
    let now = simulation.now();
    simulation.advance(now).expect("few packets");
}

/// Makes a change; one that is refused (its group is gone, say) is none.
fn apply(simulation: &mut Lab, change: &Change) {
    if let Some(patch) = change.patch(simulation.current()) {
        let _ = simulation.edit(&[patch]);
    }
}

/// The scenario with its edits written down beforehand; `None` if it contradicts itself.
fn document(scenario: Value, changes: &[Change]) -> Option<Scenario> {
    let mut document = Scenario::from_value(scenario).ok()?;
    let mut current = document.clone();
    for change in changes {
        let Some(patch) = change.patch(&current) else {
            continue;
        };
        let set = vec![patch];
        if let Ok(changed) = current.patched(&set) {
            current = changed;
            document.edits.push(Edit {
                at_s: due(change).s(),
                set,
            });
        }
    }
    Scenario::from_value(document.to_value()).ok()
}

fn due(change: &Change) -> Time {
    Time::from_s(change.at * DURATION_S)
}
