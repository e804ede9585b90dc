import { parseJson } from '#shared/lib/parse-json.ts'
import { withBody } from './bound-fetch.ts'
import { isRecord } from './is-record.ts'
import { repairMessages } from './repair-message.ts'

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
