import { expect, test } from 'vitest'
import { parseMessage } from './shown-message.ts'

function stored(type: string, kwargs: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', type],
    kwargs,
  })
}

test('a message is its role, its text and the calls it asks for', () => {
  const calls = [{ name: 'read_file', args: { path: '/a' }, id: 'c1' }]
  const blocks = [
    { type: 'text', text: 'Look.' },
    { type: 'tool_use', id: 'c1', input: {} },
    { type: 'image_url', image_url: {} },
  ]
  const messages = [
    stored('SystemMessage', { content: 'You are.' }),
    stored('HumanMessage', { content: [{ type: 'text', text: 'Hello' }], id: 'x' }),
    stored('AIMessageChunk', { content: blocks, name: 'model', tool_calls: calls }),
    stored('ToolMessage', { content: 'It holds.', name: 'read_file', tool_call_id: 'c1' }),
  ].map(parseMessage)
  expect(messages).toEqual([
    { role: 'system', text: 'You are.', calls: [] },
    { role: 'person', text: 'Hello', calls: [] },
    {
      role: 'agent',
      text: 'Look.\n[image_url]',
      calls: [{ name: 'read_file', args: '{\n  "path": "/a"\n}' }],
    },
    { role: 'tool', name: 'read_file', text: 'It holds.', calls: [] },
  ])
})

test('what is no message is not shown as one', () => {
  expect([parseMessage('not JSON'), parseMessage('{"id":"x"}')]).toEqual([undefined, undefined])
})
