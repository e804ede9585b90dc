import type { ServerResponse } from 'node:http'
import {
  type Format,
  isJson,
  type Json,
  listOf,
  type RequestMessage,
  sendJson,
  speak,
  textOf,
  USAGE,
} from './format.ts'

/** Ollama's own chat, one JSON object a line. */
export const ollama: Format = {
  name: 'ollama',
  takes: (path) => path.endsWith('/api/chat'),
  read: (_path, body) => {
    const all = listOf(body['messages']).map(toMessage)
    return {
      model: String(body['model']),
      isStreamed: body['stream'] !== false,
      system: all
        .filter(({ role }) => role === 'system')
        .map(({ text }) => text)
        .join('\n'),
      messages: all.filter(({ role }) => role !== 'system'),
      tools: listOf(body['tools']).map((tool) =>
        String(isJson(tool['function']) ? tool['function']['name'] : tool['name']),
      ),
    }
  },
  write: async (request, reply, response) => {
    const { input, output } = reply.usage ?? USAGE
    const calls = (reply.calls ?? []).map(({ name, args = {} }) => ({
      function: { name, arguments: args },
    }))
    const base = { model: request.model, created_at: '2026-01-01T00:00:00Z' }
    const counted = reply.usage === null ? {} : { prompt_eval_count: input, eval_count: output }
    const end = { ...base, done: true, done_reason: 'stop', ...counted }
    if (!request.isStreamed) {
      const message = { role: 'assistant', content: reply.text ?? '', tool_calls: calls }
      sendJson(response, { ...end, message })
      return true
    }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const say = (message: Json) =>
      sendLine(response, { ...base, message: { role: 'assistant', content: '', ...message } })
    if (reply.reasoning) say({ thinking: reply.reasoning })
    if (!(await speak(reply, response, (content) => say({ content })))) return false
    for (const call of calls) say({ tool_calls: [call] })
    sendLine(response, { ...end, message: { role: 'assistant', content: '' } })
    response.end()
    return true
  },
}

function sendLine(response: ServerResponse, body: Json): void {
  response.write(`${JSON.stringify(body)}\n`)
}

function toMessage(message: Json): RequestMessage {
  const called = listOf(message['tool_calls']).map(({ id }) => id)
  return {
    role: String(message['role']),
    text: textOf(message['content']),
    callIds: called.filter((id) => typeof id === 'string'),
  }
}
