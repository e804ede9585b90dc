import {
  type Format,
  isJson,
  type Json,
  listOf,
  nextId,
  type ReplyUsage,
  type RequestMessage,
  sendEvent,
  sendJson,
  speak,
  textOf,
  USAGE,
} from './format.ts'

const METHOD = /\/models\/(?<model>[^/:]+):(?<method>streamGenerateContent|generateContent)$/

/** Gemini's `generateContent`. */
export const google: Format = {
  name: 'google',
  takes: (path) => METHOD.test(path),
  read: (path, body) => {
    const { model = '', method } = METHOD.exec(path)?.groups ?? {}
    const system = isJson(body['systemInstruction']) ? body['systemInstruction']['parts'] : ''
    return {
      model,
      isStreamed: method === 'streamGenerateContent',
      system: textOf(system),
      messages: listOf(body['contents']).flatMap(toMessages),
      tools: listOf(body['tools']).flatMap((tool) =>
        listOf(tool['functionDeclarations']).map(({ name }) => String(name)),
      ),
    }
  },
  write: async (request, reply, response) => {
    const usage = reply.usage === null ? undefined : (reply.usage ?? USAGE)
    const base = { responseId: reply.id ?? nextId('gemini'), modelVersion: request.model }
    const thought = reply.reasoning ? [{ text: reply.reasoning, thought: true }] : []
    const calls = (reply.calls ?? []).map(({ name, args = {}, id }) => ({
      functionCall: { name, args, ...(id && { id }) },
      thoughtSignature: `signed ${name}`,
    }))
    const chunk = (parts: readonly unknown[], rest: Json = {}) => ({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
      ...base,
    })
    const ended = { finishReason: 'STOP' }
    const counted = usage && { usageMetadata: toUsage(usage) }
    if (!request.isStreamed) {
      const parts = [...thought, ...(reply.text ? [{ text: reply.text }] : []), ...calls]
      sendJson(response, { ...chunk(parts, ended), ...counted })
      return true
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // Totals so far come with every piece, as Gemini sends them.
    const so = usage && { usageMetadata: toUsage({ input: usage.input, output: 1 }) }
    const send = (parts: readonly unknown[]) => sendEvent(response, { ...chunk(parts), ...so })
    if (thought.length > 0) send(thought)
    if (!(await speak(reply, response, (text) => send([{ text }])))) return false
    for (const call of calls) send([call])
    sendEvent(response, { ...chunk([{ text: '' }], ended), ...counted })
    response.end()
    return true
  },
}

/** Calls and results go by name where they have no ids. */
function toMessages({ role, parts }: Json): RequestMessage[] {
  const all = listOf(parts)
  const results = all.flatMap((part) =>
    isJson(part['functionResponse']) ? [part['functionResponse']] : [],
  )
  if (results.length > 0) {
    return results.map(({ response, id, name }) => ({
      role: 'tool',
      text: resultOf(response),
      callIds: [String(id ?? name)],
    }))
  }
  const called = all.flatMap(({ functionCall: call }) =>
    isJson(call) ? [String(call['id'] ?? call['name'])] : [],
  )
  return [{ role: role === 'model' ? 'assistant' : 'user', text: textOf(all), callIds: called }]
}

function resultOf(response: unknown): string {
  const result = isJson(response) ? response['result'] : response
  return typeof result === 'string' ? result : textOf(result)
}

function toUsage({ input, output, cacheRead = 0, reasoning = 0 }: ReplyUsage): Json {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    cachedContentTokenCount: cacheRead,
    totalTokenCount: input + output,
  }
}
