//! Types of the JSON form of the catalog.
//!
//! The types of the page with the same names are generated from these; see `types.rs`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Number, Value};

use super::{default_value, number};
use crate::spec::complete::setting_value;
use crate::spec::{self, Choice, Unit};

/// The engine's description of itself, from which forms, help and validation messages follow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalog {
    /// Version of the engine.
    pub engine: &'static str,
    /// Named limits, such as `flows`, `edits`, `scenario_bytes`.
    pub limits: BTreeMap<&'static str, u64>,
    /// Every section by its id.
    pub sections: BTreeMap<&'static str, Section>,
    /// Kinds to choose from; each entry is the id of a section: `queue` → [`queue.drop_tail`, …].
    pub registries: BTreeMap<&'static str, Vec<&'static str>>,
}

/// Parameters that are filled in together; an object in the scenario.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Section {
    /// `bottleneck`, `access`, `traffic.tcp`, … What follows the last dot is the scenario's `kind`.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// One or two sentences.
    pub help: &'static str,
    /// Source of the idea: RFC section, or paper and equation.
    pub source: Option<&'static str>,
    /// Class of the packets of a kind of traffic, which is also its color: `tcp` or `udp`.
    pub class: Option<&'static str>,
    /// In the order of the form.
    pub params: Vec<Param>,
    /// Named defaults of the fields, which the field `profile` chooses from. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Profile>>"))]
    pub profiles: Vec<Profile>,
}

/// Named values of fields of a section. Its label is that of its word in the field `profile`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Profile {
    /// Word of the field `profile`.
    pub id: &'static str,
    /// Values of fields. Of two that apply to a field, the later one holds.
    pub settings: Vec<Setting>,
    /// Properties of the hosts that the simulator does not have.
    pub not_modeled: Vec<NotModeled>,
}

/// Value of one field in a profile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setting {
    /// Name of the field, or `field.kind.name` for a parameter of one kind of a field.
    pub field: &'static str,
    /// Value of the field, with its defaults.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub value: Value,
    /// File and function of a kernel, or section of an RFC.
    pub source: &'static str,
    /// Another field and the kind that it must have for the setting to apply. Absent if it always applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub when: Option<(&'static str, &'static str)>,
    /// Whether it is a default only: another value is no deviation from the profile. Absent if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub initial: Option<bool>,
}

/// Property of the hosts of a profile that the simulator does not have.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NotModeled {
    /// The property, in one sentence.
    pub what: &'static str,
    /// File and function of a kernel, or section of an RFC.
    pub source: &'static str,
}

/// One field of a section.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Param {
    /// The field's name in the scenario.
    pub name: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Meaning of the field.
    pub help: &'static str,
    /// Source of the field.
    pub source: Option<&'static str>,
    /// Unit of its numbers.
    pub unit: Unit,
    /// Type and range of accepted values.
    pub kind: ParamKind,
    /// Default value. Absent if the field is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub default: Option<Value>,
    /// Fields of the same object that become null when this field gets a value. Absent if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub excludes: &'static [&'static str],
    /// Recommended values of other fields for values of this field. Absent if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<spec::Companion>>"))]
    pub companions: &'static [spec::Companion],
    /// Whether a change applies to the running simulation; otherwise the run restarts.
    pub live: bool,
    /// Whether the field is shown only among the advanced parameters.
    pub advanced: bool,
    /// Whether gauges in the same unit are compared with the value. Absent if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub gauged: Option<bool>,
}

/// Accepted values of a field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ParamKind {
    /// A number in a range.
    Number(Range),
    /// A whole number in a range.
    Integer(Range),
    /// Boolean value, true or false.
    Flag,
    /// Text of at most so many characters.
    Text { max_length: usize },
    /// Id of an object, unique in its list.
    Id,
    /// One word of a list.
    Choice { options: Vec<Word> },
    /// A number, `{uniform: [lo, hi]}` or `{list: [...]}`, used in turn by the flows of a group.
    Distribution {
        #[cfg_attr(test, ts(type = "number"))]
        min: Number,
        #[cfg_attr(test, ts(type = "number"))]
        max: Number,
    },
    /// A list of 1 to `most` numbers.
    Numbers {
        #[cfg_attr(test, ts(type = "number"))]
        min: Number,
        #[cfg_attr(test, ts(type = "number"))]
        max: Number,
        most: usize,
    },
    /// A list of 1 to `most` pairs of a time in seconds, up to `last`, and a number from 0 to `max`.
    Points {
        #[cfg_attr(test, ts(type = "number"))]
        last: Number,
        #[cfg_attr(test, ts(type = "number"))]
        max: Number,
        most: usize,
    },
    /// An object described by a section.
    Section { section: &'static str },
    /// An object with a `kind` of a registry. A string is short for that kind with its defaults.
    OneOf { registry: &'static str },
    /// A list of objects of a section. The engine checks the minimum length.
    List { section: &'static str, max: usize },
    /// Id of another object of the scenario; a list of ids if `many` is true.
    Ref {
        #[cfg_attr(test, ts(type = "'bottlenecks' | 'edges'"))]
        to: &'static str,
        many: bool,
        /// Text shown for null.
        null_label: &'static str,
    },
    /// Changes made while the simulation runs.
    Edits,
}

/// Accepted range of a number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Range {
    /// Smallest value that is accepted.
    #[cfg_attr(test, ts(type = "number"))]
    pub min: Number,
    /// Largest value that is accepted.
    #[cfg_attr(test, ts(type = "number"))]
    pub max: Number,
    /// Whether a slider uses a logarithmic scale.
    pub log: bool,
    /// Whether the field accepts null.
    pub nullable: bool,
    /// Meaning of null, if it is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub null_label: Option<&'static str>,
}

/// One word of a choice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Word {
    /// Value in the scenario.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Effect of this choice.
    pub help: &'static str,
}

impl From<&'static spec::Section> for Section {
    fn from(section: &'static spec::Section) -> Section {
        Section {
            id: section.id,
            label: section.label,
            help: section.help,
            source: unless_empty(section.source),
            class: unless_empty(section.class),
            params: section.params.iter().map(Param::from).collect(),
            profiles: section
                .profiles
                .iter()
                .map(|profile| Profile::new(profile, section))
                .collect(),
        }
    }
}

impl Profile {
    fn new(profile: &'static spec::Profile, section: &spec::Section) -> Profile {
        let setting = |setting: &spec::profile::Setting| {
            let value = setting_value(section, setting);
            Setting {
                field: setting.field,
                value: value.as_f64().map_or(value, |n| Value::Number(number(n))),
                source: setting.source,
                when: setting.when,
                initial: setting.initial.then_some(true),
            }
        };
        let not_modeled = |lack: &spec::profile::NotModeled| NotModeled {
            what: lack.what,
            source: lack.source,
        };
        Profile {
            id: profile.id,
            settings: profile.settings.iter().map(setting).collect(),
            not_modeled: profile.not_modeled.iter().map(not_modeled).collect(),
        }
    }
}

impl From<&'static spec::Param> for Param {
    fn from(param: &'static spec::Param) -> Param {
        Param {
            name: param.name,
            label: param.label,
            help: param.help,
            source: unless_empty(param.source),
            unit: param.unit,
            kind: ParamKind::from(&param.kind),
            default: default_value(param),
            excludes: param.excludes,
            companions: param.companions,
            live: param.live,
            advanced: param.advanced,
            gauged: param.gauged.then_some(true),
        }
    }
}

impl From<&'static spec::Kind> for ParamKind {
    fn from(kind: &'static spec::Kind) -> ParamKind {
        use spec::Kind;
        match kind {
            Kind::Number {
                min,
                max,
                log,
                null_label,
            } => ParamKind::Number(Range::new(*min, *max, *log, null_label)),
            Kind::Integer {
                min,
                max,
                log,
                null_label,
            } => ParamKind::Integer(Range::new(*min, *max, *log, null_label)),
            Kind::Flag => ParamKind::Flag,
            Kind::Text(max_length) => ParamKind::Text {
                max_length: *max_length,
            },
            Kind::Id => ParamKind::Id,
            Kind::Choice(choices) => ParamKind::Choice {
                options: choices.iter().map(Word::from).collect(),
            },
            Kind::Distribution { min, max } => ParamKind::Distribution {
                min: number(*min),
                max: number(*max),
            },
            Kind::Numbers { min, max, most } => ParamKind::Numbers {
                min: number(*min),
                max: number(*max),
                most: *most,
            },
            Kind::Points { last, max, most } => ParamKind::Points {
                last: number(*last),
                max: number(*max),
                most: *most,
            },
            Kind::Section(section) => ParamKind::Section {
                section: section.id,
            },
            Kind::OneOf(registry) => ParamKind::OneOf {
                registry: registry.id,
            },
            Kind::List { section, max, .. } => ParamKind::List {
                section: section.id,
                max: *max,
            },
            Kind::Ref {
                to,
                many,
                null_label,
            } => ParamKind::Ref {
                to,
                many: *many,
                null_label,
            },
            Kind::Edits => ParamKind::Edits,
        }
    }
}

impl Range {
    fn new(min: f64, max: f64, log: bool, null_label: &'static str) -> Range {
        Range {
            min: number(min),
            max: number(max),
            log,
            nullable: !null_label.is_empty(),
            null_label: unless_empty(null_label),
        }
    }
}

impl From<&Choice> for Word {
    fn from(choice: &Choice) -> Word {
        Word {
            id: choice.id,
            label: choice.label,
            help: choice.help,
        }
    }
}

fn unless_empty(text: &'static str) -> Option<&'static str> {
    (!text.is_empty()).then_some(text)
}
