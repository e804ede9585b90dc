import { expect, test } from 'vitest'
import type { LogLine } from '#shared/contract/procedures/logs.ts'
import { SessionId } from '#shared/lib/ids.ts'
import { filterLines, type LineFilter, modulesOf } from './log-lines.ts'

const sessionId = SessionId.parse('ses_1')
const started: LogLine = {
  id: 1,
  at: 10,
  level: 'info',
  module: 'host',
  message: 'Host started.',
  fields: { version: '1.2.3' },
}
const failed: LogLine = {
  ...started,
  id: 2,
  at: 20,
  level: 'warn',
  module: 'model',
  message: 'Model call failed.',
  sessionId,
  fields: { error: 'Overloaded' },
}
const lines = [started, failed]
const all: LineFilter = { level: 'trace', module: undefined, text: '', sessionId: undefined }

test('lines are let through by level, module, session and moment', () => {
  const shown = (filter: Partial<LineFilter>, until?: number) =>
    filterLines(lines, { ...all, ...filter }, until).map(({ id }) => id)
  expect({
    all: shown({}),
    warnings: shown({ level: 'warn' }),
    host: shown({ module: 'host' }),
    session: shown({ sessionId }),
    past: shown({}, 15),
  }).toEqual({ all: [1, 2], warnings: [2], host: [1], session: [2], past: [1] })
})

test('text is found in what a line says and in what is known of it', () => {
  const found = (text: string) => filterLines(lines, { ...all, text }).map(({ id }) => id)
  expect([found('MODEL CALL'), found('overload'), found('1.2.3'), found('nowhere')]).toEqual([
    [2],
    [2],
    [1],
    [],
  ])
})

test('modules are named once, in order', () => {
  expect(modulesOf([failed, started, failed])).toEqual(['host', 'model'])
})
