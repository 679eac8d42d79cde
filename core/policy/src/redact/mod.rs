//! What may be stored, and the only code that can say so (I13).
//!
//! A [`Redacted`] is made here and nowhere else, and the store takes nothing else. So what was typed, what signs a
//! person in and what their accounts are called cannot reach the disk by an oversight: there is no way to spell it.

mod call;
mod impersonal;
mod packet;
mod record;
mod seal;
mod text;
mod value;

pub use call::{Audit, recorded_arguments, recorded_field};
pub use impersonal::{impersonal, typed_texts};
pub use packet::{Keep, KeepError, packet};
pub use record::{Stored, record};
pub use seal::{SealKey, SealedDone};
pub use text::{scrub, shown_url};

/// Something from which everything was taken that must not be stored.
///
/// It cannot be made outside this module:
/// ```compile_fail
/// fn forge(text: String) -> laika_policy::redact::Redacted<String> { laika_policy::redact::Redacted(text) }
/// ```
/// ```compile_fail
/// fn forge(text: String) -> laika_policy::redact::Redacted<String> { text.into() }
/// ```
/// ```compile_fail
/// fn read(text: &str) -> laika_policy::redact::Redacted<String> { serde_json::from_str(text).unwrap() }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted<T>(T);

impl<T> Redacted<T> {
    /// What is left.
    #[must_use]
    pub const fn get(&self) -> &T {
        &self.0
    }

    /// What is left, by value.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}
