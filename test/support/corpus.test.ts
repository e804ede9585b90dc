import { expect, it, vi } from 'vitest'
import { selectCases } from './corpus.ts'

const cases = Array.from({ length: 100 }, (_, index) => ({ name: `case ${index}` }))

it('samples twenty cases, the same ones each time', () => {
  vi.stubEnv('ORRERY_CORPORA', '')
  const sample = selectCases({ cases })
  expect(sample).toHaveLength(20)
  expect(selectCases({ cases })).toEqual(sample)
})

it('always includes the cases that have failed before', () => {
  vi.stubEnv('ORRERY_CORPORA', '')
  const everFailed = cases.map(({ name }) => name)
  expect(selectCases({ cases, everFailed })).toEqual(cases)
})

it('runs the whole corpus when told to', () => {
  vi.stubEnv('ORRERY_CORPORA', 'whole')
  expect(selectCases({ cases })).toEqual(cases)
})

it('rejects two cases of the same name, and a failed case that no longer exists', () => {
  expect(() => selectCases({ cases: [...cases, { name: 'case 7' }] })).toThrow('same name')
  expect(() => selectCases({ cases, everFailed: ['case 100'] })).toThrow('no case named case 100')
})
