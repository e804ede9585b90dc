import { expect } from 'vitest'
import { testCorpus } from '../../../../test/support/corpus.ts'
import { findRefusal } from '../../../../test/support/message-rules.ts'
import type { ExpectedRun } from '../../../../test/support/protocol-shapes/protocol-shape.ts'
import { protocolShapes } from '../../../../test/support/protocol-shapes.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

const RIGHT = { text: 'Right.' }

testCorpus('protocol-shapes', { cases: protocolShapes }, async (shape) => {
  const { model, reply, times = 1, expected } = shape
  const script = (_request: unknown, number: number) => (number <= times ? reply : RIGHT)
  await using fixture = await openRunFixture({ model, script })
  const { reason } = await fixture.prompt('hello')
  expect(readRun(fixture, reason)).toEqual(expected)
  expect(await fixture.prompt('and now?')).toEqual({ outcome: 'ok' })
  const last = fixture.server.requests.at(-1)
  expect(last && findRefusal(last, {})).toBeUndefined()
  expectWhole(fixture)
})

function readRun(fixture: RunFixture, reason: string | undefined): ExpectedRun {
  const items = Object.values(fixture.states().transcript.items)
  const texts = items.flatMap((item) => (item.type === 'text' ? item.text : []))
  const reasonings = items.flatMap((item) => (item.type === 'reasoning' ? item.text : []))
  const answered = fixture.of('model.ended').find(({ data }) => data.outcome === 'ok')
  return {
    text: texts.at(-1) ?? '',
    reasoning: reasonings.join('').trim(),
    calls: fixture
      .of('tool.started')
      .map(({ data: { name, args } }) => [name, 'json' in args ? args.json : args]),
    usage: readUsage(answered?.data),
    finish: answered?.data.finishReason,
    reason,
    requests: fixture.server.requests.length,
  }
}

type Ended = ReturnType<RunFixture['of']>[number]['data']

function readUsage(ended: Ended | undefined): ExpectedRun['usage'] {
  if (!ended || !('usage' in ended)) return 'none'
  const { usage, isEstimated } = ended
  return isEstimated ? 'estimated' : [usage.inputTokens, usage.outputTokens]
}
