import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import type { BaseLanguageModelInput } from '@langchain/core/language_models/base'
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models'
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import type { Runnable } from '@langchain/core/runnables'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { analyze } from './analyzer.ts'
import {
  type Conversation,
  call,
  count,
  finish,
  type MadeCall,
  plan,
  readAll,
  readConversation,
  type ScriptReply,
} from './conversation.ts'
import {
  entryPointsOf,
  filesFound,
  foldersOf,
  isCode,
  isPlanDone,
  isTest,
  languagesOf,
  pathsRead,
  readManifest,
  sizesSeen,
  textRead,
} from './facts.ts'
import { ANALYZE_TASK, lead, MAP_TASK } from './lead.ts'
import { conductReview, conductsReview, READ_TASK, readForReview } from './review.ts'

const CHARS_PER_TOKEN = 4
/** Arguments are written this many characters at a time. */
const ARGS_CHARS = 48
/** Pauses before an answer begins, as if it were thought of. */
const PAUSES_BEFORE = 10

interface DemoOptions {
  readonly model: string
  /** Between two pieces of an answer. */
  readonly delayMs: number
}

interface DemoCallOptions extends BaseChatModelCallOptions {
  tools?: readonly object[]
}

/** Stands where a model would, and answers by a script: it decides by the results of real tools alone. */
export class DemoModel extends BaseChatModel<DemoCallOptions> {
  readonly #options: DemoOptions

  constructor(options: DemoOptions) {
    super({})
    this.#options = options
  }

  override _llmType(): string {
    return 'demo'
  }

  override invocationParams(options?: this['ParsedCallOptions']): unknown {
    return { model: this.#options.model, tools: options?.tools ?? [] }
  }

  override bindTools(
    tools: BindToolsInput[],
    kwargs?: Partial<DemoCallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, DemoCallOptions> {
    return this.withConfig({ ...kwargs, tools: tools.map((tool) => convertToOpenAITool(tool)) })
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): Promise<ChatResult> {
    const { text, calls } = replyTo(messages)
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map(({ name, args }) => ({ type: 'tool_call', id: newId(), name, args })),
    })
    // The library's type for it allows nothing under exact optional properties.
    Object.assign(message, { usage_metadata: usageOf(messages, options, { text, calls }) })
    return { generations: [{ text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = replyTo(messages)
    const { delayMs } = this.#options
    const signal = options.signal
    if (delayMs > 0) await delay(delayMs * PAUSES_BEFORE, undefined, { signal })
    for (const message of piecesOf(reply)) {
      yield* emit(message, run)
      if (delayMs > 0) await delay(delayMs, undefined, { signal })
      options.signal?.throwIfAborted()
    }
    const response_metadata = { finish_reason: reply.calls.length > 0 ? 'tool_calls' : 'stop' }
    const end = new AIMessageChunk({ content: '', response_metadata })
    yield* emit(Object.assign(end, { usage_metadata: usageOf(messages, options, reply) }), run)
  }
}

async function* emit(message: AIMessageChunk, run: CallbackManagerForLLMRun | undefined) {
  const chunk = new ChatGenerationChunk({ text: message.text, message })
  yield chunk
  await run?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk })
}

function replyTo(messages: readonly BaseMessage[]): ScriptReply {
  const conversation = readConversation(messages)
  if (conversation.prompt.startsWith(MAP_TASK)) return mapProject(conversation)
  if (conversation.prompt.startsWith(ANALYZE_TASK)) return analyze(conversation)
  if (conversation.prompt.startsWith(READ_TASK)) return readForReview(conversation)
  if (conductsReview(conversation)) return conductReview(conversation)
  return lead(conversation)
}

function* piecesOf({ text, calls }: ScriptReply): Generator<AIMessageChunk> {
  for (const content of text.match(/\S+\s*|\s+/g) ?? []) yield new AIMessageChunk({ content })
  for (const [index, { name, args }] of calls.entries()) {
    const pieces = JSON.stringify(args).match(new RegExp(`[^]{1,${ARGS_CHARS}}`, 'g')) ?? []
    for (const [place, piece] of pieces.entries()) {
      const begins = place === 0 ? { name, id: newId() } : {}
      const part = { type: 'tool_call_chunk' as const, index, args: piece, ...begins }
      yield new AIMessageChunk({ content: '', tool_call_chunks: [part] })
    }
  }
}

/** What a model would have read and written, at four characters a token. */
function usageOf(messages: readonly BaseMessage[], options: DemoCallOptions, reply: ScriptReply) {
  const request = messages.map(({ content }) => JSON.stringify(content).length)
  const offered = JSON.stringify(options.tools ?? []).length
  const read = request.reduce((sum, length) => sum + length, offered)
  const input_tokens = Math.ceil(read / CHARS_PER_TOKEN)
  const output_tokens = Math.ceil(JSON.stringify(reply).length / CHARS_PER_TOKEN)
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
}

function newId(): string {
  return `call_${randomUUID()}`
}

const MAP_STEPS = ['List the folders', 'Read where the program starts', 'Report']
const MAX_FOLDERS = 6

/** The subagent that finds out how the project is laid out. */
function mapProject({ calls }: Conversation): ScriptReply {
  const files = filesFound(calls)
  if (calls.length === 0) return listProject()
  const listed = calls.filter(({ name }) => name === 'ls').length
  const folders = foldersOf(files).slice(0, MAX_FOLDERS)
  if (listed === 1 && folders.length > 0) return listFolders(folders.map(({ name }) => name))
  const starts = entriesOf(calls, files).filter((path) => !pathsRead(calls).includes(path))
  if (pathsRead(calls).length <= 1 && starts.length > 0) return readStarts(starts.slice(0, 3))
  if (!isPlanDone(calls)) return finish(MAP_STEPS)
  return { text: reportLayout(calls, files), calls: [] }
}

function listProject(): ScriptReply {
  return {
    text: 'I begin with what is at the top.',
    calls: [
      plan(MAP_STEPS, 0),
      call('ls', { path: '/workspace' }),
      call('glob', { pattern: '**/*', path: '/workspace' }),
      ...readAll(['package.json']),
    ],
  }
}

function listFolders(folders: readonly string[]): ScriptReply {
  const text = `The largest folders: ${folders.join(', ')}.`
  return { text, calls: folders.map((folder) => call('ls', { path: `/workspace/${folder}` })) }
}

function readStarts(paths: readonly string[]): ScriptReply {
  const text = `Now where it starts: ${paths.join(', ')}.`
  return { text, calls: [plan(MAP_STEPS, 1), ...readAll(paths, 120)] }
}

function entriesOf(calls: readonly MadeCall[], files: readonly string[]): string[] {
  const manifest = readManifest(textRead(calls, 'package.json'))
  return entryPointsOf(manifest, files).filter((path) => files.includes(path))
}

function reportLayout(calls: readonly MadeCall[], files: readonly string[]): string {
  const languages = languagesOf(files).slice(0, 4)
  const tests = files.filter(isTest).length
  const folders = foldersOf(files).slice(0, MAX_FOLDERS)
  const entries = entriesOf(calls, files)
  const large = sizesSeen(calls)
    .filter(({ path }) => isCode(path))
    .slice(0, 5)
  const named = (list: readonly { name: string; count: number }[]) =>
    list.map(({ name, count: number }) => `${name} (${number})`).join(', ')
  const facts = [
    `${count(files.length, 'file')}, ${count(tests, 'test file')}. Languages by files: ${named(languages) || 'none known'}.`,
    folders.length > 0 ? `Folders by files: ${named(folders)}.` : 'There are no folders.',
    entries.length > 0 ? `It starts in ${entries.join(', ')}.` : 'Nothing says where it starts.',
    large.length > 0
      ? `Largest code files seen: ${large.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join(', ')}.`
      : 'I saw no code files with their sizes.',
  ]
  return facts.map((fact) => `- ${fact}`).join('\n')
}
