//! What a client says over a WebSocket (RFC 6455), frame by frame.

use axum::body::Bytes;

/// Says of a frame that it is the last of its message.
pub(super) const LAST: u8 = 0x80;

/// The kinds of frames.
const MORE: u8 = 0;
pub(super) const TEXT: u8 = 1;
const BINARY: u8 = 2;
pub(super) const CLOSE: u8 = 8;
pub(super) const PING: u8 = 9;
pub(super) const PONG: u8 = 10;

/// Something that was said.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A message.
    Text(String),
    /// A message that is no text.
    Binary,
    /// A part of a message, or only that somebody is there.
    Sign,
    /// Is anybody there? The same is to be said back.
    Ping(Bytes),
    /// Goodbye, with the code that is to be said back.
    Goodbye(Option<u16>),
    /// Nothing any more.
    Silence,
    /// What nobody says who knows the protocol, or more than we listen to: the socket is closed for it.
    Broken(Farewell),
}

/// Why a socket is closed: the code and the sentence.
pub type Farewell = (u16, &'static str);

const NO_FRAME: Farewell = (1002, "that is no frame of a client");
const NO_TEXT: Farewell = (1007, "that is no text in UTF-8");
pub(super) const TOO_LONG: Farewell = (1009, "the message is too long");

/// Makes messages of bytes, and holds none of them longer than that takes.
pub struct Ear {
    /// What has come and is no whole frame yet.
    unread: Vec<u8>,
    /// The message whose last frame has not come yet: its kind, and what there is of it.
    begun: Option<(u8, Vec<u8>)>,
    /// How many messages have begun to come in parts.
    parted: u32,
    /// The most bytes of a message.
    most: usize,
}

impl Ear {
    /// One that has heard these bytes, and listens to messages of so many bytes.
    pub fn new(early: &[u8], most: usize) -> Ear {
        Ear { unread: early.to_vec(), begun: None, parted: 0, most }
    }

    /// Takes what has come.
    pub fn take(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }

    /// Which message has begun whose last part is still to come.
    pub fn half_said(&self) -> Option<u32> {
        self.begun.as_ref().map(|_| self.parted)
    }

    /// The next thing that was said, where it is whole.
    pub fn hear(&mut self) -> Option<Heard> {
        let (head, body) = match self.frame() {
            Ok(frame) => frame?,
            Err(farewell) => return Some(Heard::Broken(farewell)),
        };
        Some(self.said(head, body).unwrap_or_else(Heard::Broken))
    }

    /// The next frame, where it is whole: its first byte, and what it holds.
    fn frame(&mut self) -> Result<Option<(u8, Vec<u8>)>, Farewell> {
        let &[first, second, ref rest @ ..] = self.unread.as_slice() else { return Ok(None) };
        // A client masks what it says, and nobody has agreed on a meaning of the reserved bits.
        if first & 0x70 != 0 || second & 0x80 == 0 {
            return Err(NO_FRAME);
        }
        let (length, head) = match (second & 0x7f, rest) {
            (126, &[a, b, ..]) => (u16::from_be_bytes([a, b]).into(), 4),
            (127, &[a, b, c, d, e, f, g, h, ..]) => {
                (u64::from_be_bytes([a, b, c, d, e, f, g, h]), 10)
            }
            (126 | 127, _) => return Ok(None),
            (short, _) => (short.into(), 2),
        };
        if first & CLOSE != 0 && (first & LAST == 0 || length > 125) {
            return Err(NO_FRAME);
        }
        let begun = self.begun.as_ref().map_or(0, |(_, begun)| begun.len());
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length > self.most.saturating_sub(begun) {
            return Err(TOO_LONG);
        }
        let Some((mask, _)) = self.unread[head..].split_first_chunk() else { return Ok(None) };
        let (mask, body) = (*mask, head + mask.len());
        if self.unread.len() < body + length {
            return Ok(None);
        }
        let later = self.unread.split_off(body + length);
        let mut frame = std::mem::replace(&mut self.unread, later);
        frame.drain(..body);
        unmask(&mut frame, mask);
        Ok(Some((first, frame)))
    }

    /// What a frame comes to.
    fn said(&mut self, head: u8, body: Vec<u8>) -> Result<Heard, Farewell> {
        match head & 0xf {
            CLOSE => Ok(Heard::Goodbye(code(&body))),
            PING => Ok(Heard::Ping(body.into())),
            PONG => Ok(Heard::Sign),
            kind => match (kind, self.begun.take()) {
                (TEXT | BINARY, None) => {
                    self.parted = self.parted.wrapping_add(1);
                    self.part(head, kind, body)
                }
                (MORE, Some((kind, mut begun))) => {
                    begun.extend_from_slice(&body);
                    self.part(head, kind, begun)
                }
                _ => Err(NO_FRAME),
            },
        }
    }

    /// A message, as far as it has come.
    fn part(&mut self, head: u8, kind: u8, message: Vec<u8>) -> Result<Heard, Farewell> {
        if head & LAST == 0 {
            self.begun = Some((kind, message));
            return Ok(Heard::Sign);
        }
        match kind {
            TEXT => String::from_utf8(message).map(Heard::Text).map_err(|_| NO_TEXT),
            _ => Ok(Heard::Binary),
        }
    }
}

/// The code with which a farewell is answered.
fn code(farewell: &[u8]) -> Option<u16> {
    let code = match *farewell {
        [] => return None,
        [a, b, ..] => u16::from_be_bytes([a, b]),
        [_] => 0,
    };
    // Others are never said.
    let is_one = matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999);
    Some(if is_one { code } else { NO_FRAME.0 })
}

/// Takes a client's mask off.
fn unmask(text: &mut [u8], mask: [u8; 4]) {
    let [a, b, c, d] = mask;
    let wide = u64::from_ne_bytes([a, b, c, d, a, b, c, d]);
    let (words, rest) = text.as_chunks_mut::<8>();
    for word in words {
        *word = (u64::from_ne_bytes(*word) ^ wide).to_ne_bytes();
    }
    for (byte, mask) in rest.iter_mut().zip(mask.iter().cycle()) {
        *byte ^= mask;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    use super::*;

    const MOST: usize = 70_000;

    /// All that is heard of these bytes, which come in pieces of so many.
    fn heard(bytes: &[u8], pieces: usize) -> Vec<Heard> {
        let (mut ear, mut heard) = (Ear::new(&[], MOST), Vec::new());
        for piece in bytes.chunks(pieces) {
            ear.take(piece);
            while let Some(next) = ear.hear() {
                let broken = matches!(next, Heard::Broken(_));
                heard.push(next);
                if broken {
                    return heard;
                }
            }
        }
        heard
    }

    /// A frame with this first byte, as a client sends it.
    fn frame(first: u8, body: &[u8]) -> Vec<u8> {
        let mask = [1, 2, 3, 200];
        let length = match body.len() {
            short @ 0..126 => vec![0x80 | short as u8],
            long @ 126..65_536 => [&[0xfe][..], &(long as u16).to_be_bytes()].concat(),
            longer => [&[0xff][..], &(longer as u64).to_be_bytes()].concat(),
        };
        let masked = body.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        [&[first][..], &length, &mask, &masked.collect::<Vec<_>>()].concat()
    }

    fn text(text: &str) -> Heard {
        Heard::Text(text.to_owned())
    }

    #[test]
    fn what_others_write_is_read_whatever_its_length_and_its_pieces() {
        for length in [0, 1, 7, 8, 125, 126, 127, 65_535, 65_536, MOST] {
            let said = "é".repeat(length / 2) + &"x".repeat(length % 2);
            let mut client = WebSocket::from_raw_socket(Cursor::new(vec![]), Role::Client, None);
            client.send(Message::text(said.clone())).unwrap();
            client.send(Message::Ping("there?".into())).unwrap();
            client.close(None).unwrap();
            let bytes = client.get_ref().get_ref();
            let wanted = [text(&said), Heard::Ping("there?".into()), Heard::Goodbye(None)];
            for pieces in [1, 3, 4096, usize::MAX] {
                assert_eq!(heard(bytes, pieces), wanted, "{length} bytes in pieces of {pieces}");
            }
        }
    }

    #[test]
    fn messages_come_in_parts_with_other_things_between() {
        let parts = [frame(TEXT, b"a"), frame(LAST | PING, b"?"), frame(MORE, "é".as_bytes())];
        let mut bytes = parts.concat();
        bytes.extend([frame(LAST | MORE, b""), frame(LAST | BINARY, b"1")].concat());
        bytes.extend(frame(LAST | PONG, b"").repeat(2));
        let signs = [Heard::Sign, Heard::Ping("?".into()), Heard::Sign];
        let rest = [text("aé"), Heard::Binary, Heard::Sign, Heard::Sign];
        let wanted: Vec<_> = signs.into_iter().chain(rest).collect();
        for pieces in [1, 2, 1000] {
            assert_eq!(heard(&bytes, pieces), wanted);
        }
    }

    #[track_caller]
    fn breaks(bytes: &[u8], why: Farewell) {
        for pieces in [1, 1_000_000] {
            assert_eq!(heard(bytes, pieces).pop(), Some(Heard::Broken(why)));
        }
    }

    #[test]
    fn what_no_client_says_is_refused() {
        let bare = [LAST | TEXT, 1, b'x'];
        breaks(&bare, NO_FRAME);
        for first in [0xc1, 0xa1, 0x91, LAST | 3, LAST | 7, LAST | 11, LAST | 15] {
            breaks(&frame(first, b"x"), NO_FRAME);
        }
        for kind in [CLOSE, PING, PONG] {
            breaks(&frame(kind, b"x"), NO_FRAME);
            breaks(&frame(LAST | kind, &[b'x'; 126]), NO_FRAME);
        }
        breaks(&frame(LAST | MORE, b"x"), NO_FRAME);
        breaks(&[frame(TEXT, b"x"), frame(LAST | TEXT, b"x")].concat(), NO_FRAME);
        breaks(&frame(LAST | TEXT, &[0xff]), NO_TEXT);
        breaks(&[frame(TEXT, &[0xc3]), frame(LAST | MORE, b"x")].concat(), NO_TEXT);
    }

    /// The length alone is enough: nothing of it has to come, or to be kept.
    #[test]
    fn what_is_too_long_is_not_listened_to() {
        breaks(&[[LAST | TEXT, 0xff].as_slice(), &u64::MAX.to_be_bytes()].concat(), TOO_LONG);
        let more = (MOST as u64 + 1).to_be_bytes();
        breaks(&[[LAST | TEXT, 0xff].as_slice(), &more].concat(), TOO_LONG);
        let parts = [frame(TEXT, &[b'x'; MOST - 1]), frame(MORE, b"xx")];
        breaks(&parts.concat(), TOO_LONG);
    }

    #[test]
    fn farewells_are_answered_by_what_may_be_said() {
        let answered = |body: &[u8]| heard(&frame(LAST | CLOSE, body), 9).pop();
        for (body, code) in [
            (&[][..], None),
            (&[0x03, 0xe8], Some(1000)),
            (&[0x03, 0xe9, b'b'], Some(1001)),
            (&[1], Some(1002)),
            (&[0x03, 0xed], Some(1002)),
            (&[0x0f, 0xa0], Some(4000)),
        ] {
            assert_eq!(answered(body), Some(Heard::Goodbye(code)));
        }
    }

    #[test]
    fn nothing_is_kept_of_what_was_heard() {
        let mut ear = Ear::new(&frame(LAST | TEXT, b"early"), MOST);
        assert_eq!(ear.hear(), Some(text("early")));
        ear.take(&frame(LAST | TEXT, &[b'x'; 5000]));
        assert!(matches!(ear.hear(), Some(Heard::Text(_))));
        assert_eq!((ear.hear(), ear.unread.capacity()), (None, 0));
    }
}
