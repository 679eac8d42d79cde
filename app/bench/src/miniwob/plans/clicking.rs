//! Things that are clicked.

use std::cmp::Ordering;

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
    let closed = seen.elements.into_iter().find(|it| it.states.contains(&ElementState::Collapsed)).context("there is no closed section")?;
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
        let button = buttons.into_iter().filter(|button| button.accessible_name == name).nth(row).context("a number has no buttons")?;
        episode.click(&button.handle_id).await?;
    }
    episode.submit().await
}

const MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];
/// More months than any calendar here has to be moved by.
const MOST_MOVES: usize = 24;

/// "Select 11/02/2016 as the date and hit submit." A calendar opens from the field and is moved month by month.
pub(super) async fn calendar(episode: &mut Episode<'_>) -> Result<()> {
    let date = episode.between("Select ", " as the date")?;
    let numbers: Vec<usize> = date.split('/').filter_map(|part| part.parse().ok()).collect();
    let [month, day, year] = numbers[..] else { anyhow::bail!("`{date}` is no date") };
    let wanted = year * 12 + month - 1;
    let field = episode.only("textbox").await?;
    episode.click(&field.handle_id).await?;
    for _ in 0..MOST_MOVES {
        let lines = episode.lines().await?;
        let Some(shown) = lines.iter().find_map(|line| month_of(line)) else { continue };
        match shown.cmp(&wanted) {
            Ordering::Greater => episode.click_found("Prev").await?,
            Ordering::Less => episode.click_found("Next").await?,
            Ordering::Equal => {
                episode.click_on("link", &day.to_string()).await?;
                return episode.submit().await;
            }
        }
    }
    anyhow::bail!("the calendar does not get to {date}")
}

/// The month of a line such as `December 2016`, counted from the year 0.
fn month_of(line: &str) -> Option<usize> {
    let (at, name) = MONTHS.iter().enumerate().find(|(_, month)| line.contains(*month))?;
    let after = line.split(name).nth(1)?.split_whitespace().next()?;
    Some(after.parse::<usize>().ok()? * 12 + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_and_counted() {
        assert_eq!(month_of("Prev Next December 2016"), Some(2016 * 12 + 11));
        assert_eq!(month_of("January 2017"), Some(2017 * 12));
        assert_eq!(month_of("Submit"), None);
    }
}
