import { expect, test } from 'vitest'
import { Hash } from '#shared/ids.ts'
import { Drafts } from './drafts.ts'
import { toHexColor } from './hex-color.ts'
import { languageOf } from './language-of.ts'
import { listTabs, neighbourOf } from './open-tabs.ts'

const hashOf = (digit: string) => Hash.parse(`sha256:${digit.repeat(64)}`)
const saved = { text: 'one', base: hashOf('1') }

test('a draft keeps what it was made from, whatever the disk holds later', () => {
  const drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  drafts.edit('a', 'three', { text: 'theirs', base: hashOf('2') })
  expect(drafts.state().get('a')).toEqual({ text: 'three', base: hashOf('1') })
})

test('typing what is saved takes the draft back', () => {
  const drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  drafts.edit('a', 'one', saved)
  expect(drafts.state().size).toBe(0)
})

test('what was typed while it was being saved is kept, on the new base', () => {
  const drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  drafts.edit('a', 'two and more', saved)
  drafts.rebase('a', hashOf('2'))
  drafts.discard('a', 'two')
  expect(drafts.state().get('a')).toEqual({ text: 'two and more', base: hashOf('2') })
})

test('a draft that was taken back is given back as it was', () => {
  const drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  const lost = drafts.state().get('a')
  drafts.discard('a')
  if (lost) drafts.restore('a', lost)
  expect(drafts.state().get('a')).toEqual({ text: 'two', base: saved.base })
})

test('a change is announced', () => {
  const drafts = new Drafts()
  let told = 0
  drafts.subscribe(() => {
    told += 1
  })
  drafts.edit('a', 'two', saved)
  drafts.discard('b')
  expect(told).toBe(1)
})

test('the shown file has a tab, and closing it brings its neighbour', () => {
  expect(listTabs(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(listTabs(['a', 'b'], 'b')).toEqual(['a', 'b'])
  expect(neighbourOf(['a', 'b', 'c'], 'b')).toBe('c')
  expect(neighbourOf(['a', 'b'], 'b')).toBe('a')
  expect(neighbourOf(['a'], 'a')).toBeUndefined()
})

test('colours are written as the editor takes them', () => {
  expect(toHexColor('#0d0f13')).toBe('#0d0f13')
  expect(toHexColor('rgba(116, 196, 147, 0.5)')).toBe('#74c49380')
})

test.each([
  ['/workspace/a.test.ts', 'typescript'],
  ['/workspace/Dockerfile', 'dockerfile'],
  ['/workspace/LICENSE', 'plaintext'],
])('%s is written in %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})
