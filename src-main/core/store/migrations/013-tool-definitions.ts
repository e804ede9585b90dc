/** MCP tools as their servers described them, and which description each permission covers. */
export const toolDefinitions = `
  CREATE TABLE tool_definition (
    digest TEXT PRIMARY KEY,
    text   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rule_definition (
    rule_id TEXT PRIMARY KEY,
    digest  TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`
