import { expect, test } from 'vitest'
import { ArgumentJoiner } from './argument-joiner.ts'

function openAi(args: string, index = 0): string {
  const delta = { tool_calls: [{ index, function: { arguments: args } }] }
  return `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`
}

function anthropic(partial_json: string, index = 1): string {
  const delta = { type: 'input_json_delta', partial_json }
  const json = JSON.stringify({ type: 'content_block_delta', index, delta })
  return `event: content_block_delta\ndata: ${json}\n\n`
}

/** The JSON of every event. */
function read(stream: string): unknown[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, json = '']): unknown => JSON.parse(json))
}

const said = 'data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\n'

test('neighbouring pieces of one call become one event, of either format', () => {
  const joiner = new ArgumentJoiner()
  const out = joiner.push(openAi('{"a') + openAi('":1') + openAi('}') + said)
  expect(read(out)).toEqual(read(openAi('{"a":1}') + said))
  const more = joiner.push(anthropic('{"b"') + anthropic(':2}')) + joiner.end()
  expect(read(more)).toEqual(read(anthropic('{"b":2}')))
  expect(more).toContain('event: content_block_delta')
})

test('pieces of different calls are kept apart, and everything keeps its order', () => {
  const joiner = new ArgumentJoiner()
  const out = joiner.push(openAi('a', 0) + openAi('b', 1) + said + openAi('c', 1)) + joiner.end()
  expect(out).toBe(openAi('a', 0) + openAi('b', 1) + said + openAi('c', 1))
})

test('events that arrive in fragments are put together; unknown ones pass as they are', () => {
  const joiner = new ArgumentJoiner()
  const text = `: comment\n\n${openAi('x')}data: {"arguments": not json}\n\ndata: [DONE]\n\n`
  const out = [...text].map((char) => joiner.push(char)).join('') + joiner.end()
  expect(out).toBe(text)
})

test('long arguments are passed on before they are whole', () => {
  const joiner = new ArgumentJoiner()
  const out = joiner.push(openAi('x'.repeat(1500)) + openAi('y'.repeat(1500)))
  expect(read(out)).toEqual(read(openAi('x'.repeat(1500) + 'y'.repeat(1500))))
})
