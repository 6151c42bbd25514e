//! Parameters: one declaration for the field, its default, and its entry in the catalog.
//!
//! ```ignore
//! parameters! {
//!     /// Drops or marks arriving packets at random, so that the queueing delay stays near a target.
//!     #[section("queue.pie", "PIE", source: "RFC 8033", check: limit::exactly_one)]
//!     pub struct Params {
//!         #[serde(flatten)]
//!         limit: Limit,
//!
//!         /// Queueing delay that PIE tries to keep. The drop probability grows above it and falls below it.
//!         target_s: f64 = 0.015, "Target", Seconds, number(1e-5..=100.0).log(),
//!             [live, gauged, source: "RFC 8033 Section 4.2 (QDELAY_REF)"],
//!
//!         /// On: no drop before the sum of the probabilities since the last drop is 0.85.
//!         derandomize: bool = true, "Spread drops", [live, advanced],
//!     }
//! }
//! ```
//!
//! `#[section(...)]` declares the [`Section`](super::Section) of the struct, `SECTION`, or another name before `=`: the
//! id, the label, and other fields. The help of the section is the doc comment.
//!
//! The doc comment of a field is its help. Then follow the field, its type and default, the label, the [unit](super::Unit), the
//! [kind](Kind), and other fields of [`Param`](super::Param) in brackets; a name without a value is `true`. A Boolean
//! parameter has no unit and no kind. The default of a choice is written `Text("word")`. After `=>` stands a `Param`
//! that is declared elsewhere, for example by `parameter!`. A flattened field is a struct of shared parameters, which
//! stand in the same object of the scenario. A block after `and` has fields that are no parameters.
//!
//! The words of a choice are declared with the type that reads them, whose `KIND` is the kind of the parameter:
//!
//! ```ignore
//! choices! {
//!     /// Limit of data in flight with Poisson pacing.
//!     pub enum InFlight {
//!         /// The window limits data in flight, as for any sender.
//!         Window = "window", "limited by the window",
//!         /// The assumption of the theorem: the window only sets the rate.
//!         Open = "open", "not limited",
//!     }
//! }
//! ```

use std::ops::RangeInclusive;

use super::{DefaultValue, Kind, Param, Unit};

/// Range of a number.
#[must_use]
pub const fn number(range: RangeInclusive<f64>) -> Kind {
    Kind::Number {
        min: *range.start(),
        max: *range.end(),
        log: false,
        null_label: "",
    }
}

/// Range of an integer.
#[must_use]
pub const fn integer(range: RangeInclusive<u64>) -> Kind {
    Kind::Integer {
        min: *range.start() as f64,
        max: *range.end() as f64,
        log: false,
        null_label: "",
    }
}

impl Kind {
    /// The same range with a logarithmic scale.
    #[must_use]
    pub const fn log(mut self) -> Kind {
        if let Kind::Number { log, .. } | Kind::Integer { log, .. } = &mut self {
            *log = true;
        }
        self
    }

    /// The same range, or null with this meaning.
    #[must_use]
    pub const fn or_null(mut self, meaning: &'static str) -> Kind {
        if let Kind::Number { null_label, .. } | Kind::Integer { null_label, .. } = &mut self {
            *null_label = meaning;
        }
        self
    }
}

/// A [`Param`](super::Param), declared like a field in `parameters!` without its type.
macro_rules! parameter {
    (
        $(#[doc = $help:literal])+
        $name:ident = $default:tt $(($text:expr))?, $label:literal $(, $unit:ident, $kind:expr)?,
        [$($field:ident $(: $value:expr)?),* $(,)?] $(,)?
    ) => {{
        use $crate::spec::{Param, parameters::parameter};
        Param {
            $($field: parameter!(@value $($value)?),)*
            ..Param::new(
                stringify!($name),
                $label,
                parameter!(@unit $($unit)?),
                parameter!(@kind $($kind)?),
                parameter!(@default $default $(($text))?),
                concat!($($help),+).trim_ascii(),
            )
        }
    }};
    ($name:ident => $shared:expr) => { $shared };
    (@value) => { true };
    (@value $value:expr) => { $value };
    (@unit) => { $crate::spec::Unit::None };
    (@unit $unit:ident) => { $crate::spec::Unit::$unit };
    (@kind) => { $crate::spec::Kind::Flag };
    (@kind $kind:expr) => { $kind };
    (@default None) => { $crate::spec::DefaultValue::Null };
    (@default true) => { $crate::spec::DefaultValue::Flag(true) };
    (@default false) => { $crate::spec::DefaultValue::Flag(false) };
    (@default Required) => { $crate::spec::DefaultValue::Required };
    (@default Empty) => { $crate::spec::DefaultValue::Empty };
    (@default Text($text:expr)) => { $crate::spec::DefaultValue::Text($text) };
    (@default Json($text:expr)) => { $crate::spec::DefaultValue::Json($text) };
    (@default $number:literal) => { $crate::spec::DefaultValue::Number($number as f64) };
}

/// A list of parameters, each declared as for `parameter!` and followed by a semicolon. After `=>` stand parameters
/// that are declared elsewhere.
macro_rules! params {
    ($(
        $(
            $(#[doc = $help:literal])+
            $name:ident = $default:tt $(($text:expr))?, $label:literal $(, $unit:ident, $kind:expr)?, [$($more:tt)*]
        )?
        $(=> $($shared:expr),+)?;
    )+) => {
        &[$(
            $($crate::spec::parameters::parameter! {
                $(#[doc = $help])+ $name = $default $(($text))?, $label $(, $unit, $kind)?, [$($more)*]
            })?
            $($($shared),+)?
        ),+]
    };
}

/// A struct of parameters, and their entries in the catalog, `Params::ALL`. The [module](self) describes the form.
macro_rules! parameters {
    (
        $(#[doc = $about:literal])*
        $(#[section($($section:tt)+)])?
        $(#[derive($($derive:tt)+)])?
        $(#[cfg_attr($($attribute:tt)+)])?
        $visibility:vis struct $Params:ident {$(
            $(#[doc = $help:literal])*
            $(#[serde($($serde:tt)+)])?
            $(#[cfg_attr($($cfg:tt)+)])?
            $name:ident: $type:ty
                $(= $default:tt $(($text:expr))?, $label:literal $(, $unit:ident, $kind:expr)?, [$($more:tt)*])?
                $(=> $shared:expr)?
        ),* $(,)?}
        $(and {$(
            $(#[$beside:meta])*
            $other_visibility:vis $other:ident: $other_type:ty
        ),+ $(,)?})?
    ) => {
        $(#[doc = $about])*
        $(#[derive($($derive)+)])?
        $(#[cfg_attr($($attribute)+)])?
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        $visibility struct $Params {$(
            $(#[doc = $help])*
            $(#[doc = concat!(" Shared parameter: `", stringify!($shared), "`.")])?
            $(#[serde($($serde)+)] #[allow(missing_docs, reason = "documented in its type")])?
            $(#[cfg_attr($($cfg)+)])?
            pub $name: $type,
        )* $($(
            $(#[$beside])*
            $other_visibility $other: $other_type,
        )+)?}

        impl $Params {
            /// Entries in the catalog, in the order of the form.
            pub const ALL: &'static [$crate::spec::Param] = {
                const PARTS: &[&[$crate::spec::Param]] = &[$(
                    $crate::spec::parameters::part! {
                        $(#[serde($($serde)+)])?
                        $(#[doc = $help])*
                        $name: $type
                        $(= $default $(($text))?, $label $(, $unit, $kind)?, [$($more)*])? $(=> $shared)?
                    }
                ),*];
                &$crate::spec::parameters::joined::<{ $crate::spec::parameters::total(PARTS) }>(PARTS)
            };
        }

        $crate::spec::read::read_fields!($Params {
            $($(#[serde($($serde)+)])? $name),*
        } and { $($($other),+)? });

        $crate::spec::parameters::section! { [$($about),*] $visibility $Params $(, $($section)+)? }
    };
}

/// The section of a struct of parameters, if `#[section(...)]` states one.
macro_rules! section {
    ([$($help:literal),*] $visibility:vis $Params:ident) => {};
    ([$($help:literal),*] $visibility:vis $Params:ident, $id:literal, $($rest:tt)+) => {
        $crate::spec::parameters::section! { [$($help),*] $visibility $Params, SECTION = $id, $($rest)+ }
    };
    (
        [$($help:literal),*] $visibility:vis $Params:ident,
        $SECTION:ident = $id:literal, $label:literal $(, $field:ident: $value:expr)* $(,)?
    ) => {
        /// Self-description for forms, help and validation.
        #[allow(clippy::needless_update, reason = "a section may state all fields")]
        $visibility static $SECTION: $crate::spec::Section = $crate::spec::Section {
            id: $id,
            label: $label,
            help: concat!($($help),*).trim_ascii(),
            params: $Params::ALL,
            $($field: $value,)*
            ..$crate::spec::Section::NEW
        };
    };
}

/// The entries of one field of `parameters!`: those of its type if it is flattened, otherwise one.
macro_rules! part {
    (#[serde(flatten)] $name:ident: $type:ty) => { <$type>::ALL };
    (#[serde(flatten)] $name:ident: $type:ty => $shared:expr) => { $shared };
    (
        $(#[serde($($serde:tt)+)])?
        $(#[doc = $help:literal])*
        $name:ident: $type:ty
        $(= $default:tt $(($text:expr))?, $label:literal $(, $unit:ident, $kind:expr)?, [$($more:tt)*])?
        $(=> $shared:expr)?
    ) => {
        &[$crate::spec::parameters::parameter! {
            $(#[doc = $help])*
            $name $(= $default $(($text))?, $label $(, $unit, $kind)?, [$($more)*])? $(=> $shared)?
        }]
    };
}

/// Number of parameters in lists.
pub const fn total(parts: &[&[Param]]) -> usize {
    let (mut total, mut part) = (0, 0);
    while part < parts.len() {
        total += parts[part].len();
        part += 1;
    }
    total
}

/// A parameter without anything, in the place of those to come.
const BLANK: Param = Param::new("", "", Unit::None, Kind::Flag, DefaultValue::Null, "");

/// The [`total`] of `N` parameters of lists, one list after another.
pub const fn joined<const N: usize>(parts: &[&[Param]]) -> [Param; N] {
    let mut all = [BLANK; N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[at] = parts[part][index];
            (at, index) = (at + 1, index + 1);
        }
        part += 1;
    }
    all
}

/// An enum for one word of a list, and the kind of its parameter, `KIND`. The [module](self) describes the form.
macro_rules! choices {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $Choice:ident {$(
            $(#[doc = $help:literal])+
            $Word:ident = $id:tt, $label:literal
        ),+ $(,)?}
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        $visibility enum $Choice {$(
            $(#[doc = $help])+
            #[serde(rename = $id)]
            $Word,
        )+}

        impl $Choice {
            /// The words, as the kind of a parameter.
            pub const KIND: $crate::spec::Kind = $crate::spec::Kind::Choice(&[
                $($crate::spec::Choice::new($id, $label, concat!($($help),+).trim_ascii())),+
            ]);
        }

        impl $crate::spec::read::FromJson for $Choice {
            fn from_json(value: &serde_json::Value) -> $crate::spec::read::Read<$Choice> {
                match value.as_str() {
                    $(Some($id) => Ok($Choice::$Word),)+
                    _ => Err($crate::spec::read::UNKNOWN_WORD),
                }
            }
        }
        $crate::spec::read::deserialize!($Choice);
    };
}

pub(crate) use {choices, parameter, parameters, params, part, section};
