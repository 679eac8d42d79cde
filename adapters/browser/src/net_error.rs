//! What the network said, in words for a person.

use laika_protocol::{ErrorCode, ToolError};

use crate::error::fault;

/// The error for a load that ended with `text`, such as `net::ERR_NAME_NOT_RESOLVED`.
pub(crate) fn explain(text: &str) -> ToolError {
    let name = text.strip_prefix("net::").unwrap_or(text);
    let (code, reason, message) = match name {
        "ERR_NAME_NOT_RESOLVED"
        | "ERR_NAME_RESOLUTION_FAILED"
        | "ERR_DNS_TIMED_OUT"
        | "ERR_ICANN_NAME_COLLISION" => (
            ErrorCode::Unavailable,
            "E_DNS",
            "no server has this name; check the spelling of the address and the network",
        ),
        "ERR_INTERNET_DISCONNECTED" | "ERR_NETWORK_CHANGED" | "ERR_NETWORK_IO_SUSPENDED" => (
            ErrorCode::Unavailable,
            "E_OFFLINE",
            "this machine is not connected; check the network and try again",
        ),
        "ERR_CONNECTION_REFUSED" => (
            ErrorCode::Unavailable,
            "E_CONNECTION_REFUSED",
            "nothing listens at this address; check the port and whether the server runs",
        ),
        "ERR_CONNECTION_RESET"
        | "ERR_CONNECTION_CLOSED"
        | "ERR_CONNECTION_ABORTED"
        | "ERR_CONNECTION_FAILED"
        | "ERR_SOCKET_NOT_CONNECTED"
        | "ERR_EMPTY_RESPONSE"
        | "ERR_INVALID_HTTP_RESPONSE"
        | "ERR_HTTP2_PROTOCOL_ERROR"
        | "ERR_INCOMPLETE_CHUNKED_ENCODING"
        | "ERR_CONTENT_LENGTH_MISMATCH"
        | "ERR_RESPONSE_HEADERS_TRUNCATED" => (
            ErrorCode::Unavailable,
            "E_CONNECTION_LOST",
            "the server ended the connection without a whole answer; try again later",
        ),
        "ERR_ADDRESS_UNREACHABLE" | "ERR_ADDRESS_INVALID" => (
            ErrorCode::Unavailable,
            "E_UNREACHABLE",
            "there is no way to this server; check the address and the network",
        ),
        "ERR_TIMED_OUT" | "ERR_CONNECTION_TIMED_OUT" => {
            (ErrorCode::Timeout, "E_NAVIGATION_TIMEOUT", "the server did not answer in time; try again later")
        }
        "ERR_TOO_MANY_REDIRECTS" => (
            ErrorCode::Unavailable,
            "E_REDIRECT_LOOP",
            "the server sends us in a circle; it may want a login or cookies",
        ),
        "ERR_UNSAFE_PORT" => (
            ErrorCode::Unsupported,
            "E_RESTRICTED_PAGE",
            "browsers do not open this port; use another address",
        ),
        "ERR_PROXY_CONNECTION_FAILED"
        | "ERR_TUNNEL_CONNECTION_FAILED"
        | "ERR_PROXY_AUTH_REQUESTED"
        | "ERR_PROXY_AUTH_UNSUPPORTED"
        | "ERR_UNEXPECTED_PROXY_AUTH" => (
            ErrorCode::Unavailable,
            "E_PROXY",
            "the way out of the browser did not let this through; the address may not be allowed in this run",
        ),
        "ERR_BLOCKED_BY_CLIENT" | "ERR_BLOCKED_BY_ADMINISTRATOR" => {
            (ErrorCode::PolicyDenied, "E_NAVIGATION_REFUSED", "this address is not allowed in this run")
        }
        "ERR_BLOCKED_BY_RESPONSE" | "ERR_BLOCKED_BY_CSP" | "ERR_BLOCKED_BY_ORB" => (
            ErrorCode::Unavailable,
            "E_BLOCKED_BY_SITE",
            "the site does not let this page be shown here; open it in a tab of its own",
        ),
        "ERR_ABORTED" => (
            ErrorCode::Unavailable,
            "E_NO_PAGE",
            "the server sent nothing to show, or something else was loaded meanwhile; read the tab again",
        ),
        "ERR_CERT_DATE_INVALID" => (
            ErrorCode::Unavailable,
            "E_TLS",
            "the certificate of this server is out of date, so it cannot be trusted; check the clock of this machine",
        ),
        "ERR_CERT_COMMON_NAME_INVALID" => (
            ErrorCode::Unavailable,
            "E_TLS",
            "the certificate belongs to another server, so this one cannot be trusted; check the address",
        ),
        "ERR_CERT_AUTHORITY_INVALID" => (
            ErrorCode::Unavailable,
            "E_TLS",
            "nobody this machine trusts vouches for this server; it may not be what it says it is",
        ),
        "ERR_SSL_PROTOCOL_ERROR" | "ERR_SSL_VERSION_OR_CIPHER_MISMATCH" => (
            ErrorCode::Unavailable,
            "E_TLS",
            "the server does not speak https as it should; it may be an http address",
        ),
        name if name.starts_with("ERR_CERT_")
            || name.starts_with("ERR_SSL_")
            || name.starts_with("ERR_BAD_SSL") =>
        {
            (
                ErrorCode::Unavailable,
                "E_TLS",
                "the connection to this server cannot be made secure; nothing was sent",
            )
        }
        _ => (ErrorCode::Unavailable, "E_NETWORK", "the page cannot be loaded; try again later"),
    };
    let mut error = fault(code, reason, message);
    // Trying again helps against a passing fault only.
    error.retryable &= !matches!(
        reason,
        "E_DNS" | "E_TLS" | "E_PROXY" | "E_REDIRECT_LOOP" | "E_BLOCKED_BY_SITE" | "E_NO_PAGE"
    );
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_has_its_own_reason() {
        let table = [
            ("net::ERR_NAME_NOT_RESOLVED", "E_DNS", false),
            ("net::ERR_CONNECTION_REFUSED", "E_CONNECTION_REFUSED", true),
            ("net::ERR_CERT_AUTHORITY_INVALID", "E_TLS", false),
            ("net::ERR_CERT_WEAK_KEY", "E_TLS", false),
            ("net::ERR_TIMED_OUT", "E_NAVIGATION_TIMEOUT", true),
            ("net::ERR_SOMETHING_NEW", "E_NETWORK", true),
        ];
        for (text, reason, retryable) in table {
            let error = explain(text);
            assert_eq!(error.reason.unwrap().as_str(), reason, "{text}");
            assert_eq!(error.retryable, retryable, "{text}");
        }
    }
}
