import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import type { Debuggee } from '#shared/projections/debugging.ts'
import { shortPath, tellDebuggee, VariableList } from './debuggee-lists.tsx'

const debuggee: Debuggee = {
  spanId: SpanId.parse('spn_1'),
  title: 'a.js',
  type: 'node',
  startedAt: 0,
  breakpoints: {},
}

test('marks invisible characters in the names and values of variables', () => {
  const stopped: Debuggee = {
    ...debuggee,
    standing: { reason: 'breakpoint', frames: [] },
    seen: { frame: 0, variables: [{ name: 'user\u200b', value: "'admin\u202e'", depth: 0 }] },
  }
  const drawn = renderToStaticMarkup(<VariableList debuggee={stopped} />)
  expect(drawn.match(/data-code="[^"]+"/g)).toEqual(['data-code="U+200B"', 'data-code="U+202E"'])
  expect(drawn).toContain('title="&#x27;admin&lt;U+202E&gt;&#x27;"')
})

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
