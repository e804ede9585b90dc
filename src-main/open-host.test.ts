import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { OwnerLock } from './core/store/database/owner-lock.ts'
import { type HostLink, openHost } from './open-host.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  cleaning.push(() => rmSync(path, { recursive: true }))
  return path
}

function open(dataDir: string): Promise<HostLink> {
  return openHost({ dataDir, face: 'test', env: {}, ownerStartsWithinMs: 3000 })
}

async function clientOf(link: HostLink) {
  const channel = await link.connect()
  return { channel, ...connectClient(channel, contract) }
}

/** What keeps this process going, but for reads of files that are about to end. */
function heldOpen(): readonly string[] {
  const isLasting = (name: string) => !name.startsWith('FSReq')
  return process.getActiveResourcesInfo().filter(isLasting).sort()
}

/** Another process that owns the folder, and says so. */
async function startOwner(dataDir: string) {
  const module = JSON.stringify(new URL('./open-host.ts', import.meta.url).href)
  const script = `const { openHost } = await import(${module})
    await openHost({ dataDir: ${JSON.stringify(dataDir)}, face: 'test', env: {} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  cleaning.push(() => {
    child.kill('SIGKILL')
    return ended
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return { child, ended }
}

test('a host that was disposed of leaves nothing behind', async () => {
  const [dataDir, project] = [folder(), folder()]
  const before = heldOpen()
  {
    await using link = await open(dataDir)
    const client = await clientOf(link)
    const { projectId } = await client['projects.open']({ path: project })
    const { sessionId } = await client['sessions.create']({ projectId })
    await client['terminals.open']({ sessionId, cols: 80, rows: 24 })
    const changes = client['host.changes']({})[Symbol.asyncIterator]()
    void changes.next().catch(() => undefined)
    client.channel[Symbol.dispose]()
  }
  await expect.poll(heldOpen).toEqual(before)
})

test('the first process hosts, in a folder for its owner alone', async () => {
  const dataDir = join(folder(), 'new')
  await using link = await open(dataDir)
  expect(link.isOwner).toBe(true)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  const client = await clientOf(link)
  expect(await client['host.describe']({})).toMatchObject({ dataDir, version: expect.any(String) })
})

test('a later process is a client of the owner, and sees what it sees', async () => {
  const [dataDir, project] = [folder(), folder()]
  const { child } = await startOwner(dataDir)
  await using link = await open(dataDir)
  expect([link.isOwner, child.exitCode]).toEqual([false, null])
  const [one, two] = [await clientOf(link), await clientOf(link)]
  const { projectId } = await one['projects.open']({ path: project })
  const { sessionId } = await one['sessions.create']({ projectId, title: 'Shared' })
  const abort = new AbortController()
  for await (const page of two['sessions.events']({ sessionId }, abort.signal)) {
    expect(page[0]).toMatchObject({ seq: 1, kind: 'session.created' })
    break
  }
  one.channel[Symbol.dispose]()
  two.channel[Symbol.dispose]()
})

test('when the owner is killed, its client takes its place', async () => {
  const [dataDir, project] = [folder(), folder()]
  const { child, ended } = await startOwner(dataDir)
  await using link = await open(dataDir)
  const before = await clientOf(link)
  await before['projects.open']({ path: project })
  child.kill('SIGKILL')
  await ended
  await expect(before['projects.list']({})).rejects.toMatchObject({ code: 'unavailable' })
  const after = await clientOf(link)
  expect(link.isOwner).toBe(true)
  expect(await after['projects.list']({})).toMatchObject([{ path: project }])
})

test('an owner that hangs is named in a sentence', async () => {
  const dataDir = folder()
  const { child } = await startOwner(dataDir)
  child.kill('SIGSTOP')
  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`Process ${child.pid} owns the data folder`),
    details: { data: { isOwnerSilent: true } },
  })
})

test('an owner that says nothing is waited for, then named as well as can be', async () => {
  const dataDir = folder()
  using lock = ownLock(dataDir)
  rmSync(join(dataDir, 'owner.json'))
  await expect(open(dataDir)).rejects.toMatchObject({
    message: expect.stringContaining('A process that does not say its number'),
    details: { data: { isOwnerSilent: true } },
  })
  const opening = open(dataDir)
  lock[Symbol.dispose]()
  await using link = await opening
  expect(link.isOwner).toBe(true)
})

function ownLock(dataDir: string): OwnerLock {
  const lock = OwnerLock.acquire(dataDir, { socket: join(dataDir, 'none'), face: 'test' })
  if (lock instanceof OwnerLock) return lock
  throw new Error('the lock is free')
}

test('processes that start and end in quick succession all reach the host', async () => {
  const dataDir = folder()
  const module = JSON.stringify(new URL('./open-host.ts', import.meta.url).href)
  const script = `const { openHost } = await import(${module})
    for (let round = 0; round < 25; round += 1) {
      await using link = await openHost({ dataDir: ${JSON.stringify(dataDir)}, face: 'test', env: {} })
      using channel = await link.connect()
    }`
  const codes = Array.from({ length: 3 }, async () => {
    const args = ['--input-type=module', '-e', script]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    cleaning.push(() => child.kill('SIGKILL'))
    return (await once(child, 'exit'))[0]
  })
  expect(await Promise.all(codes)).toEqual([0, 0, 0])
}, 60_000)
