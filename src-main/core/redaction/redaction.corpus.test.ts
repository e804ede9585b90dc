import { expect, test } from 'vitest'
import { recordCases } from '../../../test/support/corpus.ts'
import { makeCases, redactCase, toRecall } from '../../../test/support/secrets/measure-redaction.ts'
import { seenKinds } from '../../../test/support/secrets/seen/index.ts'
import { passwordKinds } from '../../../test/support/secrets/seen/kinds-passwords.ts'
import { unseenKinds } from '../../../test/support/secrets/unseen/index.ts'

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

const PASSWORDS = 40

test('at least 95 % of passwords of any characters are found', () => {
  const kinds = passwordKinds.flatMap((kind) =>
    Array.from({ length: PASSWORDS }, (_, nth) => ({ ...kind, name: `${kind.name} (${nth})` })),
  )
  const results = makeCases(kinds).map(redactCase)
  const missed = results
    .filter(({ isFound }) => !isFound)
    .map(({ name, written }) => [name, written])
  expect(toRecall(results).share, missed.join('\n')).toBeGreaterThanOrEqual(MIN_RECALL)
  recordCases('secrets', results.length)
})
