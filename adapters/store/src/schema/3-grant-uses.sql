-- How often each standing grant answered. It outlives the runs: what is forgotten is not given back.

CREATE TABLE grant_use (
    grant_id   TEXT NOT NULL,
    verb       TEXT NOT NULL,
    uses       INTEGER NOT NULL CHECK (uses > 0),
    last_at_ms INTEGER NOT NULL,
    PRIMARY KEY (grant_id, verb)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER grant_use_update BEFORE UPDATE ON grant_use WHEN NEW.uses < OLD.uses
BEGIN SELECT RAISE(ABORT, 'uses are never given back'); END;
CREATE TRIGGER grant_use_delete BEFORE DELETE ON grant_use
BEGIN SELECT RAISE(ABORT, 'uses are never given back'); END;
