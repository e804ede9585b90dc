import { expect, test } from 'vitest'
import { describeRun } from './run-words.ts'

test('a run is called by its prompt, a review by what it is about', () => {
  expect([
    describeRun({ prompt: 'Tidy up' }),
    describeRun({ prompt: '', reviewOf: { type: 'base', ref: 'main' } }),
    describeRun({ prompt: '' }),
  ]).toEqual(['Tidy up', 'Review of what differs from main', 'Went on without a prompt'])
})
