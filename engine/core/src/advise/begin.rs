//! The search that a question asks for.

use serde_json::Value;

use super::question::Question;
use super::remedies::Remedies;
use super::round::Search;
use super::search::Advisor;
use crate::scenario::{Problem, Problems};

/// Begins the search that a question names in its field `find`: `buffer` (by default), see [`Question::from_value`], or
/// `remedies`, see [`Remedies::from_value`]. Whether the measures of its targets exist shows when its first round is planned.
///
/// # Errors
/// Everything that is not accepted, with its path.
pub fn begin(mut question: Value) -> Result<Box<dyn Search>, Problems> {
    let find = question
        .as_object_mut()
        .and_then(|fields| fields.remove("find"));
    match find.as_ref().map(Value::as_str) {
        None | Some(Some("buffer")) => {
            Ok(Box::new(Advisor::begin(Question::from_value(question)?)))
        }
        Some(Some("remedies")) => Ok(Box::new(Remedies::from_value(question)?)),
        Some(_) => {
            let given = find.unwrap_or_default();
            Err(Problem::refused("find", "buffer or remedies", &given).into())
        }
    }
}
