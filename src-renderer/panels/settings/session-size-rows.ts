import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { SessionSize, StoreSizes } from '#shared/contract/store.ts'

/** A session in the list of sizes. */
export interface SizeRow extends SessionSize {
  readonly title: string
  readonly projectName: string
  readonly isRunning: boolean
  /** What deleting it frees. */
  readonly ownBytes: number
}

type Known = Pick<SessionSummary, 'id' | 'title' | 'projectName' | 'isRunning'>

/** The largest first. What was deleted since it was measured is left out. */
export function toSizeRows(
  sizes: StoreSizes['sessions'],
  sessions: readonly Known[],
): readonly SizeRow[] {
  const known = new Map(sessions.map((session) => [session.id, session]))
  const rows = sizes.flatMap((size) => {
    const session = known.get(size.id)
    if (!session) return []
    const { title, projectName, isRunning } = session
    return [{ ...size, title, projectName, isRunning, ownBytes: ownBytes(size) }]
  })
  return rows.toSorted((one, other) => other.ownBytes - one.ownBytes)
}

function ownBytes({ logBytes, checkpointBytes, contentBytes }: SessionSize): number {
  return logBytes + checkpointBytes + contentBytes
}
