import { denied } from './agent-path.ts'
import type { AgentPath, ChangeSource } from './define.ts'

/** Throws `denied` where `path` leads elsewhere than when the change was allowed: a link may have been put in its place. */
export function refuseMoved(path: AgentPath, now: AgentPath | undefined, by: ChangeSource): void {
  const places = by.type === 'call' ? by.places : undefined
  if (!places || (places.has(path) && places.get(path) === now)) return
  throw denied(`${path} leads elsewhere than when this was allowed.`)
}

/** Wraps a change so that it runs `by.verify` first. */
export function withVerification(
  by: ChangeSource,
  change: () => Promise<void>,
): () => Promise<void> {
  return async () => {
    await verify(by)
    await change()
  }
}

/** Runs what was to be checked right before the change. */
export async function verify(by: ChangeSource): Promise<void> {
  if (by.type === 'call') await by.verify?.()
}
