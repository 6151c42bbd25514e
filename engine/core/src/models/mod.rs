//! Models: formulas and Markov chains that predict results of a simulation, with their assumptions and known limits.
//!
//! A model consists of a [`Section`] of parameters, a list of [`Output`]s, assumptions, known limits, and a pure
//! function from parameters to outputs, without simulation or random numbers. To add a model, add one file here and its
//! name in the `models!` list; the command line, the catalog and the tests follow.
//!
//! The ranges of the parameters bound the work: a chain has at most 100,001 states, a call takes at most about a
//! second, and each output is a finite number, or null if it does not apply.
//!
//! Chains are solved by cuts with sums of positive numbers ([`chain`]), so a loss of 10⁻³⁰ is as precise as one of
//! 10⁻².

mod chain;
mod params;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::scenario::path::value_as;
use crate::scenario::{Problem, Problems};
use crate::spec::complete::complete_one;
use crate::spec::problem::printable;
use crate::spec::{Registry, Section, Unit};

/// A model with its parameters, outputs, assumptions and known limits.
#[derive(Debug)]
pub struct Model {
    /// Label, help, source and parameters; the id of the section is `model.<id>`.
    pub section: Section,
    /// Outputs, in order; no output has the name of a parameter.
    pub outputs: &'static [Output],
    /// Assumptions, one sentence each.
    pub assumes: &'static [&'static str],
    /// Known limits, one sentence each.
    pub fails: &'static [&'static str],
}

/// Description of one output of a model.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ModelOutput"))]
pub struct Output {
    /// Name in JSON, with the unit.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Unit of the output.
    pub unit: Unit,
    /// Definition of the output, and the cases in which it is null.
    pub help: &'static str,
}

/// Description of a model for a front end. Label, help, source and parameters are in section `model.<id>` of the
/// catalog.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ModelAbout"))]
pub struct About {
    /// Id of the model.
    pub id: &'static str,
    /// Outputs of the model.
    pub outputs: &'static [Output],
    /// Assumptions of the model.
    pub assumes: &'static [&'static str],
    /// Known limits of the model.
    pub fails: &'static [&'static str],
}

/// Complete parameters of a model, each within its range.
pub struct Inputs(Map<String, Value>);

/// Outputs with their ids, in the order of the model's list; `None` does not apply.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs(Vec<(&'static str, Option<f64>)>);

/// Binds parameters by their names: `take!(inputs: rate_bps, rtt_s);`.
macro_rules! take {
    ($inputs:ident: $($name:ident),+ $(,)?) => { $(let $name = $inputs.number(stringify!($name));)+ };
}

/// Makes outputs of variables by their names: `give!(loss, utilization)`.
macro_rules! give {
    ($($name:ident),+ $(,)?) => {
        $crate::models::Outputs::new(vec![$((stringify!($name), Option::<f64>::from($name))),+])
    };
}

/// Declares a model, `MODEL`. The doc comment is its help; `#[section(...)]` is as in `parameters!`.
macro_rules! model {
    (
        $(#[doc = $help:literal])+
        #[section($id:literal, $label:literal $(, $field:ident: $value:expr)*)]
        parameters: $params:expr,
        outputs: $outputs:expr,
        assumes: $assumes:expr,
        fails: $fails:expr,
    ) => {
        /// Description, parameters and formulas of the model.
        pub static MODEL: $crate::models::Model = $crate::models::Model {
            section: $crate::spec::Section {
                id: $id,
                label: $label,
                help: concat!($($help),+).trim_ascii(),
                params: $params,
                $($field: $value,)*
                ..$crate::spec::Section::NEW
            },
            outputs: $outputs,
            assumes: $assumes,
            fails: $fails,
        };
    };
}

macro_rules! models {
    ($($module:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// All models, in the order of the catalog.
        pub static MODELS: &[&Model] = &[$(&$module::MODEL),+];

        /// Functions that compute the outputs. They are separate from the descriptions, so that a page without models
        /// need not load them.
        static SOLVE: &[fn(&Inputs) -> Outputs] = &[$($module::solve),+];

        /// Registry of all models, for the catalog.
        pub static REGISTRY: Registry = Registry {
            id: "model",
            label: "Model",
            entries: &[$(&$module::MODEL.section),+],
        };
    };
}

models! {
    rule_of_thumb,
    sqrt_n,
    wischik_mckeown,
    sawtooth,
    single_flow_utilization,
    policer_burst,
    effective_buffers,
    mm1b_bulk,
    md1b,
    mm1k,
    md1k,
    mxm1k,
    mg1k,
    poisson_injection,
    tcp_mm1b,
    tcp_md1b,
    padhye,
    bbr_share,
    qlbp,
    optical_fifo,
    e_model,
}

/// Returns the model with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Model> {
    MODELS.iter().copied().find(|model| model.id() == id)
}

/// Returns the model with this id.
///
/// # Errors
/// Returns a message with all ids if there is no such model.
pub fn named(id: &str) -> Result<&'static Model, Problem> {
    find(id).ok_or_else(|| {
        let ids: Vec<_> = MODELS.iter().map(|model| model.id()).collect();
        let message = format!("model {id:.40?} does not exist; models: {}", ids.join(", "));
        Problem::new("", message)
    })
}

/// Returns the descriptions of all models.
#[must_use]
pub fn all() -> Vec<About> {
    MODELS.iter().map(|model| model.about()).collect()
}

impl Model {
    /// Returns the id of the model, for example `mm1b-bulk`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.section.kind()
    }

    /// Returns the outputs for an object of parameters; missing parameters have their default.
    ///
    /// # Errors
    /// Returns unknown names and rejected values, with the accepted ones.
    pub fn outputs_of(&'static self, given: Value) -> Result<Outputs, Problems> {
        let Value::Object(complete) = complete_one(&self.section, given)? else {
            return Err(Problems::one("", "must be an object"));
        };
        let place = MODELS.iter().position(|model| model.id() == self.id());
        let place = place.ok_or_else(|| Problems::one("", "is not in the list of models"))?;
        Ok(SOLVE[place](&Inputs(complete)))
    }

    /// Reads `name=value`, in the units of the parameter.
    ///
    /// # Errors
    /// Returns a problem if the name is not a parameter, or the unit does not suit it.
    pub fn set(&self, text: &str) -> Result<(String, Value), Problem> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Problem::new(
                "",
                format!("must be name=value, got {text:.80?}"),
            ));
        };
        let name = name.trim();
        let value = value_as(self.section.param(name), name, value.trim())?;
        Ok((self.known(name)?.to_owned(), value))
    }

    /// Returns the name of a parameter, if it exists.
    ///
    /// # Errors
    /// Returns a message with all parameters if it does not exist.
    pub fn known<'a>(&self, name: &'a str) -> Result<&'a str, Problem> {
        if self.section.param(name).is_some() {
            return Ok(name);
        }
        let names: Vec<_> = self.section.params.iter().map(|param| param.name).collect();
        let message = format!(
            "unknown parameter; accepted parameters: {}",
            names.join(", ")
        );
        Err(Problem::new(printable(name), message))
    }

    fn about(&self) -> About {
        About {
            id: self.id(),
            outputs: self.outputs,
            assumes: self.assumes,
            fails: self.fails,
        }
    }
}

impl Inputs {
    /// Returns a number that is never null. Not inlined, since a hundred inlined calls add 15 kB to the page's engine.
    fn number(&self, name: &str) -> f64 {
        let number = self.option(name);
        debug_assert!(
            number.is_some(),
            "{name} is not an input of this model, or null"
        );
        number.unwrap_or(0.0)
    }

    /// Returns a parameter that is on or off.
    fn flag(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }

    /// Returns a number, or `None` for null.
    fn option(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }
}

impl Outputs {
    fn new(outputs: Vec<(&'static str, Option<f64>)>) -> Outputs {
        for (id, value) in &outputs {
            debug_assert!(value.is_none_or(f64::is_finite), "{id} is {value:?}");
        }
        Outputs(outputs)
    }

    /// Returns the output with this id; `None` if it does not apply or does not exist.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<f64> {
        self.0.iter().find(|(known, _)| *known == id)?.1
    }

    /// Iterates over ids and values, in the order of the model's list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> + '_ {
        self.0.iter().copied()
    }

    /// Returns the outputs as one flat object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let fields = self.iter().map(|(id, value)| (id.to_owned(), json!(value)));
        Value::Object(fields.collect())
    }
}

/// Returns the smaller of two numbers; neither may be NaN.
fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Returns the zero of a continuous function that is positive at `low` and not positive at `high`, nearly to the last
/// bit.
fn crossing(mut low: f64, mut high: f64, above: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if above(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests;
