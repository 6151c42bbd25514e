//! What the tests of this folder share.

use serde_json::json;

use super::config::{SECTION, TcpConfig};

/// Defaults, without a handshake.
pub(crate) fn config() -> TcpConfig {
    let section = crate::spec::complete::complete_one(&SECTION, json!({"handshake": false}));
    serde_json::from_value(section.unwrap()).unwrap()
}
