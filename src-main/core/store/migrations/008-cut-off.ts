/** Summaries count the calls that were cut off now: they are made again from the log. */
export const cutOff = 'DELETE FROM summary'
