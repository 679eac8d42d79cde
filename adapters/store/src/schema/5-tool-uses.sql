-- How tools did: numbers only, nothing of what they were asked or said.

CREATE TABLE tool_use (
    use_id  INTEGER PRIMARY KEY AUTOINCREMENT,
    tool    TEXT NOT NULL CHECK (length(tool) BETWEEN 1 AND 128),
    at_ms   INTEGER NOT NULL,
    took_ms INTEGER NOT NULL,
    done    INTEGER NOT NULL CHECK (done IN (0, 1))
) STRICT;
CREATE INDEX tool_use_tool ON tool_use (tool, at_ms);
