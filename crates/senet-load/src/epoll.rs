//! The floor below the relay: the same work by one thread, one epoll loop and frames read by hand.
//! It bears the load of this tool and no other: small texts, whole frames, no pings.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};

use anyhow::{Context, Result, bail};
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The listener's number among the events; sockets have theirs by place.
const LISTENER: u64 = u64::MAX;
/// A whole text in one frame.
const TEXT: u8 = 0x81;

struct Conn {
    stream: TcpStream,
    /// What has come and is not a whole frame yet.
    unread: Vec<u8>,
    /// Its table, once it is named.
    table: Option<String>,
    open: bool,
}

pub fn run(port: u16) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    listener.set_nonblocking(true)?;
    let poll = epoll::create(CreateFlags::CLOEXEC)?;
    epoll::add(&poll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
    let mut house = House::default();
    let mut events = Vec::with_capacity(1024);
    loop {
        events.clear();
        epoll::wait(&poll, rustix::buffer::spare_capacity(&mut events), None)?;
        for &Event { data, .. } in &events {
            match data.u64() {
                LISTENER => house.accept(&listener, &poll)?,
                // A socket that ends is no fault of the loop.
                place => drop(house.read(place as usize)),
            }
        }
    }
}

#[derive(Default)]
struct House {
    conns: Vec<Conn>,
    tables: HashMap<String, Vec<usize>>,
}

impl House {
    fn accept(&mut self, listener: &TcpListener, poll: &impl std::os::fd::AsFd) -> Result<()> {
        loop {
            let stream = match listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error.into()),
            };
            stream.set_nonblocking(true)?;
            stream.set_nodelay(true)?;
            let place = EventData::new_u64(self.conns.len() as u64);
            epoll::add(poll, &stream, place, EventFlags::IN)?;
            self.conns.push(Conn { stream, unread: Vec::new(), table: None, open: false });
        }
    }

    fn read(&mut self, place: usize) -> Result<()> {
        let conn = &mut self.conns[place];
        let mut buffer = [0; 2048];
        let count = conn.stream.read(&mut buffer)?;
        conn.unread.extend(&buffer[..count]);
        if !conn.open {
            return conn.greet();
        }
        while let Some(text) = self.conns[place].frame()? {
            self.heard(place, &text)?;
        }
        Ok(())
    }

    /// The first text names the table; every further one goes to both seats of it.
    fn heard(&mut self, place: usize, text: &[u8]) -> Result<()> {
        let Some(table) = &self.conns[place].table else {
            let name = String::from_utf8_lossy(text).into_owned();
            self.tables.entry(name.clone()).or_default().push(place);
            self.conns[place].table = Some(name);
            return Ok(());
        };
        let out = frame_of(text)?;
        for seat in &self.tables[table] {
            (&self.conns[*seat].stream).write_all(&out)?;
        }
        Ok(())
    }
}

impl Conn {
    /// Answers the handshake once its head is whole.
    fn greet(&mut self) -> Result<()> {
        let head = String::from_utf8_lossy(&self.unread);
        if !head.ends_with("\r\n\r\n") {
            return Ok(());
        }
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        let mut keys = lines.filter(|(name, _)| name.eq_ignore_ascii_case("sec-websocket-key"));
        let (_, key) = keys.next().context("no key")?;
        let accept = derive_accept_key(key.as_bytes());
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-accept: {accept}\r\n\r\n"
        );
        self.stream.write_all(answer.as_bytes())?;
        self.unread.clear();
        self.open = true;
        Ok(())
    }

    /// The next whole text, unmasked.
    fn frame(&mut self) -> Result<Option<Vec<u8>>> {
        let (head, length) = match self.unread[..] {
            [TEXT, short, ..] if short & 0x7f < 126 => (2, usize::from(short & 0x7f)),
            [TEXT, _, high, low, ..] => (4, usize::from(u16::from_be_bytes([high, low]))),
            [] | [TEXT] | [TEXT, _] | [TEXT, _, _] => return Ok(None),
            _ => bail!("only whole texts are expected"),
        };
        let Some(rest) = self.unread.get(head..head + 4 + length) else { return Ok(None) };
        let (mask, text) = rest.split_at(4);
        let text = text.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
        self.unread.drain(..head + 4 + length);
        Ok(Some(text))
    }
}

fn frame_of(text: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() + 4);
    out.push(TEXT);
    match u8::try_from(text.len()) {
        Ok(length) if length < 126 => out.push(length),
        _ => {
            out.push(126);
            out.extend(u16::try_from(text.len()).context("too long")?.to_be_bytes());
        }
    }
    out.extend(text);
    Ok(out)
}
