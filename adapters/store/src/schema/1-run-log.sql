-- The run log. Headers, payloads and heads are append-only: the triggers stop an oversight of ours, the hash chain
-- shows what somebody else did.

CREATE TABLE run (
    run_id          TEXT PRIMARY KEY NOT NULL,
    profile_id      TEXT NOT NULL,
    surface         TEXT NOT NULL,
    site_mode       TEXT NOT NULL,
    status          TEXT NOT NULL,
    created_at_ms   INTEGER NOT NULL,
    updated_at_ms   INTEGER NOT NULL,
    head_seq        INTEGER NOT NULL,
    head_hash       BLOB NOT NULL CHECK (length(head_hash) = 32),
    checkpoint_seq  INTEGER,
    branch          INTEGER NOT NULL,
    sensitive       INTEGER NOT NULL,
    conversation_id TEXT
) STRICT;
CREATE INDEX run_updated ON run (updated_at_ms);

CREATE TABLE run_event (
    log_seq          INTEGER PRIMARY KEY NOT NULL,
    run_id           TEXT NOT NULL,
    seq              INTEGER NOT NULL,
    kind             TEXT NOT NULL,
    at_ms            INTEGER NOT NULL,
    schema_version   INTEGER NOT NULL,
    protocol_version TEXT NOT NULL,
    run_prev         BLOB NOT NULL CHECK (length(run_prev) = 32),
    log_prev         BLOB NOT NULL CHECK (length(log_prev) = 32),
    commitment       BLOB NOT NULL CHECK (length(commitment) = 32),
    hash             BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (run_id, seq)
) STRICT;

CREATE TABLE event_payload (
    log_seq INTEGER PRIMARY KEY NOT NULL REFERENCES run_event (log_seq),
    salt    BLOB NOT NULL CHECK (length(salt) = 16),
    payload BLOB NOT NULL
) STRICT;

CREATE TABLE erasure (
    log_seq INTEGER PRIMARY KEY NOT NULL REFERENCES run_event (log_seq),
    reason  TEXT NOT NULL,
    at_ms   INTEGER NOT NULL
) STRICT;

CREATE TABLE head (
    epoch           INTEGER PRIMARY KEY NOT NULL,
    log_seq         INTEGER NOT NULL REFERENCES run_event (log_seq),
    log_hash        BLOB NOT NULL CHECK (length(log_hash) = 32),
    at_ms           INTEGER NOT NULL,
    public_key      BLOB NOT NULL CHECK (length(public_key) = 32),
    next_public_key BLOB NOT NULL CHECK (length(next_public_key) = 32),
    signature       BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;

-- What was meant to be done, so that nothing is done twice.
CREATE TABLE request (
    request_id      TEXT PRIMARY KEY NOT NULL,
    run_id          TEXT NOT NULL REFERENCES run (run_id),
    idempotency_key TEXT,
    intent_seq      INTEGER NOT NULL,
    result_seq      INTEGER
) STRICT;
CREATE UNIQUE INDEX request_key ON request (run_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE TABLE tab_lock (
    profile_id TEXT NOT NULL,
    tab_id     INTEGER NOT NULL,
    run_id     TEXT NOT NULL REFERENCES run (run_id),
    since_ms   INTEGER NOT NULL,
    PRIMARY KEY (profile_id, tab_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tab_lock_run ON tab_lock (run_id);

-- Which sites a run read, to forget by site.
CREATE TABLE run_site (
    run_id TEXT NOT NULL REFERENCES run (run_id),
    origin TEXT NOT NULL,
    PRIMARY KEY (run_id, origin)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_site_origin ON run_site (origin);

CREATE TRIGGER run_event_update BEFORE UPDATE ON run_event
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER run_event_delete BEFORE DELETE ON run_event
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER head_update BEFORE UPDATE ON head
BEGIN SELECT RAISE(ABORT, 'heads are append-only'); END;
CREATE TRIGGER head_delete BEFORE DELETE ON head
BEGIN SELECT RAISE(ABORT, 'heads are append-only'); END;
CREATE TRIGGER erasure_update BEFORE UPDATE ON erasure
BEGIN SELECT RAISE(ABORT, 'erasures are append-only'); END;
CREATE TRIGGER erasure_delete BEFORE DELETE ON erasure
BEGIN SELECT RAISE(ABORT, 'erasures are append-only'); END;
CREATE TRIGGER event_payload_update BEFORE UPDATE ON event_payload
BEGIN SELECT RAISE(ABORT, 'payloads are never changed'); END;
CREATE TRIGGER event_payload_delete BEFORE DELETE ON event_payload
WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE log_seq = OLD.log_seq)
BEGIN SELECT RAISE(ABORT, 'a payload is deleted only where an erasure says so'); END;

-- INSERT OR REPLACE deletes without asking the triggers above, unless recursive triggers are on.
CREATE TRIGGER run_event_replace BEFORE INSERT ON run_event
WHEN EXISTS (SELECT 1 FROM run_event WHERE log_seq = NEW.log_seq)
  OR EXISTS (SELECT 1 FROM run_event WHERE run_id = NEW.run_id AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER head_replace BEFORE INSERT ON head
WHEN EXISTS (SELECT 1 FROM head WHERE epoch = NEW.epoch)
BEGIN SELECT RAISE(ABORT, 'heads are append-only'); END;
CREATE TRIGGER erasure_replace BEFORE INSERT ON erasure
WHEN EXISTS (SELECT 1 FROM erasure WHERE log_seq = NEW.log_seq)
BEGIN SELECT RAISE(ABORT, 'erasures are append-only'); END;
CREATE TRIGGER event_payload_replace BEFORE INSERT ON event_payload
WHEN EXISTS (SELECT 1 FROM event_payload WHERE log_seq = NEW.log_seq)
  OR EXISTS (SELECT 1 FROM erasure WHERE log_seq = NEW.log_seq)
BEGIN SELECT RAISE(ABORT, 'payloads are never changed'); END;
