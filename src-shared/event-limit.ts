/**
 * Explains that a limit on events is ignored. `name` is where it was given: a setting, an option of
 * the command line, or a field of a request.
 */
export function explainIgnoredEventLimit(name: string): string {
  return `${name} has no effect: Orrery no longer limits a run by its number of events. Remove it.`
}

/** Matches the reason of a run that ended at the limit on events, while there was one. */
export const ENDED_BY_EVENTS = /^Stopped after \d+ events?, the limit of this run\./
