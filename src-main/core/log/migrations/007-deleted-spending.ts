/**
 * What deleted sessions had spent is told as that of others is, not by the month alone; of those that
 * are gone already no more is known. Summaries say what was spent when and on what: they are made again
 * from the log.
 */
export const deletedSpending = `
  CREATE TABLE deleted_spending (
    session_id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    cells      TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO deleted_spending
    SELECT session_id, project_id, json_group_array(json_object(
      'at', unixepoch(month || '-01') * 1000,
      'type', 'lead', 'provider', '', 'model', '', 'tools', json('[]'),
      'totals', json_object(
        'calls', 0, 'inputTokens', 0, 'outputTokens', 0, 'cacheReadTokens', 0,
        'cacheWriteTokens', 0, 'reasoningTokens', 0, 'costUsd', cost_usd, 'savedUsd', 0,
        'unpricedCalls', 0)))
    FROM spent_by_deleted GROUP BY session_id, project_id;
  DROP TABLE spent_by_deleted;
  DELETE FROM summary;
`
