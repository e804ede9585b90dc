import { expect, test } from 'vitest'
import type { FileChange } from '#shared/changes/file-changes.ts'
import { compareTexts } from '#shared/changes/pending-text.ts'
import type { FileContent } from '#shared/events/value.ts'
import { Hash } from '#shared/lib/ids.ts'
import type { ChangedFile } from '#shared/projections/changes.ts'
import {
  listRuns,
  type PendingFile,
  readPendingFile,
} from '../../session/changes/pending-file-changes.ts'
import { drawLines, listRows, type Row, stopAfter } from './change-rows.ts'
import { placeDrafts, startDraft } from './comment-drafts.ts'
import { toAccepting, toReverting, withoutContested } from './decisions.ts'
import { findContest, tellState } from './revert-conflicts.ts'

const texts = new Map<string, string>()

function content(digit: string, text?: string): FileContent {
  const hash = Hash.parse(`sha256:${digit.repeat(64)}`)
  if (text !== undefined) texts.set(hash, text)
  return { hash, size: 1 }
}

const path = '/workspace/a.ts'
const start = content('a', 'one\ntwo\nthree\nfour\nfive\n')
const first = content('b', 'ONE\ntwo\nthree\nfour\nfive\n')
const second = content('c', 'ONE\ntwo\nthree\nfour\nFIVE\n')
const image = content('d')

function change(seq: number, before: FileContent, after: FileContent): FileChange {
  return { seq, at: seq, before, after, type: 'call', run: seq, agent: 'lead' }
}

async function readPending(
  now: FileContent,
  changes: readonly FileChange[],
  base = start,
): Promise<PendingFile> {
  const file: ChangedFile = { path, start, base, now, own: [], isForeign: true, seq: 9 }
  return readPendingFile(file, changes, {
    fetchText: async (hash) => texts.get(hash),
    compare: async (_, change) => compareTexts(change),
  })
}

function by(type: FileChange['type'], of: FileChange): FileChange {
  return { ...of, type }
}

const known = (of: FileContent) => ({ type: 'known', content: of })

test('of two hunks one is asked for by its text, and both by the contents that are known', async () => {
  const read = await readPending(second, [change(1, start, first), change(2, first, second)])
  const hunks = read.type === 'text' ? read.text.hunks : []
  expect([...listRuns([read]).keys()]).toEqual([1, 2])
  expect(listRows([read], 2).map(({ type }) => type)).toEqual(['file', 'hunk'])
  const one = { path, seq: 9, hunks: 1, added: 1, removed: 1 }
  expect(toAccepting({ pending: read, hunks: hunks.slice(0, 1) })).toEqual({
    ...one,
    content: { type: 'text', text: texts.get(first.hash ?? '') },
    before: known(start),
  })
  expect(toReverting({ pending: read, hunks: hunks.slice(1) })).toEqual({
    ...one,
    content: { type: 'text', text: texts.get(first.hash ?? '') },
    left: 1,
  })
  const both = { path, seq: 9, hunks: 2, added: 2, removed: 2 }
  expect(toAccepting({ pending: read, hunks })).toEqual({
    ...both,
    content: known(second),
    before: known(start),
  })
  expect(toReverting({ pending: read, hunks })).toEqual({ ...both, content: known(start), left: 0 })
})

test('what is no text is decided as a whole, and reverted only where it is recorded', async () => {
  const read = await readPending(image, [change(1, start, image)])
  expect(read).toMatchObject({ type: 'whole', why: 'no-text', isContested: false, authors: [1] })
  expect(toReverting({ pending: read, hunks: [] })).toMatchObject({
    content: known(start),
    left: 0,
  })
  const large = { hash: null, size: 9_000_000 }
  const lost = await readPending(large, [change(1, start, large)])
  expect(lost).toMatchObject({ type: 'whole', why: 'not-recorded' })
  expect(withoutContested({ pending: lost, hunks: [] })).toBeUndefined()
  expect(toAccepting({ pending: lost, hunks: [] })).toMatchObject({ content: known(large) })
})

test('what somebody unknown wrote is not reverted: it may be the person’s own', async () => {
  const changes = [change(1, start, first), by('unknown', change(2, first, second))]
  const read = await readPending(second, changes)
  const hunks = read.type === 'text' ? read.text.hunks : []
  expect(hunks.map(({ isContested }) => isContested)).toEqual([false, true])
  expect(withoutContested({ pending: read, hunks })).toEqual({
    pending: read,
    hunks: hunks.slice(0, 1),
  })
  const told = listRows([read], undefined).map((row) => row.type === 'hunk' && findContest(row))
  expect(told).toEqual([false, undefined, 'unknown'])
  expect(tellState({ pending: read, hunks }).words).toBe('2 changes · author of 1 unknown')
  const whole = await readPending(image, [by('unknown', change(1, start, image))])
  expect(withoutContested({ pending: whole, hunks: [] })).toBeUndefined()
  expect(tellState({ pending: whole, hunks: [] }).words).toBe('not text · Unknown author')
})

test('of a whole file that a person changed, too, no lines are told', async () => {
  const read = await readPending(image, [change(1, start, image)])
  const mixed = { ...read, file: { ...read.file, own: [{ before: start, after: image }] } }
  const whole = { ...mixed, ...(mixed.type === 'whole' && { isContested: true }) }
  expect(tellState({ pending: whole, hunks: [] }).words).toBe('not text · you changed it, too')
})

test('a file is decided as a whole where what a person wrote cannot be told from others’', async () => {
  const changes = (of: FileChange['type']) => [
    by(of, change(1, start, image)),
    change(2, image, second),
  ]
  for (const of of ['person', 'unknown'] as const) {
    const read = await readPending(second, changes(of))
    expect(read).toMatchObject({ type: 'whole', why: 'not-told', isContested: true })
    expect(withoutContested({ pending: read, hunks: [] })).toBeUndefined()
  }
  expect(await readPending(second, changes('call'))).toMatchObject({ type: 'text' })
  // What was so before all of it was accepted is over.
  const later = [...changes('person'), change(3, second, first)]
  expect(await readPending(first, later, second)).toMatchObject({ type: 'text' })
})

test('a change is drawn with what stands around it, each line by its number', async () => {
  const read = await readPending(second, [change(1, start, second)])
  const [hunk] = read.type === 'text' ? read.text.hunks : []
  const lines = hunk ? drawLines(hunk, (texts.get(second.hash ?? '') ?? '').split(/(?<=\n)/)) : []
  expect(lines.map(({ type, number, text }) => [type, number, text])).toEqual([
    ['removed', 1, 'one'],
    ['added', 1, 'ONE'],
    ['same', 2, 'two'],
    ['same', 3, 'three'],
    ['same', 4, 'four'],
  ])
})

test('a comment that is being written stays with its change, or with what comes in its place', async () => {
  const rows = listRows([await readPending(second, [change(1, start, second)])], undefined)
  const draft = rows.flatMap((row) =>
    row.type === 'hunk' ? { ...startDraft(row), text: 'Why?' } : [],
  )[1]
  if (!draft) throw new Error('There is no second change.')
  const places = (after: readonly Row[]) => {
    const [id] = placeDrafts(after, [draft]).keys()
    return after.find((row) => row.id === id)
  }
  const more = content('e', 'zero\nONE\nmore\ntwo\nthree\nfour\nFIVE\n')
  const moved = listRows([await readPending(more, [change(1, start, more)])], undefined)
  expect(places(moved)).toMatchObject({ id: draft.id, hunk: { at: 6, added: ['FIVE\n'] } })
  const other = content('f', 'ONE\ntwo\nthree\nfour\nSIX\n')
  const edited = listRows([await readPending(other, [change(1, start, other)])], undefined)
  expect(places(edited)).toMatchObject({ hunk: { added: ['SIX\n'] } })
  expect(places(moved.slice(0, 2))).toBeUndefined()
})

test('keys go from change to change, and not past the first and the last', () => {
  const acts = ['next', 'previous', 'first', 'last'] as const
  expect(acts.map((act) => stopAfter(act, 0, 3))).toEqual([1, 0, 0, 2])
  expect(acts.map((act) => stopAfter(act, 2, 3))).toEqual([2, 1, 0, 2])
})
