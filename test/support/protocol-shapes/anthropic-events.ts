import type { Reply } from '../model-formats/format.ts'

export type Event = { readonly type: string } & Readonly<Record<string, unknown>>

export function start(rest: object = {}): Event {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
    ...rest,
  }
  return { type: 'message_start', message }
}

export function block(
  index: unknown,
  content_block: object,
  ...deltas: readonly object[]
): readonly Event[] {
  return [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

export function textBlock(index: unknown, text: string): readonly Event[] {
  const half = Math.ceil(text.length / 2)
  const deltas = [text.slice(0, half), text.slice(half)]
  const said = deltas.map((piece) => ({ type: 'text_delta', text: piece }))
  return block(index, { type: 'text', text: '' }, ...said)
}

export function callBlock(
  index: unknown,
  [name, args]: readonly [string, object],
  id = `toolu_${index}`,
): readonly Event[] {
  const json = JSON.stringify(args)
  const pieces = ['', json.slice(0, 9), json.slice(9)]
  const written = pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  return block(index, { type: 'tool_use', id, name, input: {} }, ...written)
}

export function end(stop_reason: unknown = 'end_turn', rest: object = {}): readonly Event[] {
  const delta = { stop_reason, stop_sequence: null }
  return [{ type: 'message_delta', delta, usage: { output_tokens: 2 }, ...rest }, STOP]
}

export const STOP: Event = { type: 'message_stop' }

export function anthropicText(text: string): readonly Event[] {
  return [start(), { type: 'ping' }, ...textBlock(0, text), ...end()]
}

export function messages(...events: readonly (Event | readonly Event[])[]): Reply {
  const written = events
    .flat()
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  return { raw: { contentType: 'text/event-stream', body: written.join('') } }
}
