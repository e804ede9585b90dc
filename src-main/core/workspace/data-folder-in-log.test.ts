import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import { fold } from '../../../test/support/test-workspace.ts'
import { createPair } from '../../transports/in-process.ts'
import { serve } from '../../transports/serve-contract.ts'
import { systemClock } from '../runtime/clock.ts'
import { createIds } from '../runtime/ids.ts'
import { openStore, type Store } from '../store/store.ts'
import type { PutBack } from './files/file-changes.ts'
import { openWorkspace } from './session-workspace.ts'

// Logs of versions that recorded the data folder in a project around it have its files in their trees.

const ids = createIds()
const [sessionId, projectId] = [ids.session(), ids.project()]
const KEY = 'data/secrets.key'

/** A project around its data folder, with a session that has recorded files of the data folder. */
function createHome() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-home-')))
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(root, 'a.txt'), 'new\n')
  writeFileSync(join(root, KEY), 'new key')
  return {
    root,
    dataDir,
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  }
}

async function openOldStore({ root, dataDir }: ReturnType<typeof createHome>): Promise<Store> {
  const store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  await store.projects.open({ id: projectId, name: 'project', path: root, openedAt: 0 })
  const row = { id: sessionId, projectId, root, createdAt: 0 }
  const created = { projectId, projectName: 'project', root }
  await store.sessions.create(row, [{ kind: 'session.created', data: created }])
  const put = (text: string) => {
    const hash = store.blobs.put(sessionId, Buffer.from(text))
    return { hash, size: text.length }
  }
  const tree = Object.fromEntries(
    [
      ['a.txt', 'old\n'],
      [KEY, 'old key'],
      ['data/gone.key', 'gone'],
    ].map(([path = '', text = '']) => [path, { ...put(text), mode: 0o100644 }]),
  )
  const { hash: ref, size: bytes } = put(JSON.stringify(tree))
  const found = {
    before: null,
    added: 1,
    removed: 0,
    by: { type: 'unknown' as const, spanIds: [] },
  }
  await store.events.append(sessionId, [
    { kind: 'snapshot.taken', data: { tree: { ref, bytes }, files: 3, notRecorded: 0 } },
    {
      kind: 'file.changed',
      data: { ...found, path: '/workspace/data/since.key', after: put('since') },
    },
  ])
  return store
}

test('the first snapshot records no file of the data folder as deleted', async () => {
  using home = createHome()
  await using store = await openOldStore(home)
  const known = fold([...store.events.read(sessionId)].flat())
  const options = { sessionId, projectId, root: home.root, store, known }
  await using workspace = await openWorkspace(options)
  await workspace.snapshot()
  const events = [...store.events.read(sessionId, { after: 3 })].flat()
  const changed = events.flatMap(({ kind, data }) => (kind === 'file.changed' ? [data.path] : []))
  expect(changed).toEqual(['/workspace/a.txt'])
})

test('nothing in the data folder, nor a folder around it, is restored or removed', async () => {
  using home = createHome()
  await using store = await openOldStore(home)
  await using workspace = await openWorkspace({ sessionId, projectId, root: home.root, store })
  const bytes = Buffer.from('old key')
  const contents: readonly (PutBack | null)[] = [
    { bytes, mode: 0o100644 },
    { bytes, mode: 0o120000 },
    null,
  ]
  for (const path of ['secrets.key', 'new.key', 'deep/new.key', '']) {
    for (const content of contents) {
      const restored = workspace.restore(`/workspace/data/${path}`, content)
      await expect(restored, path).rejects.toMatchObject({ code: 'denied' })
    }
  }
  expect(readFileSync(join(home.root, KEY), 'utf8')).toBe('new key')
})

test('a rewind and a fork leave the data folder out', async () => {
  using home = createHome()
  const store = await openOldStore(home)
  await store[Symbol.asyncDispose]()
  const options = { dataDir: home.dataDir, homeDir: home.root }
  await using host = await openTestHost(options)
  const pair = createPair()
  using _channel = pair.client
  serve(pair.host, { contract, handlers: host.handlers, report: () => undefined })
  const client = connectClient(pair.client, contract)
  const moment = { sessionId, seq: 3 }
  const { files, expected } = await client['sessions.previewRewind'](moment)
  expect(files.items.map(({ path }) => path)).toEqual(['a.txt'])
  await client['sessions.rewind']({ ...moment, expected, overwrite: ['a.txt'] })
  expect(readFileSync(join(home.root, 'a.txt'), 'utf8')).toBe('old\n')
  expect(readFileSync(join(home.root, KEY), 'utf8')).toBe('new key')
  const fork = await client['sessions.fork'](moment)
  const { states } = await joinStates(client['sessions.open'](fork))
  const root = states.files.root ?? ''
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old\n')
  expect(() => readFileSync(join(root, KEY))).toThrow('ENOENT')
})
