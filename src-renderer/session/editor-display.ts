import { z } from 'zod'
import { SessionId } from '#shared/lib/ids.ts'
import { useKeptState } from '../ui/browser/persistent-state.ts'

/** What a file in the editor can be compared with. `point`: an event that was chosen. */
export const comparisons = ['nothing', 'start', 'run', 'git', 'point'] as const
export type Comparison = (typeof comparisons)[number]

const StoredDisplay = z.object({
  showsAuthors: z.boolean().catch(false).default(false),
  compareWith: z.enum(comparisons).catch('nothing').default('nothing'),
  point: z.object({ sessionId: SessionId, seq: z.int().positive() }).optional().catch(undefined),
})

/** How files are shown in the editor: the same for all files and sessions of this window. */
export interface EditorLook {
  readonly compareWith: Comparison
  /** The event that was chosen last, in this session; absent: none was. */
  readonly point: number | undefined
  /** Beside each line, who wrote it; never in a comparison. */
  readonly showsAuthors: boolean
  compare(comparison: Exclude<Comparison, 'point'>): void
  comparePoint(seq: number): void
  showAuthors(shows: boolean): void
}

export function useEditorLook(sessionId: SessionId): EditorLook {
  const [{ compareWith, point, showsAuthors }, change] = useKeptState('editor', StoredDisplay)
  const own = point?.sessionId === sessionId ? point.seq : undefined
  return {
    // A point of another session is none of this.
    compareWith: compareWith === 'point' && own === undefined ? 'nothing' : compareWith,
    point: own,
    showsAuthors,
    compare: (comparison) => change({ compareWith: comparison, showsAuthors: false }),
    comparePoint: (seq) =>
      change({ compareWith: 'point', point: { sessionId, seq }, showsAuthors: false }),
    showAuthors: (shows) => change({ compareWith: 'nothing', showsAuthors: shows }),
  }
}
