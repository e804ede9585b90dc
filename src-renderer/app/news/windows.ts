import type { SessionId } from '#shared/ids.ts'

/** Longer than two windows take to hear of the same. */
const HELD_MS = 10_000

/** Says to the other windows, until `signal` ends it, that somebody looks at a session here. */
export async function holdLook(sessionId: SessionId, signal: AbortSignal): Promise<void> {
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await navigator.locks?.request(lookOf(sessionId), { mode: 'shared' }, () => ended)
}

/** Whether somebody looks at a session, in any window. */
export async function isLookedAt(sessionId: SessionId): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lookOf(sessionId))
}

/** Of all windows that ask with the same key, one is given a yes. */
export function isMineToTell(key: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  if (!navigator.locks) return Promise.resolve(true)
  void navigator.locks.request(`orrery.news.${key}`, { ifAvailable: true }, async (lock) => {
    resolve(lock !== null)
    if (lock) await new Promise((done) => setTimeout(done, HELD_MS))
  })
  return promise
}

function lookOf(sessionId: SessionId): string {
  return `orrery.look.${sessionId}`
}
