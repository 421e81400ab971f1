//! The way to a PostgreSQL: its address, and how it is encrypted.
//!
//! `sslmode` and `sslrootcert` in the address mean what they mean to libpq: `disable`; `prefer`, which is
//! the rule and encrypts where the database can; `require`, which does not go on without; `verify-full`,
//! which also checks who is at the other end. With an `sslrootcert`, `require` checks that too.

use percent_encoding::percent_decode_str;
use rustls_tokio_postgres::{
    MakeRustlsConnect, config_from_ca_cert, config_no_verify, config_webpki_roots,
};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

use super::StoreError;

/// What an address says.
pub fn parse(url: &str) -> Result<(Config, MakeRustlsConnect), StoreError> {
    let (address, options) = url.split_once('?').unwrap_or((url, ""));
    let (mut mode, mut roots, mut others) = (None, None, Vec::new());
    for option in options.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", value)) => {
                roots = Some(percent_decode_str(value).decode_utf8_lossy().into_owned());
            }
            _ => others.push(option),
        }
    }
    let rest = format!("{address}?{}", others.join("&"));
    let mut config: Config = rest.parse().map_err(|error| refused(format!("{error}")))?;
    let (mode, checked) = match mode {
        Some("disable") => (SslMode::Disable, false),
        None | Some("allow" | "prefer") => (SslMode::Prefer, false),
        Some("require") => (SslMode::Require, roots.is_some()),
        Some("verify-full") => (SslMode::Require, true),
        Some(other) => {
            return Err(refused(format!(
                "there is no sslmode \"{other}\"; there are disable, prefer, require and verify-full"
            )));
        }
    };
    config.ssl_mode(mode);
    let tls = match roots.as_deref() {
        _ if !checked => config_no_verify(),
        None | Some("system") => config_webpki_roots(),
        Some(file) => {
            config_from_ca_cert(file).map_err(|error| refused(format!("{file}: {error}")))?
        }
    };
    Ok((config, MakeRustlsConnect::new(tls)))
}

fn refused(sentence: String) -> StoreError {
    StoreError::Refused(sentence)
}
