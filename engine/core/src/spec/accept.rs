//! Checks of single values: numbers, words, ids, references and distributions.

use serde_json::Value;

use super::distribution::PARETO_SHAPE;
use super::problem::{Problem, join, plain, refuse, report};
use super::{Kind, limits};

/// Checks a value of a kind that holds no object of its own.
pub(super) fn check_value(kind: &Kind, value: &Value, path: &str, problems: &mut Vec<Problem>) {
    let accepted = match kind {
        Kind::Number { null_label, .. } | Kind::Integer { null_label, .. }
            if value.is_null() && !null_label.is_empty() =>
        {
            return;
        }
        &Kind::Number {
            min,
            max,
            null_label,
            ..
        } => return check_number(value, (min, max), false, null_label, path, problems),
        &Kind::Integer {
            min,
            max,
            null_label,
            ..
        } => return check_number(value, (min, max), true, null_label, path, problems),
        Kind::Distribution { min, max } => {
            return check_distribution(value, *min, *max, path, problems);
        }
        Kind::Numbers { min, max, most } => match value.as_array() {
            Some(items) if (1..=*most).contains(&items.len()) => {
                return check_items(items, path, problems, |item, path, problems| {
                    check_number(item, (*min, *max), false, "", path, problems);
                });
            }
            _ => format!("a list of 1 to {most} numbers"),
        },
        Kind::Points { last, max, most } => match value.as_array() {
            Some(items) if (1..=*most).contains(&items.len()) => {
                return check_items(items, path, problems, |item, path, problems| {
                    let Some([time, number]) = item.as_array().map(Vec::as_slice) else {
                        return refuse(problems, path, "[time in seconds, number]", item);
                    };
                    check_number(time, (0.0, *last), false, "", path, problems);
                    check_number(number, (0.0, *max), false, "", path, problems);
                });
            }
            _ => format!("a list of 1 to {most} pairs [time in seconds, number]"),
        },
        Kind::Text(max) => match value.as_str().map(|text| text.chars().count()) {
            Some(length) if length <= *max => return,
            Some(length) => {
                let message = format!("has {length} characters; the maximum is {max}");
                return report(problems, path, message);
            }
            None => "text".to_owned(),
        },
        Kind::Flag if !value.is_boolean() => "true or false".to_owned(),
        Kind::Id if !value.as_str().is_some_and(is_id) => {
            "1 to 32 letters, digits, _ or -, not a number".to_owned()
        }
        Kind::Choice(choices) => {
            let ids: Vec<&str> = choices.iter().map(|choice| choice.id).collect();
            if value.as_str().is_some_and(|given| ids.contains(&given)) {
                return;
            }
            format!("one of {}", ids.join(", "))
        }
        Kind::Ref {
            to,
            many,
            null_label,
        } if !is_reference(value, *many) => {
            let what = if *many {
                "a list of ids"
            } else {
                "the id of one"
            };
            format!("{what} of {to}, or null ({null_label})")
        }
        _ => return,
    };
    refuse(problems, path, &accepted, value);
}

fn is_reference(value: &Value, many: bool) -> bool {
    match value {
        Value::Null => true,
        Value::String(_) => !many,
        Value::Array(items) => many && items.iter().all(Value::is_string),
        _ => false,
    }
}

/// Checks a number in a range, whole if `whole` is true. `null_label` says what `null` means, if it is accepted.
pub(super) fn check_number(
    value: &Value,
    (min, max): (f64, f64),
    whole: bool,
    null_label: &str,
    path: &str,
    problems: &mut Vec<Problem>,
) {
    let in_range = |n: f64| n >= min && n <= max && (!whole || n.fract() == 0.0);
    if value.as_f64().is_some_and(in_range) {
        return;
    }
    let kind = if whole { "a whole number" } else { "a number" };
    let or_null = if null_label.is_empty() {
        String::new()
    } else {
        format!(", or null ({null_label})")
    };
    let accepted = format!("{kind} from {} to {}{or_null}", plain(min), plain(max));
    refuse(problems, path, &accepted, value);
}

fn check_distribution(value: &Value, min: f64, max: f64, path: &str, problems: &mut Vec<Problem>) {
    let one = |value: &Value, path: &str, problems: &mut Vec<Problem>| {
        check_number(value, (min, max), false, "", path, problems);
    };
    if value.is_number() {
        return one(value, path, problems);
    }
    let fields = value.as_object().filter(|fields| fields.len() == 1);
    let Some((form, inside)) = fields.and_then(|fields| fields.iter().next()) else {
        return refuse_distribution(value, path, problems);
    };
    let here = join(path, form);
    match (form.as_str(), inside) {
        ("exponential", mean) => one(mean, &here, problems),
        ("uniform", Value::Array(ends)) if ends.len() == 2 => {
            check_items(ends, &here, problems, one);
            if ends[0].as_f64() > ends[1].as_f64() {
                let message = "must be [minimum, maximum], with the minimum first".to_owned();
                report(problems, &here, message);
            }
        }
        ("pareto", Value::Array(items)) if items.len() == 2 => {
            one(&items[0], &join(&here, "0"), problems);
            check_shape(&items[1], &join(&here, "1"), problems);
        }
        ("bimodal", Value::Array(items)) if items.len() == 3 => {
            check_items(&items[..2], &here, problems, one);
            let share = &items[2];
            check_number(share, (0.0, 1.0), false, "", &join(&here, "2"), problems);
        }
        ("list", Value::Array(list)) if (1..=limits::LIST).contains(&list.len()) => {
            check_items(list, &here, problems, one);
        }
        _ => refuse_distribution(value, path, problems),
    }
}

fn check_items(
    items: &[Value],
    path: &str,
    problems: &mut Vec<Problem>,
    one: impl Fn(&Value, &str, &mut Vec<Problem>),
) {
    for (i, item) in items.iter().enumerate() {
        one(item, &join(path, &i.to_string()), problems);
    }
}

/// The shape of a Pareto distribution: with 1 or less it has no mean.
fn check_shape(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    if !(value.as_f64()).is_some_and(|shape| shape > 1.0 && shape <= PARETO_SHAPE) {
        let accepted = format!("a number above 1 and at most {PARETO_SHAPE}");
        refuse(problems, path, &accepted, value);
    }
}

fn refuse_distribution(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    let accepted = format!(
        "a number, {{\"uniform\": [lo, hi]}}, {{\"exponential\": mean}}, \
         {{\"pareto\": [mean, shape]}}, {{\"bimodal\": [one, other, share of the other]}} or {{\"list\": [1 to {} numbers]}}",
        limits::LIST
    );
    refuse(problems, path, &accepted, value);
}

/// Returns whether `text` is a valid id. A number is not valid, because paths address list items by position.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        && !text.bytes().all(|b| b.is_ascii_digit())
}
