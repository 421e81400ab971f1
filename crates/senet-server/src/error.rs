//! The one shape of errors.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use senet_kernel::Faults;
use senet_table::{OpenError, Refusal};
use serde::Serialize;
use std::time::Duration;

use crate::secret;
use crate::store::StoreError;

/// The fact that tells after how many seconds it is worth while to ask again.
const LATER: &str = "retry_after";

/// Why a call failed: a refusal and the status that goes with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError(pub Refusal);

/// An error as it is told over HTTP.
#[derive(Serialize, JsonSchema)]
pub struct Failure {
    #[serde(flatten)]
    refusal: Refusal,
    /// What the log names it by.
    request_id: String,
}

/// The code of a refusal, for whoever counts responses.
#[derive(Clone)]
pub struct Refused(pub String);

impl ApiError {
    /// An error of this code, with a sentence for a person.
    pub fn new(code: &str, sentence: impl Into<String>) -> ApiError {
        ApiError(Refusal::new(code, sentence))
    }

    /// Whether another change came first, so that this one may be tried again on what is there now.
    pub fn is_conflict(&self) -> bool {
        self.0.code == "conflict"
    }

    /// Says when it is worth while to ask again.
    pub fn later(mut self, after: Duration) -> ApiError {
        let seconds = after.as_millis().div_ceil(1000).max(1) as u64;
        self.0.facts.insert(LATER.to_owned(), seconds.into());
        self
    }

    fn status(&self) -> StatusCode {
        match self.0.code.as_str() {
            "no_such_table" | "unknown_game" | "no_such_entry" | "no_such_code"
            | "no_such_device" | "unknown_method" | "not_found" => StatusCode::NOT_FOUND,
            "malformed" => StatusCode::BAD_REQUEST,
            "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            "wrong_method" => StatusCode::METHOD_NOT_ALLOWED,
            "no_token" => StatusCode::UNAUTHORIZED,
            "wrong_token" | "not_host" | "not_yet" | "no_spectators" | "bad_origin"
            | "not_here" | "chat_off" | "hushed" | "muted" | "barred" | "not_shared" => {
                StatusCode::FORBIDDEN
            }
            "too_many_tables"
            | "too_many_sockets"
            | "too_many_connections"
            | "too_many_messages"
            | "too_many_calls"
            | "too_many_bytes"
            | "too_many_spectators" => StatusCode::TOO_MANY_REQUESTS,
            "too_slow" => StatusCode::REQUEST_TIMEOUT,
            "conflict" | "seat_taken" | "seat_kept" | "name_taken" | "wrong_state"
            | "no_open_seat" => StatusCode::CONFLICT,
            "not_stored" | "busy" => StatusCode::SERVICE_UNAVAILABLE,
            "internal" | "damaged" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError(refusal)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError(error.into())
    }
}

impl From<Faults> for ApiError {
    fn from(faults: Faults) -> ApiError {
        let mut refusal = Refusal::new("bad_config", faults.to_string());
        if let Ok(list) = serde_json::to_value(&faults) {
            refusal.facts.insert("faults".to_owned(), list);
        }
        ApiError(refusal)
    }
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> ApiError {
        match error {
            OpenError::Faults(faults) => faults.into(),
            other => ApiError::new("cannot_open", other.to_string()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, request_id) = (self.status(), secret::link_code());
        // Who asks for too much must not fill the log too; `senet_refusals_total` counts them.
        if status.is_server_error() && self.0.code != "busy" {
            tracing::error!(request_id, code = self.0.code, "a call has failed");
        }
        let later = self.0.facts.get(LATER).and_then(serde_json::Value::as_u64);
        let code = Refused(self.0.code.clone());
        let mut response = (status, Json(Failure { refusal: self.0, request_id })).into_response();
        if let Some(seconds) = later {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(code);
        response
    }
}

/// The body is larger than this server takes.
pub fn too_large() -> ApiError {
    ApiError::new("too_large", "the body is larger than this server takes")
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return too_large();
        }
        ApiError::new("malformed", rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::new("malformed", rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::new("malformed", rejection.body_text())
    }
}
