import type { Reply } from '../model-formats/format.ts'

export type Event = { readonly type: string } & Readonly<Record<string, unknown>>

const base = { id: 'resp_1', object: 'response', model: 'm' }
export const USAGE = { input_tokens: 10, output_tokens: 2, total_tokens: 12 }

export const created: Event = {
  type: 'response.created',
  response: { ...base, status: 'in_progress', output: [], usage: null },
}

export function completed(output: unknown = [], rest: object = {}): Event {
  const response = { ...base, status: 'completed', output, usage: USAGE, ...rest }
  return { type: 'response.completed', response }
}

export function answer(text: string, type = 'output_text'): object {
  const words = type === 'refusal' ? { refusal: text } : { text, annotations: [] }
  return { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type, ...words }] }
}

export function call(
  [name, args]: readonly [string, object],
  at = 0,
): Readonly<Record<string, unknown>> {
  const ids = { id: `fc_${at}`, call_id: `call_${at}` }
  return { type: 'function_call', ...ids, name, arguments: JSON.stringify(args) }
}

export function added(item: object, output_index = 0): Event {
  return { type: 'response.output_item.added', output_index, item }
}

export function done(item: object, output_index = 0): Event {
  return { type: 'response.output_item.done', output_index, item }
}

export function said(delta: string, at: object = { output_index: 0, content_index: 0 }): Event {
  return { type: 'response.output_text.delta', item_id: 'msg_1', ...at, delta }
}

export function written(delta: unknown, output_index = 0): Event {
  const item_id = `fc_${output_index}`
  return { type: 'response.function_call_arguments.delta', item_id, output_index, delta }
}

export function responsesText(text: string): readonly Event[] {
  const half = Math.ceil(text.length / 2)
  const item = answer(text)
  return [
    created,
    added({ ...item, content: [] }),
    said(text.slice(0, half)),
    said(text.slice(half)),
    done(item),
    completed([item]),
  ]
}

export function events(...all: readonly (Event | readonly Event[])[]): Reply {
  const sent = all.flat().map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  return { raw: { contentType: 'text/event-stream', body: sent.join('') } }
}
