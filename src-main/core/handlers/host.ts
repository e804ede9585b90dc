import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Handlers } from '#shared/contract/define.ts'
import type { HostDescription, host } from '#shared/contract/host.ts'
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
  const header = await findHeader(join(parts.resourcesDir, SAMPLE_REPLAY))
  const { title, durationMs, agents } = header ?? {}
  const sample = title !== undefined && durationMs !== undefined && agents !== undefined
  return {
    version: parts.version,
    platform: process.platform,
    dataDir: parts.dataDir,
    homeDir: homedir(),
    secrets: parts.secrets.description,
    ...(sample && { sample: { title, durationMs, agents } }),
  }
}
