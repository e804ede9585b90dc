import { expect, test } from 'vitest'
import { nativeChecks, runChecks } from './native-checks.ts'

test('every native part does what it is there for', async () => {
  const results = await runChecks(nativeChecks, 15_000)
  expect(results.filter(({ error }) => error)).toEqual([])
  expect(results).toHaveLength(nativeChecks.length)
})

test('what fails or hangs is said, and keeps nothing from being checked', async () => {
  const failing = { what: 'fails', run: () => Promise.reject(new Error('nope')) }
  const hanging = { what: 'hangs', run: () => Promise.withResolvers<void>().promise }
  const fine = { what: 'fine', run: async () => undefined }
  const results = await runChecks([failing, hanging, fine], 50)
  expect(results.map(({ what, error }) => [what, error])).toEqual([
    ['fails', 'nope'],
    ['hangs', 'nothing came of it within 0.05 s'],
    ['fine', undefined],
  ])
})
