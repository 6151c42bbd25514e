//! `bufferlab presets`: list of the built-in scenarios.

use bufferlab_core::presets::presets;

/// Returns the id, title, notice, answer and source of every preset as text.
#[must_use]
pub fn list() -> String {
    let mut text = String::new();
    for preset in presets() {
        text += &format!("{}\n    {}\n", preset.id, preset.title);
        text += &format!("    {}\n", preset.notice);
        text += &format!("    Answer: {}\n", preset.answer);
        text += &format!("    Source: {}\n\n", preset.source);
    }
    text + "Run a preset with: bufferlab run <id>\n"
}
