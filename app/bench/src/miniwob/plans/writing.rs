//! Fields that are written into.

use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::miniwob::episode::Episode;

/// How often a list that opens by itself is looked for, and how long it has in between.
const TRIES: usize = 20;
const A_MOMENT: Duration = Duration::from_millis(100);

/// "Type "x" in all upper case letters in the text input and press Submit."
pub(super) async fn letters(episode: &mut Episode<'_>) -> Result<()> {
    let word = episode.quoted().into_iter().next().context("the task names no text")?;
    let text = if episode.goal.contains("upper case") { word.to_uppercase() } else { word.to_lowercase() };
    let field = episode.only("textbox").await?;
    episode.write(&field.handle_id, &text).await?;
    episode.submit().await
}

/// "Enter an item that starts with "a" and ends with "b"."
pub(super) async fn autocomplete(episode: &mut Episode<'_>) -> Result<()> {
    let parts = episode.quoted();
    let first = parts.first().cloned().context("the task names no beginning")?;
    let last = parts.get(1).cloned().unwrap_or_default();
    let field = episode
        .look()
        .await?
        .elements
        .into_iter()
        .find(|it| it.accessible_name.starts_with("Tags"))
        .context("there is no field")?;
    episode.write(&field.handle_id, &first).await?;
    for _ in 0..TRIES {
        // The entries stand below the field; their handles are found by their words.
        let lines = episode.lines().await?;
        let entry = lines
            .iter()
            .map(|line| line.trim_start_matches("- "))
            .find(|line| line.starts_with(&first) && line.ends_with(&last));
        if let Some(entry) = entry {
            let handle = episode.found(entry).await?;
            episode.click(&handle).await?;
            return episode.submit().await;
        }
        tokio::time::sleep(A_MOMENT).await;
    }
    anyhow::bail!("no entry of the list fits")
}

/// "Check the 2nd radio button and enter the number "7" into the 3rd textbox."
pub(super) async fn form_sequence(episode: &mut Episode<'_>) -> Result<()> {
    let radio = ordinal(&episode.between("Check the ", " radio button")?)?;
    let number = episode.quoted().into_iter().next().context("the task names no number")?;
    let field = ordinal(&episode.between("into the ", " textbox")?)?;
    let radios = episode.all("radio").await?;
    episode.click(&radios.get(radio).context("there are too few radio buttons")?.handle_id.clone()).await?;
    let fields = episode.all("textbox").await?;
    episode.write(&fields.get(field).context("there are too few fields")?.handle_id.clone(), &number).await?;
    episode.submit().await
}

/// The index that `1st`, `2nd`, `10th` stand for.
pub(super) fn ordinal(word: &str) -> Result<usize> {
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    let number: usize = digits.parse().with_context(|| format!("`{word}` is no place in an order"))?;
    number.checked_sub(1).context("nothing comes before the first")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_an_order() {
        assert_eq!(ordinal("1st").unwrap(), 0);
        assert_eq!(ordinal("12th").unwrap(), 11);
        assert!(ordinal("last").is_err() && ordinal("0th").is_err());
    }
}
