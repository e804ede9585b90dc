import { expect, test } from 'vitest'
import { SessionId, SpanId, TerminalId } from '#shared/ids.ts'
import { outputChange } from './output-changes.ts'
import { endOf, findShown, listTerminals } from './terminal-list.ts'

test('going forward appends, going back writes anew', () => {
  expect(outputChange('ab', 'abcd')).toEqual({ type: 'append', text: 'cd' })
  expect(outputChange('abcd', 'ab')).toEqual({ type: 'rewrite', text: 'ab' })
  expect(outputChange('ab', 'ab')).toEqual({ type: 'none' })
  expect(outputChange('', 'ab')).toEqual({ type: 'append', text: 'ab' })
})

test('a kept output that has lost its beginning goes on where it was', () => {
  const printed = Array.from({ length: 400 }, (_, line) => `line ${line}\r\n`).join('')
  const shown = printed.slice(100, 3000)
  const wanted = printed.slice(200, 3100)
  expect(outputChange(shown, wanted)).toEqual({ type: 'append', text: printed.slice(3000, 3100) })
})

const agent = {
  spanId: SpanId.parse('spn_1'),
  title: 'test',
  command: 'npm test',
  cols: 80,
  rows: 24,
  output: '',
  skippedBytes: 0,
  openedAt: 0,
}
const shell = { id: TerminalId.parse('trm_1'), sessionId: SessionId.parse('ses_1'), title: 'zsh' }

test("the chosen terminal is shown, else the agents' last", () => {
  const list = listTerminals([agent, { ...agent, spanId: SpanId.parse('spn_2') }], [shell])
  expect(findShown(list, 'trm_1')?.id).toBe('trm_1')
  expect(findShown(list, 'trm_gone')?.id).toBe('spn_2')
  expect(findShown(listTerminals([], [shell]), undefined)?.id).toBe('trm_1')
  expect(findShown([], undefined)).toBeUndefined()
})

test('how a terminal ended is said only once it has', () => {
  const [open, ended, killed] = listTerminals(
    [agent, { ...agent, endedAt: 1, exitCode: 1 }, { ...agent, endedAt: 1, exitCode: null }],
    [],
  )
  expect([open, ended, killed].map((one) => one && endOf(one))).toEqual([
    undefined,
    'ended with 1',
    'ended by a signal',
  ])
})
