import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { hueIn, hueOfType, reviewing, shipped } from './agent-colors.ts'

const lanesOf = (types: Readonly<Record<string, string>>) =>
  // Of a lane its type alone is asked for.
  Object.fromEntries(
    Object.entries(types).map(([id, type]) => [id, { type }]),
  ) as unknown as TimelineState['lanes']

test('agents of a type have its colour in every session, whichever came first', () => {
  const [one, other] = [
    lanesOf({ spn_a: 'lead', spn_b: 'tester', spn_c: 'explore' }),
    lanesOf({ spn_a: 'lead', spn_b: 'explore', spn_c: 'tester', spn_d: 'explore' }),
  ]
  const explore = hueOfType('explore')
  expect(hueIn(one, 'spn_c' as SpanId)).toBe(explore)
  expect(hueIn(other, 'spn_b' as SpanId)).toBe(explore)
  expect(hueIn(other, 'spn_d' as SpanId)).toBe(explore)
  expect(hueOfType('tester')).not.toBe(explore)
})

test('the types that come with the app are those it has files of', () => {
  const files = readdirSync('resources/agents').map((file) => file.replace('.md', ''))
  expect(shipped.toSorted()).toEqual(files.toSorted())
})

test('whoever takes part in a review has a colour of their own in it', () => {
  const files = readdirSync('resources/reviewers').map((file) => file.replace('.md', ''))
  expect(reviewing.toSorted()).toEqual(['orchestrator', ...files].toSorted())
  expect(new Set(reviewing.map(hueOfType)).size).toBe(reviewing.length)
})

test('only the lead has its colour, and every type one of the others', () => {
  const hues = [...shipped, 'of-somebody', 'höhere Wesen', ''].map(hueOfType)
  expect(hueOfType('lead')).toBe('var(--agent-0)')
  expect(hues.filter((hue) => !/^var\(--agent-[1-7]\)$/.test(hue))).toEqual([])
  expect(new Set(shipped.map(hueOfType)).size).toBe(7)
})
