//! Which weights a number was found with: the name of a model that we train can stand for others tomorrow.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use laika_model::catalogue::Catalogue;

use crate::metric::Metric;
use crate::record::Record;

/// Digits of a SHA-256 that tell weights apart for people.
const DIGITS: usize = 12;

/// How the weights of a model that comes with an adapter begin today. The catalogue is part of the program, so it can be read.
static TODAY: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let catalogue = Catalogue::built_in().ok();
    let models = catalogue.iter().flat_map(|catalogue| catalogue.models());
    models
        .filter_map(|model| {
            let digits = model.adapter.as_ref()?.sha256.as_str().get(..DIGITS)?;
            Some((model.name.clone(), digits.to_owned()))
        })
        .collect()
});

/// The weights of today of every model that something was found of.
pub(crate) fn of(metrics: &[Metric]) -> impl Iterator<Item = (String, String)> {
    let is_measured = |name: &str| metrics.iter().any(|metric| metric.of == name);
    TODAY
        .iter()
        .filter(move |(name, _)| is_measured(name))
        .map(|(name, digits)| (name.clone(), digits.clone()))
}

/// The models whose weights were others when this was found.
pub(crate) fn earlier(record: &Record) -> Vec<String> {
    let changed = |(name, digits): &(String, String)| record.versions.get(name) != Some(digits);
    of(&record.metrics).filter(changed).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;
    use crate::stats::Share;

    #[test]
    fn what_was_found_with_earlier_weights_is_told() {
        let metric = |of: &str| Metric::share("right", Share::new(9, 10)).of(of);
        let mut routing = record("routing", vec![metric("laika-0.5b"), metric("smollm2-135m")]);
        assert_eq!(earlier(&routing), ["laika-0.5b"]);
        routing.versions.extend(of(&routing.metrics.clone()));
        assert!(earlier(&routing).is_empty(), "{:?}", routing.versions);
        routing.versions.insert("laika-0.5b".into(), "000000000000".into());
        assert_eq!(earlier(&routing), ["laika-0.5b"]);
    }
}
