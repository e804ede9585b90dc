import { expect, test } from 'vitest'
import { countOwnLines } from './own-lines.ts'

const start = 'one\ntwo\nthree\nfour\nfive\n'
const agents = 'ONE\ntwo\nthree\nfour\nfive\n'
const both = 'ONE\ntwo\nthree\nmine\nfour\n'
const changes = [
  { seq: 3, before: start, after: agents, isOwn: false },
  { seq: 5, before: agents, after: both, isOwn: true },
]

test('what a person wrote, and what they took out, is counted of what a commit changes', () => {
  expect(countOwnLines({ committed: start, accepted: both, changes })).toBe(2)
  expect(countOwnLines({ committed: agents, accepted: both, changes })).toBe(2)
  expect(countOwnLines({ committed: start, accepted: agents, changes })).toBe(0)
  expect(countOwnLines({ committed: both, accepted: both, changes })).toBe(0)
})

test('of what was accepted in part, what it took over from the person is counted', () => {
  const accepted = start.replace('four\n', 'mine\nfour\n')
  expect(countOwnLines({ committed: start, accepted, changes })).toBe(1)
})

test('other line ends make no line another’s', () => {
  const committed = start
  const onDisk = (text: string) => text.replaceAll('\n', '\r\n')
  const told = changes.map(({ before, after, ...rest }) => {
    return { ...rest, before: onDisk(before), after: onDisk(after) }
  })
  expect(countOwnLines({ committed, accepted: onDisk(both), changes: told })).toBe(2)
})
