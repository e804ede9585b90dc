import type { EventFor } from '../events/index.ts'
import type { CallItem, TranscriptItem } from './transcript-items.ts'

/** What of a transcript can be taken back. */
interface Said {
  readonly items: Record<string, TranscriptItem>
  readonly threads: Record<string, string[]>
  queued: string[]
}

/** What an agent is answered for a call whose work was taken back. */
const TAKEN_BACK =
  'The session was rewound to before this call had ended: what it did was taken back.'

/**
 * Takes what came after an event out of every thread; answers what each lost, in order. The items
 * stay, so that the ids of their calls are never given again.
 */
export function takeBack(
  state: Said,
  { to, at }: Pick<EventFor<'session.rewound'>['data'], 'to' | 'at'>,
): Readonly<Record<string, readonly string[]>> {
  const isTaken = (id: string) => {
    const item = state.items[id]
    return item !== undefined && isLater(item, to, at)
  }
  const taken: Record<string, readonly string[]> = {}
  for (const [thread, ids] of Object.entries(state.threads)) {
    const left = ids.filter((id) => !isTaken(id))
    taken[thread] = ids.filter(isTaken)
    state.threads[thread] = left
    for (const id of left) cutShort(state, id, to)
  }
  state.queued = state.queued.filter((id) => !isTaken(id))
  return taken
}

/** Nothing half: what was being said then is no part of the conversation either. */
function isLater(item: TranscriptItem, to: number, at: number): boolean {
  if (item.seq > to) return true
  const isSpeech = item.type === 'text' || item.type === 'reasoning'
  return isSpeech && (item.endedAt === undefined || item.endedAt > at)
}

function cutShort(state: Pick<Said, 'items'>, id: string, to: number): void {
  const item = state.items[id]
  if (item?.type === 'call' && !hadEnded(item, to)) state.items[id] = toTakenBack(item)
}

function hadEnded({ endSeq }: CallItem, to: number): boolean {
  return endSeq !== undefined && endSeq <= to
}

function toTakenBack({ keptAt: _, display: __, error: ___, ...item }: CallItem): CallItem {
  const { startedAt = item.at, endedAt = startedAt } = item
  return { ...item, startedAt, endedAt, outcome: 'stopped', takenBack: TAKEN_BACK }
}
