/**
 * What deleted sessions had spent is told as that of others is, not by the month alone; of those that
 * are gone already no more is known: it is told of the month's middle, which is in it everywhere. Summaries say what was spent when and on what: they are made again
 * from the log.
 */
export const deletedSpending = `
  CREATE TABLE deleted_spending (
    session_id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT NOT NULL,
    spent      TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO deleted_spending
    SELECT session_id, project_id, json_object(
      'kinds', json('[{"type":"","provider":"","model":"","tools":[]}]'),
      'cells', json_object(
        'at', json_group_array(unixepoch(month || '-15') * 1000), 'kind', json_group_array(0),
        'calls', json_group_array(0), 'inputTokens', json_group_array(0),
        'outputTokens', json_group_array(0), 'cacheReadTokens', json_group_array(0),
        'cacheWriteTokens', json_group_array(0), 'reasoningTokens', json_group_array(0),
        'costUsd', json_group_array(cost_usd), 'savedUsd', json_group_array(0),
        'unpricedCalls', json_group_array(0)))
    FROM spent_by_deleted GROUP BY session_id, project_id;
  DROP TABLE spent_by_deleted;
  DELETE FROM summary;
`
