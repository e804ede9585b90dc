/** Where the host takes its time from: milliseconds since the epoch, with fraction. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
}
