import { expect, test } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { keysOf } from './host-changes.ts'

const projectId = ProjectId.parse('prj_1')

test('what agents are told is read again where a file that tells them something changed', () => {
  const paths = [
    ['src/index.ts', 'docs/CLAUDE.md.txt', 'my.claude/x'],
    ['AGENTS.md'],
    ['packages/a/CLAUDE.local.md'],
    ['.claude/skills/release/SKILL.md'],
    ['.orrery'],
  ]
  const isReadAgain = (changed: readonly string[] | undefined) =>
    keysOf({ topic: 'files', projectId, ...(changed && { paths: [...changed] }) }).some(
      ([topic]) => topic === 'context',
    )
  expect([...paths, undefined].map(isReadAgain)).toEqual([false, true, true, true, true, true])
})

test('the next prompt is another one once memories, skills or agents are', () => {
  const topics = ['memories', 'skills', 'agents'] as const
  expect(topics.map((topic) => keysOf({ topic, projectId }))).toEqual([
    [['memories'], ['context']],
    [['skills'], ['context']],
    [['agents'], ['context']],
  ])
})
