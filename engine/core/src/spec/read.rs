//! Parameters from the JSON of a complete scenario.
//!
//! [Completed](super::complete) documents have every field, in its type and range, so that a field is simply taken by its
//! name. The readers that serde derives expect fields in any order, from any format, and buffer kinds and flattened
//! fields: 28 % of the engine's code in the browser, 435 kB. These take 87 kB (2026-11-28). serde's `Deserialize`
//! is implemented [by them](deserialize).

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

/// Value of another type than that of its parameter, or none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Innermost field that has no such value; empty at first.
    pub field: &'static str,
    /// Values that are accepted.
    pub accepted: &'static str,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            "" => write!(f, "accepted is {}", self.accepted),
            field => write!(f, "{field}: accepted is {}", self.accepted),
        }
    }
}

/// Result of reading a value.
pub type Read<T> = Result<T, Mismatch>;

/// A type that a value of a complete scenario is read as.
pub trait FromJson: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// A value of another type.
    fn from_json(value: &Value) -> Read<Self>;
}

/// A struct of parameters, read from an object that may have others too.
pub trait FromFields: Sized {
    /// Reads the fields that it has.
    ///
    /// # Errors
    /// A field that is missing or has another type.
    fn from_fields(fields: &Map<String, Value>) -> Read<Self>;
}

impl<T: FromFields> FromJson for T {
    fn from_json(value: &Value) -> Read<T> {
        T::from_fields(object(value)?)
    }
}

/// The object that a value is.
///
/// # Errors
/// A value of another type.
pub fn object(value: &Value) -> Read<&Map<String, Value>> {
    value.as_object().ok_or(mismatch("an object"))
}

/// Reads the field of this name.
///
/// # Errors
/// A field that is missing or has another type. A parameter that may be null may also be missing.
pub fn field<T: FromJson>(fields: &Map<String, Value>, name: &'static str) -> Read<T> {
    T::from_json(fields.get(name).unwrap_or(&Value::Null)).map_err(|mismatch| Mismatch {
        field: match mismatch.field {
            "" => name,
            inner => inner,
        },
        ..mismatch
    })
}

const fn mismatch(accepted: &'static str) -> Mismatch {
    Mismatch {
        field: "",
        accepted,
    }
}

impl<T: FromFields> FromFields for Box<T> {
    fn from_fields(fields: &Map<String, Value>) -> Read<Box<T>> {
        T::from_fields(fields).map(Box::new)
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Read<bool> {
        value.as_bool().ok_or(mismatch("true or false"))
    }
}

impl FromJson for f64 {
    fn from_json(value: &Value) -> Read<f64> {
        value.as_f64().ok_or(mismatch("a number"))
    }
}

impl FromJson for u64 {
    fn from_json(value: &Value) -> Read<u64> {
        value.as_u64().ok_or(WHOLE)
    }
}

const WHOLE: Mismatch = mismatch("an integer of at least 0, within the range of the parameter");

macro_rules! integers {
    ($($integer:ty),+) => {$(
        impl FromJson for $integer {
            fn from_json(value: &Value) -> Read<$integer> {
                u64::from_json(value)?.try_into().map_err(|_| WHOLE)
            }
        }
    )+};
}

integers!(u8, u16, u32, usize);

impl FromJson for String {
    fn from_json(value: &Value) -> Read<String> {
        Ok(value.as_str().ok_or(mismatch("a text"))?.to_owned())
    }
}

impl FromJson for Value {
    fn from_json(value: &Value) -> Read<Value> {
        Ok(value.clone())
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: &Value) -> Read<Option<T>> {
        match value {
            Value::Null => Ok(None),
            value => T::from_json(value).map(Some),
        }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &Value) -> Read<Vec<T>> {
        items(value)?.iter().map(T::from_json).collect()
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn from_json(value: &Value) -> Read<[T; N]> {
        let items = Vec::from_json(value)?;
        items
            .try_into()
            .map_err(|_| mismatch("a list of another length"))
    }
}

impl<T: FromJson> FromJson for Arc<[T]> {
    fn from_json(value: &Value) -> Read<Arc<[T]>> {
        items(value)?.iter().map(T::from_json).collect()
    }
}

fn items(value: &Value) -> Read<&Vec<Value>> {
    value.as_array().ok_or(mismatch("a list"))
}

/// Implements [`FromFields`] for a struct of parameters: each field by its name, flattened fields from the same object.
/// Fields that are no parameters have their default.
macro_rules! read_fields {
    ($Params:ident {$(
        $(#[serde($attribute:ident $(= $key:literal)?)])?
        $name:ident
    ),*} and { $($other:ident),* }) => {
        impl $crate::spec::read::FromFields for $Params {
            #[allow(unused_variables, reason = "a kind may have no parameters")]
            fn from_fields(
                fields: &serde_json::Map<String, serde_json::Value>,
            ) -> $crate::spec::read::Read<$Params> {
                Ok($Params {$(
                    $name: $crate::spec::read::read_fields!(
                        @field fields, $name $(, $attribute $(= $key)?)?
                    ),
                )* $($other: Default::default(),)*})
            }
        }
        $crate::spec::read::deserialize!($Params);
    };
    (@field $fields:ident, $name:ident) => { $crate::spec::read::field($fields, stringify!($name))? };
    (@field $fields:ident, $name:ident, rename = $key:literal) => { $crate::spec::read::field($fields, $key)? };
    (@field $fields:ident, $name:ident, flatten) => { $crate::spec::read::FromFields::from_fields($fields)? };
}

/// Implements [`FromFields`] for an enum of kinds: the field `kind` is that of a [`Section`](super::Section), and the
/// others are the parameters of that kind.
macro_rules! read_kinds {
    ($Kinds:ident { $($name:ident: $section:expr),+ $(,)? }) => {
        impl $crate::spec::read::FromFields for $Kinds {
            fn from_fields(
                fields: &serde_json::Map<String, serde_json::Value>,
            ) -> $crate::spec::read::Read<$Kinds> {
                let kind: String = $crate::spec::read::field(fields, "kind")?;
                $(if kind == $section.kind() {
                    return $crate::spec::read::FromFields::from_fields(fields).map($Kinds::$name);
                })+
                Err($crate::spec::read::UNKNOWN_KIND)
            }
        }
        $crate::spec::read::deserialize!($Kinds);
    };
}

/// Error for a kind that is not in its registry.
pub const UNKNOWN_KIND: Mismatch = Mismatch {
    field: "kind",
    accepted: "one of those that the catalog lists",
};

/// Error for a word that is not in its list.
pub const UNKNOWN_WORD: Mismatch = mismatch("one of the words that the catalog lists");

/// Implements serde's `Deserialize` by [`FromJson`].
macro_rules! deserialize {
    ($type:ty) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let value = serde::Deserialize::deserialize(deserializer)?;
                $crate::spec::read::FromJson::from_json(&value).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {deserialize, read_fields, read_kinds};
