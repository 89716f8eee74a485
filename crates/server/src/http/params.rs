//! What stands behind the `?` of an address: refused with the wire's own error, never repeated.

use crate::error::ApiError;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// Parameters of that shape.
pub(super) struct Params<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(_) => {
                let wrong =
                    "a parameter behind the `?` is not what this call takes; docs/protocol.md shows them";
                Err(ApiError::BadRequest(wrong.to_owned()))
            }
        }
    }
}
