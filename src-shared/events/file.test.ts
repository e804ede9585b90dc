import { expect, test } from 'vitest'
import { fileChanged } from './file.ts'

/** As version 1 wrote it. */
const VERSION_1 = `{"path":"/workspace/a.txt","before":null,"after":{"hash":null,"size":3},
  "added":1,"removed":0,"by":{"type":"unknown","spanIds":[]}}`

test('reads a change that version 1 wrote', () => {
  const [upcast] = fileChanged.upcasts
  const old = JSON.parse(VERSION_1) as never
  expect(fileChanged.version).toBe(2)
  expect(fileChanged.data.parse(upcast?.(old))).toEqual(JSON.parse(VERSION_1))
})
