import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ProjectId, RuleId } from '#shared/lib/ids.ts'
import { McpEntry } from '#shared/mcp/mcp-entry.ts'
import { limitFiles } from '../../../../test/support/limit-files.ts'
import { note, openFixture } from '../../../../test/support/store-fixture.ts'
import { backUpStore, restoreStore } from './backup.ts'

test('a backup is one moment of the store, and brings it back', async () => {
  await using fixture = await openFixture()
  const { dataDir } = fixture
  const id = await fixture.newSession()
  await fixture.store.events.append(id, [note('before')])
  const file = join(dataDir, 'backup.db')
  expect(await backUpStore(dataDir, file)).toBe(statSync(file).size)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await fixture.store.events.append(id, [note('after')])
  await fixture.store[Symbol.asyncDispose]()
  chmodSync(file, 0o400)
  const { aside } = await restoreStore(dataDir, { file, at: 0 })
  const store = await fixture.reopen()
  expect(store.events.lastSeq(id)).toBe(2)
  expect(aside).toContain('orrery.db.replaced-1970-01-01')
  expect(existsSync(String(aside))).toBe(true)
})

test('nothing is overwritten, and nothing but a sound store is brought back', async () => {
  await using fixture = await openFixture()
  const { dataDir } = fixture
  const text = join(dataDir, 'notes.txt')
  writeFileSync(text, 'notes')
  await expect(backUpStore(dataDir, text)).rejects.toThrow('is there already')
  await expect(backUpStore(dataDir, join(dataDir, 'none/b.db'))).rejects.toThrow('no folder')
  const file = join(dataDir, 'backup.db')
  await backUpStore(dataDir, file)
  await fixture.store[Symbol.asyncDispose]()
  truncateSync(file, Math.floor(statSync(file).size / 2))
  const before = readFileSync(join(dataDir, 'orrery.db'))
  for (const wrong of [file, text, join(dataDir, 'none.db')]) {
    await expect(restoreStore(dataDir, { file: wrong, at: 0 })).rejects.toMatchObject({
      name: 'AppError',
    })
  }
  expect(readFileSync(join(dataDir, 'orrery.db')).equals(before)).toBe(true)
  await fixture.reopen()
})

test('a restore that was cut off is ended at the next start where nothing else is left, else forgotten', async () => {
  await using fixture = await openFixture()
  const { dataDir } = fixture
  const [store, draft] = [join(dataDir, 'orrery.db'), join(dataDir, 'orrery.db.restored')]
  const id = await fixture.newSession()
  await backUpStore(dataDir, draft)
  await fixture.store.events.append(id, [note('after')])
  expect((await fixture.reopen()).events.lastSeq(id)).toBe(2)
  expect(existsSync(draft)).toBe(false)

  await backUpStore(dataDir, draft)
  await fixture.store.events.append(id, [note('later')])
  await fixture.store[Symbol.asyncDispose]()
  renameSync(store, join(dataDir, 'orrery.db.replaced-then'))
  const { events, notice } = await fixture.reopen()
  expect(events.lastSeq(id)).toBe(2)
  expect(notice).toContain('A backup was being restored when Orrery ended.')
})

test.skipIf(process.platform !== 'linux')(
  'names the folder without room for a backup',
  async () => {
    await using fixture = await openFixture()
    const { dataDir } = fixture
    await fixture.newSession()
    using _full = limitFiles(40_000)
    await expect(backUpStore(dataDir, join(dataDir, 'backup.db'))).rejects.toThrow(
      `There is no room for the backup in ${dataDir}.`,
    )
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')(
  'a backup for which there is no room leaves nothing of itself, and a check after a crash due',
  async () => {
    await using fixture = await openFixture()
    const { dataDir } = fixture
    const file = join(dataDir, 'backup.db')
    await fixture.newSession()
    await backUpStore(dataDir, file)
    await fixture.store[Symbol.asyncDispose]()
    const before = readdirSync(dataDir)
    const restoring = { file, at: 0, isAfterCrash: true }
    {
      using _full = limitFiles(40_000)
      await expect(restoreStore(dataDir, restoring)).rejects.toThrow('the disk is full')
    }
    expect(readdirSync(dataDir)).toEqual([...before, 'orrery.db-damaged'].sort())
    await restoreStore(dataDir, restoring)
    expect(existsSync(join(dataDir, 'orrery.db-damaged'))).toBe(false)
    expect((await fixture.reopen()).sessions.list()).toHaveLength(1)
  },
)

// As in coder/xum #3767: restoring a backup switched on an MCP server that had been switched off.
test('a restore lists what the backup permits, and takes it over only if asked to', async () => {
  await using fixture = await openFixture()
  const { dataDir, store } = fixture
  const projectId = ProjectId.parse('prj_restored')
  await store.projects.open({ id: projectId, name: 'p', path: '/p', openedAt: 0 })
  const rule = { ruleId: RuleId.parse('rul_1'), tool: 'run_command', pattern: 'npm test' }
  await store.rules.restore(projectId, { ...rule, addedAt: 0 })
  await store.trust.grant(projectId, '/p', [{ hash: 'hash' }], new Map())
  await store.settings.edit(() => ({
    profile: 'trusted',
    model: 'demo:scripted',
    baseUrls: { anthropic: 'http://127.0.0.1:9' },
    mcp: { servers: { docs: McpEntry.parse({ command: 'node' }) } },
    environment: { byProject: { [projectId]: { allow: ['DATABASE_URL'] } } },
  }))
  const file = join(dataDir, 'backup.db')
  await backUpStore(dataDir, file)
  await store[Symbol.asyncDispose]()
  const { grants } = await restoreStore(dataDir, { file, at: 0 })
  expect(grants).toEqual({
    permissions: ['run_command npm test in /p'],
    trusted: 1,
    mcpServers: ['docs'],
    variables: ['DATABASE_URL in /p'],
    settings: ['profile', 'baseUrls'],
  })
  const permits = ({ rules, trust, settings }: typeof store) => {
    const { profile, baseUrls, mcp, environment, model } = settings.read()
    const servers = Object.keys(mcp.servers)
    const variables = environment.byProject[projectId]?.allow ?? []
    const isTrusted = trust.list(projectId, 'hash').length > 0
    return [rules.list(projectId).length, isTrusted, profile, baseUrls, servers, variables, model]
  }
  const without = await fixture.reopen()
  expect(permits(without)).toEqual([0, false, 'standard', {}, [], [], 'demo:scripted'])
  await without[Symbol.asyncDispose]()
  await restoreStore(dataDir, { file, at: 1, withGrants: true })
  expect(permits(await fixture.reopen())).toEqual([
    ...[1, true, 'trusted', { anthropic: 'http://127.0.0.1:9' }],
    ...[['docs'], ['DATABASE_URL'], 'demo:scripted'],
  ])
})
