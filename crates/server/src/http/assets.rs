//! The browser client, carried in the binary. Files with a hash in their name never change; every other path is the page.

use crate::error::ApiError;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::LazyLock;

/// The built client.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Client;

/// The page that every route of the client begins with.
const PAGE: &str = "index.html";

/// The files of text, packed once: a phone on a slow line fetches a third of them.
static PACKED: LazyLock<HashMap<String, Bytes>> = LazyLock::new(|| {
    Client::iter()
        .filter_map(|path| {
            let file = Client::get(&path)?;
            let packed = is_text(&path).then(|| pack(&file.data)).flatten()?;
            Some((path.into_owned(), packed))
        })
        .collect()
});

/// Packs the files before the first one is asked for.
pub(crate) fn prepare() {
    LazyLock::force(&PACKED);
}

fn is_text(path: &str) -> bool {
    [".html", ".js", ".css", ".svg", ".json", ".webmanifest"].iter().any(|ending| path.ends_with(ending))
}

fn pack(file: &[u8]) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::with_capacity(file.len() / 3), Compression::best());
    packer.write_all(file).ok()?;
    Some(packer.finish().ok()?.into())
}

/// Whether the client reads gzip: it names it, and not with the quality 0.
fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        parts.next() == Some("gzip")
            && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Serves a file of the client; a path without a file's ending is a route of the page.
///
/// # Errors
/// [`ApiError::NotFound`].
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    if method != Method::GET && method != Method::HEAD {
        return Err(ApiError::NotFound);
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Client::get(path) {
        return Ok(answer(path, file, &headers));
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.contains('.') {
        return Err(ApiError::NotFound);
    }
    Client::get(PAGE).map(|file| answer(PAGE, file, &headers)).ok_or(ApiError::NotFound)
}

fn answer(path: &str, file: rust_embed::EmbeddedFile, asked: &HeaderMap) -> Response {
    let hashed = path.starts_with("assets/");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mime = match file.metadata.mimetype() {
        text @ ("text/html" | "text/css" | "text/javascript" | "text/plain") => {
            format!("{text}; charset=utf-8")
        }
        other => other.to_owned(),
    };
    let packed = PACKED.get(path);
    let mut response = match packed.filter(|_| reads_gzip(asked)) {
        Some(packed) => {
            let coding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            (StatusCode::OK, coding, packed.clone()).into_response()
        }
        None => (StatusCode::OK, file.data.into_owned()).into_response(),
    };
    let headers = response.headers_mut();
    if packed.is_some() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(value) = HeaderValue::from_str(&mime) {
        headers.insert(header::CONTENT_TYPE, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn status(method: Method, path: &str) -> StatusCode {
        match serve(method, path.parse().unwrap(), HeaderMap::new()).await {
            Ok(response) => response.status(),
            Err(error) => error.status_and_code().0,
        }
    }

    #[tokio::test]
    async fn every_route_is_the_page_and_a_file_that_is_not_there_is_not_found() {
        for path in ["/", "/index.html", "/game/0193b0a0-0000-7000-8000-000000000002", "/p"] {
            assert_eq!(status(Method::GET, path).await, StatusCode::OK, "{path}");
        }
        for path in ["/assets/none.js", "/favicon.none", "/../Cargo.toml", "/assets/../../Cargo.toml"] {
            assert_eq!(status(Method::GET, path).await, StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(status(Method::POST, "/").await, StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn text_is_packed_for_who_reads_that() {
        let script = Client::iter().find(|path| path.ends_with(".js")).unwrap();
        for (accepted, packed) in
            [("gzip, br", true), ("br;q=1.0, gzip;q=0.8", true), ("gzip;q=0", false), ("", false)]
        {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            let answer = serve(Method::GET, format!("/{script}").parse().unwrap(), headers).await.unwrap();
            assert_eq!(answer.headers().get(header::CONTENT_ENCODING).is_some(), packed, "{accepted}");
            assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        }
    }
}
