import { emptyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint'
import type { Draft } from '#shared/events/index.ts'
import { assert } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { CheckpointRow, CheckpointStore } from '../../store/checkpoints/checkpoints.ts'
import { LEAD } from '../recording/span-ids.ts'
import { STATE_TYPE } from './state-codec.ts'

/** The last checkpoint of each thread of a session, by namespace. */
type Threads = ReadonlyMap<string, { readonly checkpointId: string }>

/** The changes that rewind a session to an earlier event. */
export interface Rewound {
  readonly drafts: readonly Draft[]
  /** The last checkpoints of its threads at that event, and at present. */
  readonly earlier: Threads
  readonly now: Threads
}

interface RewindingThreads {
  readonly sessionId: SessionId
  readonly earlier: Threads
  readonly now: Threads
}

/** Checkpoints to be written, and the events that say so. */
interface SavedAnew {
  readonly rows: readonly CheckpointRow[]
  readonly drafts: readonly Draft[]
}

/**
 * Has each thread go on from an earlier checkpoint of its own: it is saved anew, as the last. The ones
 * in between stay, for whoever goes back to them. A thread of another agent that began only since is
 * left as it is: nobody asks for it again.
 */
export function rewindThreads(
  store: CheckpointStore,
  { sessionId, earlier, now }: RewindingThreads,
): SavedAnew {
  const changed = [...now].filter(
    ([namespace, { checkpointId }]) =>
      earlier.get(namespace)?.checkpointId !== checkpointId &&
      (earlier.has(namespace) || namespace === LEAD),
  )
  const rows = changed.map(([namespace, last]) => {
    const id = earlier.get(namespace)?.checkpointId
    const found = id === undefined ? undefined : store.get(sessionId, namespace, id)
    const place = { threadId: sessionId, namespace, parentId: last.checkpointId }
    return { ...(found ?? begun()), ...place, ...underNewId(found) }
  })
  return { rows, drafts: rows.map(toDraft) }
}

const STEP_BEFORE_ANY = -1

function begun(): Pick<CheckpointRow, 'type' | 'metadata'> {
  const metadata = { source: 'update', step: STEP_BEFORE_ANY, parents: {} }
  return { type: STATE_TYPE, metadata: toBytes(metadata) }
}

const JSON_TYPES: ReadonlySet<string> = new Set([STATE_TYPE, 'json'])

/** A checkpoint names itself: its row and its content say the same. */
function underNewId(row: CheckpointRow | undefined): Pick<CheckpointRow, 'id' | 'checkpoint'> {
  const id = uuid6(0)
  assert(row === undefined || JSON_TYPES.has(row.type), 'checkpoints are stored as JSON')
  const content: unknown = row
    ? JSON.parse(Buffer.from(row.checkpoint).toString('utf8'))
    : emptyCheckpoint()
  assert(typeof content === 'object' && content !== null, 'a checkpoint is a record')
  return { id, checkpoint: toBytes({ ...content, id }) }
}

function toDraft({ id, parentId, namespace }: CheckpointRow): Draft {
  const data = { checkpointId: id, ...(parentId && { parentId }), namespace, step: 0 }
  return { kind: 'checkpoint.saved', data }
}

function toBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
