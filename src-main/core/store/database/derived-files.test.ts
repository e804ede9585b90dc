import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { openIndex, removeIndex } from '../search/open-index.ts'

test('a folder in the index’s place is renamed, never deleted', () => {
  using folder = temporaryFolder()
  for (const number of [1, 2]) {
    const index = join(folder.path, 'search.db')
    mkdirSync(index)
    writeFileSync(join(index, 'mine.txt'), `mine ${number}`)
    openIndex(folder.path).close()
    const kept = join(folder.path, `search.db.replaced-${number}`, 'mine.txt')
    expect(readFileSync(kept, 'utf8')).toBe(`mine ${number}`)
    removeIndex(folder.path)
  }
})

test.skipIf(process.platform === 'win32')('a named pipe in the index’s place is renamed', () => {
  using folder = temporaryFolder()
  for (const name of ['search.db', 'search.db-wal']) {
    execFileSync('mkfifo', [join(folder.path, name)])
  }
  openIndex(folder.path).close()
  expect(readdirSync(folder.path)).toEqual(
    expect.arrayContaining(['search.db', 'search.db.replaced-1', 'search.db-wal.replaced-1']),
  )
})
