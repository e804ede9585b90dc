import { expect, test } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { Hash } from '#shared/lib/ids.ts'
import { Drafts } from './file-drafts.ts'
import { type FileHost, FileSaver } from './file-saver.ts'

const hashOf = (text: string) =>
  Hash.parse(`sha256:${Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64)}`)

/** A file on a disk whose writes end when the test says so. */
class SlowDisk implements FileHost {
  text = 'one'
  /** Answers still owed, oldest first. */
  readonly pending: PromiseWithResolvers<void>[] = []

  async save({ text, base }: { text: string; base: Hash }): Promise<Hash> {
    if (base !== hashOf(this.text)) throw new AppError('conflict', 'The file has changed.')
    this.text = text
    const answer = Promise.withResolvers<void>()
    this.pending.push(answer)
    await answer.promise
    return hashOf(text)
  }

  async read() {
    return { content: { type: 'text' as const, text: this.text }, hash: hashOf(this.text) }
  }

  async publish(): Promise<void> {}
}

function openFile() {
  const drafts = new Drafts()
  const disk = new SlowDisk()
  const saved = { text: 'one', base: hashOf('one') }
  const type = (text: string) => drafts.edit('a', text, saved)
  return { drafts, disk, type, saver: new FileSaver(drafts) }
}

test('a save requested during a save waits for it and writes the latest text', async () => {
  const { drafts, disk, type, saver } = openFile()
  type('two')
  const saving = saver.save('a', disk)
  type('three')
  void saver.save('a', disk)
  type('four')
  void saver.save('a', disk)
  expect(disk.text).toBe('two')
  disk.pending.shift()?.resolve()
  await expect.poll(() => disk.text).toBe('four')
  disk.pending.shift()?.resolve()
  await saving
  expect(saver.failures().size).toBe(0)
  expect(drafts.state().size).toBe(0)
  expect(disk.pending).toEqual([])
})

test('a text typed during a save stays unsaved, even if it is the text from before the save', async () => {
  const { drafts, disk, type, saver } = openFile()
  type('two')
  const saving = saver.save('a', disk)
  type('one')
  disk.pending.shift()?.resolve()
  await saving
  expect(drafts.state().get('a')).toEqual({ text: 'one', base: hashOf('two') })
})

test('a text whose answer was lost does not conflict with the next save', async () => {
  const { drafts, disk, type, saver } = openFile()
  type('two')
  const lost = saver.save('a', disk)
  disk.pending.shift()?.reject(new AppError('unavailable', 'The connection was lost.'))
  await lost
  expect(saver.failures().get('a')?.isConflict).toBe(false)
  type('three')
  const saving = saver.save('a', disk)
  await expect.poll(() => disk.pending.length).toBe(1)
  disk.pending.shift()?.resolve()
  await saving
  expect(disk.text).toBe('three')
  expect(saver.failures().size).toBe(0)
  expect(drafts.state().size).toBe(0)
})

test('a change by somebody else is a conflict until it is overwritten', async () => {
  const { disk, type, saver } = openFile()
  type('two')
  disk.text = 'theirs'
  await saver.save('a', disk)
  expect(saver.failures().get('a')?.isConflict).toBe(true)
  expect(disk.text).toBe('theirs')
  const overwriting = saver.overwrite('a', disk)
  await expect.poll(() => disk.pending.length).toBe(1)
  disk.pending.shift()?.resolve()
  await overwriting
  expect(disk.text).toBe('two')
  expect(saver.failures().size).toBe(0)
})
