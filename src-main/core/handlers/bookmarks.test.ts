import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import type { Host } from '../host.ts'

let folder = ''
let host: Host
let sessionId: SessionId
const { signal } = new AbortController()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  mkdirSync(join(folder, 'project'))
  host = await openTestHost({ dataDir: join(folder, 'data'), resourcesDir: folder })
  const opened = await host.handlers['projects.open']({ path: join(folder, 'project') }, signal)
  const projectId = opened.projectId as ProjectId
  const created = await host.handlers['sessions.create']({ projectId }, signal)
  sessionId = created.sessionId as SessionId
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

async function read() {
  const { states } = await joinStates(host.handlers['sessions.open']({ sessionId }, signal))
  return states
}

test('a bookmark is set, named and taken away, and the recording stays as long as it is', async () => {
  const { handlers } = host
  const at = (await read()).timeline.firstAt
  const { lastSeq } = (await read()).timeline
  await handlers['bookmarks.add']({ sessionId, seq: 1 }, signal)
  expect((await read()).bookmarks.bySeq).toEqual({ 1: { seq: 1, at } })
  await handlers['bookmarks.add']({ sessionId, seq: 1, label: 'The start' }, signal)
  const named = await read()
  expect(named.bookmarks.bySeq).toEqual({ 1: { seq: 1, at, label: 'The start' } })
  await handlers['bookmarks.remove']({ sessionId, seq: 1 }, signal)
  const after = await read()
  expect(after.bookmarks.bySeq).toEqual({})
  expect(after.timeline.lastSeq - lastSeq).toBeLessThanOrEqual(1)
})

test('what the session does not have can’t be marked', async () => {
  const add = host.handlers['bookmarks.add']({ sessionId, seq: 10_000 }, signal)
  await expect(add).rejects.toMatchObject({ code: 'not-found' })
})
