import { expect, test } from 'vitest'
import { Hash } from '#shared/lib/ids.ts'
import { Drafts } from './file-drafts.ts'

const hashOf = (digit: string) => Hash.parse(`sha256:${digit.repeat(64)}`)
const saved = { text: 'one', base: hashOf('1') }

test('a draft keeps what it was made from, whatever the disk holds later', () => {
  using drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  drafts.edit('a', 'three', { text: 'theirs', base: hashOf('2') })
  expect(drafts.state().get('a')).toEqual({ text: 'three', base: hashOf('1') })
})

test('typing what is saved takes the draft back', () => {
  using drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  drafts.edit('a', 'one', saved)
  expect(drafts.state().size).toBe(0)
})

test('what was typed while it was being saved is kept, on the new base', () => {
  using drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  drafts.edit('a', 'two and more', saved)
  drafts.rebase('a', hashOf('2'))
  drafts.discard('a', 'two')
  expect(drafts.state().get('a')).toEqual({ text: 'two and more', base: hashOf('2') })
})

test('a draft that was taken back is given back as it was', () => {
  using drafts = new Drafts()
  drafts.edit('a', 'two', saved)
  const lost = drafts.state().get('a')
  drafts.discard('a')
  if (lost) drafts.restore('a', lost)
  expect(drafts.state().get('a')).toEqual({ text: 'two', base: saved.base })
})

test('a change is announced', () => {
  using drafts = new Drafts()
  let told = 0
  drafts.subscribe(() => {
    told += 1
  })
  drafts.edit('a', 'two', saved)
  drafts.discard('b')
  expect(told).toBe(1)
})
