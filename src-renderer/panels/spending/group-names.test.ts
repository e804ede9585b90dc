import { expect, test } from 'vitest'
import { chosenIn, filterFor, nameGroup, withoutChoice } from './group-names.ts'

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
