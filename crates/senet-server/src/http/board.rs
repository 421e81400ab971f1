//! The board that a game which is a file brings along, as a page for a frame.
//!
//! The frame has an origin of its own and nothing else: no network, no storage, no page around it. It hears what it
//! is to show, and tells what somebody has chosen.

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS};
use axum::response::{IntoResponse, Response};
use senet_catalog::Board;

use super::extract::Path;
use crate::error::ApiError;
use crate::server::unknown_game;

/// What a board may do at all: run what it brought, and show pictures that it brought.
const POLICY: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; \
                      style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; \
                      webrtc 'block'; frame-ancestors 'self'";

/// What a board finds: `senet.show` is called with all there is to show, `senet.submit` chooses. Not every browser
/// knows `webrtc` in a policy: there at least the frame's own way to connect is gone.
const BEFORE: &str =
    "delete globalThis.RTCPeerConnection; delete globalThis.webkitRTCPeerConnection;
const senet = { show: () => undefined, \
                      submit: (command) => parent.postMessage({ type: 'submit', command }, '*') };
addEventListener('message', (event) => {
  if (event.source === parent && event.data?.type === 'show') senet.show(event.data);
});";
const AFTER: &str = "parent.postMessage({ type: 'ready' }, '*');";

pub async fn board(Path(id): Path<String>) -> Result<Response, ApiError> {
    let game = senet_catalog::find(&id).ok_or_else(|| unknown_game(&id))?;
    let none = || ApiError::new("not_found", "this game brings no board of its own");
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (X_FRAME_OPTIONS, "SAMEORIGIN"),
    ];
    Ok((headers, page(&game.board().ok_or_else(none)?)).into_response())
}

fn page(board: &Board) -> String {
    let (script, style) = (held(&board.script, "\\x3c"), held(&board.style, "\\3c "));
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><style>{style}</style></head><body>\
         <script>{BEFORE}</script><script>{script}</script><script>{AFTER}</script></body></html>"
    )
}

/// What would end a script or a style stands in a text or a comment of it: there it is written another way.
fn held(text: &str, another: &str) -> String {
    let mut held = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let rest = &text.as_bytes()[at + letter.len_utf8()..];
        let begins =
            |word: &[u8]| rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        let ends = begins(b"/script") || begins(b"/style") || begins(b"!--");
        match letter {
            '<' if ends => held.push_str(another),
            letter => held.push(letter),
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_cannot_end_its_script_or_its_style() {
        let script = "let a = '</script><img>'; // <!-- </STYLE> ü".to_owned();
        let style = "p { content: '</style><img>' }".to_owned();
        let page = page(&Board { script, style }).to_lowercase();
        assert_eq!(page.matches("</script>").count(), 3);
        assert_eq!(page.matches("</style>").count(), 1);
        assert!(!page.contains("<!--") && page.contains('ü'));
    }

    #[test]
    fn a_board_connects_to_nobody() {
        let (script, style) = ("itsOwn()".to_owned(), String::new());
        let page = page(&Board { script, style });
        let gone = page.find("delete globalThis.RTCPeerConnection;").unwrap();
        assert!(gone < page.find("itsOwn()").unwrap(), "before anything of the board runs");
        assert!(POLICY.contains("default-src 'none'") && POLICY.contains("webrtc 'block'"));
    }
}
