-- What the person collects: collections, their sources, what was captured of each, and what was made from them.
-- Nothing here grows old: it is kept until the person removes or forgets it.

CREATE TABLE collection (
    collection_id TEXT PRIMARY KEY NOT NULL,
    title         TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    tags_json     TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;

-- `origin` is that of the address, to forget by site; a note or a file has none. `latest` is
-- the number of its last capture, `numbered` the last that was ever given: a citation must never come to mean another
-- text.
CREATE TABLE source (
    source_no        INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id        TEXT NOT NULL UNIQUE,
    collection_id    TEXT NOT NULL REFERENCES collection (collection_id),
    kind             TEXT NOT NULL CHECK (kind IN ('url', 'tab', 'note', 'file')),
    url              TEXT NOT NULL,
    origin           TEXT,
    title            TEXT NOT NULL,
    outlet           TEXT NOT NULL,
    added_at_ms      INTEGER NOT NULL,
    mode             TEXT NOT NULL CHECK (mode IN ('auto', 'article', 'list')),
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'capturing', 'captured', 'failed')),
    tries            INTEGER NOT NULL,
    retry_at_ms      INTEGER,
    failure_code     TEXT,
    failure_sentence TEXT,
    sensitive        INTEGER NOT NULL CHECK (sensitive IN (0, 1)),
    confidential     INTEGER NOT NULL CHECK (confidential IN (0, 1)),
    latest           INTEGER,
    numbered         INTEGER NOT NULL DEFAULT 0,
    UNIQUE (collection_id, url)
) STRICT;
CREATE INDEX source_origin ON source (origin) WHERE origin IS NOT NULL;
CREATE INDEX source_waiting ON source (retry_at_ms) WHERE state = 'waiting';

CREATE TABLE capture (
    capture_no      INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id       TEXT NOT NULL REFERENCES source (source_id),
    number          INTEGER NOT NULL CHECK (number > 0),
    captured_at_ms  INTEGER NOT NULL,
    published_at_ms INTEGER,
    hash            TEXT NOT NULL,
    chars           INTEGER NOT NULL,
    cut             INTEGER NOT NULL CHECK (cut IN (0, 1)),
    derived         INTEGER NOT NULL CHECK (derived IN (0, 1)),
    title           TEXT NOT NULL,
    text            TEXT NOT NULL,
    outline_json    TEXT NOT NULL,
    links_json      TEXT NOT NULL,
    UNIQUE (source_id, number)
) STRICT;

-- The last line of defence for CTX-011, whoever writes here.
CREATE TRIGGER capture_sensitive BEFORE INSERT ON capture
WHEN NEW.derived = 0 AND (SELECT sensitive FROM source WHERE source_id = NEW.source_id)
BEGIN SELECT RAISE(ABORT, 'of a sensitive source only totals are kept'); END;
CREATE TRIGGER source_sensitive BEFORE UPDATE OF sensitive ON source
WHEN NEW.sensitive AND EXISTS (SELECT 1 FROM capture WHERE source_id = NEW.source_id AND derived = 0)
BEGIN SELECT RAISE(ABORT, 'of a sensitive source only totals are kept'); END;

-- The words of the latest capture of each source. The text itself stays where it is; only the index is here, and with
-- secure-delete no word stays in it that is taken out.
CREATE VIRTUAL TABLE capture_index USING fts5 (
    title, text, content = 'capture', content_rowid = 'capture_no', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO capture_index (capture_index, rank) VALUES ('secure-delete', 1);

-- What was made. It belongs to a collection and not to a run, which an artifact must have; its body is a file like that
-- of an artifact, encrypted, under the same id.
CREATE TABLE made (
    made_id       TEXT PRIMARY KEY NOT NULL,
    collection_id TEXT NOT NULL REFERENCES collection (collection_id),
    transform     TEXT NOT NULL,
    title         TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    version       INTEGER NOT NULL CHECK (version > 0),
    created_at_ms INTEGER NOT NULL,
    bytes         INTEGER NOT NULL,
    cipher_sha256 TEXT NOT NULL,
    UNIQUE (collection_id, transform, title, version)
) STRICT;

-- What it rests on. A source may go before what was made from it, so its origin stands here once more.
CREATE TABLE made_source (
    made_id   TEXT NOT NULL REFERENCES made (made_id),
    source_id TEXT NOT NULL,
    capture   INTEGER NOT NULL,
    hash      TEXT NOT NULL,
    used      INTEGER NOT NULL CHECK (used IN (0, 1)),
    origin    TEXT,
    PRIMARY KEY (made_id, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX made_source_origin ON made_source (origin) WHERE origin IS NOT NULL;
