-- Where the texts of a source were read in the end: an address may lead to another site, and forgetting that one takes
-- the source and what was made from it, too. A site stays here as long as its source, also when the versions that were
-- read there are gone. What was made keeps the sites of its sources, as one of those may go before it.
CREATE TABLE source_site (
    source_id TEXT NOT NULL REFERENCES source (source_id),
    origin    TEXT NOT NULL,
    PRIMARY KEY (source_id, origin)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_site_origin ON source_site (origin);

CREATE TABLE made_site (
    made_id TEXT NOT NULL REFERENCES made (made_id),
    origin  TEXT NOT NULL,
    PRIMARY KEY (made_id, origin)
) STRICT, WITHOUT ROWID;
CREATE INDEX made_site_origin ON made_site (origin);
