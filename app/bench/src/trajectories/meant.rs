//! Wishes that do not name what they mean: things of pages, each with ways in which people ask for it.

use super::example::Split;
use super::sites::{marked, offering};

const LINES: &str = include_str!("../../data/trajectories/meant.txt");

/// Something on a page.
pub(super) struct Meant {
    pub(super) role: &'static str,
    pub(super) name: &'static str,
    /// What a list offers.
    pub(super) options: Vec<&'static str>,
    pub(super) wishes: Vec<Wish>,
    pub(super) split: Split,
}

/// One way to ask for it.
pub(super) struct Wish {
    pub(super) says: String,
    /// What is typed or chosen.
    pub(super) value: Option<&'static str>,
}

/// All of them; lines that begin with `#` name the language of those that follow.
pub(super) fn meant() -> Vec<Meant> {
    LINES.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
}

fn read(line: &'static str) -> Option<Meant> {
    let mut parts = line.splitn(3, " | ");
    let (role, what, wishes) = (parts.next()?, parts.next()?, parts.next()?);
    let (name, options) = offering(what);
    let wishes: Option<Vec<Wish>> = wishes.split("; ").map(|wish| read_wish(role, &options, wish)).collect();
    Some(Meant { role, name, options, wishes: wishes?, split: Split::of(&format!("meant:{name}")) })
}

fn read_wish(role: &str, options: &[&str], wish: &'static str) -> Option<Wish> {
    match role {
        "textbox" => {
            let (says, value) = marked(wish)?;
            Some(Wish { says, value: Some(value) })
        }
        "combobox" => {
            let (says, option) = wish.split_once(" -> ")?;
            options.contains(&option).then(|| Wish { says: says.to_owned(), value: Some(option) })
        }
        _ => Some(Wish { says: wish.to_owned(), value: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_whole() {
        let all = meant();
        assert_eq!(all.len(), LINES.lines().filter(|line| !line.starts_with('#')).count());
        for Meant { role, name, wishes, .. } in &all {
            assert!(["button", "link", "textbox", "combobox"].contains(role), "{name}");
            assert!(wishes.len() >= 3, "{name}");
            assert!(wishes.iter().all(|wish| !wish.says.contains(['{', '}', '|'])), "{name}");
        }
        let kept = all.iter().filter(|one| one.split == Split::HeldOut).count();
        assert!(kept * 10 > all.len() && kept * 4 < all.len(), "{kept} of {}", all.len());
    }
}
