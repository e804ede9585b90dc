import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import { note, openFixture } from '../../../test/support/store-fixture.ts'

const program = join(import.meta.dirname, '../../../test/support/forking-process.ts')

/** Lets a process fork for so long, and kills it. */
async function forkAndKill(dataDir: string, id: SessionId, ms: number): Promise<void> {
  const child = spawn(process.execPath, [program, dataDir, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await delay(ms)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('after kill -9 a fork is there whole or not at all, and nothing is left of the latter', async () => {
  await using fixture = await openFixture()
  const { dataDir, store } = fixture
  const root = join(dataDir, 'project')
  execFileSync('git', ['init', '-q', root])
  writeFileSync(join(root, 'a.txt'), 'a')
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'first')
  const [id, projectId] = [SessionId.parse('ses_parent'), ProjectId.parse('prj_1')]
  await store.sessions.create({ id, projectId, root, createdAt: 1 }, [
    { kind: 'session.created', data: { projectId, projectName: 'p', root } },
  ])
  await store.events.append(
    id,
    [...Array(2_000).keys()].map((count) => note(`event ${count}`)),
  )
  const inherited = store.events.lastSeq(id)
  await store[Symbol.asyncDispose]()
  for (const ms of [30, 90, 200]) await forkAndKill(dataDir, id, ms)

  const { signal } = new AbortController()
  const host = await openTestHost({ dataDir })
  const listed = await host.handlers['sessions.list']({}, signal)
  // Its end waits for what is cleaned up in the background.
  await host[Symbol.asyncDispose]()
  const after = await fixture.reopen()
  const forks = listed.filter(({ forkedFrom }) => forkedFrom !== undefined)
  for (const fork of forks) {
    expect(after.events.lastSeq(SessionId.parse(fork.id))).toBeGreaterThan(inherited)
    expect(existsSync(join(fork.root, 'a.txt'))).toBe(true)
  }
  const folders = existsSync(join(dataDir, 'forks')) ? readdirSync(join(dataDir, 'forks')) : []
  expect(folders.toSorted()).toEqual(forks.map((fork) => fork.id).toSorted())
  expect(git('branch', '--list', 'orrery/*').split('\n').filter(Boolean)).toHaveLength(forks.length)
}, 120_000)
