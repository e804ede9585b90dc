import { expect, test } from 'vitest'
import { readDraft, tellOwnModel, toDraft } from './own-model-draft.ts'

const today = '2026-11-22'
const draft = { ...toDraft('acme:one'), label: ' One ', context: '128,000' }

test('an entry is what was written, and comes back as it was', () => {
  const written = readDraft({ ...draft, inputUsd: '$0.25', outputUsd: '1' }, today)
  const model = {
    label: 'One',
    contextTokens: 128_000,
    price: { inputUsd: 0.25, outputUsd: 1, asOf: today },
  }
  expect(written).toEqual({ name: 'acme:one', model })
  expect(readDraft(toDraft('acme:one', model), '2027-01-01', model)).toEqual(written)
  expect(tellOwnModel(model)).toBe(
    'One · 128k tokens · $0.25 in, $1 out for a million tokens, as of 2026-11-22',
  )
})

test('prices that the form does not ask for stay', () => {
  const price = { inputUsd: 1, outputUsd: 2, cacheReadUsd: 0.1 }
  expect(readDraft(toDraft('acme:one', { price }), today, { price })).toMatchObject({
    model: { price },
  })
})

test('what is wrong with an entry is said', () => {
  const errors = [
    { ...draft, name: 'one' },
    { ...draft, context: '1.5' },
    { ...draft, inputUsd: 'cheap' },
    { ...draft, inputUsd: '1' },
  ].map((wrong) => readDraft(wrong, today))
  expect(errors).toEqual([
    { error: 'Name the model as provider:model.' },
    { error: 'Give the context in tokens, as a whole number.' },
    { error: 'Give prices in dollars for a million tokens, such as 0.25.' },
    { error: 'Give both prices, or none.' },
  ])
})

test('a model without a price is unpriced, and not free', () => {
  expect(tellOwnModel({})).toBe('unpriced')
})
