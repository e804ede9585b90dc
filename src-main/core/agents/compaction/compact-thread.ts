import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { RunnableLambda } from '@langchain/core/runnables'
import { ERROR, maxChannelVersion, uuid6 } from '@langchain/langgraph-checkpoint'
import { type AgentMiddleware, SystemMessage } from 'langchain'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import { AgentBackend } from '../calls/scratch-backend.ts'
import type { Checkpointer } from '../checkpoints/checkpointer.ts'
import type { RunServices } from '../context/run-services.ts'
import { type FailoverContext, withFailover } from '../failover/model-failover.ts'
import { isMessage } from '../messages/message-codec.ts'
import { Capture, type CaptureContext } from '../models/capture.ts'
import { type CompactionRecord, recordCompaction } from '../models/record-compaction.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { LEAD } from '../recording/span-ids.ts'
import { threadIdOf } from '../recording/thread-namespaces.ts'
import { createCompaction } from './compaction.ts'

type ModelRequest = Parameters<NonNullable<AgentMiddleware['wrapModelCall']>>[0]

/** Parts of a run that compacting a thread uses. */
interface CompactingContext
  extends CaptureContext,
    FailoverContext,
    CompactionRecord,
    Pick<RunServices, 'workspace'> {}

interface CompactingThread {
  readonly run: CompactingContext
  /** The lead. */
  readonly agent: Agent
  readonly model: BaseChatModel
  readonly checkpointer: Checkpointer
}

/** The node that the summary is asked for in, as its namespace says: it is in no graph. */
const NODE = 'compaction'

/**
 * Summarizes the lead's thread between two runs, and saves it as its next checkpoint. Fails with
 * `conflict` if there is nothing to summarize, or calls of its last step aren't finished.
 */
export async function compactThread({
  run,
  agent,
  model,
  checkpointer,
}: CompactingThread): Promise<void> {
  const thread = await readSaved(checkpointer, threadIdOf(run.sessionId, LEAD))
  const capture = new Capture(run)
  const summarize = RunnableLambda.from(() => summarizeThread({ run, model, capture }, thread))
  const { update, messages } = await summarize.invoke(null, {
    callbacks: [capture],
    metadata: { thread_id: run.sessionId, langgraph_checkpoint_ns: NODE },
    signal: run.signal,
  })
  if (update === undefined) throw nothingToCompact()
  const length = thread.messages.length
  await recordCompaction(run, capture, { namespace: NODE, agent, messages, length })
  await saveThread(checkpointer, thread, update)
}

type SavedThread = Awaited<ReturnType<typeof readSaved>>

async function readSaved(checkpointer: Checkpointer, threadId: string) {
  const saved = await checkpointer.getTuple({ configurable: { thread_id: threadId } })
  const { channel_values: values = {} } = saved?.checkpoint ?? {}
  const messages = Array.isArray(values['messages']) ? values['messages'].filter(isMessage) : []
  if (!saved || messages.length === 0) throw nothingToCompact()
  // Their results would be lost: they are saved beside the checkpoint that this would replace.
  const writes = (saved.pendingWrites ?? []).map(([, channel]) => ({ channel }))
  if (hasUnfinishedCalls(writes)) throw unfinishedCalls()
  return { ...saved, messages, values }
}

interface Summarizing {
  readonly run: CompactingContext
  readonly model: BaseChatModel
  readonly capture: Capture
}

/** `update`: what changes in the thread's state; `undefined` if it is too short for a summary. */
async function summarizeThread(
  { run, model, capture }: Summarizing,
  { messages, values }: SavedThread,
) {
  const { wrapModelCall } = createCompaction({
    backend: new AgentBackend(run.workspace),
    run,
    modelOf: () => run.models.of(run.agents.get(LEAD)),
    isForced: () => true,
  })
  assert(wrapModelCall, 'it stands around model calls')
  let seen: readonly BaseMessage[] = []
  const answer = await withFailover(
    { run, namespace: NODE, announce: (attempt) => capture.announceSummary(NODE, attempt) },
    (other) =>
      wrapModelCall(toRequest(other ?? model, messages, values), async (request) => {
        seen = request.messages
        return new AIMessage('')
      }),
  )
  const { update } = Updating.parse(answer)
  return { update, messages: seen }
}

const Updating = z.object({ update: z.record(z.string(), z.unknown()).optional() }).catch({})

function toRequest(
  model: BaseChatModel,
  messages: BaseMessage[],
  values: Readonly<Record<string, unknown>>,
): ModelRequest {
  return {
    model,
    messages,
    systemPrompt: '',
    systemMessage: new SystemMessage(''),
    tools: [],
    state: { ...values, messages },
    runtime: { context: undefined },
  }
}

async function saveThread(
  checkpointer: Checkpointer,
  { config, checkpoint, metadata, values }: SavedThread,
  update: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { channel_versions: versions } = checkpoint
  const last = Object.values(versions)
  const next = checkpointer.getNextVersion(Number(maxChannelVersion(...last)))
  const changed = Object.fromEntries(Object.keys(update).map((channel) => [channel, next]))
  await checkpointer.put(
    config,
    {
      ...checkpoint,
      id: uuid6(0),
      ts: new Date().toISOString(),
      channel_values: { ...values, ...update },
      channel_versions: { ...versions, ...changed },
    },
    { source: 'update', parents: {}, ...metadata, step: (metadata?.step ?? 0) + 1 },
    changed,
  )
}

export function nothingToCompact(): AppError {
  return new AppError('conflict', 'There is nothing to compact: the conversation is too short.')
}

/** Whether a checkpoint has results of a step that isn't complete. */
export function hasUnfinishedCalls(writes: readonly { readonly channel: string }[]): boolean {
  return writes.some(({ channel }) => channel !== ERROR)
}

export function unfinishedCalls(): AppError {
  const message =
    'The conversation can’t be compacted now: tool calls of its last step aren’t finished. Resume the session first.'
  return new AppError('conflict', message)
}
