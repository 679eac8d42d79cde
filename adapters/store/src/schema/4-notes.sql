-- What the person wrote down about a site. Nobody else writes here.

CREATE TABLE site_note (
    note_id       INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id    TEXT NOT NULL,
    origin        TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('know', 'do', 'dont')),
    text          TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX site_note_origin ON site_note (profile_id, origin);
