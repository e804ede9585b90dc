/** What deleted sessions had spent: the money of a month, or of a project, stays spent. */
export const spending = `
  CREATE TABLE spent_by_deleted (
    session_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    month      TEXT NOT NULL,
    cost_usd   REAL NOT NULL,
    PRIMARY KEY (session_id, month)
  ) STRICT, WITHOUT ROWID;
`
