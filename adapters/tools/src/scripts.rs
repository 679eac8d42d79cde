//! Pages that only their scripts write: read in a browser of Laika's own (INK-013).

use laika_protocol::ToolError;
use url::Url;

use crate::Bounds;

/// What is to be read of a page once its scripts have run. All of it is untrusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// What the page calls itself.
    pub title: String,
    /// What a person would see of it.
    pub text: String,
}

/// A browser that opens one page and forgets it.
pub trait Scripts: Send + Sync {
    /// The text of a page. No document of another site is opened on the way.
    ///
    /// # Errors
    /// When there is no browser, or the page does not load.
    fn render(&self, url: &Url, bounds: &Bounds) -> Result<Rendered, ToolError>;
}
