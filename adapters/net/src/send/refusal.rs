//! Why a request of Laika itself got no answer.

use serde::{Deserialize, Serialize};

use crate::problem::Problem;

macro_rules! refusals {
    ($($name:ident = $code:literal, $sent:literal, $sentence:literal;)*) => {
        /// Why a request got no answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
        #[serde(rename_all = "snake_case")]
        pub enum Refusal { $(#[doc = $sentence] #[error($sentence)] $name,)* }

        impl Refusal {
            /// The code that stays.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// Whether the server may have read something of the request.
            #[must_use]
            pub const fn may_have_arrived(self) -> bool {
                match self { $(Self::$name => $sent,)* }
            }
        }
    };
}

refusals! {
    Malformed = "E_NET_REQUEST", false, "the request is not well formed";
    Origin = "E_NET_ORIGIN", false, "the request goes to another place than the one that is allowed";
    Private = "E_NET_PRIVATE", false, "the address is on this machine or in a network around it";
    Own = "E_NET_OWN", false, "the address belongs to Laika itself";
    Unencrypted = "E_NET_UNENCRYPTED", false, "the request would cross the public network unencrypted";
    TooMany = "E_NET_TOO_MANY", false, "too many requests are under way";
    NotFound = "E_NET_NOT_FOUND", false, "the name of the server was not found";
    Unreachable = "E_NET_UNREACHABLE", false, "the server cannot be reached";
    Certificate = "E_NET_CERTIFICATE", false, "the server does not prove that it is the one that was named";
    Timeout = "E_NET_TIMEOUT", true, "the server did not answer in time";
    BrokenOff = "E_NET_BROKEN_OFF", true, "the server broke off";
    NotHttp = "E_NET_NOT_HTTP", true, "the answer of the server is not HTTP";
    Compressed = "E_NET_COMPRESSED", true, "the answer is compressed, which nobody asked for";
    TooLarge = "E_NET_TOO_LARGE", true, "the answer of the server is too large";
    Abandoned = "E_NET_ABANDONED", true, "the request was taken back";
}

impl From<Problem> for Refusal {
    /// What keeps a connection from being made.
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Malformed => Self::Malformed,
            Problem::NotAllowed
            | Problem::Port
            | Problem::NoCredentials
            | Problem::NotTheBrowser
            | Problem::Held => Self::Origin,
            Problem::Private => Self::Private,
            Problem::Own => Self::Own,
            Problem::TooMany => Self::TooMany,
            Problem::NotFound => Self::NotFound,
            Problem::Unreachable | Problem::Timeout | Problem::BrokenOff => Self::Unreachable,
        }
    }
}
