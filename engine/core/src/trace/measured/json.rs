//! Parts of JSON documents that other programs wrote: numbers and texts of any type, and errors with their line.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::TraceError;
use super::LARGEST;

/// A number; NaN for null and for values that are no number or too large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Value of the number, or NaN.
    pub value: f64,
    /// Whether there was something else than a number or null.
    pub wrong: bool,
}

impl Default for Number {
    fn default() -> Number {
        Number {
            value: f64::NAN,
            wrong: false,
        }
    }
}

impl Number {
    fn of(value: f64) -> Number {
        let good = value.abs() <= LARGEST;
        Number {
            value: if good { value } else { f64::NAN },
            wrong: !good,
        }
    }

    /// The number, if there is one.
    #[must_use]
    pub fn get(self) -> Option<f64> {
        (!self.value.is_nan()).then_some(self.value)
    }
}

const WRONG: Number = Number {
    value: f64::NAN,
    wrong: true,
};

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Number, D::Error> {
        from.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
        Ok(Number::of(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
        Ok(Number::of(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
        Ok(Number::of(value as f64))
    }

    fn visit_unit<E>(self) -> Result<Number, E> {
        Ok(Number::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Number, E> {
        Ok(WRONG)
    }

    fn visit_str<E>(self, _: &str) -> Result<Number, E> {
        Ok(WRONG)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Number, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(WRONG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Number, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(WRONG)
    }
}

/// A text, shortened; empty for anything else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        let value = Any::<String>::deserialize(from)?;
        Ok(Text(super::text(&value.0.unwrap_or_default())))
    }
}

/// A value of the type, or none if the document has another type there.
#[derive(Clone, Debug, PartialEq)]
pub struct Any<T>(pub Option<T>);

impl<T> Default for Any<T> {
    fn default() -> Any<T> {
        Any(None)
    }
}

impl<'de, T: serde::de::DeserializeOwned> Deserialize<'de> for Any<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Any<T>, D::Error> {
        // Such parts are small: the title, the options of the test. They are read as a value first.
        let value = serde_json::Value::deserialize(from)?;
        Ok(Any(serde_json::from_value(value).ok()))
    }
}

/// A list of at most `MOST` items.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T, const MOST: usize>(pub Vec<T>);

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> List<T, MOST> {
        List(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<List<T, MOST>, D::Error> {
        from.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for ListVisitor<T, MOST> {
    type Value = List<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST} items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<List<T, MOST>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = from.next_element()? {
            if list.len() == MOST {
                return Err(A::Error::custom(format!(
                    "a list has more than {MOST} items"
                )));
            }
            list.push(item);
        }
        Ok(List(list))
    }
}

/// An object as names and values in the order of the file, at most `MOST` of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries<T, const MOST: usize>(pub Vec<(String, T)>);

impl<T, const MOST: usize> Default for Entries<T, MOST> {
    fn default() -> Entries<T, MOST> {
        Entries(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Entries<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Entries<T, MOST>, D::Error> {
        from.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for EntriesVisitor<T, MOST> {
    type Value = Entries<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object of at most {MOST} fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Entries<T, MOST>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = from.next_entry()? {
            if entries.len() == MOST {
                return Err(A::Error::custom(format!(
                    "an object has more than {MOST} fields"
                )));
            }
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

/// Names of the fields of the document.
///
/// # Errors
/// Text that is no JSON object.
pub fn keys(bytes: &[u8]) -> Result<Vec<String>, TraceError> {
    let entries: Entries<IgnoredAny, 10_000> = parsed(bytes, "JSON")?;
    Ok(entries.0.into_iter().map(|(name, _)| name).collect())
}

/// Parses a document of a format.
///
/// # Errors
/// What is wrong, with its line.
pub fn parsed<'de, T: Deserialize<'de>>(bytes: &'de [u8], format: &str) -> Result<T, TraceError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let said = error.to_string();
        let what = said
            .rsplit_once(" at line ")
            .map_or(said.as_str(), |it| it.0);
        TraceError::at(
            format!("line {}", error.line().max(1)),
            format!("column {}: is no {format}: {what}", error.column()),
        )
    })
}
