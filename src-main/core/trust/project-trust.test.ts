import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openFixture, temporaryFolder } from '../../../test/support/store-fixture.ts'
import { findStartables } from '../project-files/startables.ts'
import { createIds } from '../runtime/ids.ts'
import { ProjectTrust } from './project-trust.ts'

// CVE-2025-54136 ("MCPoison", Cursor): a server that was trusted once stayed trusted with another program.

const servers = {
  far: { url: 'https://example.com/mcp' },
  near: { command: 'node', args: ['.'] },
}

const files = { '.mcp.json': JSON.stringify({ mcpServers: servers }), 'index.js': 'before' }

function writeFiles(root: string, written: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function openTrust() {
  const owned = new AsyncDisposableStack()
  const roots = ['project', 'fork'].map(() => realpathSync(owned.use(temporaryFolder()).path))
  const { store, dataDir } = owned.use(await openFixture())
  const trust = owned.use(new ProjectTrust({ store, env: {} }))
  const projectId = createIds().project()
  for (const root of roots) writeFiles(root, files)
  const [root = '', fork = ''] = roots
  const place = { projectId, root }
  return {
    ...{ trust, dataDir, place, fork: { projectId, root: fork } },
    states: async (of = place) =>
      (await trust.list(of)).startables.map(({ name, isTrusted, reason }) => [
        name,
        isTrusted,
        ...(reason === undefined ? [] : [reason]),
      ]),
    trustAll: async (of = place) => {
      const { startables } = await trust.list(of)
      await trust.grant(
        of,
        startables.map(({ hash }) => hash),
      )
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const older =
  'Trust now also covers the files that it may load. Orrery hadn’t recorded them when you trusted this project, so trust it once more.'

test('trust of an earlier version holds for remote servers, and everything else asks once', async () => {
  await using fixture = await openTrust()
  const { startables } = await findStartables(fixture.place.root)
  const db = new Database(join(fixture.dataDir, 'orrery.db'))
  const add = db.prepare('INSERT INTO trusted VALUES (?, ?, 1)')
  for (const { hash } of startables) add.run(fixture.place.projectId, hash)
  db.close()
  expect(await fixture.states()).toEqual([
    ['far', true],
    ['near', false, older],
  ])
  await fixture.trustAll()
  expect(await fixture.states()).toEqual([
    ['far', true],
    ['near', true],
  ])
})

test('a fork’s files are compared with those that were trusted, and it can be trusted by itself', async () => {
  await using fixture = await openTrust()
  await fixture.trustAll()
  const { fork } = fixture
  expect(await fixture.states(fork)).toEqual([
    ['far', true],
    ['near', true],
  ])
  writeFiles(fork.root, { 'index.js': 'after' })
  const reason = '1 file has changed since you trusted it: index.js.'
  expect(await fixture.states(fork)).toEqual([
    ['far', true],
    ['near', false, reason],
  ])
  await fixture.trustAll(fork)
  expect((await fixture.states(fork)).at(-1)).toEqual(['near', true])
  expect((await fixture.states()).at(-1)).toEqual(['near', true])
  await fixture.trust.withdraw(fork.projectId, undefined)
  expect(await fixture.states()).toEqual([
    ['far', false],
    ['near', false],
  ])
})
