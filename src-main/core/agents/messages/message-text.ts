import { z } from 'zod'
import type { MessageRole } from '#shared/events/context.ts'
import { type MessageKind, readStoredMessage } from '#shared/json/stored-message.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { textOfContent } from './text-of-content.ts'

/** Names the message that tells an agent what is pinned: it is in requests, and in no thread. */
export const PINNED_ID = 'orrery-pinned'

const Calls = z.array(z.object({ name: z.string(), args: z.unknown() })).catch([])

/** What a message says, with the calls it asks for. */
interface Said {
  readonly content: unknown
  readonly tool_calls?: unknown
}

export function textOfMessage({ content, tool_calls: asked }: Said): string {
  const calls = Calls.parse(asked ?? []).map(
    ({ name, args }) => `[Calls ${name} with ${JSON.stringify(args)}]`,
  )
  return [textOfContent(content), ...calls].filter(Boolean).join('\n')
}

/** A message as it is read from the store, without LangChain. */
export interface ReadMessage {
  /** Absent of what no thread names. */
  readonly messageId?: string
  /** Absent of what is told before a thread begins. */
  readonly role?: MessageRole
  readonly title: string
  readonly text: string
}

export function readMessage(json: string): ReadMessage {
  const { kind, id, name, content, tool_calls } = readStoredMessage(json) ?? {}
  const role = kind && roles[kind]
  const text = textOfMessage({ content, tool_calls })
  return {
    ...(id !== undefined && { messageId: id }),
    ...(role && { role }),
    title: titleOf(text, role === 'tool' ? name : undefined),
    text,
  }
}

const roles: Readonly<Partial<Record<MessageKind, MessageRole>>> = {
  human: 'input',
  ai: 'agent',
  tool: 'tool',
}

/** Enough to recognise it by. */
const TITLE_CHARS = 120

function titleOf(text: string, tool: string | undefined): string {
  const line = text
    .slice(0, 2 * TITLE_CHARS)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const named = tool === undefined ? line : `${tool}: ${line}`
  return named.length > TITLE_CHARS ? `${takeStart(named, TITLE_CHARS)}…` : named
}
