//! JSON bodies: refused with the wire's own error, which names what is wrong and never repeats the body.

use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

/// A JSON body of that shape.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &JsonRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ApiError::BodyTooLarge;
    }
    ApiError::BadRequest(match rejection {
        JsonRejection::MissingJsonContentType(_) => "send `Content-Type: application/json`".to_owned(),
        JsonRejection::JsonSyntaxError(_) => "the body is not JSON".to_owned(),
        JsonRejection::JsonDataError(_) => {
            "the body has not the fields that this call takes; docs/protocol.md shows them".to_owned()
        }
        _ => "the body can't be read".to_owned(),
    })
}
