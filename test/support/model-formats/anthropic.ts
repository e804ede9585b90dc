import {
  type Format,
  halves,
  type Json,
  listOf,
  nextId,
  type ReplyCall,
  type RequestMessage,
  sendEvent,
  sendJson,
  speak,
  textOf,
  USAGE,
} from './format.ts'

/** Anthropic's messages. */
export const anthropic: Format = {
  name: 'anthropic',
  takes: (path) => path.endsWith('/messages'),
  read: (_path, body) => ({
    model: String(body['model']),
    isStreamed: body['stream'] === true,
    system: textOf(body['system']),
    messages: listOf(body['messages']).flatMap(toMessages),
    tools: listOf(body['tools']).map(({ name }) => String(name)),
  }),
  write: async (request, reply, response) => {
    const { input, output, cacheRead = 0, cacheWrite = 0 } = reply.usage ?? USAGE
    const calls = (reply.calls ?? []).map(toCall)
    const stop = calls.length > 0 ? 'tool_use' : 'end_turn'
    const base = {
      id: reply.id ?? nextId('msg'),
      type: 'message',
      role: 'assistant',
      model: request.model,
      stop_sequence: null,
    }
    const counted = {
      input_tokens: input - cacheRead - cacheWrite,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: cacheWrite,
    }
    if (!request.isStreamed) {
      const text = reply.text ? [{ type: 'text', text: reply.text }] : []
      const usage = { ...counted, output_tokens: output }
      const content = [...text, ...calls.map(({ block }) => block)]
      sendJson(response, { ...base, content, stop_reason: stop, usage })
      return true
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (type: string, data: Json) => sendEvent(response, { type, ...data }, type)
    const usage = { ...counted, output_tokens: 1 }
    send('message_start', { message: { ...base, content: [], stop_reason: null, usage } })
    let index = 0
    const block = async (start: Json, deltas: () => boolean | Promise<boolean>) => {
      send('content_block_start', { index, content_block: start })
      if (!(await deltas())) return false
      send('content_block_stop', { index })
      index += 1
      return true
    }
    const delta = (piece: Json) => send('content_block_delta', { index, delta: piece })
    if (reply.reasoning) {
      const { reasoning } = reply
      await block({ type: 'thinking', thinking: '', signature: '' }, () => {
        delta({ type: 'thinking_delta', thinking: reasoning })
        delta({ type: 'signature_delta', signature: 'signed' })
        return true
      })
    }
    if (reply.text !== undefined) {
      const say = (text: string) => delta({ type: 'text_delta', text })
      const speaking = () => speak(reply, response, say)
      if (!(await block({ type: 'text', text: '' }, speaking))) return false
    }
    for (const call of calls) {
      await block({ ...call.block, input: {} }, () => {
        for (const piece of halves(call.text)) {
          delta({ type: 'input_json_delta', partial_json: piece })
        }
        return true
      })
    }
    const details = { thinking_tokens: reply.usage?.reasoning ?? 0 }
    const spent = { output_tokens: output, output_tokens_details: details }
    send('message_delta', { delta: { stop_reason: stop }, usage: spent })
    send('message_stop', {})
    response.end()
    return true
  },
}

/** Results of several calls come in one message: it counts as one a call, as the others have it. */
function toMessages(message: Json): RequestMessage[] {
  const blocks = listOf(message['content'])
  const results = blocks.filter(({ type }) => type === 'tool_result')
  if (results.length > 0) {
    return results.map(({ content, tool_use_id: id }) => ({
      role: 'tool',
      text: textOf(content),
      callIds: [String(id)],
    }))
  }
  const called = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : []))
  const text = textOf(message['content'])
  return [{ role: String(message['role']), text, callIds: called }]
}

function toCall({ name, args = {}, id, rawArgs }: ReplyCall) {
  const block = { type: 'tool_use', id: id ?? nextId('toolu'), name, input: args }
  return { block, text: rawArgs ?? JSON.stringify(args) }
}
