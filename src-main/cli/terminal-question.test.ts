import { expect, test } from 'vitest'
import { ApprovalId } from '#shared/ids.ts'
import type { Requested } from './approver.ts'
import { toAsked } from './terminal-question.ts'

function ask(
  title: string,
  json: Requested['data']['args'] & { json?: unknown },
): Requested['data'] {
  const call = { toolCallId: 'c', name: 'x', title, effect: 'execute' as const, args: json }
  const why = { risk: 'Runs it.', rule: 'A rule.', isJudged: true }
  return { approvalId: ApprovalId.parse('apr_1'), ...call, ...why }
}

const command = ask('Run ls', { json: { command: 'ls', timeout: 5 } })

test('a call is approved, refused with what was written, or allowed from now on', () => {
  const { what, read } = toAsked(command)
  expect(what).toContain('Runs it.\nRule: A rule.\n')
  const person = { by: 'person' } as const
  expect(read('y')).toEqual({ type: 'answer', answer: { decision: 'approve', ...person } })
  expect(read('not this one')).toEqual({
    type: 'answer',
    answer: { decision: 'reject', message: 'not this one', ...person },
  })
  expect(read('')).toMatchObject({
    answer: { decision: 'reject', message: 'The person said no.' },
  })
  expect([read('a'), read('P')]).toEqual([
    { type: 'always', scope: 'session' },
    { type: 'always', scope: 'project' },
  ])
})

test('an edited command keeps its other arguments, and other calls are edited as JSON', () => {
  const edit = toAsked(command).read('e')
  expect(edit.type === 'more' && edit.question.read('ls -l')).toMatchObject({
    answer: { decision: 'edit', args: { command: 'ls -l', timeout: 5 } },
  })
  const file = toAsked(ask('Write a.md', { json: { file_path: '/a.md', content: 'x' } })).read('e')
  if (file.type !== 'more') throw new Error('Nothing more is asked.')
  expect(file.question.read('nonsense').type).toBe('again')
  expect(file.question.read('{"file_path": "/b.md"}')).toMatchObject({
    answer: { decision: 'edit', args: { file_path: '/b.md', content: 'x' } },
  })
})

test('a question is answered by the number of an option, or in words', () => {
  const asked = toAsked(ask('Which?', { json: { question: 'Which?', options: ['This', 'That'] } }))
  expect(asked.what).toBe('Which?\n  1 This\n  2 That\n')
  expect(asked.read('2')).toMatchObject({ answer: { decision: 'respond', message: 'That' } })
  expect(asked.read('Both')).toMatchObject({ answer: { decision: 'respond', message: 'Both' } })
  expect(asked.read('')).toMatchObject({ answer: { decision: 'reject' } })
})

test('a budget is raised, otherwise raised, kept with a cheaper model, or ends the run', () => {
  const { read } = toAsked(
    ask('Raise it', { json: { scope: 'run', raise_to_usd: 2, go_on_with: 'openai:big' } }),
  )
  expect(read('yes')).toMatchObject({ answer: { decision: 'approve' } })
  expect(read('$2.50')).toMatchObject({ answer: { args: { raise_to_usd: 2.5 } } })
  expect(read('openai:small')).toMatchObject({ answer: { args: { go_on_with: 'openai:small' } } })
  expect(read('n')).toMatchObject({ answer: { decision: 'reject' } })
  expect(read('perhaps').type).toBe('again')
})
