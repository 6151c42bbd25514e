//! Prints the experiment of an input, for `findings/`, and checks it.
//!
//!     cargo run -p bufferlab-fuzz --example show -- run fuzz/artifacts/run/crash-…

use bufferlab_fuzz::{TARGETS, try_experiment};

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(name), Some(path)) = (args.next(), args.next()) else {
        panic!("usage: show TARGET FILE");
    };
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target {name}"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    if let Some(experiment) = (target.read)(&bytes) {
        print!("{}", experiment.to_json());
        try_experiment(&experiment);
    }
    (target.try_bytes)(&bytes);
}
