import { createHash } from 'node:crypto'
import type { RunId } from '#shared/ids.ts'

/** A run is a trace. Ids follow from ours: what is exported again is the same again. */
export function traceIdOf(runId: RunId): string {
  return digest(runId).slice(0, 32)
}

/** `name` tells it from the other spans of its run. */
export function spanIdOf(runId: RunId, name: string): string {
  return digest(`${runId}\n${name}`).slice(0, 16)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
