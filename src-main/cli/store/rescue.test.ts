import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { note, openFixture } from '../../../test/support/store-fixture.ts'
import { findCommand } from '../commands.ts'

interface DamagedFolder extends AsyncDisposable {
  readonly dataDir: string
  readonly id: SessionId
}

async function openDamaged(damage: (file: string) => void): Promise<DamagedFolder> {
  const fixture = await openFixture()
  const id = await fixture.newSession()
  await fixture.store.events.append(
    id,
    Array.from({ length: 100 }, (_, index) => note(`${index} ${'word '.repeat(40)}`)),
  )
  await fixture.store[Symbol.asyncDispose]()
  damage(join(fixture.dataDir, 'orrery.db'))
  return {
    dataDir: fixture.dataDir,
    id,
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

async function run(name: string, args: readonly string[], dataDir: string): Promise<string> {
  const command = await findCommand(name)?.load()
  using output = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    await command?.run([...args, '--data-dir', dataDir])
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
  return output.mock.calls.flat().join('\n')
}

const damages: Readonly<Record<string, (file: string) => void>> = {
  'is empty': (file) => truncateSync(file, 0),
  'is text': (file) => writeFileSync(file, 'This is a letter, not a database. '.repeat(200)),
  'has a damaged header': (file) => rewrite(file, (bytes) => bytes.fill(0x5a, 0, 100)),
  'has a damaged schema': (file) => rewrite(file, (bytes) => bytes.fill(0x5a, 200, 4096)),
  'has damaged pages': (file) => rewrite(file, (bytes) => bytes.fill(0x5a, 4096)),
}

function rewrite(file: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(file, change(readFileSync(file)))
}

const readingCommands: Readonly<Record<string, (id: SessionId) => readonly string[]>> = {
  sessions: () => [],
  replay: (id) => [id],
  doctor: () => [],
  cost: () => [],
  store: () => [],
  compare: (id) => [id, id],
  backup: () => [join(tmpdir(), 'backup-of-a-damaged-store.db')],
}

test.for(Object.entries(damages))(
  'reading commands suggest orrery rescue if the store %s',
  async ([, damage]) => {
    await using folder = await openDamaged(damage)
    for (const [name, toArgs] of Object.entries(readingCommands)) {
      const output = await run(name, toArgs(folder.id), folder.dataDir)
      expect(output, name).toContain('orrery rescue --data-dir')
      expect(output, name).not.toMatch(/SQLITE|malformed|disk image|not a database/)
    }
  },
)

test('recovers a working store and names the damaged file', async () => {
  await using folder = await openDamaged((file) => truncateSync(file, 40_960))
  const output = await run('rescue', [], folder.dataDir)
  const [aside = 'none'] = readdirSync(folder.dataDir).filter((name) => name.includes('.damaged-'))
  expect(output).toContain(aside)
  expect(await run('rescue', [], folder.dataDir)).toContain('The store isn’t damaged')
  expect(await run('sessions', [], folder.dataDir)).not.toContain('damaged')
})

test('reports a store that is not damaged, and a missing store', async () => {
  await using folder = await openDamaged(() => undefined)
  expect(await run('rescue', [], folder.dataDir)).toBe('The store isn’t damaged (1 session).')
  expect(await run('rescue', [], join(folder.dataDir, 'none'))).toBe('There is no store yet.')
})
