//! Shared helpers of the tests of this folder.

use serde_json::{Value, json};

use super::config::{SECTION, TcpConfig};

/// Defaults, without a handshake.
pub(crate) fn config() -> TcpConfig {
    config_with(json!({"handshake": false}))
}

/// Defaults, but for what is given.
pub(crate) fn config_with(parameters: Value) -> TcpConfig {
    let section = crate::spec::complete::complete_one(&SECTION, parameters);
    serde_json::from_value(section.unwrap()).unwrap()
}
