//! Reasons for which advice is preliminary, as text.

use bufferlab_core::advise::{Doubt, Length};

/// Formats the reasons and the options with which the advice can be trusted; nothing without a reason.
pub fn preliminary(doubts: &[Doubt], enough: Length) -> String {
    if doubts.is_empty() {
        return String::new();
    }
    let reasons = doubts
        .iter()
        .map(|doubt| format!("    {}\n", doubt.message()));
    let reasons: String = reasons.collect();
    let Length {
        warmup_s,
        duration_s,
    } = enough;
    format!("{reasons}    Run long enough: --warmup {warmup_s} --duration {duration_s}\n")
}
