//! The one shape of errors.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use senet_kernel::Faults;
use senet_table::{OpenError, Refusal};

use crate::store::StoreError;

/// Why a call failed: a refusal and the status that goes with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError(pub Refusal);

impl ApiError {
    /// An error of this code, with a sentence for a person.
    pub fn new(code: &str, sentence: impl Into<String>) -> ApiError {
        ApiError(Refusal::new(code, sentence))
    }

    fn status(&self) -> StatusCode {
        match self.0.code.as_str() {
            "no_such_table" | "unknown_game" | "no_such_entry" | "no_such_code" | "not_found" => {
                StatusCode::NOT_FOUND
            }
            "no_token" => StatusCode::UNAUTHORIZED,
            "wrong_token" | "not_host" | "not_yet" | "no_spectators" | "bad_origin" => {
                StatusCode::FORBIDDEN
            }
            "too_many_tables" | "too_many_sockets" | "too_many_messages" => {
                StatusCode::TOO_MANY_REQUESTS
            }
            "conflict" | "seat_taken" | "wrong_state" | "no_open_seat" => StatusCode::CONFLICT,
            "not_stored" => StatusCode::SERVICE_UNAVAILABLE,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
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
        (self.status(), Json(self.0)).into_response()
    }
}
