import { expect, test } from 'vitest'
import { tellAuthor } from './format-author.ts'

const change = { seq: 1204, at: 0, before: null, after: null, type: 'call' as const }

test('an agent’s line is told by who, when, why, and what it cost', () => {
  const told = { run: 2, agent: 'lead', prompt: 'Repair\nit', title: 'Edit a.ts', costUsd: 0.0213 }
  expect(tellAuthor(1204, { ...change, ...told })).toEqual({
    name: 'lead · run 2',
    prompt: 'Repair it',
    cost: '$0.021',
    whole:
      'lead in run 2 wrote it by “Edit a.ts”, at event 1,204. It had been told “Repair it”. The model call that asked for it: $0.021.',
  })
})

test('others are told apart: a person, nobody, the start, and a model without a price', () => {
  expect(tellAuthor(1204, { ...change, type: 'person' }).name).toBe('person')
  expect(tellAuthor(1204, { ...change, type: 'unknown' }).whole).toContain('Unknown author')
  expect(tellAuthor('start', undefined).name).toBe('before the session')
  expect(tellAuthor(1204, { ...change, costUsd: null }).cost).toBe('unpriced')
})
