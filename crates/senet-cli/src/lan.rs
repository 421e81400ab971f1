//! The game room for the other devices of a network: its address there, as a link and to be scanned.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// Where to listen so that the network reaches it: every address of this machine, the same port.
pub fn everywhere(address: &str) -> String {
    let port = address.rsplit_once(':').map_or("8642", |(_, port)| port);
    format!("0.0.0.0:{port}")
}

/// The link for other devices; none where this machine is on no network.
pub fn link(listening: SocketAddr) -> Option<String> {
    address().map(|ip| format!("http://{}", SocketAddr::new(ip, listening.port())))
}

/// A link as a picture of characters that a phone can scan.
pub fn picture(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build())
}

/// The address by which this machine would reach others. Asking for the way sends nothing.
fn address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is kept for documents (RFC 5737): only the way there matters.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_is_reached_on_the_same_port() {
        assert_eq!(everywhere("127.0.0.1:8642"), "0.0.0.0:8642");
        assert_eq!(everywhere("localhost:0"), "0.0.0.0:0");
    }

    #[test]
    fn a_link_can_be_scanned() {
        let picture = picture("http://192.168.178.20:8642").unwrap();
        assert!(picture.lines().count() > 10 && picture.contains('█'), "{picture}");
    }
}
