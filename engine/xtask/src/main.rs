//! Writes the JavaScript bindings of the compiled engine.
//!
//! wasm-bindgen's generator is usually a separate program, whose version must match the library exactly. As a part of
//! this workspace it always matches, and no binary is downloaded. `.ci/engine.mjs` calls it:
//!
//! ```text
//! bufferlab-xtask <engine.wasm> <output directory>
//! ```
//!
//! The output is `<engine>.js`, `<engine>_bg.wasm` and their `.d.ts`, for `--target web`: ES modules that load
//! unchanged in a page, in a worker and in Node.

use std::path::PathBuf;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(input), Some(output), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        eprintln!("usage: bufferlab-xtask <engine.wasm> <output directory>");
        return ExitCode::from(2);
    };

    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        bindgen
            .input_path(&input)
            .typescript(true)
            // Browsers need neither section; together they are a sixth of the file.
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(&output)
    });

    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write bindings for {}: {error:?}", input.display());
            ExitCode::FAILURE
        }
    }
}
