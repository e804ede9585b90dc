import { expect, test } from 'vitest'
import { AnthropicChat } from '../chat/anthropic-chat.ts'
import { createOpenAiChat } from '../chat/openai-chat.ts'

const usage = { input_tokens: 10, output_tokens: 2, total_tokens: 12 }

function answering(body: object): typeof globalThis.fetch {
  return async () => Response.json(body)
}

test('a response of OpenAI that comes whole has its text and its calls', async () => {
  const fetch = answering({
    id: 'resp_1',
    object: 'response',
    model: 'gpt-5-codex',
    status: 'completed',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
      },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'ls', arguments: '{"path":"/"}' },
    ],
    usage,
  })
  const connection = { key: 'k', baseUrl: 'http://server.invalid/v1', fetch, delayMs: 0 }
  const chat = createOpenAiChat('gpt-5-codex', connection)
  chat.useResponsesApi = true
  const answer = await chat.invoke('hello')
  expect(answer.text).toBe('I look.')
  expect(answer.tool_calls).toMatchObject([{ id: 'c1', name: 'ls', args: { path: '/' } }])
  expect(answer.usage_metadata).toMatchObject(usage)
})

test('a message of Anthropic that comes whole has its thoughts, its text and its calls', async () => {
  const fetch = answering({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'c1', name: 'ls', input: { path: '/' } },
    ],
    stop_reason: 'tool_use',
    usage,
  })
  const connection = { key: 'k', baseUrl: 'http://server.invalid', fetch, delayMs: 0 }
  const answer = await new AnthropicChat('claude-haiku-4-5', connection).invoke('hello')
  expect(answer.text).toBe('I look.')
  const [thought] = answer.content
  expect(thought).toMatchObject({ type: 'thinking', thinking: 'Hm.', signature: 'signed' })
  expect(answer.tool_calls).toMatchObject([{ id: 'c1', name: 'ls', args: { path: '/' } }])
  expect(answer.usage_metadata).toMatchObject(usage)
})
