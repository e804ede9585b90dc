import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { limitFiles } from '../../../../test/support/limit-files.ts'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import type { Db } from '../database/database.ts'
import { CommitQueue } from './commit-queue.ts'

/** A database of lines, in a file of its own. */
class Lines implements Disposable {
  readonly db: Db
  readonly #file: string
  readonly #owned = new DisposableStack()

  constructor() {
    const folder = this.#owned.use(temporaryFolder())
    this.#file = join(folder.path, 'lines.db')
    this.db = this.#owned.adopt(new Database(this.#file), (db) => db.close())
    this.db.pragma('journal_mode = WAL')
    this.db.exec('CREATE TABLE line (text TEXT)')
  }

  add(text: string): string {
    this.db.prepare('INSERT INTO line VALUES (?)').run(text)
    return text
  }

  read(db = this.db): unknown[] {
    return db.prepare('SELECT text FROM line WHERE length(text) < 100 ORDER BY rowid').pluck().all()
  }

  /** As another program that writes for a while. */
  lock() {
    const db = new Database(this.#file)
    db.exec('BEGIN IMMEDIATE')
    const unlock = () => {
      if (db.open) db.close()
    }
    return { unlock, [Symbol.dispose]: unlock }
  }

  /** As other processes see it. */
  readSaved(): unknown[] {
    using opened = new DisposableStack()
    const db = new Database(this.#file, { readonly: true })
    return this.read(opened.adopt(db, (one) => one.close()))
  }

  [Symbol.dispose](): void {
    this.#owned.dispose()
  }
}

/** What the file of a full disk does not take, while there is room for a try. */
const MUCH = 'x'.repeat(8_000_000)
const ROOM = 6_000_000

test('a listener that throws keeps nobody else of its group from being told', async () => {
  using lines = new Lines()
  using queue = new CommitQueue(lines.db)
  const told: string[] = []
  const redo = () => lines.add('precursor')
  queue.precede({
    write: () => ({ isWhole: redo() !== '', redo, written: () => told.push('precursor') }),
  })
  const fail = () => {
    throw new Error('of the listener')
  }
  const jobs = [
    queue.enqueue(() => lines.add('first'), fail),
    queue.enqueue(
      () => lines.add('second'),
      (value) => told.push(value),
    ),
  ]
  expect(() => queue.commit()).toThrow('of the listener')
  expect(await Promise.all(jobs)).toEqual(['first', 'second'])
  expect(told).toEqual(['precursor', 'second'])
  expect(lines.readSaved()).toEqual(['precursor', 'first', 'second'])
})

test('what precedes is written in parts, and the jobs come after the last of them', async () => {
  using lines = new Lines()
  using queue = new CommitQueue(lines.db)
  const told: string[] = []
  let parts = 3
  queue.precede({
    write: () => {
      const part = `${--parts} left`
      const redo = () => lines.add(part)
      redo()
      return { isWhole: parts === 0, redo, written: () => told.push(part) }
    },
  })
  const job = queue.enqueue(() => told.push(lines.add('job')))
  setImmediate(() => told.push('another turn'))
  await job
  expect(told).toEqual(['2 left', 'another turn', '1 left', 'job', '0 left'])
  expect(lines.readSaved()).toEqual(['2 left', '1 left', '0 left', 'job'])
})

test('what is in no hurry goes with what is, in the order of asking', async () => {
  using lines = new Lines()
  using queue = new CommitQueue(lines.db)
  const told: string[] = []
  const tell = (value: string) => told.push(value)
  const soon = queue.enqueueSoon(() => 'soon', tell)
  await new Promise(setImmediate)
  expect(told).toEqual([])
  await Promise.all([queue.enqueue(() => 'now', tell), soon])
  expect(told).toEqual(['soon', 'now'])
})

test('what is in no hurry is committed by itself where nothing follows, and is seen before', async () => {
  using lines = new Lines()
  using queue = new CommitQueue(lines.db)
  const told: string[] = []
  await queue.enqueueSoon(() => told.push('by itself'))
  const seen = queue.enqueueSoon(() => told.push('at once'))
  queue.catchUp()
  expect(told).toEqual(['by itself', 'at once'])
  await seen
})

test('while another program has locked the database, writes wait in their order and the thread goes on', async () => {
  using lines = new Lines()
  using queue = new CommitQueue(lines.db)
  using other = lines.lock()
  const written: string[] = []
  const jobs = ['first', 'second'].map((text) =>
    queue.enqueue(
      () => lines.add(text),
      (one) => written.push(one),
    ),
  )
  let told: string | undefined
  using _listening = queue.onDidChangeSaving(() => {
    told = queue.unsaved
  })
  await expect.poll(() => told, { timeout: 30_000 }).toMatch(/^Another program has locked/)
  const third = queue.enqueueSoon(
    () => lines.add('third'),
    (one) => written.push(one),
  )
  expect(written).toEqual([])
  other.unlock()
  await Promise.all([...jobs, third])
  expect(written).toEqual(['first', 'second', 'third'])
  expect(lines.readSaved()).toEqual(['first', 'second', 'third'])
  expect(told).toBeUndefined()
})

test.skipIf(process.platform !== 'linux')(
  'what is held is written again in its order where saving it fails, what precedes first',
  async () => {
    using lines = new Lines()
    using queue = new CommitQueue(lines.db)
    let parts = 0
    queue.precede({
      write: () => {
        const part = `part ${++parts}`
        const redo = () => lines.add(part)
        redo()
        return { isWhole: true, redo, written: () => undefined }
      },
    })
    const all = ['part 2', 'first', 'part 3', 'second', 'part 4']
    {
      using _full = limitFiles(ROOM)
      await queue.enqueue(() => lines.add(MUCH) && lines.add('first'))
      expect(queue.unsaved).toMatch(/^The disk/)
      await queue.enqueue(() => lines.add('second'))
      expect(queue.save()).toBe(false)
      expect(lines.read()).toEqual(all)
      expect(lines.readSaved()).toEqual([])
    }
    expect(queue.save()).toBe(true)
    expect(lines.readSaved()).toEqual([...all, 'part 5'])
    expect(queue.unsaved).toBeUndefined()
  },
)

test.skipIf(process.platform !== 'linux')(
  'where what is held can’t be written again nothing is built on half of it, and that is said',
  async () => {
    using lines = new Lines()
    const reported: string[] = []
    using queue = new CommitQueue(lines.db, (error) => reported.push(String(error)))
    const told: (string | undefined)[] = []
    using _watching = queue.onDidChangeSaving(() => told.push(queue.unsaved?.slice(0, 40)))
    let isBroken = false
    const add = () => {
      if (isBroken) throw new Error('of the second write')
      return lines.add('second')
    }
    {
      using _full = limitFiles(ROOM)
      await queue.enqueue(() => lines.add(MUCH) && lines.add('first'))
      await queue.enqueue(add)
      isBroken = true
      expect(queue.save()).toBe(false)
      expect(lines.db.inTransaction).toBe(false)
    }
    const refused = queue.enqueue(() => lines.add('third'))
    await expect(refused).rejects.toThrow('can’t be written again, so nothing new is taken')
    expect(queue.save()).toBe(false)
    expect(reported).toEqual(['Error: of the second write'])
    isBroken = false
    await queue.enqueue(() => lines.add('fourth'))
    expect(queue.save()).toBe(true)
    expect(lines.readSaved()).toEqual(['first', 'second', 'fourth'])
    const isFull = expect.stringMatching(/^The disk/)
    const isStuck = expect.stringMatching(/^What was kept in memory alone can’t be/)
    expect(told).toEqual([isFull, isStuck, isFull, undefined])
  },
)
