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
import { encodeValue, type Json } from '#shared/json/marked-json.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type {
  CheckpointRow,
  CheckpointStore,
  WriteRow,
} from '../../store/checkpoints/checkpoints.ts'
import type { Objects } from '../messages/message-lists.ts'
import { type ThreadPlace, toGraphPlace, toStoredPlace } from '../recording/thread-namespaces.ts'
import { OlderStateReader } from './older-state.ts'
import { STATE_TYPE, StateReader, StateWriter } from './state-codec.ts'

/** The event that is saved along with a checkpoint, without what the checkpointer knows itself. */
interface CheckpointEvents {
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
  readonly #olderReader: OlderStateReader
  /** By thread. */
  readonly #writers = new Map<string, StateWriter>()

  constructor(store: CheckpointStore, events?: CheckpointEvents) {
    super()
    this.#store = store
    this.#events = events
    this.#reader = new StateReader((hash) => store.object(hash))
    this.#olderReader = new OlderStateReader(this.#reader)
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
      const tuple = this.#toTuple(row)
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
    const bytes = this.#encode(threadId, copyCheckpoint(checkpoint), objects)
    const parentId = getCheckpointId(config) || undefined
    const row: CheckpointRow = {
      threadId,
      namespace,
      id: checkpoint.id,
      ...(parentId !== undefined && { parentId }),
      type: STATE_TYPE,
      checkpoint: bytes,
      metadata: toBytes(encodeValue(metadata)),
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
    const rows = writes.map(([channel, value], position): WriteRow => {
      const bytes = this.#encode(threadId, value, objects)
      const index = WRITES_IDX_MAP[channel] ?? position
      const place = { threadId, namespace, checkpointId, taskId, index }
      return { ...place, channel, type: STATE_TYPE, value: bytes }
    })
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

  #encode(threadId: string, value: unknown, objects: Objects): Uint8Array {
    const writer = this.#writers.get(threadId) ?? new StateWriter()
    this.#writers.set(threadId, writer)
    return toBytes(writer.encode(value, objects))
  }

  #decode(type: string, bytes: Uint8Array): unknown {
    switch (type) {
      case STATE_TYPE:
        return this.#reader.decode(parse(bytes))
      case 'json':
        return this.#olderReader.decode(parse(bytes))
      case 'bytes':
        return bytes
      default:
        throw new AppError(
          'unsupported',
          'This session was written by a newer Orrery. Update this one to open it.',
        )
    }
  }

  #toTuple(row: CheckpointRow): CheckpointTuple {
    // What we stored ourselves is what it was.
    const checkpoint = this.#decode(row.type, row.checkpoint) as Checkpoint
    if (checkpoint.v < TASKS_INLINE_SINCE && row.parentId !== undefined) {
      this.#moveTasksIn(checkpoint, row, row.parentId)
    }
    const metadata = this.#decode(row.type, row.metadata) as CheckpointMetadata
    return {
      config: configOf(row),
      checkpoint,
      metadata,
      pendingWrites: this.#writes(row, row.id),
      ...(row.parentId !== undefined && { parentConfig: configOf({ ...row, id: row.parentId }) }),
    }
  }

  #writes(row: CheckpointRow, checkpointId: string): CheckpointPendingWrite[] {
    return this.#store
      .writes(row.threadId, row.namespace, checkpointId)
      .map(({ taskId, channel, type, value }) => [taskId, channel, this.#decode(type, value)])
  }

  #moveTasksIn(checkpoint: Checkpoint, row: CheckpointRow, parentId: string): void {
    const writes = this.#writes(row, parentId)
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

function toBytes(json: Json): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(json))
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function missing(field: string): Error {
  return new Error(`A checkpoint can't be saved without "${field}" in its config.`)
}
