//! A grant as a person reads it before they agree: whole, one thing a line.

use laika_policy::StandingGrant;
use laika_protocol::text::one_line;

use crate::commands::runs::when;
use crate::printer::Printer;

/// Shows all of a grant.
pub(super) fn grant(grant: &StandingGrant, printer: &mut Printer) {
    let mut line = |what: &str, text: &str| printer.data(format_args!("{what:<9} {}\n", one_line(text)));
    line("grant", &grant.id);
    line("for", &grant.title);
    grant.origins.iter().for_each(|origin| line("site", origin.as_str()));
    grant.pages.iter().for_each(|page| line("page", page));
    for (verb, uses) in &grant.verbs {
        let times = if *uses == 1 { "once".to_owned() } else { format!("{uses} times") };
        line("may", &format!("{} {times}", verb.as_str()));
    }
    for (field, values) in &grant.fields {
        values.iter().for_each(|value| line("field", &format!("{field} = \"{value}\"")));
    }
    grant.buttons.iter().for_each(|button| line("button", &format!("\"{button}\"")));
    for form in &grant.forms {
        let method = form.method.to_uppercase();
        line("form", &format!("{method} {} with exactly {}", form.action, form.sent_fields.join(", ")));
    }
    line("uses", &format!("{} in all", grant.uses));
    line("until", &format!("{} UTC", when(grant.expires_at_ms)));
    if grant.beside_orders {
        line("careful", "it holds even where a page tries to give Laika orders");
    }
}
