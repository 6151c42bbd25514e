//! Self-description: sections of parameters, and registries of kinds.
//!
//! A [`Section`] is declared beside the type that it describes. It states for each parameter its meaning, unit, range and
//! default. Validation, the catalog for forms, the JSON Schema and the help of the command line read it, so that each
//! fact is stated once.

use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) mod accept;
pub mod buffer;
pub mod complete;
pub mod decimal;
pub mod distribution;
pub mod gauge;
pub mod limits;
pub mod parameters;
pub mod problem;
pub mod profile;
pub mod read;
pub mod together;
pub mod units;

pub use gauge::Gauge;
pub use profile::Profile;

/// Parameters that are filled in together: one object of the scenario.
#[derive(Debug)]
pub struct Section {
    /// Name in the catalog. Of an entry of a registry: `registry.kind`.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// One or two sentences.
    pub help: &'static str,
    /// RFC section, or paper and equation; empty if it needs none.
    pub source: &'static str,
    /// In the order of the form.
    pub params: &'static [Param],
    /// Class of the packets of a kind of traffic, `tcp` or `udp`, which is also its color; otherwise empty.
    pub class: &'static str,
    /// Named defaults of its fields, which the field [`profile::FIELD`] chooses from; usually none.
    pub profiles: &'static [Profile],
    /// Check of several fields together.
    pub check: Check,
}

/// Looks at the complete fields of an object, each of which is acceptable by itself, and reports what they
/// may not be together: the name of the field (empty: the whole object), and what is wrong and accepted.
pub type Check = fn(&Map<String, Value>, &mut dyn FnMut(&str, String));

/// Kinds to choose from, such as queue disciplines.
#[derive(Debug)]
pub struct Registry {
    /// Name in the catalog.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// One section per kind.
    pub entries: &'static [&'static Section],
}

/// One field of a [`Section`].
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The field's name in the scenario.
    pub name: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Unit of the number, if it is one.
    pub unit: Unit,
    /// Type and range of accepted values.
    pub kind: Kind,
    /// Value of the field if it is left out.
    pub default: DefaultValue,
    /// Meaning of the field.
    pub help: &'static str,
    /// Source; empty if none is needed.
    pub source: &'static str,
    /// Fields of the same object that become null when this field gets a value.
    pub excludes: &'static [&'static str],
    /// Recommended values of other fields of the same object for values of this field.
    pub companions: &'static [Companion],
    /// Whether it can change during a run.
    pub live: bool,
    /// Whether it is shown only among the advanced parameters.
    pub advanced: bool,
    /// Whether [gauges](Gauge) of the same unit are compared with it, for example a threshold. Charts draw it as a
    /// line.
    pub gauged: bool,
}

/// Recommended value of a field for a value of another field. A form that sets the value also sets the recommended one,
/// if that field still has its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Companion {
    /// Value of this field, or its kind.
    pub value: &'static str,
    /// Name of the other field, in the same object.
    pub field: &'static str,
    /// Recommended value of the other field.
    pub becomes: &'static str,
}

/// Units of numbers in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Unit {
    /// A pure number or no number.
    #[serde(rename = "")]
    None,
    /// Rate in bits per second.
    #[serde(rename = "b/s")]
    BitsPerSecond,
    /// Time or duration in seconds.
    #[serde(rename = "s")]
    Seconds,
    /// Number of bytes, or a size.
    #[serde(rename = "B")]
    Bytes,
    /// Number of packets or segments.
    #[serde(rename = "packets")]
    Packets,
    /// Number of flows or connections.
    #[serde(rename = "flows")]
    Flows,
    /// A share, 0 to 1 unless the range says otherwise.
    #[serde(rename = "ratio")]
    Ratio,
}

/// Accepted values of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A finite number. `null_label` says what `null` means; empty: null is not accepted.
    #[allow(missing_docs)]
    Number {
        min: f64,
        max: f64,
        log: bool,
        null_label: &'static str,
    },
    /// An integer, with fields as of `Number`.
    #[allow(missing_docs)]
    Integer {
        min: f64,
        max: f64,
        log: bool,
        null_label: &'static str,
    },
    /// Boolean value, true or false.
    Flag,
    /// Text of at most so many characters.
    Text(usize),
    /// A name made of 1 to 32 letters, digits, `_` and `-`, unique in its list.
    Id,
    /// One word of a list.
    Choice(&'static [Choice]),
    /// A number, `{"uniform": [lo, hi]}`, `{"exponential": mean}`, `{"pareto": [mean, shape]}`,
    /// `{"bimodal": [one, other, share]}` or `{"list": [...]}`; see [`Distribution`](distribution::Distribution).
    #[allow(missing_docs)]
    Distribution { min: f64, max: f64 },
    /// A list of 1 to `most` numbers.
    #[allow(missing_docs)]
    Numbers { min: f64, max: f64, most: usize },
    /// A list of 1 to `most` pairs of a time in seconds, up to `last`, and a number from 0 to `max`.
    #[allow(missing_docs)]
    Points { last: f64, max: f64, most: usize },
    /// An object described by a section.
    Section(&'static Section),
    /// An object with a `kind` of a registry. A string is short for that kind with its defaults.
    OneOf(&'static Registry),
    /// A list of objects.
    #[allow(missing_docs)]
    List {
        section: &'static Section,
        min: usize,
        max: usize,
    },
    /// Id of a bottleneck or an edge, or null; a list of ids if `many` is true.
    #[allow(missing_docs)]
    Ref {
        to: &'static str,
        many: bool,
        null_label: &'static str,
    },
    /// Changes made while the simulation runs.
    Edits,
}

/// One word of a [`Kind::Choice`].
#[derive(Debug)]
pub struct Choice {
    /// Value in the scenario.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Effect of this choice.
    pub help: &'static str,
}

/// Default of a field.
#[derive(Clone, Copy, Debug)]
pub enum DefaultValue {
    /// No default: the field is required.
    Required,
    /// Null as the default.
    Null,
    /// Number as the default.
    Number(f64),
    /// Boolean value as the default.
    Flag(bool),
    /// A word or text; for [`Kind::OneOf`] the kind.
    Text(&'static str),
    /// Empty object or list: each field in it has its own default.
    Empty,
    /// JSON text, for the rare default with structure.
    Json(&'static str),
}

impl Param {
    /// A parameter that takes effect at the start and is shown to everyone.
    #[must_use]
    pub const fn new(
        name: &'static str,
        label: &'static str,
        unit: Unit,
        kind: Kind,
        default: DefaultValue,
        help: &'static str,
    ) -> Param {
        Param {
            name,
            label,
            unit,
            kind,
            default,
            help,
            source: "",
            excludes: &[],
            companions: &[],
            live: false,
            advanced: false,
            gauged: false,
        }
    }
}

impl Kind {
    /// The section that describes `value`, if it is an object: of a registry, that of the kind it names.
    #[must_use]
    pub fn section_of(&self, value: &Value) -> Option<&'static Section> {
        match self {
            Kind::Section(section) => Some(section),
            Kind::OneOf(registry) => registry.entry(value.get("kind")?.as_str()?),
            _ => None,
        }
    }
}

impl Choice {
    /// A word with its meaning.
    #[must_use]
    pub const fn new(id: &'static str, label: &'static str, help: &'static str) -> Choice {
        Choice { id, label, help }
    }
}

impl Section {
    /// A section without anything, from which to take what need not be said.
    pub const NEW: Section = Section {
        id: "",
        label: "",
        help: "",
        source: "",
        params: &[],
        class: "",
        profiles: &[],
        check: |_, _| {},
    };

    /// The parameter called `name`.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&'static Param> {
        self.params.iter().find(|p| p.name == name)
    }

    /// The `kind` of an entry of a registry: what follows the last dot of its id.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.id.rsplit('.').next().unwrap_or(self.id)
    }
}

impl Registry {
    /// The entry of a kind.
    #[must_use]
    pub fn entry(&self, kind: &str) -> Option<&'static Section> {
        self.entries.iter().copied().find(|s| s.kind() == kind)
    }
}

impl Unit {
    /// Returns the form of the catalog.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::None => "",
            Unit::BitsPerSecond => "b/s",
            Unit::Seconds => "s",
            Unit::Bytes => "B",
            Unit::Packets => "packets",
            Unit::Flows => "flows",
            Unit::Ratio => "ratio",
        }
    }
}

/// An object of these fields. What collects into one sorts first, with a sort of its own for every iterator: 1 kB for
/// browsers to fetch each time.
pub fn object(fields: &mut dyn Iterator<Item = (String, Value)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, value) in fields {
        object.insert(name, value);
    }
    object
}
