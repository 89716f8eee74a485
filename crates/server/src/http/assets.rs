//! The browser client, carried in the binary. Files with a hash in their name never change; every other path is the page.

use crate::error::ApiError;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The built client.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Client;

/// The page that every route of the client begins with.
const PAGE: &str = "index.html";

/// Serves a file of the client; a path without a file's ending is a route of the page.
///
/// # Errors
/// [`ApiError::NotFound`].
pub(super) async fn serve(method: Method, uri: Uri) -> Result<Response, ApiError> {
    if method != Method::GET && method != Method::HEAD {
        return Err(ApiError::NotFound);
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Client::get(path) {
        return Ok(answer(path, file));
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.contains('.') {
        return Err(ApiError::NotFound);
    }
    Client::get(PAGE).map(|file| answer(PAGE, file)).ok_or(ApiError::NotFound)
}

fn answer(path: &str, file: rust_embed::EmbeddedFile) -> Response {
    let hashed = path.starts_with("assets/");
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mime = match file.metadata.mimetype() {
        text @ ("text/html" | "text/css" | "text/javascript" | "text/plain") => {
            format!("{text}; charset=utf-8")
        }
        other => other.to_owned(),
    };
    let mut response = (StatusCode::OK, file.data.into_owned()).into_response();
    let headers = response.headers_mut();
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
        match serve(method, path.parse().unwrap()).await {
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
}
