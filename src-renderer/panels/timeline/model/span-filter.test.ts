import { expect, test } from 'vitest'
import type { Span } from '#shared/projections/spans.ts'
import { waste as wasteProjection } from '#shared/projections/waste.ts'
import {
  child,
  laneOf,
  lead,
  modelSpan,
  stateOf,
  toolSpan,
  waitSpan,
} from '../../../../test/support/make-timeline-spans.ts'
import {
  hasTerm,
  matchesFilter,
  parseFilter,
  SpanMatches,
  termOf,
  toggleTerm,
} from './span-filter.ts'

const read = toolSpan({ id: 'read', seq: 1, startedAt: 0, endedAt: 1, title: 'Read src/a.ts' })
const edit = toolSpan({
  ...{ id: 'edit', seq: 2, startedAt: 1, endedAt: 2, name: 'edit_file', effect: 'edit' },
  ...{ title: 'Edit src/a.ts', outcome: 'error', agentId: child },
})
const again = modelSpan({ id: 'again', seq: 3, startedAt: 2, endedAt: 3, attempt: 2 })
const wait = waitSpan({ id: 'wait', seq: 4, startedAt: 3, agentId: child })
const spans: readonly Span[] = [read, edit, again, wait]

function matching(text: string, wasted: readonly string[] = []): string {
  const filter = parseFilter(text)
  if (!filter) return 'everything'
  const lanes = { [lead]: laneOf(lead, 0), [child]: laneOf(child, 1) }
  return spans
    .filter((span) =>
      matchesFilter(filter, { span, lane: lanes[span.agentId], isWaste: wasted.includes(span.id) }),
    )
    .map(({ id }) => id)
    .join(' ')
}

test('a span matches one of each kind of term, and every word', () => {
  expect([
    matching('  '),
    matching('kind:read kind:wait'),
    matching('kind:error'),
    matching('kind:retry'),
    matching('agent:child kind:edit'),
    matching('agent:lead kind:edit'),
    matching('tool:edit_file'),
    matching('SRC a.ts'),
    matching('"src/a.ts" edit'),
    matching('kind:waste', ['read']),
    matching('kind:nothing'),
  ]).toEqual([
    'everything',
    'read wait',
    'edit',
    'again',
    'edit',
    '',
    'edit',
    'read edit',
    'edit',
    'read',
    '',
  ])
})

test('a term is put in and taken out of what is written', () => {
  const term = termOf('agent', 'Code Reviewer')
  const withIt = toggleTerm('some words', term)
  expect([withIt, hasTerm(withIt, term), toggleTerm(withIt, term)]).toEqual([
    'some words agent:"Code Reviewer"',
    true,
    'some words',
  ])
})

test('what matches goes along with the log', () => {
  const filter = parseFilter('kind:error')
  if (!filter) throw new Error('there is a filter')
  const found = new SpanMatches(filter)
  const { endedAt: _, outcome: __, ...open } = edit
  const timeline = stateOf([read, open], 10)
  const waste = wasteProjection.init()
  found.update({ timeline, waste })
  expect(found.count).toBe(0)
  timeline.spans[edit.id] = edit
  timeline.spans['late'] = { ...edit, id: 'late' }
  timeline.order.push('late')
  found.update({ timeline, waste })
  expect([found.list(timeline), found.countIn(child), found.countIn(lead)]).toEqual([
    ['edit', 'late'],
    2,
    0,
  ])
})
