//! Things that are clicked.

use anyhow::{Context as _, Result};

use laika_protocol::observation::ElementState;

use crate::miniwob::episode::Episode;

/// "Click button ONE, then click button TWO."
pub(super) async fn sequence(episode: &mut Episode<'_>) -> Result<()> {
    let goal = episode.goal.clone();
    for step in goal.trim_end_matches('.').split(", then ") {
        let name = step.split_whitespace().last().context("the task names no button")?;
        episode.click_on("button", name).await?;
    }
    Ok(())
}

/// "Switch between the tabs to find and click on the link "x"."
pub(super) async fn tab(episode: &mut Episode<'_>) -> Result<()> {
    let word = episode.quoted().into_iter().next().context("the task names no link")?;
    let handle = episode.found(&word).await?;
    episode.click(&handle).await
}

/// "Expand the section below and click submit."
pub(super) async fn collapsible(episode: &mut Episode<'_>) -> Result<()> {
    let seen = episode.look().await?;
    let closed = seen
        .elements
        .into_iter()
        .find(|it| it.states.contains(&ElementState::Collapsed))
        .context("there is no closed section")?;
    episode.click(&closed.handle_id).await?;
    let submit = episode.found("Submit").await?;
    episode.click(&submit).await
}

/// "Mark the numbers below as odd or even and press submit when done." Each row is a number between two buttons.
pub(super) async fn odd_or_even(episode: &mut Episode<'_>) -> Result<()> {
    let numbers: Vec<i64> = episode.lines().await?.iter().filter_map(|line| line.parse().ok()).collect();
    for (row, number) in numbers.iter().enumerate() {
        let name = if number % 2 == 0 { "Even" } else { "Odd" };
        let buttons = episode.all("button").await?;
        let button = buttons
            .into_iter()
            .filter(|button| button.accessible_name == name)
            .nth(row)
            .context("a number has no buttons")?;
        episode.click(&button.handle_id).await?;
    }
    episode.submit().await
}
