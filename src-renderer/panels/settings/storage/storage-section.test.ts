import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { toSizeRows } from './storage-section.tsx'

function sizeOf(id: string, logBytes: number) {
  const bytes = { logBytes, checkpointBytes: 20, contentBytes: 3, sharedBytes: 1_000 }
  return { id: SessionId.parse(`ses_${id}`), ...bytes }
}

function sessionOf(id: string) {
  return {
    id: SessionId.parse(`ses_${id}`),
    title: `Session ${id}`,
    projectName: 'shop',
    isRunning: false,
  }
}

test('sessions are listed by what deleting them frees, and not once they are deleted', () => {
  const sizes = [sizeOf('a', 100), sizeOf('b', 900), sizeOf('gone', 5_000)]
  const rows = toSizeRows(sizes, [sessionOf('a'), sessionOf('b'), sessionOf('new')])
  expect(rows.map(({ title, ownBytes }) => [title, ownBytes])).toEqual([
    ['Session b', 923],
    ['Session a', 123],
  ])
})
