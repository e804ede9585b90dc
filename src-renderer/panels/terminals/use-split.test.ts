import { expect, test } from 'vitest'
import { SessionId, TerminalId } from '#shared/lib/ids.ts'
import type { Listed } from './terminal-list.ts'
import { findSides } from './use-split.ts'

const sessionId = SessionId.parse('ses_1')

function shell(name: string): Listed {
  const id = TerminalId.parse(`trm_${name}`)
  return { type: 'person', id, terminal: { id, sessionId, title: name } }
}

const [a, b, c] = [shell('a'), shell('b'), shell('c')]
const list = [a, b, c]

test('what is pointed at stands on the left, beside what stands on the right', () => {
  const kept = { left: a.id, right: b.id }
  expect(findSides(list, { selectedId: c.id, kept })).toEqual({ left: c, right: b })
})

test('what is on the right already stays there, and the left one too', () => {
  const kept = { left: c.id, right: b.id }
  expect(findSides(list, { selectedId: b.id, kept })).toEqual({ left: c, right: b })
  expect(findSides(list, { selectedId: undefined, kept })).toEqual({ left: c, right: b })
})

test('a right one that is gone, or is the only one, leaves one terminal', () => {
  const kept = { left: a.id, right: b.id }
  expect(findSides([a, c], { selectedId: c.id, kept })).toEqual({ left: c, right: undefined })
  expect(findSides([b], { selectedId: undefined, kept })).toEqual({ left: b, right: undefined })
  expect(findSides([], { selectedId: undefined, kept })).toEqual({
    left: undefined,
    right: undefined,
  })
})
