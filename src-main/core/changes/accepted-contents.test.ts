import { expect, test } from 'vitest'
import { Hash } from '#shared/lib/ids.ts'
import { acceptedAt, findOrder, type KnownContent } from './accepted-contents.ts'

const known = (seq: number, type: KnownContent['type'], of: string): KnownContent => ({
  ...{ seq, type },
  content: { hash: Hash.parse(`git:${of.padEnd(40, '0')}`), size: 1 },
})

function orderOf(contents: readonly KnownContent[], committed: string): string | undefined {
  const accepted = acceptedAt(contents, 100) ?? null
  return findOrder(contents, accepted, (content) => content?.hash?.[4] === committed)
}

test('what is committed comes before what was accepted, or after, where the session knows', () => {
  const whole = [known(1, 'changed', 'a'), known(2, 'changed', 'b'), known(3, 'accepted', 'b')]
  expect(orderOf(whole, 'a')).toBe('before')
  expect(orderOf(whole, 'c')).toBeUndefined()
  const part = [known(1, 'changed', 'a'), known(2, 'changed', 'b'), known(3, 'accepted', 'c')]
  expect(orderOf(part, 'b')).toBeUndefined()
  const overwritten = [...whole, known(4, 'changed', 'c')]
  expect(orderOf(overwritten, 'c')).toBeUndefined()
})

test('an acceptance that was taken back asks for nothing to be undone in a commit', () => {
  const accepted = [known(1, 'accepted', 'a'), known(2, 'accepted', 'b')]
  expect(orderOf(accepted, 'a')).toBe('before')
  expect(orderOf([...accepted, known(3, 'restored', 'a')], 'b')).toBe('after')
})
