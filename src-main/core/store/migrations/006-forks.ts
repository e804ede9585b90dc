/** Summaries say where a fork began: they are made again from the log. */
export const forks = 'DELETE FROM summary'
