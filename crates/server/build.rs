//! Makes the folder of the built client where it is missing, so that the server builds without it.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    if !dist.join("index.html").exists() {
        std::fs::create_dir_all(&dist)?;
        let page = "<!doctype html><meta charset=\"utf-8\"><title>Damas</title><p>The client is not built: see README.md.\n";
        std::fs::write(dist.join("index.html"), page)?;
    }
    Ok(())
}
