#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bufferlab_fuzz::import::holds(bytes));
