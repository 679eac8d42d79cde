//! Parameters of addresses that say where somebody came from, and nothing about the page.

use alloc::string::String;
use alloc::vec::Vec;

/// Whole names, in order.
const NAMES: &[&str] = &[
    "__twitter_impression",
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "cmpid",
    "dclid",
    "fbclid",
    "gbraid",
    "gclid",
    "gclsrc",
    "guccounter",
    "igsh",
    "igshid",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "oly_anon_id",
    "oly_enc_id",
    "rb_clickid",
    "ref_src",
    "srsltid",
    "ttclid",
    "twclid",
    "vero_id",
    "wbraid",
    "wt_mc",
    "yclid",
];
/// How names begin.
const BEGIN: &[&str] = &["utm_", "hsa_", "pk_campaign", "pk_kwd", "piwik_", "matomo_", "mtm_"];

/// The parameters that belong to the page, in their order: some pages read them in order. Nothing where none is left.
pub(super) fn without_tracking(query: &str) -> Option<String> {
    let kept: Vec<&str> = query.split('&').filter(|one| !one.is_empty() && !is_tracking(one)).collect();
    (!kept.is_empty()).then(|| kept.join("&"))
}

fn is_tracking(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    // The same page, drawn for a phone.
    let is_amp = matches!(parameter, "amp" | "amp=1" | "amp=true" | "outputType=amp");
    is_amp || NAMES.binary_search(&name.as_str()).is_ok() || BEGIN.iter().any(|begin| name.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order() {
        assert!(NAMES.is_sorted());
    }
}
