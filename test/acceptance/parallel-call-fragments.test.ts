import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Reply } from '../support/model-server.ts'
import { expectWhole } from '../support/run-assertions.ts'
import { openRunFixture } from '../support/run-fixture.ts'

type Piece = Readonly<Record<string, unknown>>

const argsOf = (name: string) =>
  JSON.stringify({
    file_path: `/workspace/${name}.txt`,
    content: `${name.toUpperCase()}_ONLY`,
  })
const cutA = argsOf('a').length - 6
const [a1, a2] = [argsOf('a').slice(0, cutA), argsOf('a').slice(cutA)]
const [b1, b2] = [argsOf('b').slice(0, 20), argsOf('b').slice(20)]

const head = (id: string, rest: Piece = {}, args = '') => ({
  id,
  type: 'function',
  function: { name: 'write_file', arguments: args },
  ...rest,
})
const more = (args: string, rest: Piece = {}) => ({ ...rest, function: { arguments: args } })

/** Each list is one delta's `tool_calls` after another. */
const streams: Readonly<Record<string, readonly Piece[]>> = {
  'pieces in turn, told apart by index alone': [
    head('call_A', { index: 0 }),
    head('call_B', { index: 1 }),
    more(a1, { index: 0 }),
    more(b1, { index: 1 }),
    more(a2, { index: 0 }),
    more(b2, { index: 1 }),
  ],
  'the second head with the first index, its tail with its own': [
    head('call_A', { index: 0 }, a1),
    more(a2, { index: 0 }),
    head('call_B', { index: 0 }, b1),
    more(b2, { index: 1 }),
  ],
  'no index at all': [head('call_A', {}, a1), more(a2), head('call_B', {}, b1), more(b2)],
  'the second call first, and gaps between indexes': [
    head('call_B', { index: 7 }),
    head('call_A', { index: 3 }),
    more(b1, { index: 7 }),
    more(a1, { index: 3 }),
    more(b2, { index: 7 }),
    more(a2, { index: 3 }),
  ],
  'the id in every piece': [
    head('call_A', { index: 0 }),
    head('call_B', { index: 1 }),
    more(a1, { index: 0, id: 'call_A' }),
    more(b1, { index: 1, id: 'call_B' }),
    more(a2, { index: 0, id: 'call_A' }),
    more(b2, { index: 1, id: 'call_B' }),
  ],
  'the id with the last piece only': [
    { index: 0, function: { name: 'write_file', arguments: '' } },
    { index: 1, function: { name: 'write_file', arguments: '' } },
    more(a1, { index: 0 }),
    more(b1, { index: 1 }),
    more(a2, { index: 0, id: 'call_A' }),
    more(b2, { index: 1, id: 'call_B' }),
  ],
  'the name in every piece': [
    head('call_A', { index: 0 }, a1),
    head('call_B', { index: 1 }, b1),
    { index: 0, function: { name: 'write_file', arguments: a2 } },
    { index: 1, function: { name: 'write_file', arguments: b2 } },
  ],
}

function toReply(pieces: readonly Piece[]): Reply {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const deltas = pieces.map((piece) => chunk({ tool_calls: [piece] }))
  const body = [
    chunk({ role: 'assistant', content: null }),
    ...deltas,
    chunk({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ].join('')
  return { raw: { contentType: 'text/event-stream', body } }
}

// https://github.com/continuedev/continue/issues/13223, https://github.com/agno-agi/agno/issues/8879
test.each(Object.entries(streams))('%s: each call gets its own arguments', async (_, pieces) => {
  await using fixture = await openRunFixture({
    files: { 'c.txt': '' },
    script: (_request, number) => (number === 1 ? toReply(pieces) : { text: 'Done.' }),
  })
  expect(await fixture.prompt('write')).toEqual({ outcome: 'ok' })
  const read = (name: string) => {
    const path = join(fixture.root, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  expect([read('a.txt'), read('b.txt')]).toEqual(['A_ONLY', 'B_ONLY'])
  const started = fixture.of('tool.started').map(({ data }) => data.args)
  expect(started).toHaveLength(2)
  const assistant = JSON.stringify(fixture.server.requests[1]?.body['messages'])
  for (const name of ['a', 'b'])
    expect(assistant).toContain(JSON.stringify(argsOf(name)).slice(1, -1))
  expectWhole(fixture)
})
