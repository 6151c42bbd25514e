//! Lists the files of the folder `figures`, so that a figure needs no other entry.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=figures");
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("figures");
    let entries = fs::read_dir(&folder).expect("the folder of figures is there");
    let paths = entries.map(|entry| entry.expect("the folder is read").path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for path in files {
        let id = path.file_stem().expect("it has an extension");
        writeln!(list, "({id:?}, include_str!({path:?})),").expect("a string takes all");
    }
    let listed = Path::new(&variable("OUT_DIR")).join("figures.rs");
    fs::write(listed, list + "]").expect("cargo made the folder");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it")
}
