//! The integration tests of the program `bufferlab`, which run it as people do; one program, linked once.

mod advice;
mod common;
#[cfg(target_os = "linux")]
mod emulate;
mod faults;
mod help;
mod import;
mod interruption;
mod listings;
mod models;
mod pcapng;
mod qlog;
mod refusals;
mod runs;
mod series;
mod serve;
mod shell;
mod sweeps;
mod traces;
