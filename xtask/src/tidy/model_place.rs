//! Rule `model-place`: models compute in the worker of `adapters/model`, on the processor, and never in a page or an
//! extension (MODEL-038).

use super::Finding;
use super::tree::{File, Tree};

/// The only crate that may have an engine.
const PLACE: &str = "adapters/model";

/// How the names of engines begin.
const ENGINES: [&str; 7] = ["burn", "candle", "llama-cpp", "mistralrs", "ort", "tch", "tract"];

/// Features of an engine without which it would no longer run everywhere.
const NEED_A_DEVICE: [&str; 8] = ["cuda", "hip", "metal", "musa", "opencl", "rocm", "sycl", "vulkan"];

/// What code in a browser computes with: engines, and ways to the processor and the graphics card.
const IN_A_BROWSER: [&str; 10] = [
    "LanguageModel",
    "WebAssembly",
    "createComputePipeline",
    "navigator.gpu",
    "navigator.ml",
    "onnxruntime",
    "tensorflow",
    "transformers.js",
    "web-llm",
    "wllama",
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let web = tree.files.iter().filter(|file| file.path.starts_with("web/"));
    crates(tree).into_iter().chain(features(tree)).chain(web.flat_map(in_a_browser)).collect()
}

fn crates(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (package, dir) in tree.metadata.ours().filter(|(_, dir)| *dir != PLACE) {
        let manifest = format!("{dir}/Cargo.toml");
        for dependency in package.dependencies.iter().filter(|one| is_engine(&one.name)) {
            let line = tree.line_of(&manifest, &dependency.name);
            let message = format!("only `{PLACE}` may use the engine `{}`", dependency.name);
            findings.push(Finding::new(&manifest, line, message));
        }
    }
    findings
}

fn is_engine(name: &str) -> bool {
    let rest = |engine: &&str| name.strip_prefix(*engine);
    ENGINES.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The line of a manifest that asks for an engine asks for nothing that needs a device.
fn features(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&["Cargo.toml"]) {
        for (line, number) in file.text.lines().zip(1..) {
            let Some((name, rest)) = line.split_once('=').filter(|(name, _)| is_engine(name.trim())) else {
                continue;
            };
            let asked = NEED_A_DEVICE.iter().filter(|feature| rest.contains(&format!("\"{feature}")));
            findings.extend(asked.map(|feature| {
                let message = format!("`{}` must not need a device: `{feature}`", name.trim());
                Finding::new(&file.path, number, message)
            }));
        }
    }
    findings
}

fn in_a_browser(file: &File) -> Vec<Finding> {
    let named = |line: &str| IN_A_BROWSER.iter().find(|word| line.contains(**word)).copied();
    let lines = file.text.lines().zip(1..).filter_map(|(line, number)| Some((named(line)?, number)));
    lines
        .map(|(word, number)| {
            Finding::new(&file.path, number, format!("no model runs in a browser: `{word}`"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::metadata::{Kind, Metadata};

    fn messages(tree: &Tree) -> Vec<String> {
        check(tree).into_iter().map(|one| format!("{}:{}: {}", one.path, one.line, one.message)).collect()
    }

    #[test]
    fn an_engine_in_its_place_passes() {
        let metadata = Metadata::default()
            .with("laika-model", "adapters/model", &[("llama-cpp-2", Kind::Normal)])
            .with("laika-cli", "app/cli", &[("laika-model", Kind::Normal), ("portable-pty", Kind::Dev)]);
        let files = [
            ("Cargo.toml", "llama-cpp-2 = { version = \"=0.1\", default-features = false }\n"),
            ("web/extension/panel.ts", "port.postMessage({ kind: \"plan\" });\n"),
        ];
        assert_eq!(messages(&Tree { metadata, ..Tree::of(&files) }), [""; 0]);
    }

    #[test]
    fn an_engine_elsewhere_fails() {
        for (engine, kind) in
            [("llama-cpp-2", Kind::Normal), ("candle-core", Kind::Dev), ("ort", Kind::Build)]
        {
            let metadata = Metadata::default().with("laika-daemon", "app/daemon", &[(engine, kind)]);
            let expected =
                format!("app/daemon/Cargo.toml:1: only `adapters/model` may use the engine `{engine}`");
            assert_eq!(messages(&Tree { metadata, ..Tree::default() }), [expected]);
        }
    }

    #[test]
    fn an_engine_that_needs_a_device_fails() {
        for feature in NEED_A_DEVICE {
            let line =
                format!("[dependencies]\nllama-cpp-2 = {{ version = \"1\", features = [\"{feature}\"] }}\n");
            let expected = format!("Cargo.toml:2: `llama-cpp-2` must not need a device: `{feature}`");
            assert_eq!(messages(&Tree::of(&[("Cargo.toml", &line)])), [expected]);
        }
    }

    #[test]
    fn a_model_in_a_browser_fails_in_whatever_file() {
        for word in IN_A_BROWSER {
            for file in ["web/extension/worker.ts", "web/page/dist/page.js", "web/package.json"] {
                let text = format!("// first\nconst x = \"{word}\";\n");
                let expected = format!("{file}:2: no model runs in a browser: `{word}`");
                assert_eq!(messages(&Tree::of(&[(file, &text)])), [expected]);
            }
        }
    }
}
