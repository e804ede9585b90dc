/** Summaries now include last writes and ignore observed changes, so they are rebuilt from the log. */
export const lastWrites = 'DELETE FROM summary'
