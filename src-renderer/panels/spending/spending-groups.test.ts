import { expect, test } from 'vitest'
import type { SpendingReport } from '#shared/spending/spending-query.ts'
import { hueOfType, shipped } from '../../session/agents/agent-colors.ts'
import {
  chosenIn,
  filterFor,
  hueOfGroup,
  nameGroup,
  OTHERS_HUE,
  withoutChoice,
} from './spending-groups.ts'

const known = { projects: [], sessions: [] }

test('a filter is made of choices, and each can be taken back', () => {
  const where = { ...filterFor('project', 'prj_a'), ...filterFor('tool', 'grep') }
  expect(chosenIn(where)).toEqual([
    ['project', 'prj_a'],
    ['tool', 'grep'],
  ])
  expect(withoutChoice(where, 'project')).toEqual({ tool: 'grep' })
})

test.each([
  ['session', 'ses_gone', 'A deleted session'],
  ['tool', 'answer', 'answers without a tool'],
  ['model', ':', 'deleted sessions'],
  ['type', 'debugger', 'debugger'],
] as const)('a %s is told by its name: %s', (by, key, name) => {
  expect(nameGroup(by, key, known)).toBe(name)
})

const totals = {
  ...{ calls: 1, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  ...{ reasoningTokens: 0, costUsd: 1, savedUsd: 0, unpricedCalls: 0 },
}

function hues(types: readonly string[], rest: readonly string[] = []): readonly string[] {
  const told = types.map((key) => ({ key, totals, stretches: [] }))
  const groups = [...told, ...rest.map((key) => ({ key, totals }))]
  const report: SpendingReport = {
    total: totals,
    groups,
    others: [],
    sessions: 1,
    medianSessionUsd: 1,
  }
  return groups.map(({ key }) => hueOfGroup('type', report, key))
}

test('of two types with one colour the second has another while there is one', () => {
  const [explore = '', ...others] = shipped
  const rival = others.find((type) => hueOfType(type) === hueOfType(explore)) ?? ''
  const [plan, tester] = ['plan', 'tester']
  const given = hues([explore, rival, plan, tester, 'lead'])
  expect(new Set(given).size).toBe(5)
  expect([given[0], given[2], given[3], given[4]]).toEqual(
    [explore, plan, tester, 'lead'].map(hueOfType),
  )
})

test('where all are taken they are shared, and the rest have none', () => {
  expect(new Set(hues(shipped)).size).toBe(7)
  expect(hues(['plan'], ['tester'])[1]).toBe(OTHERS_HUE)
})
