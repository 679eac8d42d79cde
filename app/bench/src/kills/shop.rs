//! A shop on loopback: one form for each run, and a count of every enquiry that arrives.

use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::random::Random;
use crate::web::{Asked, Reply, Site};

/// Where the enquiries of runs go.
pub(super) struct Shop(Site);

/// What the person wants there.
pub(super) const GOAL: &str =
    "Send the enquiry. My name is Mara Lindqvist, my email is mara.lindqvist@mail.example.";

/// The same by way of a page on which words do not say what is meant, so that a model is at work.
pub(super) const GOAL_OF_A_MODEL: &str = "Click the lamp for a ship. Send the enquiry. My name is Mara Lindqvist, my \
    email is mara.lindqvist@mail.example.";

/// What has to arrive.
const FIELDS: [(&str, &str); 2] = [("name", "Mara Lindqvist"), ("email", "mara.lindqvist@mail.example")];

impl Shop {
    pub(super) fn start() -> Result<Self> {
        Site::start(answer).map(Self)
    }

    pub(super) fn url(&self, number: usize) -> String {
        self.0.url(&format!("/run/{number}/"))
    }

    /// A page with two ways to the form.
    pub(super) fn offers(&self, number: usize) -> String {
        self.0.url(&format!("/run/{number}/offers"))
    }

    /// How often the enquiry of a run arrived.
    pub(super) fn arrived(&self, number: usize) -> usize {
        self.enquiries(number).len()
    }

    /// How often it arrived with all that the goal says.
    pub(super) fn whole(&self, number: usize) -> usize {
        let whole = |asked: &&Asked| {
            let sent: Vec<(String, String)> =
                url::form_urlencoded::parse(asked.body.as_bytes()).into_owned().collect();
            FIELDS.iter().all(|(name, value)| sent.iter().any(|(sent, to)| sent == name && to == value))
        };
        self.enquiries(number).iter().filter(whole).count()
    }

    fn enquiries(&self, number: usize) -> Vec<Asked> {
        let path = format!("/run/{number}/enquiry");
        self.0.asked().into_iter().filter(|asked| asked.method == "POST" && asked.path == path).collect()
    }
}

fn answer(asked: &Asked) -> Reply {
    let mut parts = asked.path.trim_start_matches("/run/").splitn(2, '/');
    let (number, rest) = (parts.next().and_then(|number| number.parse().ok()), parts.next());
    let rest = rest.and_then(|rest| rest.split('?').next());
    let (Some(number), Some(rest)) = (number, rest) else { return Reply::status(404) };
    match rest {
        "" => Reply::html(form(number)),
        "offers" => Reply::html(format!(
            "<!doctype html><html lang=en><title>Offers</title><main><h1>Offers of this week</h1>\
             <p>Two lanterns are cheaper this week.</p><ul><li><a href='/run/{number}/?a'>Fulmar storm lantern</a>\
             <li><a href='/run/{number}/?b'>Gannet deck lantern</a></ul></main></html>"
        )),
        "enquiry" if asked.method == "POST" => {
            // The enquiry has arrived; its answer takes a while, so that a kill can come in between.
            let wait = Random::of("shop", number).below(400);
            thread::sleep(Duration::from_millis(wait as u64));
            Reply::redirect(&format!("/run/{number}/thanks"))
        }
        "thanks" => Reply::html(format!(
            "<!doctype html><html lang=en><title>Thank you</title><main><h1>Thank you</h1>\
             <p>Enquiry number {number} was received. We answer tomorrow.</p></main></html>"
        )),
        _ => Reply::status(404),
    }
}

fn form(number: usize) -> String {
    format!(
        "<!doctype html><html lang=en><title>Seed box</title><main><h1>Seed box</h1>\
         <p>The box holds twelve kinds of seeds for a small garden.</p>\
         <form method=post action='/run/{number}/enquiry'><input type=hidden name=number value={number}>\
         <label>Name <input name=name></label> <label>Email <input name=email type=email></label>\
         <button>Send the enquiry</button></form></main></html>"
    )
}
