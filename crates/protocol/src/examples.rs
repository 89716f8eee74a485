//! Checks docs/protocol.md: every example is a frame of this protocol, and every frame has an example.

use crate::{ClientMsg, ServerMsg};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeSet;

/// The example frames behind that fence, one a line.
pub(crate) fn lines(fence: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let text = std::fs::read_to_string(path).unwrap();
    let block = text.split(fence).nth(1).unwrap().split("```").next().unwrap();
    block.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn examples<Frame: Serialize + DeserializeOwned>(fence: &str) -> BTreeSet<String> {
    lines(fence)
        .into_iter()
        .map(|line| {
            let frame: Frame = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let again: serde_json::Value = serde_json::to_value(&frame).unwrap();
            let written: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(again, written, "the example says something else than it means");
            written["t"].as_str().unwrap().to_owned()
        })
        .collect()
}

fn names(declaration: &str) -> BTreeSet<String> {
    declaration.split("\"t\": \"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn every_frame_of_a_client_has_an_example_that_is_one() {
    let declared = names(&<ClientMsg as ts_rs::TS>::decl(&ts_rs::Config::default()));
    assert_eq!(examples::<ClientMsg>("```json client\n"), declared);
}

#[test]
fn every_frame_of_the_server_has_an_example_that_is_one() {
    let declared = names(&<ServerMsg as ts_rs::TS>::decl(&ts_rs::Config::default()));
    assert_eq!(examples::<ServerMsg>("```json server\n"), declared);
}
