import { setTimeout as delay } from 'node:timers/promises'

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

/** Timers stand still while the machine sleeps, and its clock may be set: the time is read again this often. */
const RECHECK_MS = 15_000

/** Resolves once `clock` shows a time, in milliseconds since the epoch, or `signal` aborts. */
export async function waitUntil(at: number, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const leftMs = at - clock.now()
    if (leftMs <= 0) return
    await delay(Math.min(leftMs, RECHECK_MS), undefined, { signal }).catch(() => undefined)
  }
}
