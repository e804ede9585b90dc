import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commitAll, createBench, git } from '../../../test/support/test-workspace.ts'

const NFC = 'caf\u00E9'
const NFD = 'cafe\u0301'

it.runIf(process.platform === 'linux')(
  'counts names that are not UTF-8 as not recorded, with git and without',
  async () => {
    for (const withGit of [true, false]) {
      await using bench = await createBench((root) => {
        writeFileSync(join(root, 'a.txt'), 'a')
        if (withGit) commitAll(root)
        for (const byte of [0xe8, 0xe9]) {
          writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.of(byte)]), 'b')
        }
      })
      await bench.workspace.snapshot()
      const taken = bench.events().find((event) => event.kind === 'snapshot.taken')
      expect(taken?.data).toMatchObject({ files: 3, notRecorded: 2 })
      expect(await bench.recorded()).toMatchObject({ 'a.txt': 'a', 'caf\uFFFD': null })
      await bench.workspace.write('/workspace/b.txt', 'b', bench.call)
      expect(bench.state().touched).not.toHaveProperty(['/workspace/caf\uFFFD'])
    }
  },
)

it('finds a file and its folder by a name whose letters are composed in another way', async () => {
  await using bench = await createBench((root) => {
    mkdirSync(join(root, NFD))
    writeFileSync(join(root, NFD, `${NFD}.txt`), 'one\n')
  })
  const { workspace, call, root } = bench
  const path = `/workspace/${NFC}/${NFC}.txt`
  const stored = `/workspace/${NFD}/${NFD}.txt`
  expect(await workspace.readText(path)).toBe('one\n')
  expect(await workspace.write(path, 'two\n', call)).toMatchObject({ path: stored })
  await workspace.write(`/workspace/${NFC}/new.txt`, 'new\n', call)
  expect(readdirSync(root)).toEqual([NFD])
  expect(readdirSync(join(root, NFD)).toSorted()).toEqual([`${NFD}.txt`, 'new.txt'])
  expect((await workspace.list(`/workspace/${NFC}`)).length).toBe(2)
  await workspace.move(path, `/workspace/${NFC}/${NFC}.txt`, call)
  expect(readdirSync(join(root, NFD)).toSorted()).toEqual([`${NFC}.txt`, 'new.txt'])
  await workspace.remove(stored, call)
  expect(readdirSync(join(root, NFD))).toEqual(['new.txt'])
})

it('takes the file with exactly the name where both are there', async () => {
  await using bench = await createBench((root) => {
    writeFileSync(join(root, NFC), 'composed')
    writeFileSync(join(root, NFD), 'decomposed')
  })
  if (readdirSync(bench.root).length < 2) return
  expect(await bench.workspace.readText(`/workspace/${NFC}`)).toBe('composed')
  expect(await bench.workspace.readText(`/workspace/${NFD}`)).toBe('decomposed')
})

it('finds a document by a name whose letters are composed in another way', async () => {
  await using bench = await createBench()
  const { workspace, call } = bench
  await workspace.write(`/docs/${NFD}.md`, 'one', call)
  await workspace.write(`/docs/${NFC}.md`, 'two', call)
  expect(await workspace.readText(`/docs/${NFD}.md`)).toBe('two')
  expect((await workspace.list('/docs')).map(({ path }) => path)).toEqual([`/docs/${NFD}.md`])
})

it('names the project’s path where links form a loop', async () => {
  await using bench = await createBench((root) => symlinkSync('loop', join(root, 'loop')))
  const error = await bench.workspace.readText('/workspace/loop').catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'denied', message: expect.stringContaining('form a loop') })
})

it('restores a renamed file under its exact name', async () => {
  await using bench = await createBench((root) => {
    writeFileSync(join(root, NFD), 'one')
    commitAll(root)
  })
  renameSync(join(bench.root, NFD), join(bench.root, 'other'))
  await bench.workspace.restore(`/workspace/${NFD}`, { bytes: Buffer.from('one'), mode: 0o100644 })
  rmSync(join(bench.root, 'other'))
  expect(readdirSync(bench.root).filter((name) => name !== '.git')).toEqual([NFD])
  expect(git(bench.root, 'status', '--porcelain')).toBe('')
})
