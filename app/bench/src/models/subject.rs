//! A model that was started, whatever it answers from, and what it answers written down where that is asked for.

use std::time::Duration;

use anyhow::{Context as _, Result};
use laika_daemon::thinking::{AnyModel, Egress};
use laika_model::catalogue::Library;
use laika_model::recorded::{Recorded, Recorder};
use laika_model::{Cancel, Capabilities, Embedded, EmbeddedOptions, Files, ModelError, Runner};
use laika_protocol::model::{Ask, Weighing, Weights as Weighed, Written};

use super::{Candidate, From, Subject};
use crate::Options;

/// Whatever answers.
pub(crate) enum Source {
    Embedded(Embedded),
    Server(Box<AnyModel>),
    Recorded(Recorded),
}

/// A model under measurement.
pub(crate) enum Started {
    Plain(Source),
    /// Every answer is written down, so that it can be given again without the model.
    Recording(Recorder<Source>),
}

/// Starts one. What it answers is recorded where a folder is named.
pub(crate) async fn begin(options: &Options, subject: &Subject) -> Result<Started> {
    let source = match &subject.from {
        From::Weights(weights) => Source::Embedded(embedded(options, &subject.name, weights).await?),
        From::Server(chosen) => {
            let egress = Egress { rules: Library::usual()?.cloud_rules()?, ..Egress::default() };
            let model = AnyModel::start(&options.laika, chosen, egress).await;
            Source::Server(Box::new(model.with_context(|| cannot(&subject.name))?))
        }
        From::Recording(path) => Source::Recorded(
            Recorded::open(path).with_context(|| format!("{} is no recording", path.display()))?,
        ),
    };
    let Some(folder) = &options.record else { return Ok(Started::Plain(source)) };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(format!("{}-{}.jsonl", options.name, subject.name));
    let recorder = Recorder::new(source, &path)
        .with_context(|| format!("{} cannot be recorded into", path.display()))?;
    Ok(Started::Recording(recorder))
}

/// Starts weights as they are, with as many threads as the product would use.
pub(crate) async fn start(options: &Options, candidate: &Candidate) -> Result<Embedded> {
    embedded(options, &candidate.name, &candidate.files).await
}

async fn embedded(options: &Options, name: &str, files: &Files) -> Result<Embedded> {
    let how = EmbeddedOptions { idle: Duration::from_secs(3_600), ..EmbeddedOptions::default() };
    Embedded::start(&options.laika, files, how).await.with_context(|| cannot(name))
}

fn cannot(name: &str) -> String {
    format!("the model `{name}` cannot be started")
}

impl Started {
    fn source(&self) -> Option<&Source> {
        match self {
            Self::Plain(source) => Some(source),
            Self::Recording(_) => None,
        }
    }

    /// The weights themselves, where they are here and nothing stands between.
    pub(crate) fn as_embedded(&self) -> Option<&Embedded> {
        match self.source()? {
            Source::Embedded(embedded) => Some(embedded),
            Source::Server(_) | Source::Recorded(_) => None,
        }
    }
}

impl Runner for Source {
    fn capabilities(&self) -> Capabilities {
        match self {
            Self::Embedded(model) => model.capabilities(),
            Self::Server(model) => model.capabilities(),
            Self::Recorded(model) => model.capabilities(),
        }
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        match self {
            Self::Embedded(model) => model.write(ask, cancel).await,
            Self::Server(model) => model.write(ask, cancel).await,
            Self::Recorded(model) => model.write(ask, cancel).await,
        }
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weighed, ModelError> {
        match self {
            Self::Embedded(model) => model.weigh(weighing, cancel).await,
            Self::Server(model) => model.weigh(weighing, cancel).await,
            Self::Recorded(model) => model.weigh(weighing, cancel).await,
        }
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        match self {
            Self::Embedded(model) => model.count(texts).await,
            Self::Server(model) => model.count(texts).await,
            Self::Recorded(model) => model.count(texts).await,
        }
    }
}

impl Runner for Started {
    fn capabilities(&self) -> Capabilities {
        match self {
            Self::Plain(source) => source.capabilities(),
            Self::Recording(recorder) => recorder.capabilities(),
        }
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        match self {
            Self::Plain(source) => source.write(ask, cancel).await,
            Self::Recording(recorder) => recorder.write(ask, cancel).await,
        }
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weighed, ModelError> {
        match self {
            Self::Plain(source) => source.weigh(weighing, cancel).await,
            Self::Recording(recorder) => recorder.weigh(weighing, cancel).await,
        }
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        match self {
            Self::Plain(source) => source.count(texts).await,
            Self::Recording(recorder) => recorder.count(texts).await,
        }
    }
}
