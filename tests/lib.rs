//! Nothing lives here: the package holds the integration tests in `it/` and the browser tests in `browser/`.
