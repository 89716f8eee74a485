//! A changed migration is a changed build: they are compiled in.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
