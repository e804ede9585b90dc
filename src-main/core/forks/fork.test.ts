import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, reads, scriptAgents } from '../../../test/support/scripted-agents.ts'

const write = (path: string, content: string) =>
  calls({ name: 'write_file', args: { file_path: `/workspace/${path}`, content } })
const edit = (path: string, old: string, now: string) =>
  calls(reads(`/workspace/${path}`), {
    name: 'edit_file',
    args: { file_path: `/workspace/${path}`, old_string: old, new_string: now },
  })

const script = scriptAgents({
  go: [
    write('new.txt', 'one'),
    edit('a.txt', 'first', 'second'),
    calls({ name: 'run_command', args: { command: 'rm gone.txt; echo x > made.txt' } }),
  ],
})
const files = {
  'project/a.txt': 'first\n',
  'project/gone.txt': 'here\n',
  'project/.gitignore': 'node_modules\n',
  'project/node_modules/big/index.js': 'ignored',
}

test('in a repository a fork has a worktree with the files as they were, and the parent keeps its own', async () => {
  await using host = await openForkedHost({ files, script, isGit: true })
  await host.prompt('go')
  const seq = await host.seqOf('tool.ended', 1)
  const preview = await host.client['sessions.previewFork']({ sessionId: host.sessionId, seq })
  expect(preview).toMatchObject({ seq, place: 'worktree', notRecorded: { total: 0 } })
  expect(preview.files.items).toEqual([
    { path: 'a.txt', change: 'changed', isConflict: false },
    { path: 'gone.txt', change: 'added', isConflict: false },
    { path: 'made.txt', change: 'removed', isConflict: false },
  ])
  expect(preview.outside.items.map(({ title }) => title)).toEqual([
    'Run rm gone.txt; echo x > made.txt',
  ])
  const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  const { status, files: state, timeline } = await host.states(sessionId)
  const root = status.root ?? ''
  expect(state.root).toBe(root)
  // What was under way ended then, and not when the fork was made.
  const then = (await host.events()).find((event) => event.seq === seq)?.at
  const ends = Object.values(timeline.spans).map(
    ({ endedAt = Number.POSITIVE_INFINITY }) => endedAt,
  )
  expect(Math.max(...ends)).toBe(then)
  expect(readdirSync(root).toSorted()).toEqual([
    '.git',
    '.gitignore',
    'a.txt',
    'gone.txt',
    'new.txt',
  ])
  expect([readIn(root, 'a.txt'), readIn(root, 'new.txt')]).toEqual(['first\n', 'one'])
  expect(readIn(host.root, 'a.txt')).toBe('second\n')
  expect(host.git('branch', '--list', 'orrery/*')).toContain(status.forkedFrom?.branch)
  const [listed] = await host.client['sessions.list']({})
  expect(listed).toMatchObject({ costUsd: 0, tokens: 0, isRunning: false, waiting: 0 })
  expect(listed?.forkedFrom).toMatchObject({ sessionId: host.sessionId, seq })
})

// The kind of CVE-2026-72718 (goose ran the program that a repository's `core.fsmonitor` names). Here, making a
// worktree ran the repository's smudge filter.
test('a fork runs no filter, and has what a filter made as it was recorded', async () => {
  await using host = await openForkedHost({
    files: {
      ...files,
      'project/.gitattributes': 'word.txt filter=loud\n',
      'project/word.txt': 'hush\n',
    },
    script,
    isGit: true,
  })
  const ran = join(host.root, '..', 'ran.txt')
  host.git('config', 'filter.loud.smudge', `echo smudge >> '${ran}'; tr a-z A-Z`)
  host.git('config', 'filter.loud.clean', `echo clean >> '${ran}'; tr A-Z a-z`)
  writeFileSync(join(host.root, 'word.txt'), 'HUSH\n')
  await host.prompt('go')
  const seq = await host.seqOf('tool.ended', 1)
  const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  const root = (await host.states(sessionId)).status.root ?? ''
  expect(readIn(root, 'word.txt')).toBe('HUSH\n')
  expect(readIn(root, 'a.txt')).toBe('first\n')
  expect(existsSync(ran)).toBe(false)
})

test('without git a fork has a copy, also of what is ignored, and a fork of a fork works', async () => {
  await using host = await openForkedHost({ files, script })
  await host.prompt('go')
  const seq = await host.seqOf('tool.started', 4)
  const first = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  const one = (await host.states(first.sessionId)).status
  expect(one.forkedFrom?.place).toBe('copy')
  expect(readIn(one.root ?? '', 'node_modules/big/index.js')).toBe('ignored')
  expect(readIn(one.root ?? '', 'gone.txt')).toBe('here\n')
  const second = await host.client['sessions.fork']({
    sessionId: first.sessionId,
    seq: await host.seqOf('tool.started', 2),
  })
  const two = (await host.states(second.sessionId)).status
  expect(two.forkedFrom).toMatchObject({ sessionId: first.sessionId, origin: host.sessionId })
  expect(readIn(two.root ?? '', 'a.txt')).toBe('first\n')
  const after = await host.prompt('go on', second.sessionId)
  expect(Object.keys(after.transcript.agents)).toHaveLength(1)
  expect(after.status.lastOutcome).toBe('ok')
})

test('deleting a fork removes its folder and its branch, and asks where work is in no commit', async () => {
  await using host = await openForkedHost({ files, script, isGit: true })
  await host.prompt('go')
  expect(await failedCalls(host)).toEqual([])
  expect(readIn(host.root, 'a.txt')).toBe('second\n')
  const seq = await host.seqOf('input.received')
  const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  const root = (await host.states(sessionId)).status.root ?? ''
  await host.prompt('Again.', sessionId)
  const refused = host.client['sessions.delete']({ sessionId })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  const lost = await host.client['sessions.previewDelete']({ sessionId })
  expect(lost).toMatchObject({ folder: root, unsaved: { total: 4 } })
  expect(lost.unsaved.items.toSorted()).toEqual(['a.txt', 'gone.txt', 'made.txt', 'new.txt'])
  const ownLost = await host.client['sessions.previewDelete']({ sessionId: host.sessionId })
  expect(ownLost).toEqual({ unsaved: { items: [], total: 0 } })
  expect(existsSync(root)).toBe(true)
  await host.client['sessions.delete']({ sessionId, discard: true })
  expect(existsSync(root)).toBe(false)
  expect(host.git('branch', '--list', 'orrery/*')).toBe('')
  expect(host.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(readIn(host.root, 'a.txt')).toBe('second\n')
})

test('a set-up command runs in a terminal of the fork once it is trusted, and its end is told', async () => {
  const command = 'echo "ready[$NPM_TOKEN $ALLOWED]" > prepared.txt; echo "NPM_TOKEN?"; exit 3'
  const settings = JSON.stringify({ setup: command })
  const all = { ...files, 'project/.orrery/settings.json': settings }
  const env = { NPM_TOKEN: 'secret', ALLOWED: 'allowed', PATH: process.env['PATH'] ?? '' }
  await using host = await openForkedHost({ files: all, script, isGit: true, env })
  await host.prompt('go')
  const moment = { sessionId: host.sessionId, seq: await host.seqOf('tool.ended', 1) }
  const { setup } = await host.client['sessions.previewFork'](moment)
  expect(setup).toMatchObject({ isTrusted: false })
  const prepared = async (sessionId: typeof host.sessionId) =>
    (await host.events(sessionId)).find((event) => event.kind === 'session.prepared')?.data
  const untrusted = await host.client['sessions.fork'](moment)
  await expect.poll(() => prepared(untrusted.sessionId)).toMatchObject({ outcome: 'denied' })
  const [project] = await host.client['projects.list']({})
  if (!project || !setup) throw new Error('There is a project with a set-up command.')
  await host.client['trust.grant']({ projectId: project.id, hashes: [setup.hash] })
  // The fork's files are those of an earlier moment, which trust in the files of now doesn't cover.
  const unshown = await host.client['sessions.fork'](moment)
  await expect.poll(() => prepared(unshown.sessionId)).toMatchObject({ outcome: 'denied' })
  const other = await host.client['sessions.fork']({ ...moment, setup: '0'.repeat(64) })
  await expect.poll(() => prepared(other.sessionId)).toMatchObject({ outcome: 'denied' })
  await host.client['environment.allow']({ projectId: project.id, names: ['ALLOWED'] })
  const trusted = await host.client['sessions.fork']({ ...moment, setup: setup.hash })
  await expect
    .poll(() => prepared(trusted.sessionId))
    .toMatchObject({ outcome: 'error', exitCode: 3, withheld: ['NPM_TOKEN'] })
  const root = (await host.states(trusted.sessionId)).status.root ?? ''
  expect(readIn(root, 'prepared.txt')).toBe('ready[ allowed]\n')
  const [terminal] = await host.client['terminals.list']({ sessionId: trusted.sessionId })
  expect(terminal).toMatchObject({ title: 'Set-up', exitCode: 3 })
})

test('what was not recorded is told, and nothing outside of the fork is touched', async () => {
  await using host = await openForkedHost({ files, script })
  writeFileSync(join(host.root, 'large.bin'), Buffer.alloc(2 * 1024 * 1024, 1))
  await host.prompt('go')
  writeFileSync(join(host.root, 'large.bin'), 'small now')
  const moment = { sessionId: host.sessionId, seq: await host.seqOf('tool.ended', 1) }
  const preview = await host.client['sessions.previewFork'](moment)
  expect(preview.notRecorded.items).toEqual(['large.bin'])
  const { sessionId } = await host.client['sessions.fork'](moment)
  const forked = (await host.events(sessionId)).find((event) => event.kind === 'session.forked')
  expect(forked?.data).toMatchObject({ notRestored: ['large.bin'] })
  expect(readIn(host.root, 'large.bin')).toBe('small now')
})

/** What the parent's calls that failed were answered. */
async function failedCalls(host: ForkedHost): Promise<readonly unknown[]> {
  const ends = (await host.events()).filter((event) => event.kind === 'tool.ended')
  return ends.flatMap(({ data }) => (data.outcome === 'ok' ? [] : [data.error ?? data.result]))
}
