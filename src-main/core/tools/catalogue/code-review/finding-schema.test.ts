import { expect, test } from 'vitest'
import { Finding } from '#shared/events/code-review.ts'
import { ToldFinding } from './finding-schema.ts'

const finding: Finding = {
  ...{ file: 'src/x.ts', line: 11, severity: 'high', category: 'logic' },
  message: 'Eleven is not ten.',
}

test('what models are asked for is what the log holds', () => {
  expect(Object.keys(ToldFinding.shape)).toEqual(Object.keys(Finding.shape))
  expect(ToldFinding.parse({ ...finding, file: ' src/x.ts ' })).toEqual(finding)
})

test('a finding about more lines than a comment quotes goes back with what to do', () => {
  expect(ToldFinding.parse({ ...finding, endLine: 50 })).toMatchObject({ endLine: 50 })
  expect(ToldFinding.parse({ ...finding, line: 50, endLine: 11 })).toMatchObject({ line: 50 })
  for (const endLine of [51, 99_999]) {
    const { error } = ToldFinding.safeParse({ ...finding, endLine })
    expect(error?.issues).toMatchObject([
      { path: ['endLine'], message: expect.stringMatching(/40 lines at most/u) },
    ])
  }
})
