/** Where the host takes its time from: milliseconds since the epoch, with fraction. */
export interface Clock {
  now(): number
}

/** The machine's time, never set back while the process runs. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
}
