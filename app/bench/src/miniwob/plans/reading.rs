//! Pages that have to be read before anything is done.

use anyhow::{Context as _, Result, bail};

use super::writing::ordinal;
use crate::miniwob::episode::Episode;

/// "Enter the value that corresponds with each label into the form and submit when done."
pub(super) async fn table(episode: &mut Episode<'_>) -> Result<()> {
    let lines = episode.lines().await?;
    // The labels name nothing by themselves: they stand beside their fields, in the same order.
    let labels = lines.iter().filter_map(|line| line.strip_suffix(':')).map(str::to_owned);
    let fields = episode.all("textbox").await?;
    for (field, label) in fields.into_iter().zip(labels) {
        let value = lines
            .iter()
            .find_map(|line| cells(line).filter(|(name, _)| *name == label).map(|(_, value)| value));
        let value = value.with_context(|| format!("the table has no row `{label}`"))?;
        episode.write(&field.handle_id, &value).await?;
    }
    episode.submit().await
}

/// A row of two cells, as the text shows it.
fn cells(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(" | ")?;
    Some((name.trim().to_owned(), value.trim().to_owned()))
}

/// "Solve for x and type your answer into the textbox." The page says `3 - x = 40` or the like.
pub(super) async fn algebra(episode: &mut Episode<'_>) -> Result<()> {
    let lines = episode.lines().await?;
    let answer = lines.iter().find_map(|line| solve(line)).context("the page shows no equation")?;
    let field = episode.only("textbox").await?;
    episode.write(&field.handle_id, &answer.to_string()).await?;
    episode.submit().await
}

fn solve(line: &str) -> Option<i64> {
    let (left, right) = line.split_once('=')?;
    let total: i64 = right.trim().parse().ok()?;
    let parts: Vec<&str> = left.split_whitespace().collect();
    match parts[..] {
        ["x", "+", number] | [number, "+", "x"] => Some(total - number.parse::<i64>().ok()?),
        ["x", "-", number] => Some(total + number.parse::<i64>().ok()?),
        [number, "-", "x"] => Some(number.parse::<i64>().ok()? - total),
        _ => None,
    }
}

/// "Find the 3rd word in the paragraph, type that into the textbox and press "Submit"."
pub(super) async fn word(episode: &mut Episode<'_>) -> Result<()> {
    let at = ordinal(&episode.between("Find the ", " word")?)?;
    let goal = episode.goal.clone();
    let lines = episode.lines().await?;
    let paragraph = lines
        .iter()
        .find(|line| !goal.contains(line.as_str()) && line.split_whitespace().count() > 3)
        .context("there is no paragraph")?;
    let word = paragraph.split_whitespace().nth(at).context("the paragraph is too short")?;
    let word: String = word.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let field = episode.only("textbox").await?;
    episode.write(&field.handle_id, &word).await?;
    episode.submit().await
}

/// "Use the textbox to enter "x" and press "Search", then find and click the 5th search result."
pub(super) async fn search_engine(episode: &mut Episode<'_>) -> Result<()> {
    let words = episode.quoted().into_iter().next().context("the task names no words")?;
    let wanted = ordinal(&episode.between("click the ", " search result")?)?;
    let field = episode.only("textbox").await?;
    episode.write(&field.handle_id, &words).await?;
    episode.click_on("button", "Search").await?;
    let results = results(episode).await?;
    let (per_page, mut page) = (results.len().max(1), results);
    let number = wanted / per_page + 1;
    if number > 1 {
        episode.click_on("link", &number.to_string()).await?;
        page = self::results(episode).await?;
    }
    let result = page.get(wanted % per_page).context("there are too few results")?.clone();
    episode.click(&result).await
}

/// The links of the results, without those that lead to other pages of them.
async fn results(episode: &mut Episode<'_>) -> Result<Vec<laika_protocol::ids::HandleId>> {
    let links = episode.all("link").await?;
    let is_page =
        |name: &str| name.parse::<u32>().is_ok() || name.chars().all(|letter| !letter.is_alphanumeric());
    let found: Vec<_> = links
        .into_iter()
        .filter(|link| !is_page(link.accessible_name.trim()))
        .map(|link| link.handle_id)
        .collect();
    if found.is_empty() { bail!("there are no results") } else { Ok(found) }
}

/// "Buy the ticket with the shortest duration." Each offer is a duration and a button with a price.
pub(super) async fn ticket(episode: &mut Episode<'_>) -> Result<()> {
    let lines = episode.lines().await?;
    let durations: Vec<i64> = lines.iter().filter_map(|line| minutes(line)).collect();
    let buttons: Vec<_> = episode
        .all("button")
        .await?
        .into_iter()
        .filter(|button| button.accessible_name.contains('$'))
        .collect();
    let prices: Vec<i64> = buttons
        .iter()
        .filter_map(|button| button.accessible_name.rsplit('$').next()?.trim().parse().ok())
        .collect();
    let goal = episode.goal.clone();
    let (values, most) = if goal.contains("duration") {
        (durations, goal.contains("longest"))
    } else {
        (prices, goal.contains("most expensive"))
    };
    if values.len() != buttons.len() {
        bail!("{} offers have {} values", buttons.len(), values.len());
    }
    let chosen = buttons.iter().zip(values).max_by_key(|(_, value)| if most { *value } else { -value });
    let handle = chosen.context("there is no offer")?.0.handle_id.clone();
    episode.click(&handle).await
}

/// `12h 5m` as minutes, wherever it stands in a line.
fn minutes(line: &str) -> Option<i64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let hours: i64 = pair[0].strip_suffix('h')?.parse().ok()?;
        let minutes: i64 = pair[1].strip_suffix('m')?.parse().ok()?;
        Some(hours * 60 + minutes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        assert_eq!(solve("x + 3 = 10"), Some(7));
        assert_eq!(solve("3 - x = 10"), Some(-7));
        assert_eq!(solve("x - 3 = 10"), Some(13));
        assert_eq!(solve("x ="), None);
    }

    #[test]
    fn durations_are_read() {
        assert_eq!(minutes("Duration: 12h 5m"), Some(725));
        assert_eq!(minutes("Book for $5"), None);
    }
}
