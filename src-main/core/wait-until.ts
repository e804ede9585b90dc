import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from './clock.ts'

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
