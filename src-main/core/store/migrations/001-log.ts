/** The log, what it refers to, and what is kept beside it. Numbered, and never edited once released. */
export const log = `
  CREATE TABLE project (
    id        TEXT PRIMARY KEY,
    path      TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    opened_at REAL NOT NULL,
    is_listed INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  CREATE TABLE session (
    id         TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    root       TEXT NOT NULL,
    created_at REAL NOT NULL,
    is_deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX session_of_project ON session (project_id);

  CREATE TABLE event (
    session_id     TEXT    NOT NULL REFERENCES session (id),
    seq            INTEGER NOT NULL,
    at             REAL    NOT NULL,
    kind           TEXT    NOT NULL,
    version        INTEGER NOT NULL,
    run_id         TEXT,
    span_id        TEXT,
    parent_span_id TEXT,
    agent_id       TEXT,
    data           TEXT    NOT NULL,
    UNIQUE (session_id, seq)
  ) STRICT;
  CREATE TRIGGER event_is_append_only BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;

  CREATE TABLE blob (
    id       INTEGER PRIMARY KEY,
    hash     TEXT    NOT NULL UNIQUE,
    bytes    INTEGER NOT NULL,
    encoding TEXT    NOT NULL CHECK (encoding IN ('raw', 'plain', 'zstd')),
    content  BLOB    NOT NULL
  ) STRICT;
  CREATE INDEX blob_to_compress ON blob (id, bytes) WHERE encoding = 'raw';

  CREATE TABLE blob_use (
    session_id TEXT    NOT NULL,
    blob_id    INTEGER NOT NULL,
    PRIMARY KEY (session_id, blob_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blob_use_of_blob ON blob_use (blob_id);

  CREATE TABLE checkpoint (
    thread_id  TEXT NOT NULL,
    namespace  TEXT NOT NULL,
    id         TEXT NOT NULL,
    parent_id  TEXT,
    type       TEXT NOT NULL,
    checkpoint BLOB NOT NULL,
    metadata   BLOB NOT NULL,
    PRIMARY KEY (thread_id, namespace, id)
  ) STRICT;

  CREATE TABLE checkpoint_write (
    thread_id     TEXT    NOT NULL,
    namespace     TEXT    NOT NULL,
    checkpoint_id TEXT    NOT NULL,
    task_id       TEXT    NOT NULL,
    position      INTEGER NOT NULL,
    channel       TEXT    NOT NULL,
    type          TEXT    NOT NULL,
    value         BLOB    NOT NULL,
    PRIMARY KEY (thread_id, namespace, checkpoint_id, task_id, position)
  ) STRICT;

  CREATE TABLE document (
    scope       TEXT NOT NULL,
    path        TEXT NOT NULL,
    text        TEXT NOT NULL,
    modified_at REAL NOT NULL,
    PRIMARY KEY (scope, path)
  ) STRICT;

  CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE summary (
    session_id TEXT PRIMARY KEY,
    state      TEXT NOT NULL
  ) STRICT;
`
