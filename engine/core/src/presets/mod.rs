//! Experiments to start from: scenarios taken from papers and RFCs, each with a question and its answer.
//!
//! A preset is two files in this folder, `<id>.json`, written like a scenario of a user, and one with its texts, and an
//! entry of the list below. Packet sizes are those on the wire, as in the papers, so headers have 0 bytes. The numbers of the
//! answers are results of Bufferlab with seed 1; where the simulator of the paper was run for comparison, it agrees.

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A scenario that shows one effect, with a question about it and the answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Preset {
    /// Name in links and on the command line.
    pub id: &'static str,
    /// Name of the effect; the scenario has the same title.
    pub title: &'static str,
    /// Titles of earlier versions, so that old links are recognized.
    pub former_titles: &'static [&'static str],
    /// Group of presets to which this one belongs.
    pub topic: Topic,
    /// Two to four sentences: what to watch, why it happens and what to try next, without the result.
    pub notice: &'static str,
    /// The result, with its numbers.
    pub answer: &'static str,
    /// Words that a user may search for and that the other texts do not contain.
    pub keywords: &'static [&'static str],
    /// Paper with section and figure.
    pub source: &'static str,
    /// Recommended speed, in simulated seconds per real second.
    pub speed: f64,
    /// Scenario as JSON, without fields that have their default.
    #[serde(rename = "scenario", serialize_with = "as_json")]
    #[cfg_attr(test, ts(type = "unknown"))]
    pub scenario_json: &'static str,
}

/// Group of presets, in the order of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PresetTopic"))]
pub enum Topic {
    /// How large a buffer should be.
    #[serde(rename = "Buffer size")]
    BufferSize,
    /// Traffic of TCP: transfers, users, ACKs.
    #[serde(rename = "TCP")]
    Tcp,
    /// Queue disciplines other than drop-tail.
    #[serde(rename = "Queue management")]
    QueueManagement,
    /// Effects of how packets arrive.
    #[serde(rename = "Traffic")]
    Traffic,
    /// Networks as their users and operators know them.
    #[serde(rename = "Networks today")]
    Networks,
    /// Devices around the queue.
    #[serde(rename = "Switches and routers")]
    SwitchesAndRouters,
}

/// Declares the preset of a file; its scenario is `<id>.json`.
macro_rules! preset {
    (
        id: $id:literal,
        title: $title:literal,
        former_titles: $former_titles:expr,
        topic: $topic:ident,
        notice: $notice:literal,
        answer: $answer:literal,
        keywords: $keywords:expr,
        source: $source:literal,
        speed: $speed:literal,
    ) => {
        pub(super) const PRESET: $crate::presets::Preset = $crate::presets::Preset {
            id: $id,
            title: $title,
            former_titles: &$former_titles,
            topic: $crate::presets::Topic::$topic,
            notice: $notice,
            answer: $answer,
            keywords: &$keywords,
            source: $source,
            speed: $speed,
            scenario_json: include_str!(concat!($id, ".json")),
        };
    };
}

macro_rules! presets {
    ($($module:ident),+ $(,)?) => {
        $(mod $module;)+

        /// The presets, in the order of the gallery.
        static PRESETS: &[Preset] = &[$($module::PRESET),+];
    };
}

presets! {
    one_flow,
    tiny_buffers,
    many_flows,
    anomaly,
    poisson_queue,
    bidirectional,
    remedy,
    red,
    codel,
    pie,
    fq_codel,
    dual_pi2,
    adt,
    by_rule,
    qlbp,
    cioq,
    optical,
    fractal,
    video,
    downloads,
    linux_hosts,
    web_users,
    requests,
    home_upload,
    wifi,
    lte,
    satellite,
    policed,
    incast,
    peering,
    provider_edge,
    campus,
}

/// Returns all presets; the first one is the best to begin with.
#[must_use]
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// Returns the preset with this `id`, if there is one.
#[must_use]
pub fn find(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == id)
}

/// Returns all presets as JSON.
#[must_use]
pub fn to_json() -> Value {
    PRESETS.iter().map(|preset| json!(preset)).collect()
}

fn as_json<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let document: Value = serde_json::from_str(text).map_err(S::Error::custom)?;
    document.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn every_preset_is_a_valid_scenario_with_the_same_title() {
        for preset in presets() {
            let scenario = Scenario::from_json(preset.scenario_json)
                .unwrap_or_else(|problems| panic!("{}:\n{problems}", preset.id));
            assert_eq!(scenario.title, preset.title, "{}", preset.id);
        }
    }

    #[test]
    fn notices_have_two_to_four_sentences_and_answers_at_most_five_all_short() {
        for preset in presets() {
            let notice = sentences(preset.notice);
            assert!((2..=4).contains(&notice.len()), "{}: {notice:?}", preset.id);
            let answer = sentences(preset.answer);
            assert!((1..=5).contains(&answer.len()), "{}: {answer:?}", preset.id);
            for sentence in notice.iter().chain(&answer) {
                let words = sentence.split_whitespace().count();
                assert!((3..=35).contains(&words), "{}: {sentence}", preset.id);
            }
        }
    }

    #[test]
    fn every_preset_has_a_source_a_speed_and_keywords() {
        for preset in presets() {
            assert!(!preset.source.is_empty(), "{}", preset.id);
            assert!(preset.speed > 0.0, "{}", preset.id);
            assert!(!preset.keywords.is_empty(), "{}", preset.id);
        }
    }

    #[test]
    fn no_two_presets_share_an_id_or_a_title_of_any_version() {
        let mut names: Vec<&str> = Vec::new();
        for preset in presets() {
            names.extend([preset.id, preset.title]);
            names.extend(preset.former_titles);
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(find("one-flow").is_some());
        assert!(find("no such").is_none());
    }

    /// Splits a text after each full stop or question mark that a space follows.
    fn sentences(text: &str) -> Vec<&str> {
        text.split_inclusive(". ")
            .flat_map(|part| part.split_inclusive("? "))
            .collect()
    }
}
