//! A service that offers `POST {base}/chat/completions`, hosted or local.

use std::io::Read;
use std::time::{Duration, Instant};

use senet_kernel::Question;
use serde_json::{Value, json};
use ureq::Agent;

use crate::{Failure, Model};

/// An answer of more bytes than this is none.
const MOST_BYTES: u64 = 64 * 1024;

/// Where to ask. There is no default: without settings there is no network.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address up to `/chat/completions`, such as `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// The name of the model.
    pub model: String,
    /// The key of a hosted service; local servers ignore it.
    pub key: Option<Key>,
    /// How long an answer may take, all attempts together.
    pub time_limit: Duration,
}

impl Settings {
    /// Settings without a key, with the usual time limit of 2.5 seconds.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Settings {
        Settings {
            base_url: base_url.into(),
            model: model.into(),
            key: None,
            time_limit: Duration::from_millis(2500),
        }
    }

    /// With the key of an environment variable, the only place where keys are kept.
    #[must_use]
    pub fn key_from(mut self, variable: &str) -> Settings {
        self.key = std::env::var(variable).ok().filter(|key| !key.is_empty()).map(Key);
        self
    }
}

/// A secret that no log shows.
#[derive(Clone)]
pub struct Key(String);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// A model behind an address.
#[derive(Debug)]
pub struct Endpoint {
    settings: Settings,
    agent: Agent,
}

/// How the service is asked to shape its answer, from the strictest to none.
const FORMS: [Form; 3] = [Form::Schema, Form::Object, Form::Text];

#[derive(Clone, Copy)]
enum Form {
    Schema,
    Object,
    Text,
}

impl Endpoint {
    /// An endpoint; nothing is sent before the first question.
    pub fn new(settings: Settings) -> Endpoint {
        let config = Agent::config_builder().http_status_as_error(false).build();
        Endpoint { settings, agent: config.into() }
    }

    /// One attempt: the status and, where that is good, the text of the answer.
    fn attempt(&self, question: &Question, form: Form, left: Duration) -> Result<Reply, Failure> {
        let url = format!("{}/chat/completions", self.settings.base_url.trim_end_matches('/'));
        let mut request = self
            .agent
            .post(&url)
            .config()
            .timeout_global(Some(left))
            .build()
            .header("content-type", "application/json");
        if let Some(Key(key)) = &self.settings.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let body = self.body(question, form).to_string();
        let mut response = request.send(body.as_bytes()).map_err(failure)?;
        let status = response.status().as_u16();
        if status != 200 {
            return Ok(Reply::Status(status));
        }
        let mut text = Vec::new();
        let reader = response.body_mut().as_reader();
        reader.take(MOST_BYTES + 1).read_to_end(&mut text).map_err(|_| Failure::TimedOut)?;
        if text.len() as u64 > MOST_BYTES {
            return Err(Failure::TooLarge);
        }
        let reply: Value = serde_json::from_slice(&text).map_err(|_| Failure::Unparseable)?;
        let content = reply.pointer("/choices/0/message/content").and_then(Value::as_str);
        content.map(|content| Reply::Text(content.to_owned())).ok_or(Failure::Unparseable)
    }

    fn body(&self, question: &Question, form: Form) -> Value {
        let mut body = json!({
            "model": self.settings.model,
            "temperature": 0.2,
            "max_tokens": 400,
            "messages": [
                { "role": "system", "content": question.system },
                { "role": "user", "content": question.user },
            ],
        });
        match form {
            Form::Schema => {
                body["response_format"] = json!({
                    "type": "json_schema",
                    "json_schema": { "name": "orders", "schema": question.schema },
                });
            }
            Form::Object => body["response_format"] = json!({ "type": "json_object" }),
            Form::Text => {}
        }
        body
    }
}

enum Reply {
    Text(String),
    Status(u16),
}

impl Model for Endpoint {
    /// A service that refuses a form of the answer with 400 is asked again for a looser one.
    fn ask(&self, question: &Question) -> Result<String, Failure> {
        let end = Instant::now() + self.settings.time_limit;
        for form in FORMS {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::TimedOut);
            }
            match self.attempt(question, form, left)? {
                Reply::Text(text) => return Ok(text),
                Reply::Status(400) => {}
                Reply::Status(status) => return Err(Failure::ModelError { status }),
            }
        }
        Err(Failure::ModelError { status: 400 })
    }
}

fn failure(error: ureq::Error) -> Failure {
    match error {
        ureq::Error::Timeout(_) => Failure::TimedOut,
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => Failure::TimedOut,
        _ => Failure::Unreachable,
    }
}
