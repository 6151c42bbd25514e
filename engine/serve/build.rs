//! Puts the zip of the built page, which `BUFFERLAB_PAGE` names, into the crate. Without it the crate has no page.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=BUFFERLAB_PAGE");
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let page = match env::var_os("BUFFERLAB_PAGE").filter(|path| !path.is_empty()) {
        None => "None".to_owned(),
        Some(path) => {
            let path = Path::new(&path);
            assert!(
                path.is_absolute() && path.is_file(),
                "BUFFERLAB_PAGE={}: must be the absolute path of a zip of the built page",
                path.display()
            );
            println!("cargo:rerun-if-changed={}", path.display());
            fs::copy(path, out.join("page.zip")).expect("the zip can be copied to OUT_DIR");
            "Some(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/page.zip\")))".to_owned()
        }
    };
    fs::write(out.join("embedded.rs"), page).expect("OUT_DIR can be written");
}
