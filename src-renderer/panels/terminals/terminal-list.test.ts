import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { findShown, keptNameOf, listTerminals, outputOf, tabsOf } from './terminal-list.ts'

function ranAt(openedAt: number): AgentTerminal {
  const spanId = SpanId.parse(`spn_${openedAt}`)
  const size = { cols: 80, rows: 24 }
  return { spanId, title: '', command: 'ls', ...size, output: '', skippedBytes: 0, openedAt }
}

test('of many agents those that ran something last have a tab, and the one that is shown', () => {
  const list = listTerminals(
    Array.from({ length: 100 }, (_, index) => ranAt(index)),
    [],
  )
  const shown = findShown(list, 'spn_3')
  const ids = tabsOf(list, [shown]).map(({ id }) => id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([11, 'spn_3', 'spn_99'])
  expect(tabsOf(list.slice(0, 5), [shown])).toEqual(list.slice(0, 5))
})

test('a terminal that an agent keeps has a tab of its own, beside that of its commands', () => {
  const agentId = SpanId.parse('spn_agent')
  const ofAgent = (at: number, name?: string) => ({ ...ranAt(at), agentId, ...(name && { name }) })
  const list = listTerminals([ofAgent(1), ofAgent(2, 'terminal-1'), ofAgent(3)], [])
  expect(list.map((one) => [one.id, keptNameOf(one)])).toEqual([
    ['spn_agent', undefined],
    ['spn_2', 'terminal-1'],
  ])
  expect(findShown(list, 'spn_2')?.id).toBe('spn_2')
})

test('a line that a command has begun goes on where it was', () => {
  const running = { ...ranAt(1), output: 'Name: ' }
  const begun = outputOf([running])
  expect(outputOf([{ ...running, output: 'Name: Ada' }])).toBe(`${begun}Ada`)
  expect(outputOf([{ ...running, endedAt: 2 }])).toBe(`${begun}\r\n`)
})

test('a command can’t steer the screen, or look like another one', () => {
  const odd = { ...ranAt(1), command: 'echo \u202etxt \u001b[2J\nls' }
  expect(outputOf([odd])).toContain('$ echo <U+202E>txt <U+001B>[2J\r\n  ls')
})
