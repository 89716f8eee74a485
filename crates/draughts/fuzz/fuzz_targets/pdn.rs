//! The PDN reader's property, for libFuzzer.
#![no_main]

#[path = "../../tests/properties/mod.rs"]
#[allow(dead_code, reason = "each target has one of the properties")]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::pdn(bytes));
