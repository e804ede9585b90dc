import { expect, test } from 'vitest'
import { findRefusal, type MessageRules } from '../../../../test/support/message-rules.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { providerRules } from '../../../../test/support/provider-rules.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

type Answer = (request: ModelRequest, number: number) => Reply

/** Answers with an error where the provider's rules are broken, and keeps what it refused. */
function enforce(rules: MessageRules, answer: Answer) {
  const refused: string[] = []
  const script: Answer = (request, number) => {
    const error = findRefusal(request, rules)
    if (error !== undefined) refused.push(error)
    return error === undefined ? answer(request, number) : { status: 400, error }
  }
  return { refused, script }
}

const read = { name: 'read_file', args: { file_path: '/workspace/a.txt' } }

test.each(providerRules)(
  '%s accepts a session with empty answers and reasoning',
  async (model, rules) => {
    const ids = rules.callId ? [{ id: 'abcDEF123' }, { id: 'abcDEF124' }] : []
    const replies: readonly Reply[] = [
      { reasoning: 'Where is it?', calls: [{ ...read, ...ids[0] }] },
      { text: 'Read.' },
      { text: '' },
      { reasoning: 'I have nothing to say.' },
      { text: '\n', reasoning: 'Once more.', calls: [{ ...read, ...ids[1] }] },
      { text: 'Read again.' },
    ]
    const { refused, script } = enforce(
      rules,
      (_, number) => replies[number - 1] ?? { text: 'Ok.' },
    )
    await using fixture = await openRunFixture({ model, script })
    for (const text of ['read it', 'and now?', 'hello?', 'read it again'])
      await fixture.prompt(text)
    await fixture.restart()
    expect(await fixture.prompt('done?')).toEqual({ outcome: 'ok' })
    expect(refused).toEqual([])
  },
)

test.each(providerRules)(
  '%s accepts a thread of another provider’s model',
  async (model, rules) => {
    const ids = ['functions.read_file:0', 'call_'.padEnd(64, 'x')]
    const calls = ids.map((id) => ({ ...read, id }))
    const { refused, script } = enforce(rules, () => ({ text: 'Done.' }))
    await using fixture = await openRunFixture({
      model: 'compatible:first',
      fallbacks: [model],
      script: (request, number) => {
        if (request.body['model'] !== 'first') return script(request, number)
        return number === 1 ? { reasoning: 'I look.', calls } : { status: 401 }
      },
    })
    expect(await fixture.prompt('read it twice')).toEqual({ outcome: 'ok' })
    expect(refused).toEqual([])
    expect(fixture.server.requests).toHaveLength(3)
  },
)
