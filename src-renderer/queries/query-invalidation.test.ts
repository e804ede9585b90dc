import { expect, test } from 'vitest'
import { ProjectId } from '#shared/lib/ids.ts'
import { keysOf } from './query-invalidation.ts'

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
      ([area]) => area === 'context',
    )
  expect([...paths, undefined].map(isReadAgain)).toEqual([false, true, true, true, true, true])
})

test('the next prompt is another one once memories, skills or agents are', () => {
  const prompts = [
    ['context', 'preview'],
    ['context', 'thread'],
  ]
  const topics = ['memories', 'skills', 'agents'] as const
  expect(topics.map((topic) => keysOf({ topic, projectId }))).toEqual([
    [['memories', 'list'], ['memories', 'read'], ...prompts],
    [['skills', 'list'], ...prompts],
    [['agents', 'list'], ['agents', 'read'], ...prompts],
  ])
})
