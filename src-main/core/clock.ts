/** Where the host takes its time from: milliseconds since the epoch, with fraction. */
export interface Clock {
  now(): number
}

/** The machine's time of day: it passes while the machine sleeps, and may be set forward and back. */
export const wallClock: Clock = { now: () => Date.now() }

/** The machine's time, never set back while the process runs. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
}
