import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { Change, HostDescription, host } from '#shared/contract/procedures/host.ts'
import type { Emitter } from '#shared/lib/emitter.ts'
import { findHeader, type Header } from '../exchange/import-session.ts'
import { findEditor } from '../processes/own-editor.ts'
import type { Parts } from './parts.ts'

/** The bundled sample replay, as `orrery` ships it. */
export const SAMPLE_REPLAY = 'sample-replay.orrery'

export function hostHandlers(parts: Parts): Handlers<typeof host> {
  const prepareOnce = once(() => prepareNewest(parts))
  return {
    'host.describe': () => describe(parts),
    'host.changes': (_input, signal) => {
      prepareOnce()
      return followChanges(parts.changes, signal)
    },
    'host.lease': (holder, signal) => parts.leases.hold(holder, signal),
  }
}

/** Who follows what changes is a window, and likely opens the session that changed last; `orrery run` is in that one. */
function prepareNewest({ store, states, bin, background }: Parts): void {
  background.run('folding the newest session ahead', async (signal) => {
    await store.summaries.load()
    const newest = store.summaries.list().find(({ id }) => !bin.has(id))
    if (newest && !signal.aborted) await states.prepare(newest.id, signal)
  })
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

async function describe(parts: Parts): Promise<HostDescription> {
  const { notice, unsaved } = parts.store
  const editor = findEditor(process.env, process.platform)
  const header = await findHeader(join(parts.resourcesDir, SAMPLE_REPLAY))
  return {
    version: parts.version,
    platform: process.platform,
    dataDir: parts.dataDir,
    homeDir: homedir(),
    secrets: parts.secrets.description,
    ...(editor && { editor: editor.name }),
    ...(notice !== undefined && { notice }),
    ...(unsaved !== undefined && { unsaved }),
    ...(header && { sample: sampleOf(header) }),
  }
}

function sampleOf(header: Header): HostDescription['sample'] {
  const { sessionId, title, durationMs, agents, lanes } = header
  return { sessionId, title, durationMs, agents, ...(lanes && { lanes }) }
}

/**
 * What changes from now on, until `signal` aborts. A change that a slow reader has not taken yet is
 * not told twice.
 */
async function* followChanges(
  changes: Emitter<Change>,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  const waiting = new Map<string, Change>()
  let wake: () => void = () => undefined
  using _listening = changes.event((change) => {
    waiting.set(JSON.stringify(change), change)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  while (!signal.aborted) {
    for (const [key, change] of waiting) {
      waiting.delete(key)
      yield change
    }
    if (waiting.size > 0 || signal.aborted) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    await promise
  }
}
