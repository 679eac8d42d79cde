//! `laika screenshot`: a picture of a page.

use anyhow::{Context as _, Result};
use laika_browser::Pages as _;
use laika_policy::SiteClass;
use laika_policy::classify::{SiteSignals, classify_site};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;

use super::visit::visit;
use crate::arguments::page::Screenshot;
use crate::output;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(screenshot: &Screenshot, printer: &mut Printer) -> Result<Outcome> {
    let picture = visit(&screenshot.page, printer, async |tab| {
        tab.settle(
            std::time::Duration::from_millis(150),
            std::time::Duration::from_millis(screenshot.page.settle.into()),
        )
        .await?;
        let place = tab.shown().await?;
        let signals = SiteSignals {
            url: &place.url,
            title: &place.title,
            has_password_field: false,
            has_payment_field: false,
            user_label: None,
            curated: None,
        };
        if classify_site(&signals).class == SiteClass::Sensitive {
            let message =
                "this looks like a site for money, health or identity; Laika takes no pictures there";
            return Err(ToolError::new(ErrorCode::PolicyDenied, message));
        }
        tab.capture().await
    })?;
    output::write(&screenshot.output, &picture.png)
        .with_context(|| format!("`{}` cannot be written", screenshot.output.display()))?;
    let (width, height) = (picture.width, picture.height);
    printer.say("laika", format_args!("{} is {width} by {height} pixels", screenshot.output.display()));
    if screenshot.json {
        printer.data(format_args!(
            "{:#}\n",
            json!({ "width": width, "height": height, "elements": picture.elements })
        ));
    }
    Ok(Outcome::Done)
}
