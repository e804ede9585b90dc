import type { EventFor } from '#shared/events/index.ts'
import { type FileContent, isSameContent } from '#shared/events/value.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { Store } from '../store/store.ts'

/** What a file was known to hold from an event on, or to have been accepted to hold. */
export interface KnownContent {
  readonly seq: number
  readonly type: 'changed' | 'accepted' | 'restored'
  readonly content: FileContent | null
}

/** What a session has known of a file, oldest first. */
export interface FileHistory {
  readonly contents: readonly KnownContent[]
  readonly commits: readonly KnownCommit[]
  /** What was checked out when the session began; absent: no commit, or nobody has looked. */
  readonly head: string | undefined
}

interface KnownCommit {
  /** What was accepted until then it knew of. */
  readonly seq: number
  readonly commit: string
}

const CONTENTS = ['file.changed', 'change.accepted', 'change.reopened'] as const
const KINDS = [...CONTENTS, 'commit.made', 'snapshot.taken'] as const

export async function readHistory(
  store: Store,
  sessionId: SessionId,
  path: string,
): Promise<FileHistory> {
  const [contents, commits]: [KnownContent[], KnownCommit[]] = [[], []]
  let first: EventFor<'snapshot.taken'> | undefined
  for await (const page of inTurns(store.events.readKinds(sessionId, KINDS))) {
    for (const event of page) {
      if (event.kind === 'snapshot.taken') first ??= event
      else if (event.kind === 'commit.made') commits.push(...toCommits(event, path))
      else contents.push(...toContents(event, path))
    }
  }
  return { contents, commits, head: first?.data.head }
}

/** While hooks and filters run, more is accepted, of which the commit knows nothing. */
function toCommits(
  { seq, data: { commit, paths, through = seq } }: EventFor<'commit.made'>,
  path: string,
): readonly KnownCommit[] {
  return paths.includes(path) ? [{ commit, seq: through }] : []
}

function toContents(
  { seq, ...event }: EventFor<(typeof CONTENTS)[number]>,
  path: string,
): readonly KnownContent[] {
  if (event.data.path !== path) return []
  if (event.kind === 'file.changed') return [{ seq, type: 'changed', content: event.data.after }]
  if (event.kind === 'change.accepted')
    return [{ seq, type: 'accepted', content: event.data.content }]
  const { of, was } = event.data
  return of === 'accepted' && was !== undefined ? [{ seq, type: 'restored', content: was }] : []
}

/**
 * Whether what is committed came before what was accepted last, or after. `isCommitted` tells the
 * contents that are what is committed. `undefined`: neither can be said.
 */
export function findOrder(
  contents: readonly KnownContent[],
  accepted: FileContent | null,
  isCommitted: (content: FileContent | null) => boolean,
): 'before' | 'after' | undefined {
  for (const type of ['accepted', 'changed'] as const) {
    const line = contents.filter((one) => one.type === type)
    const at = line.findLastIndex(({ content }) => isSameContent(content, accepted))
    // What was accepted in part has never been on disk: it has no place among what has.
    if (at < 0) continue
    const first = line.findIndex(({ content }) => isCommitted(content))
    if (first >= 0 && first <= at) return 'before'
    // What came after on disk may be without it.
    if (first >= 0 && type === 'accepted') return 'after'
  }
  return undefined
}

/** What was accepted at a moment; `undefined`: nothing was. */
export function acceptedAt(
  contents: readonly KnownContent[],
  seq: number,
): FileContent | null | undefined {
  return contents.findLast((one) => one.type !== 'changed' && one.seq <= seq)?.content
}

/** Whether a file has held such a content: what was accepted in part it has not. */
export function isOnDisk({ contents }: FileHistory, content: FileContent): boolean {
  return contents.some((one) => one.type === 'changed' && isSameContent(one.content, content))
}
