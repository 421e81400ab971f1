//! The game room for the other devices of a network: its address there, as a link and to be scanned.

use std::net::{IpAddr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use senet_server::network::address;

/// Where to listen so that the network reaches it: every address of this machine, the same port.
pub fn everywhere(address: &str) -> String {
    let port = address.rsplit_once(':').map_or("8642", |(_, port)| port);
    format!("0.0.0.0:{port}")
}

/// The link for other devices, by the address that is named or found; none where this machine is on no
/// network.
pub fn link(listening: SocketAddr, named: Option<IpAddr>) -> Option<String> {
    let ip = named.or_else(address)?;
    Some(format!("http://{}", SocketAddr::new(ip, listening.port())))
}

/// A link as a picture of characters that a phone can scan.
pub fn picture(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build())
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
