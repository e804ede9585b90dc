import {
  type Format,
  type Json,
  listOf,
  nextId,
  type ReplyCall,
  type ReplyUsage,
  type RequestMessage,
  sendEvent,
  sendJson,
  speak,
  textOf,
  USAGE,
} from './format.ts'

/** OpenAI's responses. */
export const responses: Format = {
  name: 'responses',
  takes: (path) => path.endsWith('/responses'),
  read: (_path, body) => {
    const all = listOf(body['input']).flatMap(toMessages)
    const isSystem = ({ role }: RequestMessage) => role === 'system' || role === 'developer'
    return {
      model: String(body['model']),
      isStreamed: body['stream'] === true,
      system: all
        .filter(isSystem)
        .map(({ text }) => text)
        .join('\n'),
      messages: all.filter((one) => !isSystem(one)),
      tools: listOf(body['tools']).map(({ name }) => String(name)),
    }
  },
  write: async (request, reply, response) => {
    const items = [
      ...(reply.reasoning ? [toThought(reply.reasoning)] : []),
      ...(reply.text === undefined ? [] : [toAnswer(reply.text)]),
      ...(reply.calls ?? []).map(toCall),
    ]
    const whole = {
      id: reply.id ?? nextId('resp'),
      object: 'response',
      model: request.model,
      status: 'completed',
      output: items,
      usage: reply.usage === null ? null : toUsage(reply.usage ?? USAGE),
    }
    if (!request.isStreamed) {
      sendJson(response, whole)
      return true
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (type: string, rest: Json) => sendEvent(response, { type, ...rest }, type)
    send('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
    for (const [output_index, item] of items.entries()) {
      send('response.output_item.added', { output_index, item: emptied(item) })
      const at = { output_index, item_id: item['id'] }
      const say = (delta: string) =>
        send('response.output_text.delta', { ...at, content_index: 0, delta })
      if (item['type'] === 'message' && !(await speak(reply, response, say))) return false
      if (item['type'] === 'function_call')
        send('response.function_call_arguments.delta', { ...at, delta: item['arguments'] })
      if (item['type'] === 'reasoning')
        send('response.reasoning_summary_text.delta', {
          ...at,
          summary_index: 0,
          delta: reply.reasoning,
        })
      send('response.output_item.done', { output_index, item })
    }
    send('response.completed', { response: whole })
    response.end()
    return true
  },
}

function toThought(text: string): Json {
  return { type: 'reasoning', id: nextId('rs'), summary: [{ type: 'summary_text', text }] }
}

function toAnswer(text: string): Json {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', id: nextId('msg'), role: 'assistant', status: 'completed', content }
}

function toCall({ name, args = {}, id, rawArgs }: ReplyCall): Json {
  const written = rawArgs ?? JSON.stringify(args)
  const call_id = id ?? nextId('call')
  return { type: 'function_call', id: nextId('fc'), call_id, name, arguments: written }
}

/** An item before anything of it was streamed. */
function emptied(item: Json): Json {
  switch (item['type']) {
    case 'message':
      return { ...item, content: [] }
    case 'function_call':
      return { ...item, arguments: '' }
    default:
      return { ...item, summary: [] }
  }
}

function toMessages(item: Json): RequestMessage[] {
  const callIds = item['call_id'] === undefined ? [] : [String(item['call_id'])]
  switch (item['type']) {
    case 'function_call':
      return [{ role: 'assistant', text: '', callIds }]
    case 'function_call_output':
      return [{ role: 'tool', text: textOf(item['output']), callIds }]
    case 'reasoning':
      return []
    default:
      return [{ role: String(item['role']), text: textOf(item['content']), callIds }]
  }
}

function toUsage({ input, output, cacheRead = 0, reasoning = 0 }: ReplyUsage): Json {
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens_details: { reasoning_tokens: reasoning },
  }
}
