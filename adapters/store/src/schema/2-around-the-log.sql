-- What stands beside the chain: conversations, what the person set for a site, grants, artifacts.

CREATE TABLE conversations (
    id         TEXT PRIMARY KEY NOT NULL,
    created_at TEXT NOT NULL,
    title      TEXT
) STRICT;

CREATE TABLE messages (
    id                     TEXT PRIMARY KEY NOT NULL,
    conversation_id        TEXT NOT NULL REFERENCES conversations (id),
    turn                   INTEGER NOT NULL,
    created_at             TEXT NOT NULL,
    sender_role            TEXT NOT NULL CHECK (sender_role IN ('user', 'agent', 'assistant', 'tool')),
    packet_type            TEXT NOT NULL CHECK (packet_type IN ('request', 'response', 'tool')),
    in_reply_to_request_id TEXT,
    model_id               TEXT,
    packet_json            TEXT NOT NULL,
    run_id                 TEXT REFERENCES run (run_id),
    digest                 TEXT NOT NULL
) STRICT;
CREATE INDEX idx_messages_conversation_turn ON messages (conversation_id, turn);
CREATE INDEX messages_run ON messages (run_id);

CREATE TABLE site_policy_override (
    profile_id    TEXT NOT NULL,
    origin        TEXT NOT NULL,
    label         TEXT,
    mode          TEXT,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (profile_id, origin)
) STRICT, WITHOUT ROWID;

-- The ids of grants are unique in their run.
CREATE TABLE grants (
    grant_id      TEXT NOT NULL,
    run_id        TEXT NOT NULL REFERENCES run (run_id),
    profile_id    TEXT NOT NULL,
    scope_json    TEXT NOT NULL,
    uses          INTEGER NOT NULL,
    granted_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    ended_at_ms   INTEGER,
    ended_for     TEXT,
    PRIMARY KEY (run_id, grant_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE artifact (
    artifact_id   TEXT PRIMARY KEY NOT NULL,
    run_id        TEXT NOT NULL REFERENCES run (run_id),
    profile_id    TEXT NOT NULL,
    origin        TEXT,
    kind          TEXT NOT NULL,
    media_type    TEXT NOT NULL,
    bytes         INTEGER NOT NULL,
    cipher_sha256 TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    evicted_at_ms INTEGER
) STRICT;
CREATE INDEX artifact_run ON artifact (run_id);
CREATE INDEX artifact_origin ON artifact (origin) WHERE origin IS NOT NULL;
