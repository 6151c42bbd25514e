//! The simulator for JavaScript: a handle with flat, documented arrays, and no logic of its own.

use wasm_bindgen::prelude::*;

/// Version of the engine, as in `Cargo.toml`; links and exports carry it.
#[wasm_bindgen]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
