//! The part of `cargo metadata` that the rules read.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use serde_json::Value;

/// When a dependency is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    Build,
    Dev,
}

/// A dependency as a manifest declares it.
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A package: one of ours, or one from outside.
pub(super) struct Package {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) licence: Option<String>,
    /// For ours, the folder relative to the root.
    pub(super) dir: Option<String>,
    pub(super) dependencies: Vec<Dependency>,
}

/// A resolved dependency between two packages, by id.
pub(super) struct Edge {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) kind: Kind,
}

/// The whole graph.
#[derive(Default)]
pub(super) struct Metadata {
    pub(super) packages: Vec<Package>,
    pub(super) edges: Vec<Edge>,
}

impl Metadata {
    /// Reads what `cargo metadata --format-version 1` printed.
    pub(super) fn parse(value: &Value) -> Result<Self> {
        let root = text(value, "workspace_root")?;
        let ours: HashSet<&str> =
            array(value, "workspace_members")?.iter().filter_map(Value::as_str).collect();
        let package = |value: &Value| -> Result<Package> {
            let id = text(value, "id")?;
            let dir = ours.contains(id.as_str()).then(|| folder(value, &root)).transpose()?;
            Ok(Package {
                name: text(value, "name")?,
                version: text(value, "version")?,
                licence: value["license"].as_str().map(str::to_owned),
                dependencies: array(value, "dependencies")?.iter().map(dependency).collect::<Result<_>>()?,
                id,
                dir,
            })
        };
        let packages = array(value, "packages")?.iter().map(package).collect::<Result<_>>()?;
        let mut edges = Vec::new();
        for node in array(&value["resolve"], "nodes")? {
            let from = text(node, "id")?;
            for dep in array(node, "deps")? {
                for kind in array(dep, "dep_kinds")? {
                    edges.push(Edge { from: from.clone(), to: text(dep, "pkg")?, kind: Kind::parse(kind) });
                }
            }
        }
        Ok(Self { packages, edges })
    }

    /// Our packages, each with its folder.
    pub(super) fn ours(&self) -> impl Iterator<Item = (&Package, &str)> {
        self.packages.iter().filter_map(|package| Some((package, package.dir.as_deref()?)))
    }

    /// Packages from outside.
    pub(super) fn outside(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.dir.is_none())
    }

    /// Whether a package of this name is one of ours.
    pub(super) fn is_ours(&self, name: &str) -> bool {
        self.ours().any(|(package, _)| package.name == name)
    }
}

impl Kind {
    fn parse(value: &Value) -> Self {
        match value["kind"].as_str() {
            Some("dev") => Self::Dev,
            Some("build") => Self::Build,
            _ => Self::Normal,
        }
    }
}

fn dependency(value: &Value) -> Result<Dependency> {
    Ok(Dependency { name: text(value, "name")?, kind: Kind::parse(value) })
}

fn folder(package: &Value, root: &str) -> Result<String> {
    let manifest = text(package, "manifest_path")?.replace('\\', "/");
    let inside = manifest.strip_prefix(&root.replace('\\', "/")).unwrap_or(&manifest);
    Ok(inside.trim_start_matches('/').trim_end_matches("Cargo.toml").trim_end_matches('/').to_owned())
}

fn text(value: &Value, key: &str) -> Result<String> {
    let found = value[key].as_str().with_context(|| format!("`cargo metadata` has no text `{key}`"))?;
    Ok(found.to_owned())
}

fn array<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    value[key].as_array().with_context(|| format!("`cargo metadata` has no list `{key}`"))
}

#[cfg(test)]
impl Metadata {
    /// A package of ours in `dir` with these dependencies.
    pub(super) fn with(mut self, name: &str, dir: &str, dependencies: &[(&str, Kind)]) -> Self {
        self.packages.push(Package { dir: Some(dir.to_owned()), ..outside(name, "0.1.0", dependencies) });
        self
    }

    /// A package from outside.
    pub(super) fn with_outside(mut self, name: &str, version: &str, licence: Option<&str>) -> Self {
        self.packages.push(Package { licence: licence.map(str::to_owned), ..outside(name, version, &[]) });
        self
    }

    /// A resolved edge between `name version` ids.
    pub(super) fn with_edge(mut self, from: &str, to: &str, kind: Kind) -> Self {
        self.edges.push(Edge { from: from.to_owned(), to: to.to_owned(), kind });
        self
    }
}

#[cfg(test)]
fn outside(name: &str, version: &str, dependencies: &[(&str, Kind)]) -> Package {
    let dependency = |&(name, kind): &(&str, Kind)| Dependency { name: name.to_owned(), kind };
    Package {
        id: format!("{name} {version}"),
        name: name.to_owned(),
        version: version.to_owned(),
        licence: None,
        dir: None,
        dependencies: dependencies.iter().map(dependency).collect(),
    }
}
