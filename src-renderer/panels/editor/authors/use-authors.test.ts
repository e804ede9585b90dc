import { expect, test } from 'vitest'
import type { FileChange } from '#shared/changes/file-changes.ts'
import { Hash } from '#shared/lib/ids.ts'
import { readChange, readStart } from './use-authors.ts'

const texts = ['one\ntwo', 'one\n2', 'zero\none\n2', 'one\n2\nthree', undefined]
const hashOf = (index: number) => Hash.parse(`sha256:${String(index).repeat(64)}`)
const fetchText = async (hash: Hash) => texts[Number(hash.at(-1))]

/** Of a file's text after some changes, each from one version to another. */
async function authorsOf(...versions: readonly (readonly [number | null, number | null])[]) {
  const toContent = (version: number | null) =>
    version === null ? null : { hash: hashOf(version), size: 1 }
  const changes = versions.map(([before, after], index): FileChange => {
    return {
      seq: index + 1,
      at: 0,
      type: 'call',
      before: toContent(before),
      after: toContent(after),
    }
  })
  const [first] = changes
  if (!first) return []
  let text = await readStart(first, fetchText)
  for (const change of changes) text = await readChange(text, change, fetchText)
  return text.authors.map(({ author, lines }) => [author, lines])
}

test('what was there is the start’s, and each change has its lines', async () => {
  const authors = await authorsOf([0, 1], [1, 2])
  expect(authors).toEqual([
    [2, 1],
    ['start', 1],
    [1, 1],
  ])
})

test('a new file is all its maker’s, and one that went and came back is new', async () => {
  expect(await authorsOf([null, 0])).toEqual([[1, 2]])
  expect(await authorsOf([0, null], [null, 0])).toEqual([[2, 2]])
})

test('what came about unseen, or was not recorded, is nobody’s', async () => {
  const unseen = await authorsOf([0, 1], [3, 3])
  expect(unseen).toEqual([
    ['start', 1],
    [1, 1],
    ['not-recorded', 1],
  ])
  expect(await authorsOf([4, 1])).toEqual([['not-recorded', 2]])
})
