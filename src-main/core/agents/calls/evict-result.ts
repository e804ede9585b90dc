import { type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { AppError } from '#shared/lib/app-error.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { CallSource } from '../../workspace/files/file-changes.ts'
import type { AgentPath } from '../../workspace/paths/agent-path.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { type Evicted, evictedText, MAX_TEXT_CHARS } from './evicted-text.ts'
import { type Answer, messagesOf } from './tool-call.ts'

/** Where results are saved that are too large for a thread. The transcript's projection knows it. */
const FOLDER = '/large_tool_results'
/** Longer ids of calls make no file name. */
const MAX_ID_CHARS = 120

/** Parts of a run that eviction uses. */
export interface EvictionContext
  extends Pick<RunIdentity, 'runId'>,
    Pick<RunServices, 'workspace'>,
    Pick<RunRecord, 'log'> {}

/** The call that a result answers. */
interface AnsweredCall {
  readonly toolCallId: string
  /** Absent where the log has no such call. */
  readonly spanId?: SpanId | undefined
}

/**
 * Saves the text of every large tool result as a scratch document, and puts a preview with its path in
 * its place. Images and documents stay. Changes the messages in place, as a graph is given them.
 */
export async function evictLargeResults(
  run: EvictionContext,
  call: AnsweredCall,
  answer: Answer,
): Promise<Answer> {
  for (const message of messagesOf(answer).filter(ToolMessage.isInstance)) {
    message.content = toWellFormed(await evictContent(run, call, message.content))
  }
  return answer
}

/**
 * The messages of a thread, large tool results evicted: those whose calls ended in a run that was cut
 * off, and those of threads that an earlier version of Orrery wrote.
 */
export async function evictFromThread(
  run: EvictionContext & Pick<RunRecord, 'journal'>,
  agentId: SpanId,
  messages: readonly BaseMessage[],
): Promise<BaseMessage[]> {
  return Promise.all(
    messages.map(async (message) => {
      if (!ToolMessage.isInstance(message) || !isLarge(message.content)) return message
      const { tool_call_id: toolCallId, name = '', id, status } = message
      const { spanId, recorded } = run.journal.findLast({ agentId, toolCallId })
      const call = { toolCallId, ...(recorded.type !== 'none' && { spanId }) }
      const content = await evictContent(run, call, message.content)
      return new ToolMessage({
        content,
        tool_call_id: toolCallId,
        name,
        ...(id && { id }),
        ...(status && { status }),
      })
    }),
  )
}

async function evictContent(
  run: EvictionContext,
  call: AnsweredCall,
  content: ToolMessage['content'],
): Promise<ToolMessage['content']> {
  if (!isLarge(content)) return content
  const { text, media } = split(content)
  const shown = evictedText('result', text, await save(run, call, text))
  return media.length === 0 ? shown : [{ type: 'text', text: shown }, ...media]
}

/** Providers refuse a request with half of a character in it. */
function toWellFormed(content: ToolMessage['content']): ToolMessage['content'] {
  if (typeof content === 'string') return content.toWellFormed()
  return content.map((block) =>
    block.type === 'text' && typeof block.text === 'string'
      ? { ...block, text: block.text.toWellFormed() }
      : block,
  )
}

function isLarge(content: ToolMessage['content']): boolean {
  return split(content).text.length > MAX_TEXT_CHARS
}

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'image_url', 'audio', 'video', 'file'])

function split(content: ToolMessage['content']) {
  if (typeof content === 'string') return { text: content, media: [] }
  const isMedia = ({ type }: { readonly type: string }) => MEDIA.has(type)
  const texts = content.filter((block) => !isMedia(block)).map(textOfBlock)
  return { text: texts.join('\n'), media: content.filter(isMedia) }
}

function textOfBlock(block: object): string {
  return 'text' in block && typeof block.text === 'string' ? block.text : JSON.stringify(block)
}

async function save(run: EvictionContext, call: AnsweredCall, text: string): Promise<Evicted> {
  try {
    const whole = text.toWellFormed()
    const path = await findPath(run, call, whole)
    await run.workspace.write(path, whole, toSource(run, call))
    return { path }
  } catch (error) {
    if (!AppError.is(error) || error.code === 'cancelled') throw error
    return { problem: error.message }
  }
}

/** Models and servers may give the calls of several agents the same id: no other result is replaced. */
async function findPath(
  { workspace }: EvictionContext,
  { toolCallId }: AnsweredCall,
  text: string,
) {
  const name = toolCallId.replaceAll(/[^\w-]/gu, '_').slice(0, MAX_ID_CHARS) || 'result'
  for (let count = 1; ; count += 1) {
    const path: AgentPath = `${FOLDER}/${name}${count === 1 ? '' : `-${count}`}.txt`
    const isTaken = (await workspace.stat(path)) && (await readExactly(workspace, path)) !== text
    if (!isTaken) return path
  }
}

/** With its own line ends, which `readText` would change. */
async function readExactly(
  workspace: EvictionContext['workspace'],
  path: AgentPath,
): Promise<string> {
  return Buffer.from((await workspace.readBytes(path)).bytes).toString('utf8')
}

function toSource({ runId, log }: EvictionContext, { spanId }: AnsweredCall) {
  const by: Omit<CallSource, 'spanId'> = { type: 'call', runId, isOver: () => log.isClosed }
  return spanId ? { ...by, spanId } : ({ type: 'unknown' } as const)
}
