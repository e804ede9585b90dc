import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBench } from '../../../../test/support/test-workspace.ts'
import { DiskFiles } from '../files/disk-files.ts'
import { Confinement } from '../paths/confinement.ts'
import { readLegacyTexts } from './non-utf8-texts.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('binary files take no text’s place in a search', async () => {
  const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 0xff, 2])
  await using bench = await createBench((root) => {
    for (const index of numbers(700)) writeFileSync(join(root, `a${index}.bin`), binary)
    for (const index of numbers(30)) {
      writeFileSync(join(root, `b${index}.txt`), Buffer.from('needle é\n', 'utf16le'))
    }
  })
  const found = await bench.workspace.countMatches({ pattern: 'needle é' })
  expect(found.items).toHaveLength(30)
  expect(found).toMatchObject({ isComplete: true })
  expect(found).not.toHaveProperty('hasUndecoded')
})

test('a search says that it did not decode all files', async () => {
  await using bench = await createBench((root) => {
    for (const index of numbers(501)) writeFileSync(join(root, `a${index}.txt`), 'one\rneedle\r')
  })
  const query = { pattern: '^needle', isRegex: true }
  const found = await bench.workspace.grep(query)
  expect(found).toMatchObject({ isComplete: true, hasUndecoded: true })
  // The last by its path is searched as it is.
  const undecoded = found.items.filter(({ line }) => line === 1)
  expect(undecoded.map(({ path }) => path)).toEqual(['/workspace/a99.txt'])
  expect(await bench.workspace.countMatches(query)).toMatchObject({ hasUndecoded: true })
})

test('reads the beginnings of a limited number of files', async () => {
  await using bench = await createBench((root) => {
    for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), 'one\rtwo')
  })
  const disk = new DiskFiles(new Confinement(bench.root))
  const files = ['c', 'b', 'a'].map((name) => ({ path: `/workspace/${name}`, relative: name }))
  const found = await readLegacyTexts(disk, files, undefined, { maxBeginnings: 2 })
  expect(found).toMatchObject({ isComplete: false })
  expect(found.texts.map(({ path }) => path)).toEqual(['/workspace/a', '/workspace/b'])
})

test('a search counts lines as reading does, whatever their ends', async () => {
  const text = 'a\r\r\nb\r\r\nneedle\n'
  await using bench = await createBench((root) => writeFileSync(join(root, 'a.txt'), text))
  expect((await bench.workspace.grep({ pattern: 'needle' })).items).toEqual([
    { path: '/workspace/a.txt', line: 5, text: 'needle' },
  ])
})
