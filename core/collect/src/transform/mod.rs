//! What can be made from a collection: candidates by rules, a choice among them by a model or by score, an assembly that cites.
