import { expect, test } from 'vitest'
import type { Reply } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

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
  ['length', 'reached its limit on output'],
  ['content_filter', 'withheld the answer'],
  ['max_tokens', 'reached its limit on output'],
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
