//! Boxes and lists.

use anyhow::Result;

use crate::miniwob::episode::Episode;

/// "Select a, b and click Submit."
pub(super) async fn checkboxes(episode: &mut Episode<'_>) -> Result<()> {
    let names = episode.between("Select ", " and click Submit")?;
    for name in names.split(", ").filter(|name| *name != "nothing") {
        episode.click_on("checkbox", name).await?;
    }
    episode.submit().await
}

/// "Select x and click Submit."
pub(super) async fn option(episode: &mut Episode<'_>) -> Result<()> {
    let name = episode.between("Select ", " and click Submit")?;
    episode.click_on("radio", &name).await?;
    episode.submit().await
}

/// "Select x from the list and click Submit."
pub(super) async fn list(episode: &mut Episode<'_>) -> Result<()> {
    let name = episode.between("Select ", " from the list")?;
    let list = episode.only("combobox").await?;
    episode.select(&list.handle_id, &name).await?;
    episode.submit().await
}
