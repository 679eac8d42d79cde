//! What stands on every answer of the window, whatever it answers.

use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};

const EVERYWHERE: [(HeaderName, &str); 8] = [
    // Only our own files run, and no text becomes a script.
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    // No other page holds a window of ours, embeds a file of ours, or shares a process with us.
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (CACHE_CONTROL, "no-store"),
    // The window needs nothing of the machine but to put on the clipboard what the person copies.
    (
        HeaderName::from_static("permissions-policy"),
        "accelerometer=(), autoplay=(), browsing-topics=(), \
         camera=(), clipboard-read=(), clipboard-write=(self), compute-pressure=(), display-capture=(), \
         encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), \
         identity-credentials-get=(), idle-detection=(), interest-cohort=(), keyboard-map=(), local-fonts=(), \
         magnetometer=(), microphone=(), midi=(), otp-credentials=(), payment=(), picture-in-picture=(), \
         publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), \
         speaker-selection=(), storage-access=(), usb=(), window-management=(), \
         xr-spatial-tracking=()",
    ),
];

/// Puts them on an answer.
pub(super) fn secure(headers: &mut HeaderMap) {
    for (name, value) in EVERYWHERE {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
