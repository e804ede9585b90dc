import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelRequest, ReplyCall } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  type Steps,
  says,
  scriptAgents,
  task,
} from '../../../../test/support/scripted-agents.ts'

const pathOf = (name: string) => `/workspace/${name}`
const read = (name: string, more: object = {}): ReplyCall => ({
  name: 'read_file',
  args: { file_path: pathOf(name), ...more },
})
const write = (name: string, content: string): ReplyCall => ({
  name: 'write_file',
  args: { file_path: pathOf(name), content },
})
const edit = (name: string, from: string, to: string): ReplyCall => ({
  name: 'edit_file',
  args: { file_path: pathOf(name), old_string: from, new_string: to },
})
const remove = (name: string): ReplyCall => ({
  name: 'delete_file',
  args: { file_path: pathOf(name) },
})
const move = (from: string, to: string): ReplyCall => ({
  name: 'move_file',
  args: { from: pathOf(from), to: pathOf(to) },
})
const run = (command: string): ReplyCall => ({ name: 'run_command', args: { command } })
const ls = (path = '/workspace'): ReplyCall => ({ name: 'ls', args: { path } })
const glob = (pattern: string): ReplyCall => ({ name: 'glob', args: { pattern } })

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\n'

function lastAnswers({ server }: RunFixture): readonly string[] {
  return answersIn(server.requests.at(-1) as ModelRequest)
}

function textOf({ root }: RunFixture, name: string): string {
  return readFileSync(join(root, name), 'utf8')
}

/** What the calls are answered, one step each; a function changes the project meanwhile. */
async function answersTo(
  fixture: RunFixture,
  steps: { current: Steps },
  ...all: readonly (ReplyCall | readonly ReplyCall[] | ((root: string) => void))[]
): Promise<readonly string[]> {
  let meanwhile: (() => void)[] = []
  const made: Steps[number][] = []
  for (const one of all) {
    if (typeof one === 'function') {
      meanwhile.push(() => one(fixture.root))
      continue
    }
    const before = meanwhile
    meanwhile = []
    made.push(() => {
      for (const change of before) change()
      return { calls: Array.isArray(one) ? [...one] : [one as ReplyCall] }
    })
  }
  steps.current = made
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  return lastAnswers(fixture)
}

async function openSteps(files: Readonly<Record<string, string>> = { 'a.txt': LINES }) {
  const steps: { current: Steps } = { current: [] }
  const fixture = await openRunFixture({
    script: (request) =>
      scriptAgents({ go: steps.current })(request, fixture.server.requests.length),
    files,
  })
  return { fixture, steps }
}

const put = (name: string, text: string) => (root: string) => writeFileSync(join(root, name), text)

test.each([
  ['write_file', write('a.txt', 'mine')],
  ['edit_file', edit('a.txt', 'two', '2')],
  ['delete_file', remove('a.txt')],
  ['move_file', move('a.txt', 'b.txt')],
  [
    'compose_files',
    { name: 'compose_files', args: { edits: [{ file_path: pathOf('a.txt'), content: 'mine' }] } },
  ],
] as const)('%s is refused on a file that the agent never read', async (_, call) => {
  const { fixture, steps } = await openSteps()
  await using _fixture = fixture
  const [first, , second] = await answersTo(fixture, steps, call, read('a.txt', { limit: 1 }), call)
  expect(first).toContain("/workspace/a.txt exists and you haven't read it")
  expect(first).toContain('Read it with read_file first.')
  expect(second).not.toContain('Error')
  expectWhole(fixture)
})

test.each([
  ['written', write('a.txt', 'mine')],
  ['deleted', remove('a.txt')],
  ['moved', move('a.txt', 'b.txt')],
] as const)(
  'a file that a person changed is not %s, and the refusal shows the diff',
  async (done, call) => {
    const { fixture, steps } = await openSteps()
    await using _fixture = fixture
    const theirs = LINES.replace('two', 'their two')
    const answers = await answersTo(fixture, steps, read('a.txt'), put('a.txt', theirs), call)
    expect(answers[1]).toContain(
      `/workspace/a.txt has changed since you last read it, so it was not ${done}.`,
    )
    expect(answers[1]).toContain('-two\n+their two')
    expect(textOf(fixture, 'a.txt')).toBe(theirs)
    const again = await fixture.prompt('go on')
    expect(again).toEqual({ outcome: 'ok' })
    expectWhole(fixture)
  },
)

test('an edit of a changed file works where its text is unique, and says which lines are unread', async () => {
  const { fixture, steps } = await openSteps()
  await using _fixture = fixture
  const theirs = LINES.replace('two', 'their two').replace('five', '5\n5.5')
  const answers = await answersTo(
    fixture,
    steps,
    read('a.txt'),
    put('a.txt', theirs),
    edit('a.txt', 'three', '3'),
    edit('a.txt', 'six', '6'),
    write('a.txt', 'mine'),
  )
  expect(answers[1]).toContain('had changed since you last read it (lines 2, 5-6)')
  expect(answers[2]).toContain('(lines 2, 5-6)')
  expect(answers[3]).toContain('-two\n+their two')
  expect(textOf(fixture, 'a.txt')).toBe('one\ntheir two\n3\nfour\n5\n5.5\n6\n')
})

test('what a command of its own, a formatter or a checkout makes of a file is unread', async () => {
  const { fixture, steps } = await openSteps({ 'a.txt': LINES, 'b.txt': LINES })
  await using _fixture = fixture
  const git = 'git -c user.name=t -c user.email=t@t'
  const answers = await answersTo(
    fixture,
    steps,
    [read('a.txt'), write('new.txt', 'x=1\n')],
    run(`git init -q && git add -A && ${git} commit -qm first`),
    write('a.txt', 'mine\n'),
    run("sed -i 's/x=1/x = 1/' new.txt"),
    run('git checkout -q -- a.txt'),
    [write('a.txt', 'again'), write('new.txt', 'y=1\n')],
  )
  expect(answers.at(-2)).toContain('-mine')
  expect(answers.at(-1)).toContain('-x=1\n+x = 1')
  expect([textOf(fixture, 'a.txt'), textOf(fixture, 'new.txt')]).toEqual([LINES, 'x = 1\n'])
})

test('a read in the same answer counts, and so do own writes', async () => {
  const { fixture, steps } = await openSteps()
  await using _fixture = fixture
  const answers = await answersTo(
    fixture,
    steps,
    [read('a.txt'), write('a.txt', 'mine'), write('a.txt', 'mine again')],
    [write('b/c.txt', 'new'), edit('b/c.txt', 'new', 'newer'), move('b/c.txt', 'b/d.txt')],
    [write('b/d.txt', 'newest'), remove('b/d.txt'), remove('a.txt')],
  )
  expect(answers.filter((text) => text.startsWith('Error'))).toEqual([])
  expect(existsSync(join(fixture.root, 'a.txt'))).toBe(false)
})

test('each agent has its own reads: a sibling’s change is unread, and so is what the lead has read', async () => {
  const script = scriptAgents({
    go: [
      calls(read('a.txt')),
      calls(task('change it')),
      calls(write('a.txt', 'lead')),
      says('Done.'),
    ],
    'change it': [
      calls(write('a.txt', 'unread')),
      calls(read('a.txt')),
      calls(write('a.txt', 'sub\n')),
      (request) => ({ text: answersIn(request).join(' | ') }),
    ],
  })
  await using fixture = await openRunFixture({ script, files: { 'a.txt': LINES } })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const [, report, refusal] = lastAnswers(fixture)
  expect(report).toContain("haven't read it")
  expect(refusal).toContain('+sub')
  expect(textOf(fixture, 'a.txt')).toBe('sub\n')
})

test('a folder and what is no text count as read once ls or glob has listed them as they are', async () => {
  const { fixture, steps } = await openSteps({ 'old/a.txt': LINES, 'new/a.txt': LINES })
  await using _fixture = fixture
  const binary = Buffer.from([0, 1, 2, 3])
  for (const name of ['x.bin', 'y.bin']) writeFileSync(join(fixture.root, name), binary)
  const answers = await answersTo(
    fixture,
    steps,
    [remove('x.bin'), remove('old'), move('new', 'newer')],
    [ls(), glob('**/*.bin')],
    (root) => writeFileSync(join(root, 'x.bin'), Buffer.from([0, 1, 2, 3, 4])),
    (root) => writeFileSync(join(root, 'new/theirs.txt'), 'theirs'),
    [remove('x.bin'), remove('y.bin'), remove('old'), move('new', 'newer')],
  )
  for (const refusal of answers.slice(0, 3)) expect(refusal).toContain('List it with ls first.')
  const [x, y, old, newer] = answers.slice(5)
  expect(x).toContain('/workspace/x.bin has changed since you last listed it')
  expect([y, old]).toEqual(['Deleted /workspace/y.bin: 1 file.', 'Deleted /workspace/old: 1 file.'])
  expect(newer).toContain('/workspace/new has changed since you last listed it')
  expectWhole(fixture)
})

test('a file that changed below a listed folder keeps the folder from being deleted', async () => {
  const { fixture, steps } = await openSteps({ 'old/deep/a.txt': LINES })
  await using _fixture = fixture
  const answers = await answersTo(
    fixture,
    steps,
    ls(),
    write('old/deep/mine.txt', 'mine'),
    put('old/deep/a.txt', 'theirs\n'),
    remove('old'),
    [ls(), remove('old')],
  )
  expect(answers[2]).toContain('Changed: /workspace/old/deep/a.txt.')
  expect(answers[4]).toContain('Deleted /workspace/old: 2 files.')
})

test.each([
  ['changed', 'old/deep/a.txt'],
  ['added', 'old/deep/b.txt'],
  ['ignored', 'old/build/out.txt'],
])('a folder is not deleted with a file deep in it that a person has %s', async (_, name) => {
  const files = { 'old/deep/a.txt': LINES, 'old/build/c.txt': LINES, '.gitignore': 'build\n' }
  const { fixture, steps } = await openSteps(files)
  await using _fixture = fixture
  const answers = await answersTo(fixture, steps, ls(), put(name, 'theirs\n'), remove('old'))
  expect(answers[1]).toContain(`${pathOf('old')} has changed since you last listed it`)
  expect(answers[1]).toContain(pathOf(name))
  expect(textOf(fixture, name)).toBe('theirs\n')
})

test('a folder with files of its own is deleted once it was listed', async () => {
  const { fixture, steps } = await openSteps()
  await using _fixture = fixture
  const answers = await answersTo(
    fixture,
    steps,
    run('mkdir -p made/deep; touch made/deep/a.txt'),
    ls(),
    [write('made/deep/b.txt', 'b'), write('made/c/d.txt', 'd'), remove('made/c/d.txt')],
    remove('made'),
  )
  expect(answers.at(-1)).toContain('Deleted /workspace/made: 2 files.')
})

test('a read that shows nothing of the file does not count', async () => {
  const { fixture, steps } = await openSteps()
  await using _fixture = fixture
  const answers = await answersTo(fixture, steps, read('a.txt', { offset: 6 }), write('a.txt', 'x'))
  expect(answers[0]).toContain('there are none from 6 on')
  expect(answers[1]).toContain("you haven't read it")
})

test.each([
  ['/workspace/.//src/', '/workspace/./lib'],
  ['/workspace/up/src', '/workspace/up//lib'],
])('what was moved from %s to %s is known there', async (from, to) => {
  const { fixture, steps } = await openSteps({ 'src/a.txt': LINES, 'src/deep/b.txt': LINES })
  await using _fixture = fixture
  symlinkSync('.', join(fixture.root, 'up'))
  const answers = await answersTo(
    fixture,
    steps,
    [read('src/a.txt'), read('src/deep/b.txt'), ls(), ls('/workspace/up')],
    { name: 'move_file', args: { from, to } },
    [write('lib/a.txt', 'mine'), write('lib/deep/b.txt', 'mine')],
  )
  expect(answers.filter((text) => text.startsWith('Error'))).toEqual([])
  expect(textOf(fixture, 'lib/deep/b.txt')).toBe('mine')
})

const CRLF = LINES.replaceAll('\n', '\r\n')

test('a file that was moved to the store is known there, line ends and all', async () => {
  const { fixture, steps } = await openSteps({ 'a.txt': CRLF })
  await using _fixture = fixture
  const there = { from: pathOf('a.txt'), to: '/docs/a.txt' }
  const answers = await answersTo(
    fixture,
    steps,
    read('a.txt'),
    { name: 'move_file', args: there },
    { name: 'write_file', args: { file_path: '/docs/a.txt', content: 'mine' } },
  )
  expect(answers.at(-1)).toBe('Replaced /docs/a.txt.')
})

test('a change of line ends alone is named as such, and an edit of such a file says nothing', async () => {
  const { fixture, steps } = await openSteps({ 'a.txt': CRLF })
  await using _fixture = fixture
  const answers = await answersTo(
    fixture,
    steps,
    read('a.txt'),
    put('a.txt', LINES),
    write('a.txt', 'mine'),
    edit('a.txt', 'two', '2'),
    write('a.txt', 'mine'),
  )
  expect(answers[1]).toContain('Only its line ends, its encoding or its byte order mark changed.')
  expect(answers[2]).toBe('Replaced it in 1 place of /workspace/a.txt.')
  expect(answers[3]).toBe('Replaced /workspace/a.txt.')
})

test('what was read is known after a restart, and what changed meanwhile is not', async () => {
  const { fixture, steps } = await openSteps({ 'a.txt': LINES, 'b.txt': LINES })
  await using _fixture = fixture
  await answersTo(fixture, steps, [read('a.txt'), read('b.txt')])
  await fixture.close()
  writeFileSync(join(fixture.root, 'b.txt'), 'theirs\n')
  await fixture.restart()
  const both = calls(write('a.txt', 'mine'), write('b.txt', 'mine'))
  steps.current = [...steps.current, says('Done.'), both]
  await fixture.prompt('go on')
  expect([textOf(fixture, 'a.txt'), textOf(fixture, 'b.txt')]).toEqual(['mine', 'theirs\n'])
  const { contents } = fixture.states().seenFiles
  // Both are read at once.
  expect(
    Object.values(contents)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([pathOf('a.txt'), pathOf('b.txt')])
})

test('nobody is asked about a change that would be refused', async () => {
  const script = scriptAgents({
    go: [calls(remove('a.txt')), calls(read('a.txt'), remove('a.txt'))],
  })
  await using fixture = await openRunFixture({ script, profile: 'standard' })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  expect(fixture.of('approval.requested')).toHaveLength(1)
  expect(fixture.of('tool.ended').map(({ data: { outcome } }) => outcome)).toEqual(['error', 'ok'])
  writeFileSync(join(fixture.root, 'a.txt'), 'theirs\n')
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(lastAnswers(fixture).at(-1)).toContain('+theirs')
  expect(textOf(fixture, 'a.txt')).toBe('theirs\n')
})

test('what was read before a compaction is known after it', async () => {
  const long = 'a word or two '.repeat(13_000)
  const isSummary = ({ messages }: ModelRequest) =>
    messages.at(-1)?.text.startsWith('You are a conversation summarizer') === true
  await using fixture = await openRunFixture({
    files: { 'a.txt': LINES },
    script: (request) => {
      const last = request.messages.at(-1)
      if (isSummary(request)) return { text: 'They read a.txt.' }
      if (last?.role !== 'user') return { text: 'Done.' }
      if (last.text.startsWith('read')) return calls(read('a.txt'))()
      return last.text.startsWith('write') ? calls(write('a.txt', 'mine'))() : { text: 'I hear.' }
    },
  })
  await fixture.prompt('read')
  for (const round of [1, 2, 3, 4]) await fixture.prompt(`${round} ${long}`)
  expect(fixture.of('context.compacted')).toHaveLength(1)
  await fixture.prompt('write')
  expect(textOf(fixture, 'a.txt')).toBe('mine')
})
