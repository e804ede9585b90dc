/** Summaries count by month now: they are made again from the log. */
export const summaries = 'DELETE FROM summary'
