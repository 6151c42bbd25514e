//! Encodes a scenario as a link, as the page does in `web/url/codec.ts`.
//!
//! The JSON text inside is identical to the page's text, including the format of numbers. The deflated bytes may differ,
//! since the page uses another compressor; both decode both.

use std::io::{self, Write};

use base64::Engine;
use bufferlab_core::scenario::{Problems, minimal::minimal};
use flate2::{Compression, write::DeflateEncoder};
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

use super::{BASE64, MAX_INFLATED_BYTES, MAX_LINK_BYTES};

/// Returns the fragment, without `#`, of a link that opens a scenario. Values that equal their defaults are left out.
///
/// # Errors
/// An invalid scenario, or one that is too large for a link.
pub fn encode(scenario: Value) -> Result<String, Problems> {
    let too_big = || {
        let message = format!(
            "is larger than a link may be ({} kB, or {MAX_LINK_BYTES} characters packed); save it as a file instead",
            MAX_INFLATED_BYTES / 1000
        );
        Problems::one("", message)
    };
    let text = text(&minimal(scenario)?);
    if text.len() > MAX_INFLATED_BYTES {
        return Err(too_big());
    }
    let body = format!("1.d{}", BASE64.encode(deflated(&text)));
    let fragment = format!("{body}.{:08x}", crc32fast::hash(body.as_bytes()));
    if fragment.len() > MAX_LINK_BYTES {
        return Err(too_big());
    }
    Ok(fragment)
}

/// Returns the text that the page packs: the version first, then the other fields in order.
fn text(minimal: &Value) -> String {
    let mut text = Vec::new();
    let write = |value: &Value, text: &mut Vec<u8>| {
        let mut serializer = Serializer::with_formatter(text, AsJavaScript);
        match value.serialize(&mut serializer) {
            Ok(()) => {}
            Err(error) => unreachable!("JSON is written to memory: {error}"),
        }
    };
    let Value::Object(fields) = minimal else {
        unreachable!("a scenario that was checked is an object");
    };
    let version = fields.get_key_value("version");
    let others = fields.iter().filter(|(name, _)| *name != "version");
    for (name, value) in version.into_iter().chain(others) {
        text.push(if text.is_empty() { b'{' } else { b',' });
        write(&Value::from(&name[..]), &mut text);
        text.push(b':');
        write(value, &mut text);
    }
    text.push(b'}');
    String::from_utf8_lossy(&text).into_owned()
}

fn deflated(text: &str) -> Vec<u8> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = deflate
        .write_all(text.as_bytes())
        .and_then(|()| deflate.finish());
    match packed {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("it is written to memory: {error}"),
    }
}

/// Formatter that writes numbers as `JSON.stringify` does (ECMA-262, Number::toString): with the fewest digits that identify
/// the number, without a point if it is an integer, and with an exponent from 10²¹ and below 10⁻⁶.
struct AsJavaScript;

impl Formatter for AsJavaScript {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let size = value.abs();
        if value == 0.0 {
            write!(writer, "0")
        } else if (1e-6..1e21).contains(&size) {
            write!(writer, "{value}")
        } else {
            let text = format!("{value:e}");
            let plus = if size >= 1.0 { "e+" } else { "e" };
            write!(writer, "{}", text.replacen('e', plus, 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use bufferlab_core::presets::presets;
    use serde_json::json;

    use super::super::decode;
    use super::*;

    /// The expected texts are the results of `JSON.stringify`.
    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (number, written) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1e7, "10000000"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.25e300, "1.25e+300"),
            (0.1 + 0.2, "0.30000000000000004"),
            (5e-324, "5e-324"),
        ] {
            let text = text(&json!({ "x": number }));
            assert_eq!(text, format!("{{\"x\":{written}}}"));
        }
    }

    #[test]
    fn every_preset_is_unchanged_by_encoding_and_decoding() {
        for preset in presets() {
            let given: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
            let fragment = encode(given.clone()).expect(preset.id);
            let read = decode(&fragment).expect(preset.id);
            assert!(read.starts_with("{\"version\":1,"), "{read}");
            let read: Value = serde_json::from_str(&read).expect("JSON");
            assert_eq!(minimal(read).ok(), minimal(given).ok(), "{}", preset.id);
        }
    }

    /// The page reads these too: `tests/links/native.test.ts`.
    #[test]
    fn links_of_the_corpus_equal_the_encoded_ones() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/links/native.json");
        let links: serde_json::Map<String, Value> = ["one-flow", "anomaly", "fractal", "web-users"]
            .into_iter()
            .map(|id| {
                let preset = bufferlab_core::presets::find(id).expect("it is listed");
                let scenario = serde_json::from_str(preset.scenario_json).expect("JSON");
                (id.to_owned(), json!(encode(scenario).expect("it is small")))
            })
            .collect();
        let written = format!("{:#}\n", Value::Object(links));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &written).expect("the file can be written");
        }
        let stored = std::fs::read_to_string(path).expect("the file is there");
        assert_eq!(
            stored, written,
            "bless with BLESS=1, and look at what changed"
        );
    }

    #[test]
    fn large_and_invalid_scenarios_are_rejected() {
        let preset = bufferlab_core::presets::find("one-flow").expect("it is listed");
        let mut scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        let noise: Vec<f64> = (0..10_000)
            .map(|i| f64::from(i * 7919 % 10_007) / 10_007.0)
            .collect();
        scenario["groups"][0]["start_s"] = json!({ "list": noise });
        let message = encode(scenario).expect_err("200 kB").to_string();
        assert!(message.contains("larger than a link may be"), "{message}");
        assert!(encode(json!({ "bottlenecks": 1 })).is_err());
    }
}
