import { expect, test } from 'vitest'
import type { ChangedFile } from '#shared/projections/changes.ts'
import { readPendingFile } from './pending-file-changes.ts'
import { listDone } from './use-changes.ts'

const undone: ChangedFile = {
  ...{ path: '/workspace/a.ts', start: null, base: null, now: null },
  ...{ own: [], isForeign: true, seq: 4 },
}

test('a file that was undone and has changed again is done no more, though that is not read yet', async () => {
  const source = { fetchText: async () => undefined, compare: async () => [] }
  const pending = await readPendingFile(undone, [], source)
  expect(listDone([undone], [pending])).toEqual([undone])
  expect(listDone([{ ...undone, seq: 5 }], [pending])).toEqual([])
  expect(listDone([undone], [])).toEqual([])
})
