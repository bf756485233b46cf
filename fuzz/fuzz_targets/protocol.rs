#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| automaton_auditor_fuzz::protocol(bytes));
