import {
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import { createPair } from '../../transports/in-process.ts'
import { serve } from '../../transports/serve-contract.ts'
import { systemClock } from '../runtime/clock.ts'
import { createIds } from '../runtime/ids.ts'
import { openStore, type Store } from '../store/store.ts'

// In version 2 of file.changed only the trees say which files are links.

const ids = createIds()
const [sessionId, projectId] = [ids.session(), ids.project()]

function createFolders() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-links-')))
  const [root, dataDir] = [join(top, 'project'), join(top, 'data')]
  for (const folder of [root, dataDir]) mkdirSync(folder)
  writeFileSync(join(root, 'real.md'), 'real\n')
  symlinkSync('other.md', join(root, 'turned.md'))
  const dispose = () => rmSync(top, { recursive: true, force: true, maxRetries: 3 })
  return { root, dataDir, [Symbol.dispose]: dispose }
}

/** An agent has deleted one link and turned another, before contents said whether they are links. */
async function writeOldLog(root: string, dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  await store.projects.open({ id: projectId, name: 'project', path: root, openedAt: 0 })
  const created = { projectId, projectName: 'project', root }
  await store.sessions.create({ id: sessionId, projectId, root, createdAt: 0 }, [
    { kind: 'session.created', data: created },
  ])
  await appendChanges(store)
  await store[Symbol.asyncDispose]()
  const db = new Database(join(dataDir, 'orrery.db'))
  db.exec(`
    DROP TRIGGER event_is_append_only;
    UPDATE event SET version = 2 WHERE kind = 'file.changed'`)
  db.close()
}

async function appendChanges({ blobs, events }: Store): Promise<void> {
  const put = (text: string) => ({
    hash: blobs.put(sessionId, Buffer.from(text)),
    size: text.length,
  })
  const [link, real] = [put('real.md'), put('real\n')]
  const tree = {
    'gone.md': { ...link, mode: 0o120000 },
    'real.md': { ...real, mode: 0o100644 },
    'turned.md': { ...link, mode: 0o120000 },
  }
  const { hash: ref, size: bytes } = put(JSON.stringify(tree))
  const change = {
    added: 0,
    removed: 1,
    before: link,
    by: { type: 'call' as const, spanIds: [ids.span()] },
  }
  await events.append(sessionId, [
    { kind: 'snapshot.taken', data: { tree: { ref, bytes }, files: 3, notRecorded: 0 } },
    { kind: 'file.changed', data: { ...change, path: '/workspace/gone.md', after: null } },
    {
      kind: 'file.changed',
      data: { ...change, path: '/workspace/turned.md', after: put('other.md') },
    },
  ])
}

async function openOldHost(dataDir: string) {
  const host = await openTestHost({ dataDir, homeDir: dataDir })
  const pair = createPair()
  serve(pair.host, { contract, handlers: host.handlers, report: () => undefined })
  return {
    client: connectClient(pair.client, contract),
    [Symbol.asyncDispose]: async () => {
      pair.client[Symbol.dispose]()
      await host[Symbol.asyncDispose]()
    },
  }
}

test.skipIf(process.platform === 'win32').each(['gone.md', 'turned.md'])(
  'a revert gives back %s, which an old log does not call a link, as a link',
  async (name) => {
    using folders = createFolders()
    await writeOldLog(folders.root, folders.dataDir)
    await using host = await openOldHost(folders.dataDir)
    const { client } = host
    const path = `/workspace/${name}`
    const { states } = await joinStates(client['sessions.open']({ sessionId }))
    const file = states.changes.files[path]
    if (!file) throw new Error(`${path} has not changed.`)
    const reverting = { sessionId, path, seq: file.seq, hunks: 1, added: 1, removed: 0, left: 0 }
    const content = { type: 'known', content: file.base } as const
    await client['changes.revert']({ ...reverting, content })
    expect(readlinkSync(join(folders.root, name))).toBe('real.md')
  },
)

test.skipIf(process.platform === 'win32')(
  'a fork has a link that was turned in an old log as a link',
  async () => {
    using folders = createFolders()
    await writeOldLog(folders.root, folders.dataDir)
    rmSync(join(folders.root, 'turned.md'))
    writeFileSync(join(folders.root, 'turned.md'), 'now a file\n')
    await using host = await openOldHost(folders.dataDir)
    const { client } = host
    const fork = await client['sessions.fork']({ sessionId, seq: 4 })
    const { states } = await joinStates(client['sessions.open'](fork))
    expect(readlinkSync(join(states.files.root ?? '', 'turned.md'))).toBe('other.md')
  },
)
