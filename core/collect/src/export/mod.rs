//! What was made, as text, Markdown, JSON, CSV or HTML. Nothing that is exported loads or computes anything (S19).
