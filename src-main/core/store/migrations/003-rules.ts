/** What a person has allowed for all sessions of a project; and quick ways to what was asked before. */
export const rules = `
  CREATE TABLE rule (
    id         TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    tool       TEXT NOT NULL,
    pattern    TEXT,
    added_at   REAL NOT NULL
  ) STRICT;
  CREATE INDEX rule_of_project ON rule (project_id, added_at);
  CREATE INDEX event_of_approval ON event (session_id, seq)
    WHERE kind IN ('approval.requested', 'approval.decided');
`
