import { expect, test } from 'vitest'
import { formatDecider } from './format-client.ts'

test('a decision names its client, unless it was made in the window', () => {
  const told = [
    formatDecider('person'),
    formatDecider('person', { type: 'window' }),
    formatDecider('person', { type: 'api' }),
    formatDecider('person', { type: 'cli' }),
    formatDecider('person', { type: 'cli', command: 'run' }),
    formatDecider('host'),
  ]
  expect(told.map((who) => `Approved ${who}.`)).toEqual([
    'Approved by you.',
    'Approved by you.',
    'Approved by you through the API.',
    'Approved by you with orrery.',
    'Approved by you with orrery run.',
    'Approved automatically because no one could be asked.',
  ])
})
