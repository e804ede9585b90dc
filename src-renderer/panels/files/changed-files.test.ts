import { expect, test } from 'vitest'
import { Hash, SpanId } from '#shared/lib/ids.ts'
import type { TouchedFile } from '#shared/projections/files.ts'
import { listChanged, tellChange } from './changed-files.ts'

const content = (digit: string) => ({ hash: Hash.parse(`sha256:${digit.repeat(64)}`), size: 1 })
const agentId = SpanId.parse('spn_a')

function touched(path: string, change: Pick<TouchedFile, 'before' | 'after'>): TouchedFile {
  return { path, added: 1, removed: 0, seq: 1, by: [{ type: 'call', agentId }], ...change }
}

test('a file is added, changed or deleted; one that is as it was is not listed', () => {
  const files = [
    touched('/workspace/new', { before: null, after: content('1') }),
    touched('/workspace/back', { before: content('1'), after: content('1') }),
    touched('/workspace/gone', { before: content('1'), after: null }),
    touched('/workspace/came-and-went', { before: null, after: null }),
    touched('/workspace/edited', { before: content('1'), after: content('2') }),
  ]
  expect(listChanged(files).map(({ path, letter }) => [path, letter])).toEqual([
    ['/workspace/edited', 'M'],
    ['/workspace/gone', 'D'],
    ['/workspace/new', 'A'],
  ])
})

test('a file that was not touched since is listed as the same', () => {
  const file = touched('/workspace/a', { before: null, after: content('1') })
  const other = touched('/workspace/b', { before: null, after: content('1') })
  const [before] = listChanged([file])
  const [after] = listChanged([file, other])
  expect(after).toBe(before)
})

test('who changed it is known, where it was an agent', () => {
  const file = touched('/workspace/a', { before: null, after: content('1') })
  const by = [...file.by, { type: 'person' as const }]
  expect(listChanged([{ ...file, by }])[0]?.agentIds).toEqual([agentId])
})

test('a letter says since when: it is not git’s', () => {
  expect(tellChange({ letter: 'M' })).toBe(
    'Changed since this session began, whatever git says of it',
  )
})
