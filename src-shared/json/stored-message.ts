import { z } from 'zod'
import { parseJson } from '../lib/json.ts'
import { decodeValue, isPlainRecord, MARK } from './marked-json.ts'

/** The mark of a stored message. */
export const STORED_MESSAGE = 'message-1'

/** LangChain's kinds of messages, by the type that each has there. */
export const MessageKind = z.enum([
  'system',
  'human',
  'ai',
  'tool',
  'remove',
  'generic',
  'function',
])
export type MessageKind = z.infer<typeof MessageKind>

const StoredCall = z.object({
  id: z.string().optional().catch(undefined),
  name: z.string(),
  args: z.unknown(),
})

/** The fields of a stored message that are shown. */
const Fields = z.object({
  id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  content: z.unknown().optional(),
  tool_calls: z.array(StoredCall).catch([]),
  tool_call_id: z.string().optional().catch(undefined),
})

/** A stored message of a request or a thread, read without LangChain. */
interface StoredMessageFields extends z.infer<typeof Fields> {
  readonly kind: MessageKind
}

const Current = Fields.extend({ [MARK]: z.literal(STORED_MESSAGE), kind: MessageKind })

/** How Orrery stored messages before it had a codec of its own: as LangChain writes them. */
export const OlderMessage = z.object({
  lc: z.literal(1).optional(),
  id: z.array(z.string()),
  kwargs: z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
})
export type OlderMessage = z.infer<typeof OlderMessage>

const olderKinds: Readonly<Record<string, MessageKind>> = {
  SystemMessage: 'system',
  HumanMessage: 'human',
  AIMessage: 'ai',
  ToolMessage: 'tool',
  RemoveMessage: 'remove',
  ChatMessage: 'generic',
  FunctionMessage: 'function',
}

/** `undefined` for a class that isn't one of messages. */
export function kindOfOlder({ id }: OlderMessage): MessageKind | undefined {
  const name = id.at(-1)?.replace('MessageChunk', 'Message') ?? ''
  return Object.hasOwn(olderKinds, name) ? olderKinds[name] : undefined
}

/** Reads a message as the log keeps it; `undefined` if the text is no message. */
export function readStoredMessage(text: string): StoredMessageFields | undefined {
  const json = parseJson(text)
  const older = OlderMessage.safeParse(json).data
  if (older) {
    const kind = kindOfOlder(older)
    return kind && { kind, ...Fields.parse(unescapeOlder(older.kwargs)) }
  }
  const current = Current.safeParse(json).data
  if (!current) return undefined
  const { content, tool_calls: calls, ...fields } = current
  return {
    ...fields,
    content: decodeValue(content),
    tool_calls: calls.map((call) => ({ ...call, args: decodeValue(call.args) })),
  }
}

const ESCAPED = '__lc_escaped__'

/**
 * Undoes LangChain's escapes: a record with a key `lc` stood alone in another, so that nothing a model
 * sent could pass for one of LangChain's objects. All that isn't escaped and has the form of an
 * `undefined` is one.
 */
export function unescapeOlder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unescapeOlder)
  if (!isPlainRecord(value)) return value
  const entries = Object.entries(value)
  if (entries.length === 1 && Object.hasOwn(value, ESCAPED)) return value[ESCAPED]
  if (value['lc'] === 2 && value['type'] === 'undefined') return undefined
  return Object.fromEntries(entries.map(([key, item]) => [key, unescapeOlder(item)]))
}
