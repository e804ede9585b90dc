import { expect } from 'vitest'
import { testCorpus } from '../../../../test/support/corpus.ts'
import { overflowWordings } from '../../../../test/support/overflow-wordings.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { scriptSmallContext } from '../../../../test/support/small-context.ts'

const READS = 12

testCorpus('context-overflow', { cases: overflowWordings }, async (wording) => {
  // Two of the results don't fit beside the agent's instructions and tools.
  const context = scriptSmallContext(wording, { contextTokens: 21_000, reads: READS })
  await using fixture = await openRunFixture(context)
  expect(await fixture.prompt('Read all files')).toEqual({ outcome: 'ok' })
  expect(context.counts.reads).toBe(READS)
  expect(context.counts.refused).toBeGreaterThan(0)
  const read = fixture.of('tool.ended').map(({ data }) => data.outcome)
  expect(read).toEqual(Array.from({ length: READS }, () => 'ok'))
  expect(fixture.of('context.compacted').length).toBeGreaterThan(0)
  expect(await fixture.prompt('And now?')).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
})
