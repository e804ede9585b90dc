import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { isRecord, parseJson } from '#shared/lib/json.ts'
import { withBody } from './limit-body-size.ts'

type Fetch = typeof globalThis.fetch

/** Repairs the messages in an answer before the SDK's transports reject them. */
export function repairFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const type = response.headers.get('content-type') ?? ''
    const transform = type.includes('text/event-stream')
      ? repairEvents()
      : type.includes('json')
        ? repairWhole()
        : undefined
    if (!response.body || !transform) return response
    const text = response.body.pipeThrough(new TextDecoderStream())
    return withBody(response, text.pipeThrough(transform).pipeThrough(new TextEncoderStream()))
  }
}

function repairWhole(): TransformStream<string, string> {
  let text = ''
  return new TransformStream({
    transform(chunk) {
      text += chunk
    },
    flush(controller) {
      controller.enqueue(repairText(text))
    },
  })
}

const DATA = 'data:'

/** Repairs events whose data is one line, as every server's are. */
function repairEvents(): TransformStream<string, string> {
  let pending: string[] = []
  return new TransformStream({
    transform(chunk, controller) {
      const [first = '', ...rest] = chunk.split('\n')
      pending.push(first)
      for (const next of rest) {
        controller.enqueue(`${repairLine(pending.join(''))}\n`)
        pending = [next]
      }
    },
    flush(controller) {
      controller.enqueue(repairLine(pending.join('')))
    },
  })
}

function repairLine(line: string): string {
  return line.startsWith(DATA) ? `${DATA} ${repairText(line.slice(DATA.length))}` : line
}

/** Leaves text alone that holds no message, such as the answers of an authorization server. */
function repairText(text: string): string {
  const value = parseJson(text)
  const values = Array.isArray(value) ? value : [value]
  if (!values.some((each) => isRecord(each) && ('jsonrpc' in each || 'id' in each))) return text
  const messages = repairMessages(value)
  if (messages.length === 0) return text
  return JSON.stringify(messages.length === 1 ? messages[0] : messages)
}

const JSON_RPC = { jsonrpc: '2.0' } as const
const NO_REASON = 'The server answered with an error that gives no reason.'

/**
 * Returns the JSON-RPC messages in a line or body, repaired where their meaning is clear: `params` or
 * `error` that are null, a missing version, members that don't belong there, a batch. Returns nothing
 * for a value that is no message.
 */
export function repairMessages(value: unknown): readonly JSONRPCMessage[] {
  if (Array.isArray(value)) return value.flatMap((each) => repairMessages(each))
  if (!isRecord(value)) return []
  const { data } = JSONRPCMessageSchema.safeParse(repair(value))
  return data ? [data] : []
}

function repair({ id, method, params, ...answer }: Readonly<Record<string, unknown>>): unknown {
  const hasId = typeof id === 'string' || Number.isInteger(id)
  if (typeof method === 'string') {
    return {
      ...JSON_RPC,
      ...(hasId && { id }),
      method,
      ...(isRecord(params) && { params: withoutMeta(params) }),
    }
  }
  return hasId ? repairAnswer(id, answer) : undefined
}

function repairAnswer(id: unknown, answer: Readonly<Record<string, unknown>>): unknown {
  const { result, error } = answer
  if (isFailure(error)) return { ...JSON_RPC, id, error: toFailure(error) }
  if (!('result' in answer)) return undefined
  if (isRecord(result)) return { ...JSON_RPC, id, result: withoutMeta(result) }
  if (result === null) return { ...JSON_RPC, id, result: {} }
  const type = Array.isArray(result) ? 'an array' : `a ${typeof result}`
  const message = `The server answered with ${type} where MCP requires an object.`
  return { ...JSON_RPC, id, error: { code: ErrorCode.InternalError, message } }
}

/** Some servers add `error: null`, `false` or `{}` to every answer. */
function isFailure(error: unknown): boolean {
  return isRecord(error) ? Object.keys(error).length > 0 : Boolean(error)
}

function toFailure(error: unknown): object {
  const { code, message, data } = isRecord(error) ? error : { message: error }
  const number = Number(code)
  return {
    code: Number.isInteger(number) && number !== 0 ? number : ErrorCode.InternalError,
    message: typeof message === 'string' && message.trim() !== '' ? message : NO_REASON,
    ...(data !== undefined && { data }),
  }
}

/** Nothing here reads it, and the SDK drops a whole message for an odd one. */
function withoutMeta({ _meta, ...rest }: Readonly<Record<string, unknown>>): object {
  return rest
}
