import { symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ModelRequest, ReplyCall } from '../../../../test/support/model-server.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  answersIn,
  calls,
  createGate,
  says,
  scriptAgents,
  task,
} from '../../../../test/support/scripted-agents.ts'

const pathOf = (name: string) => `/workspace/${name}`
const write = (name: string, content: string): ReplyCall => ({
  name: 'write_file',
  args: { file_path: pathOf(name), content },
})
const read = (name: string): ReplyCall => ({
  name: 'read_file',
  args: { file_path: pathOf(name) },
})
const run = (command: string): ReplyCall => ({ name: 'run_command', args: { command } })
const search: ReplyCall = { name: 'grep', args: { pattern: 'new' } }
const ls: ReplyCall = { name: 'ls', args: { path: '/workspace' } }

function lastAnswers({ server }: RunFixture): readonly string[] {
  return answersIn(server.requests.at(-1) as ModelRequest)
}

/** What the calls of one answer come to. */
async function answersTo(...asked: readonly ReplyCall[]): Promise<readonly string[]> {
  await using fixture = await openRunFixture({ script: scriptAgents({ go: [calls(...asked)] }) })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  expectWhole(fixture)
  return lastAnswers(fixture)
}

test('what reads a file, its folder or the project sees an earlier write of its answer', async () => {
  const found: ReplyCall = { name: 'glob', args: { pattern: '**/*.txt' } }
  const [, text, lines, files, names] = await answersTo(
    write('b.txt', 'new\n'),
    read('b.txt'),
    search,
    found,
    ls,
  )
  expect(text).toContain('\nnew')
  expect(lines).toContain('1: new')
  expect(files).toContain('/workspace/b.txt')
  expect(names).toContain('/workspace/b.txt (4 bytes, ')
})

test('writes and edits of one file keep their order, and a read before them is of the old text', async () => {
  const edit = (from: string, to: string): ReplyCall => ({
    name: 'edit_file',
    args: { file_path: pathOf('a.txt'), old_string: from, new_string: to },
  })
  const answers = await answersTo(
    read('a.txt'),
    edit('one', '1'),
    edit('two', '2'),
    edit('1\n2', 'both'),
    read('a.txt'),
  )
  expect(answers[0]).toContain('one\ntwo')
  expect(answers[4]).toContain('\nboth')
})

test('a command is waited for by what reads, edits or runs after it', async () => {
  const answers = await answersTo(
    run('sleep 0.3; echo new > c.txt'),
    read('c.txt'),
    search,
    run('cat c.txt'),
    write('d.txt', 'd'),
    run('ls d.txt'),
  )
  expect(answers[1]).toContain('\nnew')
  expect(answers[2]).toContain('/workspace/c.txt:')
  expect(answers[3]).toContain('new')
  expect(answers[5]).toContain('succeeded')
})

test('moves and deletions are seen as well, and a failed call lets the others run', async () => {
  const answers = await answersTo(
    write('old.txt', 'new'),
    { name: 'move_file', args: { from: pathOf('old.txt'), to: pathOf('moved.txt') } },
    read('moved.txt'),
    { name: 'delete_file', args: { file_path: pathOf('moved.txt') } },
    read('moved.txt'),
    { name: 'delete_file', args: { file_path: pathOf('nowhere.txt') } },
    ls,
  )
  expect(answers[2]).toContain('\nnew')
  expect(answers[4]).toContain('There is no /workspace/moved.txt')
  expect(answers[6]).toMatch(/^\/workspace\/a\.txt \(8 bytes, [\d: -]+\)$/)
})

test('a link leads to the same file under another name', async () => {
  const script = scriptAgents({
    go: [calls(read('a.txt'), write('a.txt', 'new\n'), read('link.txt'), read('linked/a.txt'))],
  })
  const files = { 'a.txt': 'one\n' }
  await using fixture = await openRunFixture({ script, files })
  symlinkSync('a.txt', `${fixture.root}/link.txt`)
  symlinkSync('.', `${fixture.root}/linked`)
  await fixture.prompt('go')
  const [, , ...texts] = lastAnswers(fixture)
  for (const text of texts) expect(text).toContain('\nnew')
})

test.each([
  ['made', [run('ln -s real link')]],
  ['moved', [{ name: 'move_file', args: { from: pathOf('old.md'), to: pathOf('link') } }]],
])('a link that an earlier call has %s counts', async (_, asked) => {
  const list: ReplyCall = { name: 'ls', args: { path: '/workspace/real' } }
  const first = [read('real/a.txt'), ls]
  const change = write('link/a.txt', 'new\n')
  const script = scriptAgents({
    go: [
      calls(...first),
      calls(...asked, change, write('link/b.txt', 'b'), read('real/a.txt'), list),
    ],
  })
  await using fixture = await openRunFixture({ script, files: { 'real/a.txt': 'one\n' } })
  symlinkSync('real', `${fixture.root}/old.md`)
  await fixture.prompt('go')
  const [, , , , , text, files] = lastAnswers(fixture)
  expect(text).toContain('\nnew')
  expect(files).toContain('/workspace/real/b.txt')
})

test('tasks of one answer work at the same time, after a write and before a read', async () => {
  const gate = createGate()
  let atWork = 0
  const meet = async (request: ModelRequest) => {
    atWork += 1
    if (atWork === 2) gate.open()
    await gate.opened
    return { text: answersIn(request).join() }
  }
  const script = scriptAgents({
    go: [
      calls(write('b.txt', 'new'), task('piece one'), task('piece two'), read('made.txt')),
      says('Done.'),
    ],
    'piece one': [calls(read('b.txt'), write('made.txt', 'made')), meet],
    'piece two': [calls(read('b.txt')), meet],
  })
  await using fixture = await openRunFixture({ script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const [, one, two, made] = lastAnswers(fixture)
  expect([one, two].every((report) => report?.includes('\nnew'))).toBe(true)
  expect(made).toContain('\nmade')
  expectWhole(fixture)
})

const ASKS = {
  'a.txt': 'one\n',
  '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }',
}

function endedNames({ of }: RunFixture): readonly string[] {
  const names = new Map(of('tool.started').map(({ spanId, data }) => [spanId, data.title]))
  return of('tool.ended').map(({ spanId }) => names.get(spanId) ?? '')
}

test.each([
  ['approve', '\nnew'],
  ['reject', 'There is no /workspace/b.txt'],
] as const)('what waits for a person holds only what depends on it: %s', async (decision, seen) => {
  const script = scriptAgents({ go: [calls(write('b.txt', 'new'), read('b.txt'), read('a.txt'))] })
  await using fixture = await openRunFixture({ script, files: ASKS })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await fixture.until('tool.ended')
  expect(endedNames(fixture)).toEqual(['Read a.txt'])
  await runs.decide(sessionId, { approvalId: data.approvalId, decision })
  await runs.idle(sessionId)
  expect(lastAnswers(fixture)[1]).toContain(seen)
  expectWhole(fixture)
})

test('a run that is killed while calls wait for a person goes on in order after a restart', async () => {
  const script = scriptAgents({ go: [calls(write('b.txt', 'new'), read('b.txt'), read('a.txt'))] })
  await using fixture = await openRunFixture({ script, files: ASKS })
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const { data } = await fixture.until('approval.requested')
  await fixture.until('tool.ended')
  await fixture.close()
  await fixture.restart()
  const { runs, sessionId } = fixture
  await runs.decide(sessionId, { approvalId: data.approvalId, decision: 'approve' })
  await runs.idle(sessionId)
  expect(lastAnswers(fixture)[1]).toContain('\nnew')
  expect(endedNames(fixture).filter((title) => title === 'Read a.txt')).toHaveLength(1)
  expectWhole(fixture)
})

test('a run whose calls wait for each other and a person is paused, and can be killed', async () => {
  const script = scriptAgents({ go: [calls(write('b.txt', 'new'), read('b.txt'))] })
  await using fixture = await openRunFixture({ script, files: ASKS })
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: 'go' })
  await fixture.until('approval.requested')
  await runs.pause(sessionId)
  await runs.idle(sessionId)
  await runs.resume(sessionId)
  await fixture.until('run.started', 2)
  await runs.kill(sessionId)
  expect(fixture.of('run.ended').at(-1)?.data.outcome).toBe('cancelled')
  expectWhole(fixture)
})
