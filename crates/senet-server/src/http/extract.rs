//! What comes in, with our own words for what is wrong with it.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Weak};

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::error::ApiError;
use crate::limit::share;
use crate::pool::Asker;
use crate::server::Server;

/// A JSON body.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub struct Body<T>(pub T);

/// What stands behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub struct Query<T>(pub T);

/// What stands in the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub struct Path<T>(pub T);

/// Where a request comes from: whose share it uses.
pub struct Address(pub String);

impl Address {
    /// The other end of the connection, or whom the proxy in between names last.
    pub fn of(server: &Server, headers: &HeaderMap, extensions: &Extensions) -> Address {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            let last = last.rsplit(',').next()?.trim();
            let with_port = || last.parse::<SocketAddr>().map(|address| address.ip());
            last.parse::<IpAddr>().or_else(|_| with_port()).ok()
        };
        let connected = || {
            let info = extensions.get::<ConnectInfo<SocketAddr>>();
            info.map(|ConnectInfo(address)| address.ip())
        };
        let named = if server.limits().behind_proxy { forwarded() } else { None };
        Address(named.or_else(connected).map(share).unwrap_or_default())
    }
}

/// Whoever waits for an answer: what has begun is finished also when they hang up, but a long question need not
/// be.
#[derive(Clone)]
pub struct Caller(Weak<()>);

impl Caller {
    /// One who is there for as long as what comes with it is held.
    pub fn new() -> (Caller, Arc<()>) {
        let here = Arc::new(());
        (Caller(Arc::downgrade(&here)), here)
    }

    /// Whether nobody waits any more.
    pub fn has_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// Whoever calls, as one who asks for a long thought: it need not be thought to its end when they hang up.
impl FromRequestParts<Server> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Asker, Infallible> {
        let Address(address) = Address::of(server, &parts.headers, &parts.extensions);
        let caller = parts.extensions.get::<Caller>().cloned();
        Ok(Asker::new(address, move || caller.as_ref().is_some_and(Caller::has_gone)))
    }
}

impl FromRequestParts<Server> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Address, Infallible> {
        Ok(Address::of(server, &parts.headers, &parts.extensions))
    }
}
