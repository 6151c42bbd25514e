//! Profiles: named defaults of the fields of a section, such as those of the hosts of one operating system.
//!
//! A section with [`profiles`](Section::profiles) has two fields for them. [`FIELD`] names the profile; completion gives
//! each field that does not stand beside it the value of the profile. [`EXPANDED`] then says that the values stand in
//! the document: a missing field has the default of every document again. Saved files and links are expanded, so they
//! keep their meaning when a profile changes or a field is added to it.

use serde_json::{Map, Value, json};

use super::{DefaultValue, Kind, Param, Section};

/// Name of the field that names the profile.
pub const FIELD: &str = "profile";

/// Name of the field that says whether the values of the profile stand in the document.
pub const EXPANDED: &str = "profile_expanded";

/// Named values of fields of a section.
#[derive(Debug)]
pub struct Profile {
    /// Word of the field [`FIELD`].
    pub id: &'static str,
    /// Values of fields. Of two that apply to a field, the later one holds.
    pub settings: &'static [Setting],
    /// Properties of the hosts that the simulator does not have, each with its source.
    pub not_modeled: &'static [NotModeled],
}

/// Value of one field in a profile.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Name of the field, or `field.kind.name` for a parameter of one kind of a field.
    pub field: &'static str,
    /// Value of the field.
    pub value: DefaultValue,
    /// File and function of the kernel, or section of the RFC.
    pub source: &'static str,
    /// Another field, and the kind that it must have for this setting to apply.
    pub when: Option<(&'static str, &'static str)>,
    /// Whether it is only a default: choosing the profile does not change a field that has a value, and another value
    /// is no deviation from the profile.
    pub initial: bool,
}

/// Property of the hosts of a profile that the simulator does not have.
#[derive(Clone, Copy, Debug)]
pub struct NotModeled {
    /// The property, in one sentence.
    pub what: &'static str,
    /// File and function of the kernel, or section of the RFC.
    pub source: &'static str,
}

impl Setting {
    /// A setting that always applies.
    #[must_use]
    pub const fn new(field: &'static str, value: DefaultValue, source: &'static str) -> Setting {
        Setting {
            field,
            value,
            source,
            when: None,
            initial: false,
        }
    }

    /// The same setting, only where `field` has this kind.
    #[must_use]
    pub const fn when(mut self, field: &'static str, kind: &'static str) -> Setting {
        self.when = Some((field, kind));
        self
    }

    /// The same setting as a default only.
    #[must_use]
    pub const fn initial(mut self) -> Setting {
        self.initial = true;
        self
    }

    /// Returns the parameter that the setting gives a value, if the section has it.
    #[must_use]
    pub fn param(&self, section: &Section) -> Option<&'static Param> {
        let Some((outer, kind, inner)) = self.inner() else {
            return section.param(self.field);
        };
        match section.param(outer)?.kind {
            Kind::OneOf(registry) => registry.entry(kind)?.param(inner),
            _ => None,
        }
    }

    /// Returns the value as a scenario gives it, without its defaults.
    pub(crate) fn given(&self) -> Value {
        match self.value {
            DefaultValue::Number(n) => json!(n),
            DefaultValue::Flag(flag) => json!(flag),
            DefaultValue::Text(text) => json!(text),
            _ => Value::Null,
        }
    }

    /// Returns field, kind and name of a parameter of one kind.
    fn inner(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let (outer, rest) = self.field.split_once('.')?;
        let (kind, inner) = rest.split_once('.')?;
        Some((outer, kind, inner))
    }

    /// Returns the place of the value in an object of the section, if the setting applies to the object. A kind written
    /// as a word becomes an object.
    pub(crate) fn place<'a>(
        &self,
        fields: &'a mut Map<String, Value>,
    ) -> Option<(&'a mut Map<String, Value>, &'static str)> {
        if let Some((field, kind)) = self.when
            && fields.get(field).and_then(kind_of) != Some(kind)
        {
            return None;
        }
        let Some((outer, kind, inner)) = self.inner() else {
            return Some((fields, self.field));
        };
        let value = fields.get_mut(outer)?;
        if kind_of(value) != Some(kind) {
            return None;
        }
        if value.is_string() {
            *value = json!({ "kind": kind });
        }
        Some((value.as_object_mut()?, inner))
    }
}

/// Returns the kind that a value names, as an object or as a word.
fn kind_of(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("kind")?.as_str())
}

impl Section {
    /// Returns the profile that an object of this section names, if it names one.
    #[must_use]
    pub fn profile(&self, fields: &Map<String, Value>) -> Option<&'static Profile> {
        let name = fields.get(FIELD)?.as_str()?;
        self.profiles.iter().find(|profile| profile.id == name)
    }
}

/// Gives the fields that are missing in an object their values from the profile that it names, unless it is expanded.
pub(super) fn fill(section: &Section, fields: &mut Map<String, Value>) {
    let is_expanded = fields.get(EXPANDED) == Some(&json!(true));
    let Some(profile) = section.profile(fields).filter(|_| !is_expanded) else {
        return;
    };
    // Kinds first, since other settings depend on them; then later settings before earlier ones.
    let (first, then): (Vec<&Setting>, Vec<&Setting>) =
        profile.settings.iter().partition(|setting| setting.initial);
    for setting in first.into_iter().chain(then.into_iter().rev()) {
        if let Some((place, name)) = setting.place(fields)
            && !place.contains_key(name)
        {
            place.insert(name.to_owned(), setting.given());
        }
    }
    fields.insert(EXPANDED.to_owned(), json!(true));
}

/// Expands the profiles of objects of `section` inside a value, each recognized by its kind.
pub(crate) fn expand_inside(section: &Section, value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.get("kind").and_then(Value::as_str) == Some(section.kind()) {
                fill(section, fields);
            }
            fields
                .values_mut()
                .for_each(|value| expand_inside(section, value));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| expand_inside(section, item)),
        _ => {}
    }
}
