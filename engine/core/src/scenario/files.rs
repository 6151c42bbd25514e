//! Files that a scenario names, with the paths of their fields.

use super::{Group, Scenario};
use crate::trace::{Content, FileRef};

/// Part of a scenario that plays a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Player<'a> {
    /// Link whose service the file says, by its label and id.
    Link(&'a str, &'a str),
    /// Group of flows that sends what the file says.
    Group(&'a Group),
}

/// Calls `visit` with the path, the player, the file and its content, for each link and group with a file.
pub(crate) fn each_file(
    scenario: &Scenario,
    mut visit: impl FnMut(String, Player<'_>, &FileRef, Content),
) {
    let (mut bottlenecks, mut edges) = (scenario.bottlenecks.clone(), scenario.edges.clone());
    let there_and_back = bottlenecks.iter_mut().flat_map(|link| {
        let path = format!("bottlenecks.{}", link.id);
        let player = Player::Link(&link.label, &link.id);
        let back = (format!("{path}.reverse"), player, &mut link.reverse.service);
        [(path, player, &mut link.service), back]
    });
    let edges = edges.iter_mut().map(|edge| {
        let player = Player::Link(&edge.label, &edge.id);
        (format!("edges.{}", edge.id), player, &mut edge.service)
    });
    for (path, player, service) in there_and_back.chain(edges) {
        if let Some((file, content)) = service.file() {
            visit(format!("{path}.service.trace"), player, file, content);
        }
    }
    for group in &scenario.groups {
        let place = if group.traffic.is_open_loop() {
            "traffic"
        } else {
            "traffic.workload"
        };
        let path = format!("groups.{}.{place}.trace", group.id);
        if let Some((file, content)) = group.traffic.clone().file() {
            visit(path, Player::Group(group), file, content);
        }
    }
}

impl Scenario {
    /// Returns the paths of the fields that name files of packets or rates, which may be tables, without built-in examples.
    #[must_use]
    pub fn tables(&self) -> Vec<String> {
        let mut tables = Vec::new();
        each_file(self, |path, _, file, content| {
            let is_table = matches!(content, Content::Packets | Content::Rates);
            if is_table && !file.is_synthetic() {
                tables.push(path);
            }
        });
        tables
    }
}
