//! Pages of every kind, no two the same, and real ones where there are some.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::web::{Asked, Reply};

/// One of so many pages is a real one, where there are real ones.
const REAL_EVERY: usize = 5;
const KINDS: usize = 8;
const WORDS: [&str; 24] = [
    "river", "market", "window", "garden", "silver", "morning", "letter", "bridge", "mountain", "kitchen",
    "summer", "engine", "pocket", "island", "teacher", "blanket", "harvest", "signal", "copper", "village",
    "thunder", "ribbon", "compass", "orchard",
];

/// Real pages, by their names.
pub(super) struct Library(Vec<(String, Vec<u8>)>);

impl Library {
    /// The pages of a folder; none is no error.
    pub(super) fn of(folder: Option<&Path>) -> Result<Self> {
        let mut pages = Vec::new();
        if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
            for entry in
                fs::read_dir(folder).with_context(|| format!("`{}` cannot be read", folder.display()))?
            {
                let path = entry?.path();
                if path.extension().is_some_and(|ending| ending == "html") {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    pages.push((name, fs::read(&path)?));
                }
            }
        }
        pages.sort();
        Ok(Self(pages))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The path of a page of a run.
    pub(super) fn path(&self, number: usize) -> String {
        match number.checked_rem(REAL_EVERY) {
            Some(4) if !self.0.is_empty() => format!("/real/{}", (number / REAL_EVERY) % self.0.len()),
            _ => format!("/page/{number}"),
        }
    }

    /// What the site answers.
    pub(super) fn answer(&self, asked: &Asked) -> Reply {
        let mut parts = asked.path.split('?').next().unwrap_or_default().split('/').skip(1);
        let (kind, number) =
            (parts.next().unwrap_or_default(), parts.next().and_then(|number| number.parse::<usize>().ok()));
        match (kind, number) {
            ("page", Some(number)) => Reply::html(page(number)),
            ("part", Some(number)) => {
                Reply::html(format!("<!doctype html><title>Part</title>{}", paragraphs(number, 3)))
            }
            ("real", Some(number)) => match self.0.get(number) {
                Some((_, html)) => Reply::of("text/html; charset=utf-8", html.clone()),
                None => Reply::status(404),
            },
            ("slow", _) => {
                // Longer than anybody waits here: whoever asks is killed before.
                std::thread::sleep(std::time::Duration::from_secs(15));
                Reply::html("<title>Late</title><p>late")
            }
            _ => Reply::status(404),
        }
    }
}

/// A page of the kind that its number says. Each has a button that counts and a field for a note.
fn page(number: usize) -> String {
    let content = match number % KINDS {
        0 => paragraphs(number, 30),
        1 => (0..60).map(|n| format!("<li><a href=\"/page/{}\">{}</a></li>", number + n, phrase(number + n, 5))).collect::<String>(),
        2 => (0..80).map(|n| format!("<article><h3><a href=\"/page/{n}\">{}</a></h3><p>{}</p><b>{} EUR</b><button type=button>Add</button></article>", phrase(number + n, 3), phrase(number * 3 + n, 12), n * 7 + 5)).collect(),
        3 => format!("<form action=/sent method=post>{}<button>Send</button></form>", (0..25).map(|n| format!("<p><label>{} <input name=f{n}></label></p>", phrase(number + n, 2))).collect::<String>()),
        4 => format!("<table><tr><th>Name<th>Place<th>Count</tr>{}</table>", (0..600).map(|n| format!("<tr><td>{}<td>{}<td>{n}</tr>", phrase(number + n, 1), phrase(n, 1))).collect::<String>()),
        5 => (0..40).map(|n| format!("<div class=comment style=\"margin-left:{}px\"><a href=/u>{}</a> <span>{n} hours ago</span><p>{}</p></div>", n % 5 * 20, phrase(number + n, 1), phrase(number * 5 + n, 25))).collect(),
        6 => format!("{}<iframe src=/part/{number}></iframe><div id=host></div><script>host.attachShadow({{mode:'open'}}).innerHTML='<p>{}</p><button>Inside</button>'</script>", paragraphs(number, 4), phrase(number, 8)),
        _ => format!("<ul id=live></ul><script>let n=0;window.held=new Array(400000).fill({number});setInterval(()=>{{const li=document.createElement('li');li.textContent='{} '+n++;live.prepend(li);while(live.children.length>30)live.lastChild.remove()}},40)</script>", phrase(number, 2)),
    };
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><body><h1>{title}</h1>\
         <button type=button onclick=\"this.nextElementSibling.textContent=++this.n||(this.n=1)\">Count up</button> <output>0</output>\
         <p><label>Note <textarea rows=4 cols=60></textarea></label></p>{content}</body></html>",
        title = phrase(number, 4)
    )
}

fn paragraphs(seed: usize, count: usize) -> String {
    (0..count).map(|n| format!("<p>{}.</p>", phrase(seed * 31 + n * 7, 40))).collect()
}

/// Words in an order that depends on the number alone.
fn phrase(seed: usize, count: usize) -> String {
    let mut state = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut words = Vec::with_capacity(count);
    for _ in 0..count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        words.push(WORDS[usize::try_from(state % WORDS.len() as u64).unwrap_or(0)]);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_differ_and_each_is_always_the_same() {
        assert_eq!(page(3), page(3));
        assert!((0..KINDS).all(|kind| page(kind) != page(kind + KINDS)));
    }

    #[test]
    fn without_real_pages_all_are_made() {
        let library = Library(Vec::new());
        assert!((0..50).all(|number| library.path(number).starts_with("/page/")));
    }
}
