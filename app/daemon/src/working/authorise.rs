//! What a person lets a run do in their own browser, as it is shown before they agree (SURF-016 to SURF-021).

use laika_protocol::canonical;
use laika_protocol::ids::{Origin, Sha256};
use laika_protocol::wire::SiteMode;
use serde::{Deserialize, Serialize};

use super::order::{Order, Where};

/// What is shown before a person authorises a run. All of it is in words of ours, and an agreement is bound to all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorisation {
    /// What it works in.
    pub target: Target,
    /// The sites it may act on.
    pub origins: Vec<Origin>,
    /// How much it may do by itself.
    pub mode: SiteMode,
    /// What it may do at all.
    pub categories: Vec<String>,
    /// What it asks for every single time.
    pub always_asks: Vec<String>,
    /// What only the person's own click does.
    pub gestures: Vec<String>,
    /// What is kept, and how it is forgotten.
    pub kept: Vec<String>,
    /// What a model is told, and where that runs.
    pub model: String,
    /// How it is stopped, and taken back.
    pub stop: Vec<String>,
}

/// The tab that is worked in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The tab; none where one is opened for it.
    pub tab_id: Option<u32>,
    /// The site in it.
    pub origin: Option<Origin>,
}

impl Authorisation {
    /// What an agreement is bound to: all that is shown.
    #[must_use]
    pub fn digest(&self) -> Option<Sha256> {
        canonical::digest(self).ok()
    }

    /// What there is to authorise; none for a browser of Laika's own.
    #[must_use]
    pub fn of(order: &Order) -> Option<Self> {
        let Where::Mine { tab_id, .. } = order.surface else { return None };
        let named = order.urls.iter().filter_map(|url| Origin::of_url(url));
        let mut origins: Vec<Origin> = named.chain(order.allow.iter().cloned()).collect();
        origins.sort();
        origins.dedup();
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let may: &[&str] = match order.mode {
            SiteMode::Observe => &["read the page"],
            SiteMode::Assist | SiteMode::Autopilot => {
                &["read the page", "click", "type", "choose from lists", "go to pages of these sites"]
            }
        };
        let kept: &[&str] = if order.private {
            &["nothing: this is a private window, so no log, no files and no model elsewhere"]
        } else {
            &[
                "every step is in the log on this machine, without what was typed",
                "forget a run with `laika runs forget RUN`, a site with `laika runs forget --site SITE`",
            ]
        };
        let origin = order.urls.first().and_then(|url| Origin::of_url(url));
        Some(Self {
            target: Target { tab_id, origin },
            origins,
            mode: order.mode,
            categories: lines(may),
            always_asks: lines(&[
                "sending, posting, replying, sharing or publishing anything",
                "buying, paying, deleting, or changing an account",
                "typing something that came from another site",
            ]),
            gestures: lines(&["pasting, copying, downloading and choosing files: a button for your own click"]),
            kept: lines(kept),
            model: "The model runs on this machine. Cookies, passwords and what you are logged in with are told to no \
                model, here or elsewhere."
                .to_owned(),
            stop: lines(&[
                "Stop or Panic in this panel, or close the tab that Laika opened",
                "click or type in the tab: Laika waits until you let it go on",
                "Disconnect this site takes the permission back",
            ]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::working::{Asks, Part};

    fn order(mode: SiteMode, surface: Where) -> Order {
        Order {
            part: Part::Page,
            goal: "buy it".into(),
            urls: vec!["https://shop.example/a".into()],
            allow: Vec::new(),
            mode,
            private: false,
            strict: false,
            headed: false,
            surface,
            exposed: Vec::new(),
            asks: Asks::Person,
        }
    }

    #[test]
    fn surf_015_what_is_authorised_is_bound_to_all_that_is_shown() {
        let mine = Where::Mine { tab_id: Some(7), profile: None };
        let shown = Authorisation::of(&order(SiteMode::Assist, mine.clone())).unwrap();
        assert_eq!(shown.origins, [Origin::parse("https://shop.example").unwrap()]);
        let auto = Authorisation::of(&order(SiteMode::Autopilot, mine)).unwrap();
        let other =
            Authorisation::of(&order(SiteMode::Assist, Where::Mine { tab_id: Some(8), profile: None }));
        assert_ne!(shown.digest(), auto.digest());
        assert_ne!(shown.digest(), other.unwrap().digest());
        assert_eq!(Authorisation::of(&order(SiteMode::Assist, Where::Workspace)), None);
    }
}
