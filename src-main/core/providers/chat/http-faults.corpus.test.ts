import { expect } from 'vitest'
import { testCorpus } from '../../../../test/support/corpus.ts'
import { httpFaults } from '../../../../test/support/http-faults.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

testCorpus('http-faults', { cases: httpFaults }, async ({ model, reply, times = 1, expected }) => {
  const script = (_request: unknown, number: number) => (number <= times ? reply : RIGHT)
  await using fixture = await openRunFixture({ model, script })
  const { outcome, reason } = await fixture.prompt('hello')
  const { length: requests } = fixture.server.requests
  if ('reason' in expected) expect({ reason, requests }).toEqual(expected)
  else
    expect({ outcome, answer: lastText(fixture), requests }).toEqual({ outcome: 'ok', ...expected })
  expect(await fixture.prompt('and now?')).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})

const RIGHT = { text: 'Right.' }

function lastText(fixture: RunFixture): string | undefined {
  const items = Object.values(fixture.states().transcript.items)
  return items.flatMap((item) => (item.type === 'text' ? item.text : [])).at(-1)
}
