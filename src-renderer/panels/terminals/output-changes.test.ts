import { expect, test } from 'vitest'
import { SessionId, SpanId, TerminalId } from '#shared/lib/ids.ts'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { outputChange } from './output-changes.ts'
import { endOf, findShown, listTerminals, outputOf } from './terminal-list.ts'

const agent: AgentTerminal = {
  spanId: SpanId.parse('spn_1'),
  agentId: SpanId.parse('spn_agent'),
  title: 'test',
  command: 'npm test',
  cols: 80,
  rows: 24,
  output: '',
  skippedBytes: 0,
  openedAt: 0,
}
function printed(id: string, output: string, end?: number): AgentTerminal {
  const spanId = SpanId.parse(`spn_${id}`)
  return { ...agent, spanId, output, ...(end !== undefined && { endedAt: end, exitCode: 0 }) }
}

test('going forward appends, going back writes anew', () => {
  const [earlier, later] = [[printed('1', 'ab')], [printed('1', 'abcd')]]
  expect(outputChange(earlier, later)).toEqual({ type: 'append', text: 'cd' })
  expect(outputChange(later, earlier)).toEqual({ type: 'rewrite', text: outputOf(earlier) })
  expect(outputChange(earlier, [printed('1', 'ab')])).toEqual({ type: 'none' })
  expect(outputChange([], earlier)).toEqual({ type: 'append', text: outputOf(earlier) })
  expect(outputChange(earlier, [])).toEqual({ type: 'rewrite', text: '' })
})

test('a command that follows goes on below the one before, wherever that is by then', () => {
  const all = Array.from({ length: 4 }, (_, at) => printed(`${at}`, `out ${at}`, at))
  const next = printed('next', 'more')
  const added = { type: 'append', text: outputOf([next]) }
  expect(outputChange(all, [...all, next])).toEqual(added)
  expect(outputChange(all, [...all.slice(1), next])).toEqual(added)
  expect(outputChange(all, [printed('other', '')]).type).toBe('rewrite')
  const another = all.with(1, printed('1', 'another', 1))
  expect(outputChange(all, another)).toEqual({ type: 'rewrite', text: outputOf(another) })
})

test('a kept output that has lost its beginning goes on where it was', () => {
  const lines = Array.from({ length: 400 }, (_, line) => `line ${line}\r\n`).join('')
  const before = printed('0', 'ok', 1)
  const shown = [before, printed('1', lines.slice(100, 3000))]
  const wanted = [before, printed('1', lines.slice(200, 3100))]
  expect(outputChange(shown, wanted)).toEqual({ type: 'append', text: lines.slice(3000, 3100) })
  const shorter = [printed('1', lines.slice(200, 3100))]
  expect(outputChange(shown, shorter)).toEqual({ type: 'append', text: lines.slice(3000, 3100) })
  expect(outputChange(wanted, shown)).toEqual({ type: 'rewrite', text: outputOf(shown) })
})

const shell = { id: TerminalId.parse('trm_1'), sessionId: SessionId.parse('ses_1'), title: 'zsh' }

const other = SpanId.parse('spn_agent2')

test('the chosen terminal is shown, by a call in it too; else where the last command ran', () => {
  const list = listTerminals(
    [agent, { ...agent, agentId: other, spanId: SpanId.parse('spn_2'), openedAt: 5 }],
    [shell],
  )
  expect(list.map(({ id }) => id)).toEqual(['spn_agent', 'spn_agent2', 'trm_1'])
  expect(findShown(list, 'trm_1')?.id).toBe('trm_1')
  expect(findShown(list, 'spn_1')?.id).toBe('spn_agent')
  expect(findShown(list, 'trm_gone')?.id).toBe('spn_agent2')
  expect(findShown(listTerminals([], [shell]), undefined)?.id).toBe('trm_1')
  expect(findShown([], undefined)).toBeUndefined()
})

test("an agent's commands follow one another on one screen", () => {
  const again = { ...agent, spanId: SpanId.parse('spn_2'), command: 'ls', output: 'a\r\n' }
  expect(outputOf([{ ...agent, output: 'ok' }, again])).toBe(
    '\u001b[1m$ npm test\u001b[0m\r\nok\r\n\u001b[1m$ ls\u001b[0m\r\na\r\n',
  )
})

test('how a terminal ended is said only once it has', () => {
  const ends = [{}, { endedAt: 1, exitCode: 1 }, { endedAt: 1, exitCode: null }]
  const said = ends.map((end) => listTerminals([{ ...agent, ...end }], []).map(endOf))
  expect(said).toEqual([[undefined], ['ended with 1'], ['ended by a signal']])
})
