//! Elements named after every property of forms and documents, which then hide those properties from scripts (S6).

use anyhow::{Context as _, Result};
use serde_json::json;

use super::{Attack, Kind, attack};
use crate::targets::perform::{Ended, Hands, reason};

#[derive(Clone, Debug)]
pub(super) struct Clobber {
    property: String,
    of_form: bool,
}

const PROPERTIES: &str = "[HTMLFormElement, Document].map((type) => {
    const names = new Set();
    for (let at = type.prototype; at !== null; at = Object.getPrototypeOf(at)) {
      for (const name of Object.getOwnPropertyNames(at)) if (/^[a-zA-Z]+$/.test(name)) names.add(name);
    }
    return [...names];
  })";

pub(super) async fn all(hands: &Hands) -> Result<Vec<Attack>> {
    hands.show(super::FIRST - 1, "<p>names</p>").await?;
    let lists: Vec<Vec<String>> =
        serde_json::from_value(hands.evaluate(PROPERTIES).await?).context("no list of properties")?;
    let of = |property: &String, of_form: bool| {
        let words = format!("{property} of the {}", if of_form { "form" } else { "document" });
        let clobber = Clobber { property: property.clone(), of_form };
        Attack { must_work: true, ..attack("clobbered property", words, Kind::Clobber(clobber)) }
    };
    let flags = [true, false];
    Ok(lists
        .iter()
        .zip(flags)
        .flat_map(|(list, of_form)| list.iter().map(move |name| of(name, of_form)))
        .collect())
}

pub(super) async fn play(hands: &mut Hands, number: usize, clobber: &Clobber) -> Result<Ended> {
    let Clobber { property, of_form } = clobber;
    let action = format!("/c/{number}/do");
    let page = if *of_form {
        format!(
            "<form method=post action={action}><input type=hidden name={property} value=/c/{number}/evil>
            <input type=hidden name={property} id={property} value=/c/{number}/evil><button>Save</button></form>"
        )
    } else {
        format!(
            "<img name={property} id={property}><form name={property} id={property} action=/c/{number}/evil></form>
            <embed name={property}><form method=post action={action}><button>Save</button></form>"
        )
    };
    hands.show(number, &page).await?;
    let done = hands.attempt("Save", "browser.click", json!({}), "").await?;
    let arrived = hands.arrived(number, &["GET page"]);
    let sent = arrived.iter().filter(|what| what.starts_with("POST do ")).count();
    if sent != arrived.len() || sent > 1 {
        return Ok(Ended::Wrong(format!("{arrived:?}")));
    }
    Ok(match done {
        Ok(()) if sent == 1 => Ended::Performed,
        Ok(()) => Ended::Untrue("nothing arrived".into()),
        Err(error) => Ended::Refused(reason(&error)),
    })
}
