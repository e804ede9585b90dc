import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Tree } from '#shared/events/file.ts'
import { type Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import type { Host } from '../host.ts'
import { systemClock } from '../runtime/clock.ts'
import { hashOf } from '../runtime/ids.ts'
import { openStore } from '../store/store.ts'

const { signal } = new AbortController()

function openHost(dataDir: string): Promise<Host> {
  return openTestHost({ dataDir, resourcesDir: dataDir })
}

/** A session of a project with a tree of so many files. */
async function recordTree(dataDir: string, files: number): Promise<[SessionId, Hash, Tree]> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const [sessionId, projectId] = [SessionId.parse('ses_1'), ProjectId.parse('prj_1')]
  const entry = { hash: hashOf(Buffer.from('')), size: 0, mode: 33188 }
  const names = Array.from({ length: files }, (_, index) => `src/größe-${index}.ts`)
  const tree = Object.fromEntries(names.map((name) => [name, entry]))
  const json = Buffer.from(JSON.stringify(tree))
  const root = join(dataDir, 'gone')
  const ref = store.blobs.put(sessionId, json)
  await store.sessions.create({ id: sessionId, projectId, root, createdAt: 1 }, [
    { kind: 'session.created', data: { projectId, projectName: 'p', root } },
    { kind: 'snapshot.taken', data: { tree: { ref, bytes: json.length }, files, notRecorded: 0 } },
  ])
  return [sessionId, ref, tree]
}

test('a tree too large for one content is read whole, in pieces', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  using _removed = { [Symbol.dispose]: () => rmSync(dataDir, { recursive: true }) }
  const [sessionId, hash, tree] = await recordTree(dataDir, 100_000)
  await using host = await openHost(dataDir)
  const asContent = await host.handlers['files.content']({ sessionId, hash }, signal)
  expect(asContent.type).toBe('too-large')
  const pieces: string[] = []
  for await (const piece of host.handlers['files.tree']({ sessionId, hash }, signal)) {
    pieces.push(piece)
  }
  expect(pieces.length).toBeGreaterThan(10)
  expect(JSON.parse(pieces.join(''))).toEqual(tree)
})
