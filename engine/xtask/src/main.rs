//! Writes the JavaScript bindings of compiled WebAssembly modules.
//!
//! wasm-bindgen's generator is usually a separate program, whose version must match the library exactly. As a part of
//! this workspace it always matches, and no binary is downloaded. `.ci/engine.mjs` calls it:
//!
//! ```text
//! bufferlab-xtask <output directory> <module.wasm>...
//! ```
//!
//! The output for each module is `<module>.js`, `<module>_bg.wasm` and their `.d.ts`, for `--target web`: ES modules that
//! load unchanged in a page, in a worker and in Node.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let output = arguments.next();
    let modules: Vec<PathBuf> = arguments.collect();
    let Some(output) = output.filter(|_| !modules.is_empty()) else {
        eprintln!("usage: bufferlab-xtask <output directory> <module.wasm>...");
        return ExitCode::from(2);
    };
    let all_written = modules.iter().all(|module| write(module, &output));
    match all_written {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Writes the bindings of a module, or prints the reason and returns false.
fn write(module: &Path, output: &Path) -> bool {
    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        bindgen
            .input_path(module)
            .typescript(true)
            // Browsers need neither section; together they are a sixth of the file.
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(output)
    });
    if let Err(error) = &written {
        eprintln!("cannot write bindings for {}: {error:?}", module.display());
    }
    written.is_ok()
}
