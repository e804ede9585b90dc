import { expect, test } from 'vitest'
import { cleanSearchPath } from './search-path.ts'

test.each([
  ['/usr/bin:/bin', '/usr/bin:/bin'],
  [':/usr/bin::/bin:', '/usr/bin:/bin'],
  ['.:./tools:node_modules/.bin:../bin:~/bin:/bin', '/bin'],
  // An empty PATH means the current folder.
  ['', '/nonexistent'],
  ['.', '/nonexistent'],
])('leaves the empty and relative entries of %j out', (path, expected) => {
  expect(cleanSearchPath(path, 'linux')).toBe(expected)
})

test.each([
  [String.raw`C:\Windows;.;;tools;D:/bin`, String.raw`C:\Windows;D:/bin`],
  // These depend on the current drive and its current folder.
  [String.raw`\tools;C:tools;C:.;C:;%SystemRoot%\x;C:\ok`, String.raw`C:\ok`],
  [String.raw`"C:\a;b";"tools";\\server\share\bin`, String.raw`"C:\a;b";\\server\share\bin`],
  ['.;tools', ''],
])('leaves the empty and relative entries of %j out by the rules of Windows', (path, expected) => {
  expect(cleanSearchPath(path, 'win32')).toBe(expected)
})
