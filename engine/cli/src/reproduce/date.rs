//! Date of today, for stored results.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Returns today's date in UTC, for example `2026-11-22`.
pub fn today() -> String {
    let now = Timestamp::now().to_zoned_datetime(TimeZone::UTC);
    now.date().to_string()
}
