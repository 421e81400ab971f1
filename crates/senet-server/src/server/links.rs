//! Codes by which a second device takes a seat, at whatever node.

use super::Server;
use crate::error::ApiError;
use crate::secret;
use crate::sitting::Sitting;
use crate::store::Link;

impl Server {
    /// A code by which a second device can take a seat, for five minutes. A sitting has one at a time.
    pub async fn link(&self, table: &str, sitting: &Sitting) -> Result<String, ApiError> {
        let code = secret::link_code();
        let link = Link { table: table.to_owned(), sitting: sitting.id.clone() };
        // Whoever reads the store must not find what opens a seat.
        self.0.store.put_link(&secret::token_hash(&code), link).await?;
        Ok(code)
    }

    /// Ends the code that a sitting has given out, where there is one.
    pub async fn end_link(&self, table: &str, sitting: &Sitting) -> Result<(), ApiError> {
        // A sitting has one code at a time: nobody is ever told of this one.
        self.link(table, sitting).await.map(drop)
    }

    /// Takes a code, which is good once: the table and the sitting that gave it out.
    pub async fn take_link(&self, code: &str) -> Result<Option<Link>, ApiError> {
        Ok(self.0.store.take_link(&secret::token_hash(code)).await?)
    }
}
