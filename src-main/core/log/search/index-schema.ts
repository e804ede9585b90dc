/** Raised whenever the tables, or what is written into them, change: an index of another version is made anew. */
export const INDEX_VERSION = 2

/**
 * `source` is a session, and how far its log is indexed. An `entry` is a text that can be found: from
 * `first` on, all of it by `seq`; `start` is where a long one begins in its event's text. Its id grows
 * with its time. A `piece` is a stream that goes on: its text is kept until it is cut or ends. An
 * `unheard` span is at work on what is told by another event: what it streams is left out.
 */
export const INDEX_SCHEMA = `
  CREATE TABLE source (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT    NOT NULL UNIQUE,
    cursor     INTEGER NOT NULL,
    mark_seq   INTEGER NOT NULL,
    mark_at    REAL    NOT NULL
  ) STRICT;

  CREATE TABLE entry (
    id     INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    first  INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    start  INTEGER NOT NULL,
    type   TEXT    NOT NULL
  ) STRICT;

  CREATE TABLE piece (
    source  INTEGER NOT NULL,
    span_id TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    entry   INTEGER,
    first   INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    PRIMARY KEY (source, span_id, type)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unheard (
    source  INTEGER NOT NULL,
    span_id TEXT    NOT NULL,
    PRIMARY KEY (source, span_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE agent (
    source INTEGER NOT NULL,
    id     TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    PRIMARY KEY (source, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unpurged (reason TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE words USING fts5 (
    text, scope, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
  );
  INSERT INTO words (words, rank) VALUES ('usermerge', 2);
`
