//! The other devices of the network: whoever sits at this machine lets them in, and shuts them out
//! again.
//!
//! A server that listens to its own machine alone gets a second door, at the machine's address in its
//! network. Whoever came by that door goes when it is shut.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};

use crate::door;
use crate::error::ApiError;
use crate::server::Server;

/// The address by which this machine would reach others; none where it is on no network. Asking for the
/// way sends nothing.
pub fn address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is kept for documents (RFC 5737): only the way there matters.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// How long whoever shuts the door waits until all have gone.
const SHUT_WITHIN: Duration = Duration::from_secs(1);

/// What a server at home can open to its network.
pub(crate) struct Network {
    port: u16,
    /// The address that whoever started the server has named.
    named: Option<IpAddr>,
    door: Mutex<Option<Door>>,
}

struct Door {
    at: SocketAddr,
    ip: IpAddr,
    shut: watch::Sender<bool>,
}

impl Network {
    pub fn new(port: u16, named: Option<IpAddr>) -> Network {
        Network { port, named, door: Mutex::new(None) }
    }

    /// The link for the other devices, while the door is open.
    pub async fn link(&self) -> Option<String> {
        self.door.lock().await.as_ref().map(Door::link)
    }

    /// Opens the door, where it is not open at the address that the machine has now.
    pub async fn open(&self, server: &Server) -> Result<(), ApiError> {
        let mut open = self.door.lock().await;
        let ip = self.named.or_else(address).ok_or_else(no_network)?;
        if open.as_ref().is_some_and(|door| door.ip == ip) {
            return Ok(());
        }
        *open = None;
        let listener = self.listen(ip).await.map_err(|error| {
            tracing::warn!(%error, %ip, "the network cannot be listened to");
            no_network()
        })?;
        let at = listener.local_addr().map_err(|_| no_network())?;
        let (shut, hears) = watch::channel(false);
        tokio::spawn(door::serve_beside(listener, server.clone(), hears));
        tracing::info!(%at, "open to the network");
        *open = Some(Door { at, ip, shut });
        Ok(())
    }

    /// Shuts the door, and whoever came by it goes.
    pub async fn shut(&self) {
        let Some(door) = self.door.lock().await.take() else { return };
        door.shut.send_replace(true);
        // Whoever takes longer is cut off all the same.
        let _ = tokio::time::timeout(SHUT_WITHIN, door.shut.closed()).await;
        tracing::info!(at = %door.at, "shut to the network");
    }

    /// On the same port as at home, where that is free.
    async fn listen(&self, ip: IpAddr) -> std::io::Result<TcpListener> {
        match TcpListener::bind((ip, self.port)).await {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
                TcpListener::bind((ip, 0)).await
            }
            bound => bound,
        }
    }
}

impl Door {
    fn link(&self) -> String {
        format!("http://{}", self.at)
    }
}

/// A door that nobody holds is shut.
impl Drop for Door {
    fn drop(&mut self) {
        self.shut.send_replace(true);
    }
}

fn no_network() -> ApiError {
    let sentence = "this machine is on no network; join one, and try again";
    ApiError::new("no_network", sentence)
}
