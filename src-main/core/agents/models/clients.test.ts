import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

const models = [
  'anthropic:claude-haiku-4-5',
  'openai:gpt-5-mini',
  'google:gemini-3.8-flash',
  'groq:openai/gpt-oss-120b',
  'deepseek:deepseek-v4-pro',
  'qwen:qwen3.7-max',
  'glm:glm-5.3',
  'xai:grok-4.6',
  'ollama:qwen3:8b',
  'compatible:anything',
] as const

/** They send a call's arguments whole: there are none that are no JSON. */
const sendWholeCalls = ['google', 'ollama']

function script(request: ModelRequest): Reply {
  const step = request.messages.filter(({ role }) => role === 'assistant').length
  if (step > 0) return { text: 'Read.', usage: { input: 1000, output: 10, cacheRead: 400 } }
  return {
    text: 'I look.',
    reasoning: 'Where is it?',
    usage: { input: 900, output: 30, cacheRead: 0 },
    calls: [
      { name: 'read_file', args: { file_path: '/workspace/a.txt' } },
      { name: 'ls', rawArgs: '{"path": ', args: { path: 7 } },
    ],
  }
}

test.each(models)('%s is recorded like every other client', async (model) => {
  await using fixture = await openRunFixture({ script, model })
  expect(await fixture.prompt('read it')).toEqual({ outcome: 'ok' })
  const { usage, transcript } = fixture.states()
  expect(usage.total).toMatchObject({
    calls: 2,
    inputTokens: 1900,
    outputTokens: 40,
    // Ollama doesn't say.
    cacheReadTokens: model.startsWith('ollama') ? 0 : 400,
  })
  const items = Object.values(transcript.items)
  expect(items.map(({ type }) => type).toSorted()).toEqual([
    'call',
    'call',
    'input',
    'reasoning',
    'text',
    'text',
  ])
  const texts = items.flatMap((item) => (item.type === 'text' ? [item.text] : []))
  expect(texts).toEqual(['I look.', 'Read.'])
  const second = fixture.server.requests[1]
  expect(second?.messages.map(({ role }) => role).filter((role) => role !== 'tool')).toEqual([
    'user',
    'assistant',
  ])
  const answers = second?.messages.filter(({ role }) => role === 'tool').map(({ text }) => text)
  expect(answers?.join('\n')).toContain('one')
  const isWhole = sendWholeCalls.some((provider) => model.startsWith(provider))
  expect(answers?.join('\n')).toContain(isWhole ? 'path' : 'not valid JSON')
  expect(answers).toHaveLength(2)
  const asked = second?.messages.find(({ role }) => role === 'assistant')
  expect(asked?.callIds).toHaveLength(2)
  expectWhole(fixture)
})

test('what it costs is counted by the price that held; an unknown price is unknown', async () => {
  await using priced = await openRunFixture({ script, model: 'anthropic:claude-haiku-4-5' })
  await priced.prompt('read it')
  // 1,500 fresh input tokens at $1, 400 cached at $0.10, 40 of output at $5 a million.
  expect(priced.states().usage.total.costUsd).toBeCloseTo(0.0015 + 0.00004 + 0.0002, 10)
  await using unpriced = await openRunFixture({ script })
  await unpriced.prompt('read it')
  expect(unpriced.states().usage.total).toMatchObject({ costUsd: 0, unpricedCalls: 2 })
})

test('what a request held is kept once, and can be looked up', async () => {
  await using fixture = await openRunFixture({ script })
  await fixture.prompt('read it')
  const [first, second] = fixture.of('model.started').map(({ data }) => data.request)
  expect(second?.messages.slice(0, 2)).toEqual(first?.messages)
  const texts = second?.messages.map((hash) => {
    const bytes = fixture.store.blobs.get(hash)
    return bytes ? new TextDecoder().decode(bytes) : ''
  })
  expect(texts?.[0]).toContain('You are the lead agent')
  expect(texts?.[1]).toContain('read it')
  expect(first?.tools && fixture.store.blobs.get(first.tools)).toBeDefined()
})

test('usage is guessed, and said to be, where a server gives none', async () => {
  const answer = 'Four words are here.'
  await using fixture = await openRunFixture({ script: () => ({ text: answer, usage: null }) })
  await fixture.prompt('go')
  const [ended] = fixture.of('model.ended')
  expect(ended?.data).toMatchObject({ isEstimated: true, usage: { outputTokens: 5 } })
  expect(ended?.data.usage.inputTokens).toBeGreaterThan(500)
})

/** A point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an image that was pasted reaches the model', async () => {
  await using fixture = await openRunFixture({ model: 'anthropic:claude-haiku-4-5' })
  const base64 = PNG.toString('base64')
  await fixture.runs.send(fixture.sessionId, {
    text: 'see',
    attachments: [{ name: 'a.png', mimeType: 'image/png', base64 }],
    files: ['/workspace/a.txt'],
  })
  await fixture.runs.idle(fixture.sessionId)
  const body = JSON.stringify(fixture.server.requests[0]?.body['messages'])
  expect(body).toContain(base64)
  expect(body).toContain('Files named: /workspace/a.txt')
})
