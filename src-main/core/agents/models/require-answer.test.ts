import { expect, test } from 'vitest'
import type { Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, says, scriptAgents, task } from '../../../../test/support/scripted-agents.ts'

const models = [
  'compatible:anything',
  'openai:gpt-5-mini',
  'anthropic:claude-haiku-4-5',
  'google:gemini-3.8-flash',
  'ollama:qwen3:8b',
] as const

const answers: readonly (readonly [name: string, reply: Reply])[] = [
  ['nothing', { text: '' }],
  ['blank text', { text: ' \n' }],
  ['reasoning alone', { reasoning: 'I have nothing to say.' }],
]

test.each(models.flatMap((model) => answers.map(([name, reply]) => [model, name, reply] as const)))(
  '%s that answers %s ends the run with a sentence, and the next one works',
  async (model, _, reply) => {
    const script = (_request: unknown, number: number): Reply =>
      number === 1 ? reply : { text: 'Here I am.' }
    await using fixture = await openRunFixture({ model, script })
    const reason = expect.stringContaining('The model answered nothing')
    expect(await fixture.prompt('hello')).toMatchObject({ outcome: 'error', reason })
    expect(await fixture.prompt('hello?')).toEqual({ outcome: 'ok' })
    expectWhole(fixture)
  },
)

const reasons = [
  ['length', 'reached its output limit'],
  ['content_filter', 'withheld the answer'],
  ['max_tokens', 'reached its output limit'],
  ['refusal', 'The model refused to answer'],
  ['model_context_window_exceeded', 'context window is full'],
] as const

test.each(reasons)('an empty answer that ended with %s says why', async (reason, words) => {
  const choices = [{ index: 0, delta: {}, finish_reason: reason }]
  const body = `data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`
  const script = () => ({ raw: { contentType: 'text/event-stream', body } })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('hello')).toMatchObject({
    outcome: 'error',
    reason: expect.stringContaining(words),
  })
})

interface Piece {
  readonly text?: string
  readonly call?: { readonly name: string; readonly arguments: string }
  readonly reason: string
}

/** A streamed answer of one piece, as OpenAI's kind of server sends it. */
function streamed({ text, call, reason }: Piece): Reply {
  const calls = call && [{ index: 0, id: 'call_1', type: 'function', function: call }]
  const delta = { ...(text && { content: text }), ...(calls && { tool_calls: calls }) }
  const choices = [{ index: 0, delta, finish_reason: reason }]
  const body = `data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`
  return { raw: { contentType: 'text/event-stream', body } }
}

test.each(['length', 'max_tokens', 'pause_turn'])(
  'an answer that ends with %s is continued, and the run ends well',
  async (reason) => {
    const script = (_request: unknown, number: number) =>
      streamed(number < 3 ? { text: `part ${number}, `, reason } : { text: 'end.', reason: 'stop' })
    await using fixture = await openRunFixture({ script })
    expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
    const last = fixture.server.requests.at(-1)?.messages.map(({ role, text }) => [role, text])
    expect(last?.slice(1)).toEqual([
      ['assistant', 'part 1, '],
      ['user', expect.stringContaining('Continue exactly where it stopped')],
      ['assistant', 'part 2, '],
      ['user', expect.stringContaining('Continue exactly where it stopped')],
    ])
    expectWhole(fixture)
  },
)

test.each([
  ['length', 4, 'the model reached its output limit 4 times in a row'],
  ['model_length', 4, 'the model reached its output limit 4 times in a row'],
  ['content_filter', 1, 'the server’s content filter stopped it'],
  ['sensitive', 1, 'the server’s content filter stopped it'],
])('an answer that always ends with %s is no success', async (reason, requests, words) => {
  const script = () => streamed({ text: 'Half of it', reason })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('hello')).toEqual({
    outcome: 'error',
    reason: expect.stringContaining(words),
  })
  expect(fixture.server.requests).toHaveLength(requests)
  expectWhole(fixture)
})

test('a call that is cut does not run, and its model is told so', async () => {
  const call = { name: 'write_file', arguments: '{"file_path":"/workspace/new.txt","content":"abc' }
  const script = (_request: unknown, number: number) =>
    number === 1 ? streamed({ call, reason: 'length' }) : streamed({ text: 'ok', reason: 'stop' })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
  const [ended] = fixture.of('tool.ended')
  expect(ended?.data.outcome).toBe('error')
  expect(fixture.server.requests.at(-1)?.messages.at(-1)?.text).toMatch(
    /^This call was cut off, so it did not run\..*"content":"abc$/,
  )
  expectWhole(fixture)
})

test.each([
  ['length', 'the model reached its output limit'],
  ['content_filter', 'the server’s content filter stopped it'],
  ['refusal', 'the model refused to go further'],
  ['', 'the server gave no finish reason, so it may be incomplete'],
])('a subagent’s report that ends with "%s" says so', async (reason, why) => {
  const script = scriptAgents({ go: [calls(task('look around')), says('Done.')] })
  const cut = streamed({ text: 'I found half of', reason })
  await using fixture = await openRunFixture({
    script: (request, number) =>
      request.messages[0]?.text.includes('look around') ? cut : script(request, number),
  })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expect(fixture.of('agent.ended')[0]?.data.report).toBe(
    `I found half of\n\n[The report ends here: ${why}.]`,
  )
  expectWhole(fixture)
})
