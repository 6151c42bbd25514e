//! Definitions of the recorded series, one list per kind of owner.
//!
//! To add a series, add a row. The gauges of queue disciplines, pacers and switches are series of their link too,
//! with ids that begin with `gauge.`; see [`gauges`].

pub mod flow;
pub mod gauges;
pub mod group;
pub mod link;
pub mod link_group;

use super::probe::{About, Subject};

/// Describes every series for the catalog, without a run.
#[must_use]
pub fn all() -> Vec<About> {
    let mut list = Vec::new();
    about::<link::Links>(&mut list);
    about::<group::Groups>(&mut list);
    about::<flow::Flows>(&mut list);
    about::<link_group::LinkGroups>(&mut list);
    for (kind, gauges) in gauges::kinds() {
        list.extend(gauges.iter().map(|gauge| gauges::about(kind, gauge)));
    }
    list
}

fn about<S: Subject>(list: &mut Vec<About>) {
    list.extend(S::PROBES.iter().map(|probe| probe.about(S::OF)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::level::COUNTERS;
    use crate::observe::plan::Plan;
    use crate::observe::probe::Probe;

    #[test]
    fn every_series_has_a_label_and_a_help_text_and_is_listed_once() {
        let all = all();
        for about in &all {
            assert!(
                !about.label.is_empty() && about.help.ends_with('.'),
                "{}",
                about.id
            );
            let same = |other: &&About| (other.of, &other.id) == (about.of, &about.id);
            assert_eq!(all.iter().filter(same).count(), 1, "{}", about.id);
        }
    }

    #[test]
    fn a_name_ends_with_its_unit() {
        for about in all() {
            let ending = match about.unit {
                "b/s" => "_bps",
                "s" => "_s",
                "B" => "_bytes",
                // Their names say what is counted.
                "packets"
                    if !about.id.starts_with("drops_") && !about.id.starts_with("arrivals_") =>
                {
                    "_packets"
                }
                _ => "",
            };
            assert!(about.id.ends_with(ending), "{} in {}", about.id, about.unit);
        }
    }

    #[test]
    fn every_ratio_names_counters_that_are_listed_before_it() {
        // A plan cannot be built otherwise.
        assert_eq!(Plan::of(link::Links::PROBES).widths(), (23, 2));
        assert_eq!(Plan::of(flow::Flows::PROBES).widths(), (1, 7));
        assert_eq!(Plan::of(link_group::LinkGroups::PROBES).widths(), (2, 0));
    }

    #[test]
    fn a_row_has_a_bit_for_each_counter() {
        let gauges = gauges::kinds().map(|(_, gauges)| Plan::of_values(gauges.len()));
        let plans = [
            link::Links::PROBES,
            group::Groups::PROBES,
            flow::Flows::PROBES,
            link_group::LinkGroups::PROBES,
        ]
        .map(Plan::of);
        for plan in plans.into_iter().chain(gauges) {
            assert!(plan.widths().0 <= COUNTERS);
        }
        const { assert!(gauges::MOST_GAUGES <= COUNTERS) };
    }

    #[test]
    fn only_the_last_series_of_a_group_are_of_tcp_senders() {
        let (any, senders) = group::Groups::PROBES.split_at(group::OF_ANY);
        let ids = |probes: &[Probe]| probes.iter().map(|probe| probe.id).collect::<Vec<_>>();
        assert_eq!(
            ids(any),
            [
                "throughput_bps",
                "drops_access",
                "drops_network",
                "through_packets",
                "loss",
                "delivered_packets",
                "delays_s",
                "delay_s"
            ]
        );
        assert_eq!(
            ids(senders),
            ["mean_cwnd_packets", "round_trips_s", "round_trips", "rtt_s"]
        );
    }
}
