//! Plugins.
