//! Schedulers of the crossbar: a matching of inputs with outputs, each in at most one pair.
//!
//! Two of the schedulers work in rounds of request, grant and accept, and differ in their preferences. After as
//! many rounds as there are ports, no further pair can be matched.

use super::fabric::{Fabric, Ports, each};
use crate::spec::parameters::choices;
choices! {
    /// Kind of a crossbar scheduler.
    ///
    /// Sources: Ganjali 2007 Section 5.1.2 (least recently served); McKeown, "The iSLIP scheduling algorithm for
    /// input-queued switches", IEEE/ACM ToN 7(2), 1999: the pointers of iSLIP move only with what is accepted in the
    /// first round; Chuang, Goel, McKeown and Prabhakar 1999, "critical cells first", for the stable marriage: inputs go
    /// by their priorities, outputs by the time at which a cell would leave an output-queued switch.
    pub enum Policy {
        /// The input and the output that were served least recently go first.
        LeastRecentlyServed = "least_recently_served", "least recently served",
        /// Round robin at inputs and outputs; their pointers desynchronize under load.
        Islip = "islip", "iSLIP",
        /// Packets leave in the order of an output-queued router, and are dropped when that router would drop them.
        StableMarriage = "stable_marriage", "stable marriage",
        /// Only the first packet of an input can move and blocks the packets behind it (head-of-line blocking). With
        /// many ports, the throughput is 59 % of the rate.
        HeadOfLine = "head_of_line", "one queue per input",
    }
}

/// Pairs of inputs and outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matching {
    /// Input and output of each pair, by output.
    pub pairs: Vec<(u8, u8)>,
}

/// State of a scheduler.
#[derive(Clone, Debug)]
pub struct Scheduler {
    policy: Policy,
    /// Last service of each input, counted in matchings.
    input_served: Vec<u64>,
    output_served: Vec<u64>,
    /// iSLIP: where the round robin of each output goes on, and of each input.
    grant_from: Vec<usize>,
    accept_from: Vec<usize>,
    matchings: u64,
}

/// Matching that is not complete yet.
struct Partial {
    /// By output: the matched input.
    input_of: Vec<Option<usize>>,
    free_inputs: Ports,
}

impl Scheduler {
    /// A scheduler for so many ports.
    #[must_use]
    pub fn new(policy: Policy, ports: usize) -> Scheduler {
        Scheduler {
            policy,
            input_served: vec![0; ports],
            output_served: vec![0; ports],
            grant_from: vec![0; ports],
            accept_from: vec![0; ports],
            matchings: 0,
        }
    }

    /// Returns the kind of scheduler.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// A matching of inputs with outputs for which they have a cell.
    pub fn choose(&mut self, fabric: &Fabric) -> Matching {
        self.matchings += 1;
        let input_of = match self.policy {
            Policy::StableMarriage => stable_marriage(fabric),
            Policy::HeadOfLine => self.match_in_rounds(&first_cells(fabric)),
            Policy::LeastRecentlyServed | Policy::Islip => {
                let wanted: Vec<Ports> = (0..fabric.ports()).map(|o| fabric.wanted_by(o)).collect();
                self.match_in_rounds(&wanted)
            }
        };
        self.note(&input_of)
    }

    /// Rounds until no pair can be added: free outputs grant to a free input that wants them, inputs accept one.
    fn match_in_rounds(&mut self, wanted_by: &[Ports]) -> Vec<Option<usize>> {
        let ports = wanted_by.len();
        let mut partial = Partial {
            input_of: vec![None; ports],
            free_inputs: Ports::MAX >> (Ports::BITS as usize - ports),
        };
        let mut is_first = true;
        while self.round(wanted_by, &mut partial, is_first) {
            is_first = false;
        }
        partial.input_of
    }

    /// Runs one round and returns whether a pair was added.
    fn round(&mut self, wanted_by: &[Ports], partial: &mut Partial, is_first: bool) -> bool {
        let ports = wanted_by.len();
        let mut granted_by: Vec<Ports> = vec![0; ports];
        for (output, &wanted) in wanted_by.iter().enumerate() {
            let asking = wanted & partial.free_inputs;
            if partial.input_of[output].is_none()
                && let Some(input) = self.grant(output, asking)
            {
                granted_by[input] |= 1 << output;
            }
        }
        let mut is_added = false;
        for (input, &grants) in granted_by.iter().enumerate() {
            let Some(output) = self.accept(input, grants) else {
                continue;
            };
            partial.input_of[output] = Some(input);
            partial.free_inputs &= !(1 << input);
            is_added = true;
            if is_first {
                self.grant_from[output] = (input + 1) % ports;
                self.accept_from[input] = (output + 1) % ports;
            }
        }
        is_added
    }

    fn grant(&self, output: usize, asking: Ports) -> Option<usize> {
        match self.policy {
            Policy::Islip => next_from(asking, self.grant_from[output]),
            _ => each(asking).min_by_key(|&input| self.input_served[input]),
        }
    }

    fn accept(&self, input: usize, grants: Ports) -> Option<usize> {
        match self.policy {
            Policy::Islip => next_from(grants, self.accept_from[input]),
            _ => each(grants).min_by_key(|&output| self.output_served[output]),
        }
    }

    fn note(&mut self, input_of: &[Option<usize>]) -> Matching {
        let mut matching = Matching::default();
        for (output, input) in input_of.iter().enumerate() {
            let Some(input) = *input else { continue };
            self.input_served[input] = self.matchings;
            self.output_served[output] = self.matchings;
            matching.pairs.push((input as u8, output as u8));
        }
        matching
    }
}

/// The first port of a set from `start` on, round and round.
fn next_from(ports: Ports, start: usize) -> Option<usize> {
    let behind = ports & (Ports::MAX << start);
    each(if behind != 0 { behind } else { ports }).next()
}

/// Returns, by output, the inputs whose first cell is for it.
fn first_cells(fabric: &Fabric) -> Vec<Ports> {
    let mut wanted_by = vec![0; fabric.ports()];
    for input in 0..fabric.ports() {
        if let Some(cell) = fabric.cells(input).next() {
            wanted_by[usize::from(cell.output)] |= 1 << input;
        }
    }
    wanted_by
}

/// Gale and Shapley's deferred acceptance: outputs propose in the order in which cells must leave; an input keeps
/// the proposal for its most urgent cell.
fn stable_marriage(fabric: &Fabric) -> Vec<Option<usize>> {
    let ports = fabric.ports();
    let mut urgency = vec![usize::MAX; ports * ports];
    let mut suitors: Vec<Vec<(u64, usize)>> = vec![Vec::new(); ports];
    for input in 0..ports {
        for (place, cell) in fabric.cells(input).enumerate() {
            let output = usize::from(cell.output);
            let first = &mut urgency[input * ports + output];
            if *first == usize::MAX {
                *first = place;
                suitors[output].push((cell.leaves, input));
            }
        }
    }
    // The last one is proposed to first.
    suitors
        .iter_mut()
        .for_each(|list| list.sort_unstable_by(|a, b| b.cmp(a)));
    let mut output_of: Vec<Option<usize>> = vec![None; ports];
    let mut free: Vec<usize> = (0..ports).rev().collect();
    while let Some(output) = free.pop() {
        let Some((_, input)) = suitors[output].pop() else {
            continue;
        };
        let requests = |output: usize| urgency[input * ports + output];
        match output_of[input] {
            Some(held) if requests(held) < requests(output) => free.push(output),
            held => {
                output_of[input] = Some(output);
                free.extend(held);
            }
        }
    }
    let mut input_of = vec![None; ports];
    for (input, output) in output_of.iter().enumerate() {
        if let Some(output) = *output {
            input_of[output] = Some(input);
        }
    }
    input_of
}
