import type { FileChange } from '#shared/changes/file-changes.ts'
import type { Author, ComparedPart } from '#shared/changes/line-authors.ts'
import {
  findPendingText,
  type PendingHunk,
  type PendingText,
  type TextChange,
  type ToldChange,
} from '#shared/changes/pending-text.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { type ChangedFile, isByPerson } from '#shared/projections/changes.ts'

interface Known {
  readonly file: ChangedFile
  /** By the seq that authors name them with. */
  readonly changes: ReadonlyMap<number, FileChange>
}

export interface PendingTextFile extends Known {
  readonly type: 'text'
  readonly text: PendingText
}

/** What can be decided only as a whole. */
export interface PendingWholeFile extends Known {
  readonly type: 'whole'
  readonly why: 'no-text' | 'not-recorded' | 'not-told'
  readonly authors: readonly Author[]
  readonly isContested: boolean
  /** What it was and what it is are both recorded. */
  readonly canRevert: boolean
}

/** The pending changes of a file. */
export type PendingFile = PendingTextFile | PendingWholeFile

/** Source of the texts that are compared. */
export interface TextSource {
  /** `undefined`: it is no text. */
  fetchText(hash: Hash): Promise<string | undefined>
  /** How the texts of the change with this seq compare: found once, whatever comes after it. */
  compare(seq: number, texts: TextChange): Promise<readonly ComparedPart[]>
}

/** As a whole, too, where what a person may have written cannot be told from what others have. */
export async function readPendingFile(
  file: ChangedFile,
  changes: readonly FileChange[],
  source: TextSource,
): Promise<PendingFile> {
  const known = { file, changes: new Map(changes.map((change) => [change.seq, change])) }
  const [base, now, ...own] = await Promise.all([
    readText(file.base, source),
    readText(file.now, source),
    ...file.own.map((change) => readChange(change, source)),
  ])
  if (base === undefined || now === undefined) return toWhole(known, changes)
  const told = await Promise.all(changes.map((change) => readTold(change, source)))
  const toldTexts = told.filter((change) => change !== undefined)
  const seqs = new Set(toldTexts.map(({ seq }) => seq))
  const isTold = listUndecided(file, changes).every(({ type, seq }) => {
    return type === 'call' || seqs.has(seq)
  })
  const ownTexts = own.filter((change) => change !== undefined)
  if (!isTold || ownTexts.length < own.length) {
    return { ...toWhole(known, changes), why: 'not-told', isContested: true }
  }
  return {
    ...known,
    type: 'text',
    text: findPendingText({ base, now, own: ownTexts, changes: toldTexts }),
  }
}

function toWhole(known: Known, changes: readonly FileChange[]): PendingWholeFile {
  const { base, now, own } = known.file
  const canRevert = base?.hash !== null && now?.hash !== null
  const isUnsure = listUndecided(known.file, changes).some(
    (change) => change.type !== 'call' && !isByPerson(change),
  )
  return {
    ...known,
    type: 'whole',
    why: canRevert ? 'no-text' : 'not-recorded',
    canRevert,
    authors: changes.filter((change) => !isByPerson(change)).map(({ seq }) => seq),
    isContested: own.length > 0 || isUnsure,
  }
}

/** The changes since the file was last what needs no review; all where it never was. */
function listUndecided(
  { base }: ChangedFile,
  changes: readonly FileChange[],
): readonly FileChange[] {
  const isBase = ({ after }: FileChange) => after?.hash === base?.hash && after?.size === base?.size
  return changes.slice(changes.findLastIndex(isBase) + 1)
}

/** `null`: no such file; `undefined`: it is no text, or was not recorded. */
export async function readText(
  content: FileContent | null,
  { fetchText }: Pick<TextSource, 'fetchText'>,
): Promise<string | null | undefined> {
  if (content === null) return null
  return content.hash ? fetchText(content.hash) : undefined
}

async function readChange(
  { before, after }: Pick<FileChange, 'before' | 'after'>,
  source: Pick<TextSource, 'fetchText'>,
): Promise<TextChange | undefined> {
  const [old, next] = await Promise.all([readText(before, source), readText(after, source)])
  return old === undefined || next === undefined ? undefined : { before: old, after: next }
}

/** `undefined`: one of its texts is none, or was not recorded. */
export async function readTold(
  change: FileChange,
  source: TextSource,
): Promise<ToldChange | undefined> {
  const { seq, type } = change
  const texts = await readChange(change, source)
  return texts && { ...texts, seq, isOwn: type !== 'call', parts: await source.compare(seq, texts) }
}

/** The changes that a hunk, or a whole file, is made of; those that the log does not tell are left out. */
export function changesOf(pending: PendingFile, authors: readonly Author[]): readonly FileChange[] {
  return authors.flatMap((author) =>
    typeof author === 'number' ? (pending.changes.get(author) ?? []) : [],
  )
}

/** Those of a file that some run made; without a run, all. */
export function hunksOf(pending: PendingTextFile, run: number | undefined): readonly PendingHunk[] {
  return pending.text.hunks.filter(({ authors }) => isOfRun(pending, authors, run))
}

export function isOfRun(
  pending: PendingFile,
  authors: readonly Author[],
  run: number | undefined,
): boolean {
  return run === undefined || changesOf(pending, authors).some((change) => change.run === run)
}

/** The runs that made what waits, in the order they began, each with a change of its own. */
export function listRuns(files: readonly PendingFile[]): ReadonlyMap<number, FileChange> {
  const changes = files.flatMap((pending) => {
    const authors =
      pending.type === 'whole'
        ? pending.authors
        : pending.text.hunks.flatMap((hunk) => hunk.authors)
    return changesOf(pending, authors)
  })
  const runs = changes.flatMap((change) =>
    change.run === undefined ? [] : [[change.run, change] as const],
  )
  return new Map(runs.toSorted(([a], [b]) => a - b))
}
