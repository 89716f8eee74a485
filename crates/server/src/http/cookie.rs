//! The session's cookie. In production its name says that it is bound to this host and to TLS.

use axum::http::{HeaderMap, HeaderValue, header};

/// The cookie's name.
pub(crate) const fn name(production: bool) -> &'static str {
    if production { "__Host-damas" } else { "damas" }
}

/// The token in the request's cookie.
pub(crate) fn token(headers: &HeaderMap, production: bool) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, _)| *key == name(production))
        .map(|(_, token)| token)
}

/// The header that sets the cookie for `seconds`; 0 takes it away.
pub(crate) fn set(token: &str, seconds: u64, production: bool) -> HeaderValue {
    let secure = if production { "; Secure" } else { "" };
    let text =
        format!("{}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}", name(production));
    let mut value = HeaderValue::from_str(&text).expect("a token is plain ASCII");
    value.set_sensitive(true);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_for_this_site_alone_and_for_no_script() {
        assert_eq!(set("T", 60, false), "damas=T; Path=/; Max-Age=60; HttpOnly; SameSite=Strict");
        assert_eq!(
            set("T", 60, true),
            "__Host-damas=T; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure"
        );
    }

    #[test]
    fn the_token_is_found_among_other_cookies_by_its_exact_name() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "a=b; xdamas=no; damas=yes; c".parse().unwrap());
        assert_eq!(token(&headers, false), Some("yes"));
        assert_eq!(token(&headers, true), None);
    }
}
