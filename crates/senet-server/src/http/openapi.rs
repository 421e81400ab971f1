//! The document that says what can be called, made from the calls themselves.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::response::Html;
use axum::routing::{MethodRouter, get};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::error::Failure;
use crate::server::Server;

/// How a type is told.
type Told = fn(&mut SchemaGenerator) -> Value;

/// One call: how it is routed and how it is told.
pub struct Call {
    tale: Tale,
    route: MethodRouter<Server>,
}

/// How a call is told.
struct Tale {
    method: &'static str,
    path: &'static str,
    line: &'static str,
    token: Need,
    query: Vec<(&'static str, Need, Told)>,
    body: Option<(Need, Told)>,
    answer: Answer,
}

enum Answer {
    Json(Told),
    Text,
}

/// Whether something has to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Must,
    May,
    Not,
}

impl Call {
    /// A call that reads.
    pub fn get(path: &'static str, line: &'static str, route: MethodRouter<Server>) -> Call {
        Call::of("get", path, line, route)
    }

    /// A call that changes.
    pub fn post(path: &'static str, line: &'static str, route: MethodRouter<Server>) -> Call {
        Call::of("post", path, line, route)
    }

    fn of(
        method: &'static str,
        path: &'static str,
        line: &'static str,
        route: MethodRouter<Server>,
    ) -> Call {
        let (query, body, answer) = (Vec::new(), None, Answer::Text);
        let tale = Tale { method, path, line, token: Need::Not, query, body, answer };
        Call { tale, route }
    }

    /// It wants a token.
    pub fn with_token(mut self) -> Call {
        self.tale.token = Need::Must;
        self
    }

    /// It tells more to who shows a token.
    pub fn may_show_token(mut self) -> Call {
        self.tale.token = Need::May;
        self
    }

    /// It takes a value in the address.
    pub fn asks<T: JsonSchema>(mut self, name: &'static str) -> Call {
        self.tale.query.push((name, Need::May, schema::<T>));
        self
    }

    /// It needs a value in the address.
    pub fn needs<T: JsonSchema>(mut self, name: &'static str) -> Call {
        self.tale.query.push((name, Need::Must, schema::<T>));
        self
    }

    /// It takes this as its body.
    pub fn takes<T: JsonSchema>(mut self) -> Call {
        self.tale.body = Some((Need::Must, schema::<T>));
        self
    }

    /// It takes this as its body, or none.
    pub fn may_take<T: JsonSchema>(mut self) -> Call {
        self.tale.body = Some((Need::May, schema::<T>));
        self
    }

    /// It answers with this.
    pub fn gives<T: JsonSchema>(mut self) -> Call {
        self.tale.answer = Answer::Json(schema::<T>);
        self
    }
}

impl Tale {
    fn told(&self, generator: &mut SchemaGenerator) -> Value {
        let in_path =
            self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = in_path
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        for (name, need, schema) in &self.query {
            let (schema, required) = (schema(generator), *need == Need::Must);
            parameters.push(
                json!({ "name": name, "in": "query", "required": required, "schema": schema }),
            );
        }
        let answer = match self.answer {
            Answer::Text => json!({ "text/plain": { "schema": { "type": "string" } } }),
            Answer::Json(schema) => json!({ "application/json": { "schema": schema(generator) } }),
        };
        let error = schema::<Failure>(generator);
        let mut told = json!({
            "summary": self.line,
            "operationId": format!("{}{}", self.method, self.path.replace(['/', '{', '}'], "_")),
            "parameters": parameters,
            "responses": {
                "200": { "description": "done", "content": answer },
                "default": { "description": "refused or failed; nothing has changed",
                    "content": { "application/json": { "schema": error } } },
            },
        });
        if let Some((need, body)) = self.body {
            let (schema, required) = (body(generator), need == Need::Must);
            told["requestBody"] = json!({ "required": required, "content": { "application/json": { "schema": schema } } });
        }
        match self.token {
            Need::Must => told["security"] = json!([{ "token": [] }]),
            Need::May => told["security"] = json!([{ "token": [] }, {}]),
            Need::Not => {}
        }
        told
    }
}

/// Routes the calls, and beside them the document that tells of them.
pub fn router(calls: Vec<Call>) -> Router<Server> {
    let mut router = Router::new();
    let mut tales = Vec::new();
    for Call { tale, route } in calls {
        router = router.route(tale.path, route);
        tales.push(tale);
    }
    // As a rule nobody asks for them, and making them takes as long as all else that a start takes.
    let told = Arc::new(LazyLock::new(move || {
        let document = document(&tales);
        (document.to_string(), page(&document))
    }));
    let read = told.clone();
    let json = move || async move { ([("content-type", "application/json")], told.0.clone()) };
    let page = move || async move { Html(read.1.clone()) };
    router.route("/api/openapi.json", get(json)).route("/api", get(page))
}

fn document(calls: &[Tale]) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for call in calls {
        let told = call.told(&mut generator);
        let path = paths.entry(call.path).or_insert_with(|| json!({}));
        path[call.method] = told;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "senet",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Rooms for tabletop games. Play itself goes over the WebSocket at /api/socket; docs/protocol.md tells how.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// The document as a page that a person can read.
fn page(document: &Value) -> String {
    let mut rows = String::new();
    for (path, calls) in document["paths"].as_object().into_iter().flatten() {
        for (method, call) in calls.as_object().into_iter().flatten() {
            let line = call["summary"].as_str().unwrap_or_default();
            let token = match call["security"].as_array().map(Vec::len) {
                None => "",
                Some(1) => "token",
                Some(_) => "token or none",
            };
            rows += &format!(
                "<tr><td>{}</td><td><code>{path}</code></td><td>{token}</td><td>{line}</td></tr>",
                method.to_uppercase()
            );
        }
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>senet: what can be called</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <style>body{{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;background:#f6f1e7;color:#231f1a}}\
         table{{border-collapse:collapse;width:100%}}td{{border-top:1px solid #ddd3c0;padding:.4rem .6rem;vertical-align:top}}\
         a{{color:#0f7c86}}</style>\
         <h1>What can be called</h1><p>The same as <a href=\"/api/openapi.json\">OpenAPI</a>. \
         Play goes over the WebSocket at <code>/api/socket</code>.</p><table>{rows}</table></html>"
    )
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
