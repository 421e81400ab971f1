//! The way to a PostgreSQL: its address, and how it is encrypted.
//!
//! `sslmode` and `sslrootcert` in the address mean what they mean to libpq: `disable`; `prefer`, which is
//! the rule and encrypts where the database can; `require`, which does not go on without; `verify-ca`, which
//! also checks that an authority answers for the other end; `verify-full`, which checks its name too. With an
//! `sslrootcert`, `require` is `verify-ca`. Only `allow`, which would rather not encrypt, is taken for `prefer`.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls_tokio_postgres::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use rustls_tokio_postgres::rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls_tokio_postgres::rustls::crypto::{
    WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls_tokio_postgres::rustls::pki_types::pem::PemObject;
use rustls_tokio_postgres::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls_tokio_postgres::rustls::server::ParsedCertificate;
use rustls_tokio_postgres::rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use rustls_tokio_postgres::{
    MakeRustlsConnect, config_from_ca_cert, config_no_verify, config_webpki_roots,
};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

use super::StoreError;

/// What is checked of the other end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Checked {
    Nothing,
    /// That an authority answers for it.
    Chain,
    /// Its name too.
    Name,
}

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
        Some("disable") => (SslMode::Disable, Checked::Nothing),
        None | Some("allow" | "prefer") => (SslMode::Prefer, Checked::Nothing),
        Some("require") if roots.is_none() => (SslMode::Require, Checked::Nothing),
        Some("require" | "verify-ca") => (SslMode::Require, Checked::Chain),
        Some("verify-full") => (SslMode::Require, Checked::Name),
        Some(other) => {
            return Err(refused(format!(
                "there is no sslmode \"{other}\"; there are disable, allow, prefer, require, verify-ca and verify-full"
            )));
        }
    };
    config.ssl_mode(mode);
    let tls = match (checked, roots.as_deref()) {
        (Checked::Nothing, _) => config_no_verify(),
        (Checked::Name, None | Some("system")) => config_webpki_roots(),
        (Checked::Name, Some(file)) => {
            config_from_ca_cert(file).map_err(|error| refused(format!("{file}: {error}")))?
        }
        // Public authorities answer for anybody: without a name that says nothing.
        (Checked::Chain, None | Some("system")) => {
            return Err(refused(
                "an authority is checked without a name only by its own file, sslrootcert=FILE; public ones by verify-full"
                    .to_owned(),
            ));
        }
        (Checked::Chain, Some(file)) => {
            chain_only(file).map_err(|error| refused(format!("{file}: {error}")))?
        }
    };
    Ok((config, MakeRustlsConnect::new(tls)))
}

/// A way on which the authorities of a file answer for the other end, whatever its name is.
fn chain_only(file: &str) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    for root in CertificateDer::pem_file_iter(file).map_err(|error| error.to_string())? {
        let root = root.map_err(|error| error.to_string())?;
        roots.add(root).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() {
        return Err("there is no certificate in it".to_owned());
    }
    let provider = Arc::new(ring::default_provider());
    let algorithms = provider.signature_verification_algorithms;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    let chain = Arc::new(Chain { roots, algorithms });
    Ok(config.dangerous().with_custom_certificate_verifier(chain).with_no_client_auth())
}

/// Checks that an authority answers for the other end.
#[derive(Debug)]
struct Chain {
    roots: RootCertStore,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Chain {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let end_entity = ParsedCertificate::try_from(end_entity)?;
        let known = self.algorithms.all;
        verify_server_cert_signed_by_trust_anchor(
            &end_entity,
            &self.roots,
            intermediates,
            now,
            known,
        )?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

fn refused(sentence: String) -> StoreError {
    StoreError::Refused(sentence)
}
