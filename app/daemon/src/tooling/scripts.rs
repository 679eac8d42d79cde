//! Pages that only their scripts write: opened in an isolated browser that was started for this one page.

use std::path::PathBuf;

use laika_browser::{Pages as _, Profile};
use laika_protocol::tools::typed::ObserveDom;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::scripts::{Rendered, Scripts};
use tokio::runtime::Handle;
use url::Url;

use super::is_over;
use crate::browsing::{Browsing, BrowsingError, Sites};

/// Milliseconds for scripts to come to rest.
const SETTLE_MS: u32 = 1_500;

/// Starts a browser for each page. `0` is this program, which is also the network process.
pub(super) struct OwnBrowser(pub(super) PathBuf);

impl Scripts for OwnBrowser {
    fn render(&self, url: &Url, bounds: &Bounds) -> Result<Rendered, ToolError> {
        Handle::current().block_on(async {
            let browsing = Browsing::start(&self.0, Profile::Ephemeral, false).await;
            let browsing = browsing.map_err(|error| unavailable(&error))?;
            let read = tokio::select! {
                biased;
                error = is_over(bounds) => Err(error),
                read = look(&browsing, url) => read,
            };
            browsing.end().await;
            read
        })
    }
}

async fn look(browsing: &Browsing, url: &Url) -> Result<Rendered, ToolError> {
    let failed = |error: BrowsingError| unavailable(&error);
    // Exactly the place that was decided about: where the page leads from there is another question.
    let session = browsing.open(&Sites::default().with_exactly(url)).await.map_err(failed)?;
    let tab = session.surface.context().open().await.map_err(|error| unavailable(&error))?;
    browsing.go(&session, &tab, url).await?;
    let seen = tab.observe(&ObserveDom { settle_ms: Some(SETTLE_MS), ..ObserveDom::default() }).await?;
    browsing.close(session).await.map_err(failed)?;
    Ok(Rendered { title: seen.title, text: seen.text })
}

fn unavailable(error: &dyn std::fmt::Display) -> ToolError {
    ToolError::new(ErrorCode::Unavailable, error.to_string())
}
