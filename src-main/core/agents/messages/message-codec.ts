import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  isBaseMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { z } from 'zod'
import { type Json, MARK, UnstorableValueError } from '#shared/json/marked-json.ts'
import { type MessageKind, STORED_MESSAGE } from '#shared/json/stored-message.ts'
import { isRecord } from '#shared/lib/json.ts'
import { toOpaqueCall } from './opaque-call.ts'

type RecordOf<T> = Readonly<Record<string, T>>

// Passed on as they are: a schema of records would leave out the key `__proto__`.
const Data = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
const Content = z.custom<BaseMessage['content']>(
  (value) => typeof value === 'string' || Array.isArray(value),
)
const Calls = z.custom<NonNullable<AIMessage['tool_calls']>>(isListOfRecords)
const InvalidCalls = z.custom<NonNullable<AIMessage['invalid_tool_calls']>>(isListOfRecords)
const Usage = z.custom<NonNullable<AIMessage['usage_metadata']>>((value) => isRecord(value))

// Lenient: a field of another form must not keep a session from opening.
const Text = z.string().optional().catch(undefined)
const Name = z.string().catch('')

const Base = z.object({
  id: Text,
  name: Text,
  content: Content.default(''),
  additional_kwargs: Data.default({}),
  response_metadata: Data.default({}),
})

const Fields = z.discriminatedUnion('kind', [
  Base.extend({ kind: z.literal('system') }),
  Base.extend({ kind: z.literal('human') }),
  Base.extend({
    kind: z.literal('ai'),
    tool_calls: Calls.default([]),
    invalid_tool_calls: InvalidCalls.default([]),
    usage_metadata: Usage.optional(),
  }),
  Base.extend({
    kind: z.literal('tool'),
    tool_call_id: Name,
    status: z.enum(['success', 'error']).optional().catch(undefined),
    artifact: z.unknown().optional(),
    metadata: Data.optional(),
  }),
  Base.extend({ kind: z.literal('remove'), id: Name }),
  Base.extend({ kind: z.literal('generic'), role: Name }),
  Base.extend({ kind: z.literal('function'), name: Name }),
])
type Fields = z.infer<typeof Fields>

/** The fields that are stored beside the common ones. */
const ownFields: Readonly<Record<MessageKind, readonly string[]>> = {
  system: [],
  human: [],
  ai: ['tool_calls', 'invalid_tool_calls', 'usage_metadata'],
  tool: ['tool_call_id', 'status', 'artifact', 'metadata'],
  remove: [],
  generic: ['role'],
  function: [],
}
const commonFields = ['id', 'name', 'content', 'additional_kwargs', 'response_metadata']

/** Recognizes a message by its methods, which no data has; also one of another copy of LangChain. */
export function isMessage(value: unknown): value is BaseMessage {
  return typeof value === 'object' && value !== null && isBaseMessage(value)
}

/** Converts a message to JSON. A piece of a streamed answer is stored as a whole one. */
export function encodeMessage(message: BaseMessage, encode: (part: unknown) => Json): Json {
  const kind = message.getType()
  if (!isKind(kind)) throw new UnstorableValueError(`message of the kind ${kind}`)
  const values: RecordOf<unknown> = { ...message }
  const fields = [...commonFields, ...ownFields[kind]].flatMap((name): [string, Json][] =>
    isDefault(name, values[name]) ? [] : [[name, encode(toPlain(name, values[name]))]],
  )
  return { [MARK]: STORED_MESSAGE, kind, ...Object.fromEntries(fields) }
}

/** Makes a message of its decoded fields; `undefined` where they are those of no message. */
export function toMessage(fields: RecordOf<unknown>): BaseMessage | undefined {
  const known = Fields.safeParse(fields).data
  if (!known) return undefined
  const message = createMessage(known)
  const { additional_kwargs, response_metadata } = known
  // LangChain's constructors would look for calls and another form of content in them.
  Object.assign(message, { additional_kwargs, response_metadata })
  Object.assign(message.lc_kwargs, { additional_kwargs, response_metadata })
  return message
}

function createMessage(fields: Fields): BaseMessage {
  const { id, name, content } = fields
  const base = { content, ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
  switch (fields.kind) {
    case 'system':
      return new SystemMessage(base)
    case 'human':
      return new HumanMessage(base)
    case 'ai':
      return createAnswer(fields, base)
    case 'tool': {
      const { tool_call_id, status, artifact, metadata } = fields
      const optional = {
        ...(status && { status }),
        ...(artifact !== undefined && { artifact }),
        ...(metadata && { metadata }),
      }
      return new ToolMessage({ ...base, tool_call_id, ...optional })
    }
    case 'remove':
      return new RemoveMessage({ id: fields.id })
    case 'generic':
      return new ChatMessage({ ...base, role: fields.role })
    case 'function':
      return new FunctionMessage({ ...base, name: fields.name })
  }
}

function createAnswer(
  fields: Extract<Fields, { readonly kind: 'ai' }>,
  base: Pick<AIMessage, 'content'>,
): AIMessage {
  const { tool_calls: calls, invalid_tool_calls, usage_metadata } = fields
  return new AIMessage({
    ...base,
    tool_calls: calls.map(toOpaqueCall),
    invalid_tool_calls,
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
  })
}

function isKind(kind: string): kind is MessageKind {
  return Object.hasOwn(ownFields, kind)
}

/** Calls in a thread are instances of a class of our own. */
function toPlain(name: string, value: unknown): unknown {
  const areCalls = name === 'tool_calls' && Array.isArray(value)
  return areCalls ? value.map((call: object) => ({ ...call })) : value
}

/** A message that isn't given a field has these: they aren't stored. */
function isDefault(name: string, value: unknown): boolean {
  switch (name) {
    case 'content':
      return value === '' || value === undefined
    case 'tool_calls':
    case 'invalid_tool_calls':
      return !Array.isArray(value) || value.length === 0
    case 'additional_kwargs':
    case 'response_metadata':
      return !isRecord(value) || Object.keys(value).length === 0
    default:
      return value === undefined
  }
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord)
}
