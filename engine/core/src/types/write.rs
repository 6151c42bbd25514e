//! TypeScript declarations from Rust types, in files below `web/types`; each crate lists its own types.

use ts_rs::{Config, TS};

/// Compares a file below `web/types` with the declarations of the crate, or writes it if `BLESS` is set.
pub fn check(file: &str, package: &str, now: &str) {
    let path = format!("{}/../../web/types/{file}", env!("CARGO_MANIFEST_DIR"));
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, now).expect("the folder web/types is there");
        return;
    }
    assert!(
        written.replace('\r', "") == now,
        "web/types/{file} is not what the engine's types give. If they changed on purpose:\n\n    \
         BLESS=1 cargo test -p {package} --lib types\n"
    );
}

/// Numbers of 64 bits cross as JSON numbers; none of them is larger than is exact there.
pub fn config() -> Config {
    Config::new().with_large_int("number")
}

/// One comment a line where it fits, fields indented: `ts-rs` leaves that to a formatter.
pub fn tidy(types: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    for line in types.replace("/**\n * ", "/** ").lines().map(str::trim_end) {
        if line == " */"
            && lines
                .last()
                .is_some_and(|last| last.trim_start().starts_with("/** "))
        {
            lines.last_mut().expect("one is there").push_str(" */");
            continue;
        }
        lines.push(format!("{:1$}{line}", "", 2 * depth));
        if !line.trim_start().starts_with(['*', '/']) {
            let count = |brace: char| line.matches(brace).count();
            depth = (depth + count('{')).saturating_sub(count('}'));
        }
    }
    lines.join("\n") + "\n"
}

/// The declaration of a type with its comment.
pub fn of<T: TS + 'static>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}
