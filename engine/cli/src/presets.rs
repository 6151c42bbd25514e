//! `bufferlab presets`: the list of presets, with what to watch in each and the result.

use bufferlab_core::presets::presets;

/// Returns every preset with its notice, answer and source, as text.
pub fn list() -> String {
    let mut text = String::new();
    for preset in presets() {
        text += &format!("{}\n    {}\n", preset.id, preset.title);
        text += &format!("    {}\n", preset.notice);
        text += &format!("    Answer: {}\n", preset.answer);
        text += &format!("    Source: {}\n\n", preset.source);
    }
    text + "Run one with: bufferlab run <id>\n"
}
