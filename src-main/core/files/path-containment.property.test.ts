import { posix, win32 } from 'node:path'
import { array, assert, constantFrom, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { findRelative, isBelow } from './path-containment.ts'

const name = stringMatching(/^(?:\.\.)?[a-z][a-z.]{0,4}[a-z]$/)
const names = array(name, { minLength: 1, maxLength: 4 })
const systems = [
  { title: 'POSIX', system: posix, root: '/' },
  { title: 'Windows', system: win32, root: 'C:\\' },
] as const

test.each(systems)('a path below a folder is named from there ($title)', ({ system, root }) => {
  assert(
    property(names, names, (above, below) => {
      const folder = system.join(root, ...above)
      const path = system.join(folder, ...below)
      expect(findRelative(folder, path, system)).toBe(below.join(system.sep))
      expect(findRelative(`${folder}${system.sep}`, path, system)).toBe(below.join(system.sep))
      expect(isBelow(path, folder, system)).toBe(false)
    }),
  )
})

test.each(systems)('a folder contains itself ($title)', ({ system, root }) => {
  assert(
    property(array(name, { maxLength: 4 }), (parts) => {
      const folder = system.join(root, ...parts)
      expect(findRelative(folder, folder, system)).toBe('')
      expect(isBelow(root, folder, system)).toBe(true)
    }),
  )
})

test.each(systems)('a folder beside another is outside ($title)', ({ system, root }) => {
  assert(
    property(names, name, constantFrom('', 'x', '.x', ' x'), (parts, last, more) => {
      const folder = system.join(root, ...parts, last)
      expect(isBelow(folder, `${folder}${more}`, system)).toBe(more === '')
      expect(isBelow(folder, system.join(folder, '..', `${last}x`, 'a'), system)).toBe(false)
      expect(isBelow(folder, system.join(folder, '..'), system)).toBe(false)
    }),
  )
})

test.each([
  ['C:\\project', 'D:\\project\\a'],
  ['C:\\project', '\\\\server\\project\\a'],
  ['\\\\server\\share', '\\\\server\\other\\a'],
])('%s does not contain %s', (folder, path) => {
  expect(isBelow(folder, path, win32)).toBe(false)
})

test('case counts as on the system', () => {
  expect(findRelative('C:\\Project', 'c:\\project\\A', win32)).toBe('A')
  expect(isBelow('/Project', '/project/a', posix)).toBe(false)
})
