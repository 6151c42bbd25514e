//! Construction of a run at rest from a scenario.

use super::Options;
use super::document::Document;
use super::exchange;
use super::network::Network;
use super::population::Population;
use super::record::Record;
use super::run::Run;
use super::scheduler::Scheduler;
use crate::scenario::Scenario;

impl Run {
    /// Creates a run at time 0.
    pub(super) fn new(scenario: &Scenario, options: &Options) -> Run {
        let document = Document::new(scenario);
        let current = &document.current;
        let mut network = Network::new(current, options.hop_by_hop, &options.scripted_faults);
        let mut population = Population::new(scenario.seed, options.first_number);
        let mut scheduler = Scheduler::new(events_per_s(current));
        scheduler.ahead.is_forbidden = options.in_step;
        let mut record = Record::new(scenario.seed, options.trace);
        let whole = exchange::with_partners(current);
        for (group, route) in whole.groups.iter().zip(network.routes(&whole)) {
            population.add_group(&whole, group, route, &mut scheduler, &mut record);
        }
        population.pair_groups();
        Run {
            document,
            scheduler,
            network,
            population,
            record,
        }
    }
}

/// Estimates the number of events per second, for the calendar: an arrival and an acknowledgment for each packet of
/// typical size that the bottlenecks can carry.
fn events_per_s(scenario: &Scenario) -> f64 {
    let rates = scenario.bottlenecks.iter().map(|b| b.rate_bps);
    2.0 * rates.fold(0.0, |a, b| if b > a { b } else { a }) / 8000.0
}
