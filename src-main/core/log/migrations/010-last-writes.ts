/** Summaries keep last writes, and no longer count what was found changed: they are made again from the log. */
export const lastWrites = 'DELETE FROM summary'
