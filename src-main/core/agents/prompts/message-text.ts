import { z } from 'zod'
import type { MessageRole } from '#shared/events/context.ts'
import { takeStart } from '#shared/lib/cut-text.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { textOfContent } from '../text-of-content.ts'

/** Names the message that tells an agent what is pinned: it is in requests, and in no thread. */
export const PINNED_ID = 'orrery-pinned'

/** As LangChain's serializer writes a message. */
const Stored = z
  .looseObject({
    id: z.array(z.string()).default([]),
    kwargs: z.looseObject({
      id: z.string().optional().catch(undefined),
      name: z.string().optional().catch(undefined),
      content: z.unknown().optional(),
      tool_calls: z.unknown().optional(),
    }),
  })
  .catch({ id: [], kwargs: {} })

const Calls = z.array(z.object({ name: z.string(), args: z.unknown() })).catch([])

/** What a message says, with the calls it asks for. */
export interface Said {
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
  const { id, kwargs } = Stored.parse(parseJson(json))
  const role = roleOf(id.at(-1) ?? '')
  const text = textOfMessage({ ...kwargs, content: kwargs.content })
  return {
    ...(kwargs.id !== undefined && { messageId: kwargs.id }),
    ...(role && { role }),
    title: titleOf(text, role === 'tool' ? kwargs.name : undefined),
    text,
  }
}

function roleOf(type: string): MessageRole | undefined {
  if (type.startsWith('Human')) return 'input'
  if (type.startsWith('AI')) return 'agent'
  return type.startsWith('Tool') ? 'tool' : undefined
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
