import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  copyCheckpoint,
  getCheckpointId,
  maxChannelVersion,
  type PendingWrite,
  TASKS,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import type { Draft } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import type { CheckpointRow, CheckpointStore, WriteRow } from '../../log/checkpoints.ts'
import { type ThreadPlace, toGraphPlace, toStoredPlace } from '../thread-places.ts'
import type { Objects } from './message-lists.ts'
import { StateReader, StateWriter } from './state-codec.ts'

/** The event that is saved along with a checkpoint, without what the checkpointer knows itself. */
export interface CheckpointEvents {
  readonly sessionId: SessionId
  /** The run and the agent a namespace belongs to. */
  readonly attribute: (namespace: string) => Pick<Draft, 'runId' | 'agentId'>
  /** Told when something could not be saved: LangGraph goes on without waiting for that. */
  readonly onRefused: (error: unknown) => void
}

/** Checkpoints of format 3 and before keep the tasks to come with their parent's writes. */
const TASKS_INLINE_SINCE = 4

/** LangGraph's checkpoints in our store: what did not change between two of them is stored once. */
export class Checkpointer extends BaseCheckpointSaver {
  readonly #store: CheckpointStore
  readonly #events: CheckpointEvents | undefined
  readonly #reader: StateReader
  /** By thread. */
  readonly #writers = new Map<string, StateWriter>()

  constructor(store: CheckpointStore, events?: CheckpointEvents) {
    super()
    this.#store = store
    this.#events = events
    this.#reader = new StateReader((hash) => store.object(hash))
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { threadId, namespace } = placeOf(config)
    if (threadId === undefined) return undefined
    // Other work runs before the graph's first step as well.
    await this.#store.flush()
    const row = this.#store.get(threadId, namespace, getCheckpointId(config) || undefined)
    return row && this.#toTuple(row)
  }

  override async *list(
    config: RunnableConfig,
    options: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const before = options.before && getCheckpointId(options.before)
    const rows = this.#store.list({
      ...listedPlace(config),
      ...(before && { before }),
    })
    let left = options.limit ?? Number.POSITIVE_INFINITY
    for (const row of rows) {
      if (left <= 0) return
      const tuple = await this.#toTuple(row)
      if (!matches(tuple.metadata, options.filter)) continue
      left -= 1
      yield tuple
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, namespace } = placeOf(config)
    if (threadId === undefined) throw missing('thread_id')
    const objects: Objects = new Map()
    const [type, bytes] = await this.#encode(threadId, copyCheckpoint(checkpoint), objects)
    const [, metadataBytes] = await this.serde.dumpsTyped(metadata)
    const parentId = getCheckpointId(config) || undefined
    const row: CheckpointRow = {
      threadId,
      namespace,
      id: checkpoint.id,
      ...(parentId !== undefined && { parentId }),
      type,
      checkpoint: bytes,
      metadata: metadataBytes,
    }
    await this.#saved(this.#store.put(row, objects, this.#eventOf(row, metadata)))
    // A step of the graph waits for this.
    await nextTurn()
    return configOf(row)
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
  ): Promise<void> {
    const { threadId, namespace } = placeOf(config)
    const checkpointId = getCheckpointId(config)
    if (threadId === undefined) throw missing('thread_id')
    if (!checkpointId) throw missing('checkpoint_id')
    const objects: Objects = new Map()
    const rows = await Promise.all(
      writes.map(async ([channel, value], position): Promise<WriteRow> => {
        const [type, bytes] = await this.#encode(threadId, value, objects)
        const index = WRITES_IDX_MAP[channel] ?? position
        const place = { threadId, namespace, checkpointId, taskId, index }
        return { ...place, channel, type, value: bytes }
      }),
    )
    const replace = writes.every(([channel]) => channel in WRITES_IDX_MAP)
    await this.#saved(this.#store.putWrites(rows, objects, { replace }))
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.#store.deleteThread(threadId)
  }

  /** What is asked for next becomes durable after it: a run need not wait. */
  async #saved(saving: Promise<void>): Promise<void> {
    if (this.#events) saving.catch(this.#events.onRefused)
    else await saving
  }

  #eventOf({ id, parentId, namespace }: CheckpointRow, { step }: CheckpointMetadata) {
    if (!this.#events) return undefined
    const { sessionId, attribute } = this.#events
    const data = { checkpointId: id, ...(parentId && { parentId }), namespace, step }
    const draft: Draft = { kind: 'checkpoint.saved', data, ...attribute(namespace) }
    return { sessionId, draft }
  }

  async #encode(threadId: string, value: unknown, objects: Objects): Promise<[string, Uint8Array]> {
    const writer = this.#writers.get(threadId) ?? new StateWriter()
    this.#writers.set(threadId, writer)
    return this.serde.dumpsTyped(await writer.takeOut(value, objects))
  }

  async #decode(type: string, bytes: Uint8Array): Promise<unknown> {
    const value: unknown = await this.serde.loadsTyped(type, bytes)
    return type === 'json' ? this.#reader.putBack(value) : value
  }

  async #toTuple(row: CheckpointRow): Promise<CheckpointTuple> {
    // What we stored ourselves is what it was.
    const checkpoint = (await this.#decode(row.type, row.checkpoint)) as Checkpoint
    if (checkpoint.v < TASKS_INLINE_SINCE && row.parentId !== undefined) {
      await this.#moveTasksIn(checkpoint, row, row.parentId)
    }
    const metadata = (await this.serde.loadsTyped('json', row.metadata)) as CheckpointMetadata
    return {
      config: configOf(row),
      checkpoint,
      metadata,
      pendingWrites: await this.#writes(row, row.id),
      ...(row.parentId !== undefined && { parentConfig: configOf({ ...row, id: row.parentId }) }),
    }
  }

  async #writes(row: CheckpointRow, checkpointId: string): Promise<CheckpointPendingWrite[]> {
    const rows = this.#store.writes(row.threadId, row.namespace, checkpointId)
    return Promise.all(
      rows.map(async ({ taskId, channel, type, value }): Promise<CheckpointPendingWrite> => {
        return [taskId, channel, await this.#decode(type, value)]
      }),
    )
  }

  async #moveTasksIn(checkpoint: Checkpoint, row: CheckpointRow, parentId: string): Promise<void> {
    const writes = await this.#writes(row, parentId)
    const tasks = writes.filter(([, channel]) => channel === TASKS).map(([, , value]) => value)
    const versions = Object.values(checkpoint.channel_versions)
    checkpoint.channel_values[TASKS] = tasks
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined)
  }
}

/** Where no namespace is named, a thread of a session's own has only its first. */
function listedPlace(config: RunnableConfig): Partial<ThreadPlace> {
  const { thread_id: threadId, checkpoint_ns: namespace } = config.configurable ?? {}
  if (threadId === undefined) return namespace === undefined ? {} : { namespace }
  const place = toStoredPlace(String(threadId), namespace ?? '')
  return namespace === undefined && place.namespace === '' ? { threadId: place.threadId } : place
}

function placeOf(config: RunnableConfig): { threadId: string | undefined; namespace: string } {
  const { thread_id: threadId, checkpoint_ns: namespace = '' } = config.configurable ?? {}
  return threadId === undefined
    ? { threadId, namespace }
    : toStoredPlace(String(threadId), namespace)
}

function configOf(row: Pick<CheckpointRow, 'threadId' | 'namespace' | 'id'>) {
  const { threadId, namespace } = toGraphPlace(row)
  return {
    configurable: { thread_id: threadId, checkpoint_ns: namespace, checkpoint_id: row.id },
  }
}

function matches(
  metadata: CheckpointMetadata | undefined,
  filter: Readonly<Record<string, unknown>> = {},
): boolean {
  const known: Readonly<Record<string, unknown>> = { ...metadata }
  return Object.entries(filter).every(
    ([key, value]) => value === undefined || JSON.stringify(known[key]) === JSON.stringify(value),
  )
}

function missing(field: string): Error {
  return new Error(`A checkpoint can't be saved without "${field}" in its config.`)
}
