//! Conversion of complete JSON to types: the parameters of a kind, the fields of a section.
//!
//! The document has been checked before ([`complete`](super::complete)), so only a few features of serde are needed: an
//! object is a struct, text is a choice, and `kind` selects the type of the other fields. The code that serde generates
//! for tagged enums handles any format and looks up each field by name. It was a tenth of the engine's download
//! (2026-11-22: 53 kB of 504, gzipped).

use serde::de::value::StringDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::de::{Error as _, Expected, Unexpected};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};

use super::Section;

/// Reads a complete value.
///
/// # Errors
/// Error for a value of the wrong type, which is a bug of the code that completed the document.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Read(value))
}

/// Implements `Deserialize` of kinds that are written as `{"kind", …}`: of each its variant and its section.
macro_rules! read_by_kind {
    ($type:ident { $($name:ident: $section:expr),+ $(,)? }) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let kinded = $crate::spec::read::Kinded::from(serde::Deserialize::deserialize(from)?);
                $(if kinded.is(&$section) {
                    return kinded.fields().map($type::$name).map_err(serde::de::Error::custom);
                })+
                Err(serde::de::Error::custom(kinded.unknown()))
            }
        }
    };
}
pub(crate) use read_by_kind;

/// Parameters, and of which kind.
pub(crate) struct Kinded {
    kind: String,
    fields: Value,
}

impl Kinded {
    pub(crate) fn from(mut fields: Value) -> Kinded {
        let kind = fields.as_object_mut().and_then(|all| all.remove("kind"));
        let kind = kind.and_then(|kind| Some(kind.as_str()?.to_owned()));
        Kinded {
            kind: kind.unwrap_or_default(),
            fields,
        }
    }

    pub(crate) fn is(&self, section: &Section) -> bool {
        section.kind() == self.kind
    }

    pub(crate) fn fields<T: DeserializeOwned>(self) -> Result<T, Error> {
        read(self.fields)
    }

    pub(crate) fn unknown(&self) -> String {
        format!("unknown kind {:?}", self.kind)
    }
}

/// A complete value that is being read.
struct Read(Value);

impl Read {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Number(number) = &self.0 else {
            return self.refused(&visitor);
        };
        if let Some(whole) = number.as_u64() {
            visitor.visit_u64(whole)
        } else if let Some(whole) = number.as_i64() {
            visitor.visit_i64(whole)
        } else {
            visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
        }
    }

    fn refused<T>(&self, wanted: &dyn Expected) -> Result<T, Error> {
        Err(self.refusal(wanted))
    }

    fn refusal(&self, wanted: &dyn Expected) -> Error {
        let got = self.0.to_string();
        Error::invalid_type(Unexpected::Other(&got), wanted)
    }
}

impl<'de> Deserializer<'de> for Read {
    type Error = Error;

    /// Reads a value of unknown type: JSON within the document.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(_) => self.number(visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            Value::Object(fields) => visitor.visit_map(Entries {
                left: fields.into_iter(),
                value: Value::Null,
            }),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(flag) => visitor.visit_bool(flag),
            _ => self.refused(&visitor),
        }
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            _ => self.refused(&visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            _ => self.refused(&visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(fields) => visitor.visit_seq(Fields {
                names: names.iter(),
                fields,
            }),
            _ => self.refused(&visitor),
        }
    }

    /// A choice from a list.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(StringDeserializer::new(text)),
            _ => self.refused(&visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 f32 char str bytes byte_buf unit unit_struct newtype_struct tuple_struct map identifier
    }
}

/// The items of a list, one after another.
struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.0
            .next()
            .map(|item| seed.deserialize(Read(item)))
            .transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Any fields, as JSON within the document has them.
struct Entries {
    left: serde_json::map::IntoIter,
    value: Value,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.left.next() else {
            return Ok(None);
        };
        self.value = value;
        seed.deserialize(StringDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(Read(self.value.take()))
    }
}

/// The fields of a struct in the order in which it names them: shorter than looking up each by its name.
struct Fields {
    names: std::slice::Iter<'static, &'static str>,
    fields: Map<String, Value>,
}

impl Fields {
    fn next_value(&mut self) -> Option<Read> {
        let name = self.names.next()?;
        Some(Read(self.fields.remove(*name).unwrap_or_default()))
    }
}

impl<'de> SeqAccess<'de> for Fields {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.next_value()
            .map(|value| seed.deserialize(value))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Part {
        count: u32,
        share: f64,
        name: Option<String>,
        pair: [f64; 2],
        #[serde(skip)]
        seen: bool,
        within: Vec<Value>,
    }

    fn part(json: Value) -> Result<Part, String> {
        read(json).map_err(|error| error.to_string())
    }

    #[test]
    fn fields_are_found_by_name_in_any_order() {
        let read = part(json!({
            "within": [{ "b": [1, null], "a": -2.5 }, "x", true],
            "pair": [1, 2.5], "name": null, "share": 3, "count": 4, "unknown": 5,
        }));
        let wanted = Part {
            count: 4,
            share: 3.0,
            name: None,
            pair: [1.0, 2.5],
            seen: false,
            within: vec![
                json!({ "a": -2.5, "b": [1, null] }),
                json!("x"),
                json!(true),
            ],
        };
        assert_eq!(read, Ok(wanted));
    }

    #[test]
    fn values_of_a_wrong_type_are_refused() {
        let with = |name: &str, value: Value| {
            let mut json = json!({ "count": 1, "share": 1, "pair": [1, 2], "within": [] });
            json[name] = value;
            part(json).expect_err(name)
        };
        for (name, value, expected) in [
            ("count", json!(-1), "u32"),
            ("count", json!(4_294_967_296_u64), "u32"),
            ("count", json!("1"), "u32"),
            ("share", json!(null), "f64"),
            ("name", json!(1), "a string"),
            ("pair", json!([1]), "an array of length 2"),
            ("within", json!({}), "a sequence"),
        ] {
            let message = with(name, value);
            assert!(message.contains(expected), "{name}: {message}");
        }
        assert!(part(json!([])).is_err_and(|message| message.contains("struct Part")));
    }

    #[test]
    fn unknown_kinds_are_refused() {
        let queue = read::<crate::queue::Queue>(json!({ "kind": "magic" }));
        let message = queue.expect_err("no such queue").to_string();
        assert!(message.contains("magic"), "{message}");
        assert!(read::<crate::queue::Queue>(json!(5)).is_err());
    }
}
