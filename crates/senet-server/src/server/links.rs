//! Codes by which a second device takes a seat, at whatever node.

use super::Server;
use crate::error::ApiError;
use crate::secret;
use crate::store::Link;

impl Server {
    /// A code by which a second device can take a seat, for five minutes. A sitting has one at a time.
    pub async fn link(&self, link: Link) -> Result<String, ApiError> {
        let code = secret::link_code();
        // Whoever reads the store must not find what opens a seat.
        self.0.store.put_link(&secret::token_hash(&code), link).await?;
        Ok(code)
    }

    /// Takes a code, which is good once: who gave it out, and where.
    pub async fn take_link(&self, code: &str) -> Result<Option<Link>, ApiError> {
        Ok(self.0.store.take_link(&secret::token_hash(code)).await?)
    }
}
