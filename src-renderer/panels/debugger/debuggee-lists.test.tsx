import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SpanId } from '#shared/ids.ts'
import type { Debuggee } from '#shared/projections/debugging.ts'
import { VariableList } from './debuggee-lists.tsx'

test('marks invisible characters in the names and values of variables', () => {
  const debuggee: Debuggee = {
    spanId: SpanId.parse('spn_1'),
    title: 'a.js',
    type: 'node',
    startedAt: 0,
    standing: { reason: 'breakpoint', frames: [] },
    seen: { frame: 0, variables: [{ name: 'user\u200b', value: "'admin\u202e'", depth: 0 }] },
    breakpoints: {},
  }
  const drawn = renderToStaticMarkup(<VariableList debuggee={debuggee} />)
  expect(drawn.match(/data-code="[^"]+"/g)).toEqual(['data-code="U+200B"', 'data-code="U+202E"'])
  expect(drawn).toContain('title="&#x27;admin&lt;U+202E&gt;&#x27;"')
})
