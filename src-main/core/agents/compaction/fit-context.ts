import { type BaseMessage, type SystemMessage, ToolMessage } from '@langchain/core/messages'
import { countTokensApproximately } from 'langchain'
import { takeEnd, takeStart } from '#shared/lib/truncate-text.ts'

/** deepagents' estimate, the same for every model. */
const CHARS_PER_TOKEN = 4
/** The share of a context that a request may use: estimates are rough, and the answer needs room, too. */
const USABLE = 0.9
/** Below this part of a context, too little is left for the conversation, and tools are left out. */
const ROOM_FOR_CONVERSATION = 0.3
/** Tools that agents need for any work. A small context is offered only these. */
const ESSENTIAL_TOOLS: ReadonlySet<string> = new Set([
  'ask_person',
  'edit_file',
  'glob',
  'grep',
  'ls',
  'read_file',
  'run_command',
  'submit_findings',
  'task',
  'write_file',
  'write_todos',
])

interface Requested {
  readonly messages: readonly BaseMessage[]
  readonly systemMessage?: SystemMessage | undefined
  readonly tools: readonly object[]
}

/** The sizes that a request may have, in estimated tokens. */
export interface Fit<Tool> {
  /** The most that a request may have, its instructions and tools included. */
  readonly requestTokens: number
  /** Tokens left for the conversation. Negative if instructions and tools alone exceed the context. */
  readonly roomTokens: number
  readonly tools: Tool[]
}

/** Returns how many tokens a request has, its instructions and tools included. */
export function estimateTokens({ messages, systemMessage, tools }: Requested): number {
  const all = systemMessage ? [systemMessage, ...messages] : [...messages]
  return countTokensApproximately(all, [...tools])
}

/** Divides a context of `contextTokens`. Where it is small, only essential tools are offered. */
export function fitContext<Tool extends object>(
  contextTokens: number,
  { systemMessage, tools }: Pick<Requested, 'systemMessage'> & { readonly tools: Tool[] },
): Fit<Tool> {
  const requestTokens = Math.floor(contextTokens * USABLE)
  const roomWith = (offered: readonly Tool[]) =>
    requestTokens - estimateTokens({ messages: [], systemMessage, tools: offered })
  const isRoomy = roomWith(tools) >= contextTokens * ROOM_FOR_CONVERSATION
  const offered = isRoomy ? tools : tools.filter((tool) => isEssential(tool))
  return { requestTokens, roomTokens: roomWith(offered), tools: offered }
}

function isEssential(tool: object): boolean {
  return 'name' in tool && typeof tool.name === 'string' && ESSENTIAL_TOOLS.has(tool.name)
}

/** Cuts the middle out of tool results that have more than `maxTokens`: agents can read them in parts. */
export function cutResults(messages: readonly BaseMessage[], maxTokens: number): BaseMessage[] {
  const maxChars = Math.max(0, maxTokens) * CHARS_PER_TOKEN
  return messages.map((message) =>
    ToolMessage.isInstance(message) ? cut(message, maxChars) : message,
  )
}

function cut(message: ToolMessage, maxChars: number): ToolMessage {
  const { text } = message
  if (text.length <= maxChars) return message
  const half = Math.floor(maxChars / 2)
  const content = cutBetweenLines(text, half) ?? cutWithinLine(text, half)
  return new ToolMessage({ ...message, content, tool_call_id: message.tool_call_id })
}

const WHY = "they don't fit into the model's context"

/** `undefined` if a cut at line ends would keep less than half of the room: one line is very long. */
function cutBetweenLines(text: string, half: number): string | undefined {
  const headEnd = text.lastIndexOf('\n', half)
  const tailStart = text.indexOf('\n', text.length - half - 1) + 1
  const isShort = headEnd < half / 2 || text.length - tailStart < half / 2
  if (isShort || tailStart === 0) return undefined
  const head = text.slice(0, headEnd)
  const from = countLines(head)
  const count = countLines(text.slice(headEnd + 1, tailStart - 1))
  return `${head}\n[${formatMissing(text, from, count)}]\n${text.slice(tailStart)}`
}

function countLines(text: string): number {
  return text.split('\n').length
}

/** The header of a file that was read: which of its lines stand below. */
const READ = /^@@ lines (\d+)-\d+ of \d+/

/** `from`: how many lines of the result come before those that are missing. */
function formatMissing(text: string, from: number, count: number): string {
  const first = READ.exec(text)?.[1]
  if (first === undefined) {
    return `${count} ${count === 1 ? 'line is' : 'lines are'} left out here: ${WHY}. Read the missing part by itself if you need it.`
  }
  // The header is no line of the file.
  const start = Number(first) + from - 1
  const missing = `Lines ${start}-${start + count - 1} are left out here: ${WHY}.`
  return `${missing} To read them, use offset ${start - 1} and limit ${count}.`
}

function cutWithinLine(text: string, half: number): string {
  const missing = `${text.length - 2 * half} characters are left out here: ${WHY}. Read the missing part by itself if you need it.`
  return `${takeStart(text, half)}\n[${missing}]\n${takeEnd(text, half)}`
}
