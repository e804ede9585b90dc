import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSameFile, openRealFile } from './real-file.ts'

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-real-file-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test.each([
  ['by the path of the open file', undefined],
  ['by comparing files', isSameFile],
])('opens a file by its real path alone, checked %s', (_, isFileAt) => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real/a.txt'), 'text')
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  symlinkSync(join(folder, 'real/a.txt'), join(folder, 'real/b.txt'))
  using file = openRealFile(join(folder, 'real/a.txt'), isFileAt)
  expect(file && readFileSync(file.fd, 'utf8')).toBe('text')
  for (const path of ['link/a.txt', 'real/b.txt', 'real/none.txt']) {
    expect(openRealFile(join(folder, path), isFileAt)).toBeUndefined()
  }
})

test('comparing files accepts another spelling of a path, but no other file', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real/a.txt'), 'text')
  writeFileSync(join(folder, 'b.txt'), 'other')
  using file = openRealFile(`${folder}/real/../real/a.txt`, isSameFile)
  expect(file && readFileSync(file.fd, 'utf8')).toBe('text')
  const other = openSync(join(folder, 'b.txt'), 'r')
  onTestFinished(() => closeSync(other))
  expect(isSameFile(other, join(folder, 'real/a.txt'))).toBe(false)
})
