import {
  type Format,
  halves,
  isJson,
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

/** OpenAI's chat completions, which most others speak too. */
export const openai: Format = {
  name: 'openai',
  takes: (path) => path.endsWith('/chat/completions'),
  read: (_path, body) => {
    const all = listOf(body['messages']).map(toMessage)
    return {
      model: String(body['model']),
      isStreamed: body['stream'] === true,
      system: all
        .filter(isSystem)
        .map(({ text }) => text)
        .join('\n'),
      messages: all.filter((one) => !isSystem(one)),
      tools: listOf(body['tools']).map((tool) =>
        String(isJson(tool['function']) ? tool['function']['name'] : tool['name']),
      ),
    }
  },
  write: async (request, reply, response) => {
    const base = { id: reply.id ?? nextId('chatcmpl'), created: 1, model: request.model }
    const usage = reply.usage === null ? undefined : toUsage(reply.usage ?? USAGE)
    const calls = (reply.calls ?? []).map(toCall)
    const finish = calls.length > 0 ? 'tool_calls' : 'stop'
    if (!request.isStreamed) {
      const message = { role: 'assistant', content: reply.text ?? null, tool_calls: calls }
      const choices = [{ index: 0, message, finish_reason: finish }]
      sendJson(response, { ...base, object: 'chat.completion', choices, usage })
      return true
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (choices: readonly unknown[], rest: Json = {}) =>
      sendEvent(response, { ...base, object: 'chat.completion.chunk', choices, ...rest })
    const delta = (said: Json, reason: string | null = null) =>
      send([{ index: 0, delta: said, finish_reason: reason }])
    delta({ role: 'assistant', content: '' })
    if (reply.reasoning) delta({ reasoning_content: reply.reasoning })
    if (!(await speak(reply, response, (content) => delta({ content })))) return false
    for (const call of calls) {
      const { arguments: args, name } = call.function
      delta({ tool_calls: [{ ...call, function: { name, arguments: '' } }] })
      for (const piece of halves(args)) {
        delta({ tool_calls: [{ index: call.index, function: { arguments: piece } }] })
      }
    }
    delta({}, finish)
    const wantsUsage = isJson(request.body['stream_options'])
    if (usage && wantsUsage) send([], { usage })
    response.end('data: [DONE]\n\n')
    return true
  },
}

function isSystem({ role }: RequestMessage): boolean {
  return role === 'system' || role === 'developer'
}

function toMessage(message: Json): RequestMessage {
  const called = [...listOf(message['tool_calls']).map(({ id }) => id), message['tool_call_id']]
  return {
    role: String(message['role']),
    text: textOf(message['content']),
    callIds: called.filter((id) => typeof id === 'string'),
  }
}

function toCall({ name, args = {}, id, rawArgs }: ReplyCall, index: number) {
  const call = { name, arguments: rawArgs ?? JSON.stringify(args) }
  return { index, id: id ?? nextId('call'), type: 'function', function: call }
}

function toUsage({ input, output, cacheRead = 0, reasoning = 0 }: ReplyUsage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}
