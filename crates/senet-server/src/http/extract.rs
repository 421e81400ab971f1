//! What comes in, with our own words for what is wrong with it.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::error::ApiError;
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

/// Where a request comes from.
pub struct Address(pub String);

impl Address {
    /// The other end of the connection, or whom the proxy in between names last.
    pub fn of(server: &Server, headers: &HeaderMap, extensions: &Extensions) -> Address {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next().map(str::trim).filter(|address| address.len() <= 64)
        };
        if let Some(address) =
            Some(()).filter(|()| server.limits().behind_proxy).and_then(|()| forwarded())
        {
            return Address(address.to_owned());
        }
        let info = extensions.get::<ConnectInfo<SocketAddr>>();
        Address(info.map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string()))
    }
}

impl FromRequestParts<Server> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Address, Infallible> {
        Ok(Address::of(server, &parts.headers, &parts.extensions))
    }
}
