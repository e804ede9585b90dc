import { expect, test } from 'vitest'
import { recordCases } from '../../../../test/support/corpus.ts'
import {
  makeCases,
  redactCase,
  toRecall,
} from '../../../../test/support/secrets/measure-redaction.ts'
import { seenKinds } from '../../../../test/support/secrets/seen/index.ts'
import { unseenKinds } from '../../../../test/support/secrets/unseen/index.ts'

const MIN_RECALL = 0.95

const halves = { seen: seenKinds, unseen: unseenKinds }

for (const [half, kinds] of Object.entries(halves)) {
  test.skipIf(kinds.length === 0)(`at least 95 % of the ${half} secrets are found`, () => {
    const results = makeCases(kinds).map(redactCase)
    const missed = results.filter(({ isFound }) => !isFound).map(({ name }) => name)
    expect(toRecall(results).share, missed.join('\n')).toBeGreaterThanOrEqual(MIN_RECALL)
    recordCases('secrets', results.length)
  })
}
