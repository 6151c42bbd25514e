//! `bufferlab presets`: what there is to run, and what to notice in it.

use bufferlab_core::presets::presets;

/// Every preset with its notice and source.
pub fn list() -> String {
    let mut text = String::new();
    for preset in presets() {
        text += &format!("{}\n    {}\n", preset.id, preset.title);
        for line in preset.notice.lines() {
            text += &format!("    {line}\n");
        }
        text += &format!("    Source: {}\n\n", preset.source);
    }
    text + "Run one with: bufferlab run <id>\n"
}
