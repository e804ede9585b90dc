import { expect, test } from 'vitest'
import { toggle, withPanel } from './workbench.ts'

const work = { left: 'files', center: 'work', lower: 'terminals' } as const

test('the log takes the place of the terminals, and goes when it is asked for again', () => {
  const shown = toggle(work, 'log')
  expect([shown.lower, toggle(shown, 'log').lower, toggle(shown, 'terminals').lower]).toEqual([
    'log',
    'none',
    'terminals',
  ])
})

test('what is below the editor comes to sight in the place of the costs', () => {
  const costs = { ...work, center: 'cost' } as const
  const log = { ...work, lower: 'log' }
  expect([toggle(costs, 'log'), withPanel(costs, 'log')]).toEqual([log, log])
})
