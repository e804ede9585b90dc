import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Bench, commitAll, createBench } from '../../../test/support/test-workspace.ts'

const MANY = 3_000
const PATIENCE_MS = 120_000

function writeMany(root: string): void {
  for (let index = 0; index < MANY; index += 1) {
    const folder = join(root, 'made', `folder-${Math.floor(index / 100)}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file-with-a-long-name-${index}.txt`), `${index}\n`)
  }
}

/** Notes how many events become durable in one go. */
function watchCommits({ store }: Bench): number[] {
  const sizes: number[] = []
  store.events.onDidAppend((events) => void sizes.push(events.length))
  return sizes
}

test(
  'many files that come and go at once are recorded in pieces',
  async () => {
    await using bench = await createBench(commitAll)
    await bench.workspace.snapshot()
    const sizes = watchCommits(bench)
    writeMany(bench.root)
    const count = async () => {
      await bench.workspace.settle()
      return Object.keys(bench.state().sinceTree).length
    }
    await expect.poll(count, { timeout: PATIENCE_MS / 2 }).toBe(MANY)
    {
      await using _command = await bench.workspace.command(bench.call)
      rmSync(join(bench.root, 'made'), { recursive: true })
    }
    const changes = bench.events().filter(({ kind }) => kind === 'file.changed')
    expect(changes).toHaveLength(2 * MANY)
    expect(Object.values(bench.state().sinceTree).filter(Boolean)).toEqual([])
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
  },
  PATIENCE_MS,
)

test(
  'the tree of many files is stored compressed, and the session goes on with it',
  async () => {
    await using bench = await createBench((root) => {
      writeMany(root)
      commitAll(root)
    })
    await bench.workspace.snapshot()
    const { tree } = bench.state()
    using db = openReading(bench)
    const row = db.prepare('SELECT bytes, encoding FROM blob WHERE hash = ?').get(tree?.ref)
    expect(row).toEqual({ bytes: tree?.bytes, encoding: 'zstd' })
    await bench.reopen(() => writeFileSync(join(bench.root, 'new.txt'), 'new'))
    await bench.workspace.snapshot()
    const recorded = await bench.recorded()
    expect(Object.keys(recorded)).toHaveLength(MANY + 1)
    expect(recorded['new.txt']).toBe('new')
  },
  PATIENCE_MS,
)

function openReading({ store }: Bench) {
  const db = new Database(join(store.dataDir, 'orrery.db'), { readonly: true })
  return {
    prepare: (sql: string) => db.prepare<[string | undefined], object>(sql),
    [Symbol.dispose]: () => void db.close(),
  }
}
