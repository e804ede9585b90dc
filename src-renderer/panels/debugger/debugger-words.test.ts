import { expect, test } from 'vitest'
import { SpanId } from '#shared/ids.ts'
import type { Debuggee } from '#shared/projections/debugging.ts'
import { shortPath, tellDebuggee } from './debugger-words.ts'

const debuggee: Debuggee = {
  spanId: SpanId.parse('spn_1'),
  title: 'a.js',
  type: 'node',
  startedAt: 0,
  breakpoints: {},
}

test('how a program stands is told in a few words', () => {
  const at = (reason: string) => tellDebuggee({ ...debuggee, standing: { reason, frames: [] } })
  const ended = (exitCode: number | null, outcome: 'ok' | 'error' | 'interrupted' = 'ok') =>
    tellDebuggee({ ...debuggee, end: { at: 1, outcome, exitCode } })
  expect([
    tellDebuggee(debuggee),
    at('breakpoint'),
    at('goto'),
    ended(0),
    ended(3),
    ended(null),
    ended(null, 'error'),
    ended(null, 'interrupted'),
  ]).toEqual([
    'runs',
    'stopped at a breakpoint',
    'stopped: goto',
    'ended',
    'ended with exit code 3',
    'was ended',
    'its debugger failed',
    'interrupted',
  ])
  expect(shortPath('/workspace/src/a.ts')).toBe('src/a.ts')
})
