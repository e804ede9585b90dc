import { expect, test } from 'vitest'
import { tellRun } from './run-words.ts'

test('a run is called by its prompt, a review by what it is about', () => {
  expect([
    tellRun({ prompt: 'Tidy up' }),
    tellRun({ prompt: '', reviewOf: { type: 'base', ref: 'main' } }),
    tellRun({ prompt: '' }),
  ]).toEqual(['Tidy up', 'Review of what differs from main', 'Went on without a prompt'])
})
