/** What a person lets a project's own files start, by its content. */
export const trust = `
  CREATE TABLE trusted (
    project_id TEXT NOT NULL,
    hash       TEXT NOT NULL,
    trusted_at REAL NOT NULL,
    PRIMARY KEY (project_id, hash)
  ) STRICT, WITHOUT ROWID;
`
