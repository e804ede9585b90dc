import { expect, test } from 'vitest'
import { type ApprovalType, decisionsOf } from '#shared/events/approval.ts'
import { ApprovalId } from '#shared/lib/ids.ts'
import type { Decision } from '#shared/settings/settings.ts'
import { toPrintable } from '../command-line/format-output.ts'
import type { Requested } from './approver.ts'
import { toAsked } from './terminal-question.ts'

function ask(
  title: string,
  json: Requested['data']['args'] & { json?: unknown },
  type: ApprovalType = 'call',
): Requested['data'] {
  const call = { toolCallId: 'c', name: 'x', title, effect: 'execute' as const, args: json }
  const why = { risk: 'Runs it.', rule: 'A rule.', isJudged: true }
  const offered = { type, allowedDecisions: [...decisionsOf[type]], acceptsRule: type === 'call' }
  return { approvalId: ApprovalId.parse('apr_1'), ...call, ...why, ...offered }
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

test('a server’s claims about its tool are shown as such, on one line', () => {
  const claims: Requested['data']['serverClaims'] = { title: 'Safe\ntool', claims: ['read-only'] }
  expect(toAsked({ ...command, serverClaims: claims }).what).toContain(
    'Runs it.\nThe server calls this tool “Safe tool” and says: reads only.\nRule: A rule.\n',
  )
})

/** See clawvisor/clawvisor#481: characters that nobody sees stood in a question for approval. */
test('a command is asked about with its invisible characters and odd blanks in sight', () => {
  const { what, kind } = toAsked(ask('Run ls', { json: { command: 'ls\u00a0bu\u00adild\u3000x' } }))
  expect(toPrintable(what, kind)).toContain('ls<U+00A0>bu<U+00AD>ild<U+3000>x')
})

test('a command that is cut says how much of it is out of sight', () => {
  const { what } = toAsked(ask('Run ls', { json: { command: `ls ${'x'.repeat(3000)}; touch y` } }))
  expect(what).toMatch(/x… \[1026 more characters aren't shown\]\n/u)
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
  const json = { question: 'Which?', options: ['This', 'That'] }
  const asked = toAsked(ask('Which?', { json }, 'question'))
  expect(asked.what).toBe('Which?\n  1 This\n  2 That\n')
  expect(asked.read('2')).toMatchObject({ answer: { decision: 'respond', message: 'That' } })
  expect(asked.read('Both')).toMatchObject({ answer: { decision: 'respond', message: 'Both' } })
  expect(asked.read('')).toMatchObject({ answer: { decision: 'reject' } })
})

test('a budget is raised, otherwise raised, kept with a cheaper model, or ends the run', () => {
  const { read } = toAsked(
    ask(
      'Raise it',
      { json: { scope: 'run', raise_to_usd: 2, go_on_with: 'openai:big' } },
      'budget',
    ),
  )
  expect(read('yes')).toMatchObject({ answer: { decision: 'approve' } })
  expect(read('$2.50')).toMatchObject({ answer: { args: { raise_to_usd: 2.5 } } })
  expect(read('openai:small')).toMatchObject({ answer: { args: { go_on_with: 'openai:small' } } })
  expect(read('n')).toMatchObject({ answer: { decision: 'reject' } })
  expect(read('perhaps').type).toBe('again')
})

test('a long question is shown whole, and no answer approves it', () => {
  const question = `# Which format?\n\n${'Read the *old* one, or drop it? '.repeat(160)}`
  const asked = toAsked(ask(`${question.slice(0, 120)}…`, { json: { question } }, 'question'))
  expect(asked.what).toBe(`${question}\n`)
  const answers = ['y', 'yes', 'e', 'a', 'p'].map((word) => asked.read(word))
  expect(answers).toEqual(
    ['y', 'yes', 'e', 'a', 'p'].map((message) => ({
      type: 'answer',
      answer: { decision: 'respond', message, by: 'person' },
    })),
  )
})

test.each([
  [['approve'], 'Approve? [y]es:', ['approve', undefined, undefined, undefined]],
  [
    ['approve', 'reject'],
    'Approve? [y]es, [n]o, or why not:',
    ['approve', undefined, undefined, 'reject'],
  ],
  [
    ['edit', 'reject'],
    'Decide: [e]dit, [n]o, or why not:',
    [undefined, 'edit', undefined, 'reject'],
  ],
  [
    ['respond'],
    'Decide: what to answer in its place:',
    ['respond', 'respond', 'respond', 'respond'],
  ],
] as const)('of %j, the terminal offers and takes nothing else', (allowed, keys, expected) => {
  const allowedDecisions: Decision[] = [...allowed]
  const { read, ...asked } = toAsked({ ...command, allowedDecisions, acceptsRule: false })
  const decisions = ['y', 'e', 'a', 'not this one'].map((word) => {
    const step = read(word)
    if (step.type === 'more') return 'edit'
    return step.type === 'answer' ? step.answer.decision : undefined
  })
  expect({ keys: asked.keys, decisions }).toEqual({ keys, decisions: [...expected] })
})

test('a command is asked for with its invisible characters, a question with those it needs', () => {
  const asked = toAsked(ask('Run x', { json: { command: 'echo \u202ex\u200c' } }))
  expect(toPrintable(asked.what, asked.kind)).toContain('"command":"echo <U+202E>x<U+200C>"')
  const json = { question: 'کتاب\u200cها \u202ex?', options: [] }
  const question = toAsked(ask('', { json }, 'question'))
  expect(toPrintable(question.what, question.kind)).toContain('کتاب\u200cها <U+202E>x?')
})
