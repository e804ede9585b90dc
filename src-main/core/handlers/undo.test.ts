import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { openHostFixture, openTestHost } from '../../../test/support/host-fixture.ts'

test('a session that is deleted is out of sight, and can be taken back', async () => {
  await using fixture = await openHostFixture()
  const { client } = fixture
  const sessionId = await fixture.createSession(await fixture.open())
  const listed = async () => (await client['sessions.list']({})).map(({ id }) => id)
  await client['sessions.delete']({ sessionId, canUndo: true })
  expect(await listed()).toEqual([])
  await client['sessions.restore']({ sessionId })
  expect(await listed()).toEqual([sessionId])
  await client['sessions.delete']({ sessionId })
  await expect(client['sessions.restore']({ sessionId })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('deleted for good while it could be taken back, it is gone, and that is said', async () => {
  await using fixture = await openHostFixture()
  const { client } = fixture
  const sessionId = await fixture.createSession(await fixture.open())
  await client['sessions.delete']({ sessionId, canUndo: true })
  const removed = client['sessions.delete']({ sessionId, discard: true })
  const gone = { code: 'not-found', message: expect.stringContaining('deleted for good') }
  // As it goes, and once it has gone.
  await expect(client['sessions.restore']({ sessionId })).rejects.toMatchObject(gone)
  await removed
  await expect(client['sessions.restore']({ sessionId })).rejects.toMatchObject(gone)
  expect(await client['sessions.list']({})).toEqual([])
})

test('what was deleted when the host ends is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  const dataDir = join(folder, 'data')
  mkdirSync(join(folder, 'project'))
  const { signal } = new AbortController()
  const before = await openTestHost({ dataDir })
  const path = join(folder, 'project')
  const opened = await before.handlers['projects.open']({ path }, signal)
  const projectId = ProjectId.parse(opened.projectId)
  const created = await before.handlers['sessions.create']({ projectId }, signal)
  const sessionId = SessionId.parse(created.sessionId)
  await before.handlers['sessions.delete']({ sessionId, canUndo: true, discard: false }, signal)
  await before[Symbol.asyncDispose]()
  await using after = await openTestHost({ dataDir })
  await expect(after.handlers['sessions.list']({}, signal)).resolves.toEqual([])
  rmSync(folder, { recursive: true })
})

test('a project that was taken off the list comes back to its place', async () => {
  await using fixture = await openHostFixture({ files: { 'project/a': '', 'other/b': '' } })
  const { client } = fixture
  const first = await fixture.open('project')
  const second = await fixture.open('other')
  const listed = async () => (await client['projects.list']({})).map(({ id }) => id)
  await client['projects.forget']({ projectId: first })
  expect(await listed()).toEqual([second])
  await client['projects.restore']({ projectId: first })
  expect(await listed()).toEqual([second, first])
})
