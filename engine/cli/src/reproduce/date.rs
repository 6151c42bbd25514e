//! Date of today, for stored results.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns today's date in UTC, for example `2026-11-22`.
#[expect(
    clippy::disallowed_methods,
    reason = "records the date of a result; no result depends on it"
)]
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |since| since.as_secs() / 86_400);
    of_day(days)
}

/// Returns the date of a day after 1970-01-01. Years start in March, so that a leap day is their last day (Hinnant,
/// chrono-Compatible Low-Level Date Algorithms, `civil_from_days`).
fn of_day(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (year + era * 400, month + 3)
    } else {
        (year + era * 400 + 1, month - 9)
    };
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_779, "2026-11-22"),
        ] {
            assert_eq!(of_day(days), date);
        }
    }
}
