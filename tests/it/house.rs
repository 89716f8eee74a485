//! The crate edges: no dependency that `crates/README.md` does not draw.

use cargo_metadata::MetadataCommand;
use std::collections::{BTreeMap, BTreeSet};

/// What each crate may use, as crates/README.md draws it (every crate but `draughts` and `bot` may also use `ids`).
const DRAWN: &[(&str, &str)] = &[
    ("cli", "server sim store bot competition draughts ids"),
    ("server", "protocol store rooms game ledger competition draughts ids"),
    ("sim", "protocol rooms competition ledger game draughts ids"),
    ("store", "rooms game ledger competition draughts ids"),
    ("rooms", "game bot ledger competition draughts ids"),
    ("game", "draughts ids"),
    ("bot", "draughts"),
    ("ledger", "ids"),
    ("competition", "ids"),
    ("protocol", "ids"),
    ("draughts", ""),
    ("ids", ""),
];

#[test]
fn no_crate_uses_another_that_the_architecture_does_not_draw() {
    let metadata = MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .unwrap();
    let ours: BTreeSet<String> = metadata.packages.iter().map(|package| package.name.to_string()).collect();
    let drawn: BTreeMap<&str, BTreeSet<&str>> =
        DRAWN.iter().map(|(name, uses)| (*name, uses.split_whitespace().collect())).collect();
    for package in &metadata.packages {
        if package.name.as_str() == "tests" {
            continue;
        }
        let allowed = drawn
            .get(package.name.as_str())
            .unwrap_or_else(|| panic!("{} is not drawn in crates/README.md", package.name));
        for dependency in &package.dependencies {
            if ours.contains(dependency.name.as_str()) {
                assert!(
                    allowed.contains(dependency.name.as_str()),
                    "{} uses {}, an edge that crates/README.md does not draw",
                    package.name,
                    dependency.name
                );
            }
        }
    }
}

#[test]
fn only_store_knows_sqlx_and_rooms_knows_no_http_json_or_sql() {
    let metadata = MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .unwrap();
    for package in &metadata.packages {
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let crate_name = package.name.as_str();
            if name == "sqlx" {
                assert!(matches!(crate_name, "store" | "tests"), "{crate_name} knows sqlx");
            }
            if crate_name == "rooms" {
                assert!(!matches!(name, "axum" | "serde_json" | "reqwest" | "sqlx"), "rooms knows {name}");
            }
        }
    }
}
