//! What the tools promise.
