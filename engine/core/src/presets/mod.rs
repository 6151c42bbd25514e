//! Experiments worth opening: each a scenario out of a paper, and what to notice in it.
//!
//! A preset is one file `<id>.json` here, written as a person would write it, and one entry in the list
//! below. Sizes are those on the wire, as in the papers, so headers stay at 0. The figures in the notices
//! are ours; where the papers' own simulator was run for comparison, it agrees.

use serde::Serialize;
use serde_json::{Value, json};

/// A scenario to open, with what to look at.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in links and on the command line.
    pub id: &'static str,
    /// For people; the scenario has the same title.
    pub title: &'static str,
    /// What to notice: two lines with a line feed between them.
    pub notice: &'static str,
    /// The paper, with section and figure.
    pub source: &'static str,
    /// Simulated seconds per second that show it well.
    pub speed: f64,
    /// The scenario, with defaults left out.
    pub scenario_json: &'static str,
}

/// Every preset, the one to begin with first.
#[must_use]
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The preset called `id`.
#[must_use]
pub fn find(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == id)
}

/// A preset as JSON holds it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Preset"))]
pub struct PresetEntry {
    /// Its name in links and on the command line.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// What to notice: two lines with a line feed between them.
    pub notice: &'static str,
    /// The paper, with section and figure.
    pub source: &'static str,
    /// Simulated seconds per second that show it well.
    pub speed: f64,
    /// The scenario, with defaults left out.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub scenario: Value,
}

/// Every preset as JSON: a list of [`PresetEntry`].
#[must_use]
pub fn to_json() -> Value {
    PRESETS
        .iter()
        .map(PresetEntry::from)
        .map(|entry| json!(entry))
        .collect()
}

impl From<&Preset> for PresetEntry {
    fn from(preset: &Preset) -> PresetEntry {
        let scenario: Value = match serde_json::from_str(preset.scenario_json) {
            Ok(scenario) => scenario,
            Err(error) => unreachable!(
                "a test reads the JSON of every preset: {}: {error}",
                preset.id
            ),
        };
        PresetEntry {
            id: preset.id,
            title: preset.title,
            notice: preset.notice,
            source: preset.source,
            speed: preset.speed,
            scenario,
        }
    }
}

static PRESETS: &[Preset] = &[
    Preset {
        id: "one-flow",
        title: "One flow, one bandwidth–delay product",
        notice: "The window climbs to 203 packets, overflows the buffer and is halved, every 12.5 s.\n\
                 A buffer of one bandwidth–delay product just runs empty then; with 71 packets the link idles 1 %.",
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 2.1.3, Figs. 2.3–2.5",
        speed: 5.0,
        scenario_json: include_str!("one-flow.json"),
    },
    Preset {
        id: "tiny-buffers",
        title: "Tiny buffers, small windows",
        notice: "40 windows of 32 packets would just fill the link, but bursts overflow 10 places: 33 % is used.\n\
                 With 150 places losses cease and the link is full, although hardly 80 packets ever wait.",
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 3.4, Fig. 3.1",
        speed: 1.0,
        scenario_json: include_str!("tiny-buffers.json"),
    },
    Preset {
        id: "many-flows",
        title: "200 flows and the square-root rule",
        notice: "A buffer of the bandwidth–delay product over √200, 177 packets, keeps the link 89 % busy.\n\
                 The whole product, 2,500 packets, fills it with a third of the losses; but packets wait 0.13 s.",
        source: "Hasegawa et al., Simulation studies on router buffer sizing (2008), Section 4.1, Fig. 3(a)",
        speed: 2.0,
        scenario_json: include_str!("many-flows.json"),
    },
    Preset {
        id: "anomaly",
        title: "More buffer, more loss",
        notice: "UDP loses 2.2 % of its packets here. With 30 kB instead of 11 kB of buffer it loses 3 %.\n\
                 TCP gains next to nothing from the larger buffer: 95.1 instead of 93.6 Mb/s.",
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A, Fig. 11",
        speed: 0.5,
        scenario_json: include_str!("anomaly.json"),
    },
    Preset {
        id: "poisson-queue",
        title: "Poisson arrivals, one queue",
        notice: "Loss settles at what theory gives for M/D/1/10: 0.364 %, while 1.46 packets wait on average.\n\
                 A tenth waiting place spares a third of the losses: 0.235 % remain.",
        source: "M/D/1/K queue; Vishwanath et al., Anomalous Loss Performance (2011), Section IV-A",
        speed: 1.0,
        scenario_json: include_str!("poisson-queue.json"),
    },
    Preset {
        id: "two-way",
        title: "Two-way traffic: ACKs are packets too",
        notice: "ACKs share the buffer with the data of the other direction: at 30 kB one in 100 finds no room.\n\
                 With 11 kB only a few in a million are lost; below 5 kB their loss rises again.",
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section VII, Fig. 23",
        speed: 0.5,
        scenario_json: include_str!("two-way.json"),
    },
    Preset {
        id: "remedy",
        title: "A remedy for the anomaly: real-time first",
        notice: "The anomaly's network with 30 kB: UDP goes first and loses nothing. First in, first out it loses 3 %.\n\
                 TCP pays next to nothing: 94.9 instead of 95.1 Mb/s. If TCP were not pushed out, UDP would lose 12 %.",
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A; remedies are ours",
        speed: 0.5,
        scenario_json: include_str!("remedy.json"),
    },
    Preset {
        id: "red",
        title: "RED: an average between two thresholds",
        notice: "The average stays near 30 packets, a wait of 11 ms. With drop-tail and this buffer it is 0.32 s.\n\
                 With 40 flows instead of 10 the wait doubles to 23 ms: the average follows the load.",
        source: "Floyd and Jacobson, Random Early Detection gateways (1993)",
        speed: 1.0,
        scenario_json: include_str!("red.json"),
    },
    Preset {
        id: "codel",
        title: "CoDel: no packet waits too long for long",
        notice: "Packets wait 8 ms on average, though the buffer has room for 0.4 s; one in 190 is dropped as it leaves.\n\
                 With 40 flows instead of 10 the wait doubles to 17 ms: one drop says less to each of many.",
        source: "Nichols and Jacobson, Controlled Delay Active Queue Management, RFC 8289 (2018)",
        speed: 1.0,
        scenario_json: include_str!("codel.json"),
    },
    Preset {
        id: "pie",
        title: "PIE: a delay held at 15 ms",
        notice: "The delay is held at 15 ms: it is 15.8 ms with 10 flows, and 15.0 ms with 40.\n\
                 With a target of 5 ms packets wait 6 ms, and the link is 99.1 % busy instead of 99.9 %.",
        source: "Pan et al., Proportional Integral Controller Enhanced (PIE), RFC 8033 (2017)",
        speed: 1.0,
        scenario_json: include_str!("pie.json"),
    },
    Preset {
        id: "fq-codel",
        title: "FQ-CoDel: a queue for each flow",
        notice: "Calls share the link with ten downloads and lose nothing: each flow waits in a queue of its own.\n\
                 Downloads have equal shares of the link, and half of all packets wait less than 2.4 ms.",
        source: "Høiland-Jørgensen et al., Flow Queue CoDel, RFC 8290 (2018)",
        speed: 1.0,
        scenario_json: include_str!("fq-codel.json"),
    },
    Preset {
        id: "dual-pi2",
        title: "DualPI2: low delay beside ordinary downloads",
        notice: "L4S packets wait 0.4 ms at the median, others 15 ms and more; four flows of each share 23 to 17 Mb/s.\n\
                 PIE with marks has one queue: all wait 15 ms, and the L4S flows take 36 of the 40 Mb/s.",
        source: "De Schepper et al., Dual-Queue Coupled AQM for L4S, RFC 9332 (2023)",
        speed: 1.0,
        scenario_json: include_str!("dual-pi2.json"),
    },
    Preset {
        id: "adt",
        title: "ADT: as much buffer as the link needs",
        notice: "The limit begins at 100 packets and falls until the link is 95 % busy: with 20 flows to 10 to 15 packets.\n\
                 With 2 flows it settles near 50 packets; with 50 flows near 7, and one packet in seven is lost.",
        source: "Vu-Brugier et al., A critique of recently proposed buffer-sizing strategies (2007), Algorithm 1",
        speed: 10.0,
        scenario_json: include_str!("adt.json"),
    },
    Preset {
        id: "by-rule",
        title: "A buffer that follows the number of flows",
        notice: "As 100 flows join, the limit falls from 625 packets to 62: BDP/√N. The link is 99.4 % busy, the wait 6 ms.\n\
                 The whole product of rate and time fills the link; but packets wait 89 ms.",
        source: "Appenzeller, Keslassy and McKeown, Sizing Router Buffers (2004)",
        speed: 2.0,
        scenario_json: include_str!("by-rule.json"),
    },
    Preset {
        id: "qlbp",
        title: "QLBP: access routers that smooth bursts",
        notice: "Pacers hold packets back at the edge, the fewer wait the more: a core with 5 places of buffer is 76 % busy.\n\
                 Without the two pacers it is 42 %. The wait moves to the edge: 6.4 ms there, hardly any in the core.",
        source: "Cai et al., A practical on-line pacing scheme at edges of small buffer networks (2010), Section V-C",
        speed: 1.0,
        scenario_json: include_str!("qlbp.json"),
    },
    Preset {
        id: "cioq",
        title: "A switch with five packets at each output",
        notice: "Access links of 5 % of a port: five places at each output keep it 91 % busy, and inputs are nearly empty.\n\
                 With access links as fast as a port, 25 Mb/s, it is 64 %; 100 places at each output then fill it.",
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 5.1.2, Figs. 5.2 and 5.3",
        speed: 1.0,
        scenario_json: include_str!("cioq.json"),
    },
    Preset {
        id: "optical",
        title: "A buffer made of optical delay lines",
        notice: "Packets circle in loops of fibre of 1 to 32 packets, yet leave and drop as in a FIFO of 63: 1.3 % are lost.\n\
                 Drop-tail of 63 packets gives the same run. With 15 places 2.3 % are lost, and the link is 90 % busy.",
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 5.2, Theorem 4",
        speed: 1.0,
        scenario_json: include_str!("optical.json"),
    },
    Preset {
        id: "fractal",
        title: "More buffer, more loss, with traffic that is bursty on every scale",
        notice: "UDP varies alike over milliseconds and minutes, yet loses only 0.35 % of its packets here.\n\
                 With 30 kB instead of 11 kB it loses 2.1 %, six times as much, and TCP gains 1.7 % at most.",
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A, Fig. 12",
        speed: 0.5,
        scenario_json: include_str!("fractal.json"),
    },
    Preset {
        id: "film",
        title: "A film among downloads",
        notice: "A film of 0.4 Mb/s crosses a link that a thousand downloads fill; 2.9 % of its packets are lost.\n\
                 Twice the buffer, 24 kB, costs it 4.2 %, and the downloads get nothing more for it.",
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section IV-A, Fig. 2; a synthetic film",
        speed: 1.0,
        scenario_json: include_str!("film.json"),
    },
    Preset {
        id: "downloads",
        title: "500 people who download, think and download",
        notice: "The link is full, and 100 kB take 6.5 s on average: people who wait ask for less.\n\
                 Of 100 people each waits 1.3 s, and together they fetch 70 % as much.",
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section VI (closed-loop transfers)",
        speed: 1.0,
        scenario_json: include_str!("downloads.json"),
    },
    Preset {
        id: "web-users",
        title: "1,500 people on the web",
        notice: "Most files are small, a few are huge. With 65 places one packet in 21 is lost, 94 % of the link used.\n\
                 The whole bandwidth–delay product, 2,500 packets, fills the link, yet files take as long: 1.7 s.",
        source: "Hasegawa et al., Simulation studies on router buffer sizing (2008), Section 4.1, Fig. 3(b), Table 1",
        speed: 1.0,
        scenario_json: include_str!("web-users.json"),
    },
    Preset {
        id: "requests",
        title: "Requests wait behind ACKs",
        notice: "The way out is half idle: ACKs fill the narrow way back, and one request in six is lost for a second.\n\
                 If only every other segment is acknowledged, it is one in 100, and 69 % of the way out is used.",
        source: "RFC 3449, Section 3 (paths that are narrow one way); request and response over fresh connections",
        speed: 1.0,
        scenario_json: include_str!("requests.json"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn every_preset_is_a_valid_scenario_of_the_same_title() {
        for preset in presets() {
            let scenario = Scenario::from_json(preset.scenario_json)
                .unwrap_or_else(|problems| panic!("{}:\n{problems}", preset.id));
            assert_eq!(scenario.title, preset.title, "{}", preset.id);
        }
    }

    #[test]
    fn every_preset_says_in_two_short_lines_what_to_notice_and_cites_its_source() {
        for preset in presets() {
            let lines: Vec<_> = preset.notice.lines().collect();
            assert_eq!(lines.len(), 2, "{}", preset.id);
            for line in lines {
                assert!(
                    (20..=110).contains(&line.chars().count()),
                    "{}: {line}",
                    preset.id
                );
            }
            assert!(
                !preset.source.is_empty() && preset.speed > 0.0,
                "{}",
                preset.id
            );
        }
    }

    #[test]
    fn no_two_presets_have_the_same_id() {
        for (i, preset) in presets().iter().enumerate() {
            assert!(
                presets()[..i].iter().all(|other| other.id != preset.id),
                "{}",
                preset.id
            );
        }
        assert!(find("one-flow").is_some());
        assert!(find("no such").is_none());
    }
}
