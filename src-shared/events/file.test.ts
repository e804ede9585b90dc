import { expect, test } from 'vitest'
import { changeAccepted, changeReopened, changeReverted } from './change.ts'
import type { EventKind } from './define.ts'
import { fileChanged } from './file.ts'

/** As version 1 wrote it. */
const VERSION_1 = `{"path":"/workspace/a.txt","before":null,"after":{"hash":null,"size":3},
  "added":1,"removed":0,"by":{"type":"unknown","spanIds":[]}}`

/** As version 2 wrote it. */
const VERSION_2 = `{"path":"/workspace/a.txt","before":{"hash":null,"size":3},"after":null,
  "added":0,"removed":1,"by":{"type":"unknown","spanIds":[]},"isCommitted":true}`

/** As version 1 of the kinds of decisions wrote it. */
const DECISION = `{"path":"/workspace/a.txt","hunks":1,"added":0,"removed":1,
  "content":{"hash":null,"size":3},"before":null`

const content = { hash: null, size: 3, isLink: null }

function upcast({ upcasts }: EventKind, version: number, data: unknown): unknown {
  return upcasts.slice(version - 1).reduce((old, one) => one(old as never), data)
}

test('reads a change that version 1 wrote', () => {
  const old = JSON.parse(VERSION_1)
  expect(fileChanged.version).toBe(3)
  expect(fileChanged.data.parse(upcast(fileChanged, 1, old))).toEqual({
    ...old,
    after: content,
  })
})

test('reads a change that version 2 wrote: whether a content is a link is not known', () => {
  const old = JSON.parse(VERSION_2)
  expect(fileChanged.data.parse(upcast(fileChanged, 2, old))).toEqual({
    ...old,
    before: content,
  })
})

test.each([
  [changeAccepted, ',"was":null}'],
  [changeReverted, ',"left":0,"mode":33188}'],
  [changeReopened, ',"of":"accepted"}'],
])('reads a decision that version 1 wrote', (kind, rest) => {
  const old = JSON.parse(`${DECISION}${rest}`)
  expect(kind.version).toBe(2)
  expect(kind.data.parse(upcast(kind, 1, old))).toEqual({ ...old, content })
})
