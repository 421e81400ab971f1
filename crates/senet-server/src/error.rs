//! The one shape of errors.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use senet_kernel::Faults;
use senet_table::{OpenError, Refusal};
use serde::Serialize;

use crate::secret;
use crate::store::StoreError;

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

impl ApiError {
    /// An error of this code, with a sentence for a person.
    pub fn new(code: &str, sentence: impl Into<String>) -> ApiError {
        ApiError(Refusal::new(code, sentence))
    }

    /// Whether another change came first, so that this one may be tried again on what is there now.
    pub fn is_conflict(&self) -> bool {
        self.0.code == "conflict"
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
            | "chat_off" | "not_shared" => StatusCode::FORBIDDEN,
            "too_many_tables" | "too_many_sockets" | "too_many_messages" | "too_many_calls" => {
                StatusCode::TOO_MANY_REQUESTS
            }
            "conflict" | "seat_taken" | "seat_kept" | "wrong_state" | "no_open_seat" => {
                StatusCode::CONFLICT
            }
            "not_stored" => StatusCode::SERVICE_UNAVAILABLE,
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
        if status.is_server_error() {
            tracing::error!(request_id, code = self.0.code, "a call has failed");
        }
        (status, Json(Failure { refusal: self.0, request_id })).into_response()
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return ApiError::new("too_large", "the body is larger than this server takes");
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
