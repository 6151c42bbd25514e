//! Construction of a run at rest from a scenario.

use super::Options;
use super::capture;
use super::document::Document;
use super::live;
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
        let is_live = !options.live.is_empty();
        let captures = capture::ENABLED && options.capture.is_some();
        let hop_by_hop = options.hop_by_hop || is_live || captures;
        let mut network = Network::new(current, hop_by_hop, &options.scripted_faults);
        if is_live || captures {
            // What becomes of a packet must be known by the time that it happens.
            network.forbid_deferral();
        }
        if captures {
            network.report_all();
        }
        let mut population = Population::new(scenario.seed, options.first_number);
        population.live.clone_from(&options.live);
        population.captures = captures;
        let mut scheduler = Scheduler::new(events_per_s(current));
        scheduler.ahead.is_forbidden = options.in_step || is_live || captures;
        let mut record = Record::new(scenario.seed, options.trace);
        record.live = is_live.then(Box::default);
        let log = |selection| Box::new(capture::Log::new(selection));
        record.capture = options.capture.clone().map(log);
        let whole = live::with_hidden_groups(current, &options.live);
        let routes = live::routes(&options.live, &whole, network.routes(&whole));
        for (group, route) in whole.groups.iter().zip(routes) {
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
