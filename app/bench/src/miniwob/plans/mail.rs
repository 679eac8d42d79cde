//! An inbox.

use anyhow::{Context as _, Result};

use crate::miniwob::episode::Episode;

/// "Find the email by Ann and reply to them with the text "x"."
pub(super) async fn reply(episode: &mut Episode<'_>) -> Result<()> {
    let sender = episode.between("email by ", " and reply")?;
    let text = episode.quoted().into_iter().next().context("the task names no text")?;
    let mail = episode.found(&sender).await?;
    episode.click(&mail).await?;
    let reply = episode.found("Reply").await?;
    episode.click(&reply).await?;
    let field = episode.only("textbox").await?;
    episode.write(&field.handle_id, &text).await?;
    // Two signs without words stand above a letter; they are called by what they are.
    let send = episode.found("send").await?;
    episode.click(&send).await
}
