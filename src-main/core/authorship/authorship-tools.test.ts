import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { RunId } from '#shared/lib/ids.ts'
import { git } from '../../../test/support/test-workspace.ts'
import { createToolBench, type ToolBench } from '../../../test/support/tool-bench.ts'

/** Commits a file as somebody, so many days ago. */
function commit(
  { bench: { root } }: ToolBench,
  { who, path, text, days = 0, message = `Change ${path}` }: Committed,
): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  git(root, 'add', '-A')
  const date = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  const email = `${who.toLowerCase().replaceAll(/\W/g, '.')}@example.org`
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const author = ['-c', `user.name=${who}`, '-c', `user.email=${email}`]
  execFileSync('git', [...author, 'commit', '-qm', message], { cwd: root, env, stdio: 'ignore' })
}

interface Committed {
  readonly who: string
  readonly path: string
  readonly text: string
  readonly days?: number
  readonly message?: string
}

async function createRepository(): Promise<ToolBench> {
  const place = await createToolBench()
  git(place.bench.root, 'init', '-q')
  commit(place, {
    who: 'Ada Lovelace',
    path: 'src/core/a.ts',
    text: 'one\ntwo\nthree\n',
    days: 300,
  })
  commit(place, { who: 'Ada Lovelace', path: 'src/core/b.ts', text: 'one\n', days: 3 })
  commit(place, {
    who: 'Bo Li',
    path: 'src/ui/c.tsx',
    text: 'view\n',
    message: 'ui: draw the orbit',
  })
  commit(place, { who: 'Bo Li', path: 'src/core/a.ts', text: 'one\ntwo\n3\n' })
  commit(place, { who: 'dependabot[bot]', path: 'package.json', text: '{}', message: 'bump' })
  return place
}

test('who knows what is told by place, with programs left out', async () => {
  await using place = await createRepository()
  const { text, display } = await place.call('team_graph', { path: '/workspace/src' })
  expect(text).toContain('# Who knows src')
  expect(text).toMatch(/4 commits by 2 people/)
  expect(text).toMatch(
    /- src\/core\/: (Ada|Bo) .* and|- src\/core\/: \w+ \w+ \d+ %, \w+ \w+ \d+ %; bus factor \d/,
  )
  expect(text).not.toContain('dependabot')
  expect(display).toMatchObject({
    type: 'table',
    rows: expect.arrayContaining([['src/ui/', 'Bo Li 100 %', '1', expect.any(String)]]),
  })
  const topic = (await place.call('team_graph', { topic: 'ORBIT' })).text
  expect(topic).toContain('1 commit by one person')
  expect((await place.call('team_graph', { topic: 'nothing such' })).text).toMatch(/^No commit/)
})

test('what one commit tells is worked out once, and anew with the next', async () => {
  await using place = await createRepository()
  const first = await place.call('team_graph')
  expect(await place.call('team_graph')).toBe(first)
  commit(place, { who: 'Cy', path: 'new.txt', text: 'new' })
  expect((await place.call('team_graph')).text).toContain('new.txt: Cy 100 %')
})

test('what changed since then is told by person, with what sessions did', async () => {
  await using place = await createRepository()
  const { root, store, call } = place.bench
  writeFileSync(join(root, 'loose.txt'), 'not committed')
  const runId = RunId.parse('run_1')
  const model = { provider: 'demo', model: 'scripted' }
  const drafts: readonly Draft[] = [
    { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } },
    { kind: 'run.ended', runId, data: { outcome: 'error', reason: 'The model was away.' } },
  ]
  await store.events.append(place.context.call.sessionId, drafts)
  await place.bench.workspace.write('/docs/note.md', 'x', call)
  const { text } = await place.call('standup_intelligence', { since: '2 days ago' })
  expect(text).toMatch(/### Bo Li: 2 commits, \+\d+ −\d+ lines in 2 files/)
  expect(text).toContain('### dependabot[bot] (a program): 1 commit')
  expect(text).not.toContain('Ada')
  expect(text).toContain('?? loose.txt')
  expect(text).toContain('1 run (1 error), $0.000')
  expect(text).toContain('changed: /docs/note.md')
  expect(text).toContain('last reason: The model was away.')
  expect(text).toContain('## What this does not know')
  const narrowed = (await place.call('standup_intelligence', { since: '9d', author: 'ada' })).text
  expect(narrowed).toContain('### Ada Lovelace: 1 commit')
  expect(narrowed).not.toContain('Bo Li')
})

test('without a repository its sessions are told, and that there is none', async () => {
  await using place = await createToolBench()
  const { text } = await place.call('standup_intelligence')
  expect(text).toContain('The project’s folder is not in a git repository.')
  expect(text).toContain('## Sessions of Orrery\nNone.')
  await expect(place.call('team_graph')).rejects.toThrow('not in a git repository')
})
