import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRealFile } from './real-file.ts'

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-real-file-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('opens a file by its real path alone', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real/a.txt'), 'text')
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  symlinkSync(join(folder, 'real/a.txt'), join(folder, 'real/b.txt'))
  using file = openRealFile(join(folder, 'real/a.txt'))
  expect(file && readFileSync(file.fd, 'utf8')).toBe('text')
  for (const path of ['link/a.txt', 'real/b.txt', 'real/none.txt']) {
    expect(openRealFile(join(folder, path))).toBeUndefined()
  }
})
