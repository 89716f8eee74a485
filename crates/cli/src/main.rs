//! The binary `damas`: the command line over the whole house.
fn main() {}
