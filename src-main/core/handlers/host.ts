import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Handlers } from '#shared/contract/define.ts'
import type { HostDescription, host } from '#shared/contract/host.ts'
import type { Header } from '../exchange/format.ts'
import { findHeader } from '../exchange/import-session.ts'
import { followChanges } from './changes.ts'
import type { Parts } from './parts.ts'

/** The bundled sample replay, as `orrery` ships it. */
export const SAMPLE_REPLAY = 'sample-replay.orrery'

export function hostHandlers(parts: Parts): Handlers<typeof host> {
  return {
    'host.describe': () => describe(parts),
    'host.changes': (_input, signal) => followChanges(parts.changes, signal),
  }
}

async function describe(parts: Parts): Promise<HostDescription> {
  const { notice, unsaved } = parts.store
  const header = await findHeader(join(parts.resourcesDir, SAMPLE_REPLAY))
  return {
    version: parts.version,
    platform: process.platform,
    dataDir: parts.dataDir,
    homeDir: homedir(),
    secrets: parts.secrets.description,
    ...(notice !== undefined && { notice }),
    ...(unsaved !== undefined && { unsaved }),
    ...(header && { sample: sampleOf(header) }),
  }
}

function sampleOf(header: Header): HostDescription['sample'] {
  const { sessionId, title, durationMs, agents, lanes } = header
  return { sessionId, title, durationMs, agents, ...(lanes && { lanes }) }
}
