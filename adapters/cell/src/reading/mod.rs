//! Reading a document that somebody else made.
