/**
 * Grants of trust with the files as of the grant. Rows of `trusted` were given before files were watched and stay
 * readable: they count for startables that no file decides.
 */
export const trustedFiles = `
  CREATE TABLE trust_grant (
    project_id    TEXT NOT NULL,
    hash          TEXT NOT NULL,
    root          TEXT NOT NULL,
    granted_at    REAL NOT NULL,
    named_files   TEXT,
    project_files TEXT,
    PRIMARY KEY (project_id, hash, root)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE trust_files (
    id    TEXT NOT NULL,
    part  INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (id, part)
  ) STRICT;
`
