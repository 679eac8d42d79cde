//! Servers of others: what they offer is a claim, what they answer is untrusted.
