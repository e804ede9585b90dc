import type { ChangedFile } from '#shared/code-review/changed-file.ts'
import { cutPieces } from '#shared/code-review/cut-pieces.ts'
import type { AskedSubject } from '#shared/contract/code-reviews.ts'
import { AppError } from '#shared/error.ts'
import type { LeftOut, ReviewedPart, ReviewSubject } from '#shared/events/code-review.ts'
import { chooseFiles } from './choose-files.ts'
import { type DiffPart, toFiles } from './diff-parts.ts'
import { nameFromFolder } from './from-folder.ts'
import { nameLeftOut } from './name-left-out.ts'
import { foldersOfMarks, readMarks } from './read-marks.ts'
import { readSubject } from './read-subject.ts'

/** What is reviewed of a change. Cut by `pieceTokens`, its diff makes the pieces that its files name. */
export interface PreparedReview {
  readonly subject: ReviewSubject
  /** Of `files` alone. */
  readonly diff: string
  /** None: all of it was left out. */
  readonly files: readonly ReviewedPart[]
  readonly leftOut: readonly LeftOut[]
  readonly pieceTokens: number
}

export interface ReviewPreparation {
  readonly subject: AskedSubject
  /** The project’s folder. */
  readonly root: string
  /** What the session changed, as `readSessionChanges` tells it. */
  readonly changes: () => Promise<readonly DiffPart[]>
  /** Of all pieces together. */
  readonly maxTokens: number
  /** Takes out what may not be kept or shown; before anything is cut, so that it is cut the same again. */
  readonly redact?: (text: string) => string
  readonly signal?: AbortSignal
}

/** A reviewer reads one at once, and it has to leave room for what is around it. */
const PIECE_TOKENS = 6_000
/** With a smaller budget there is no room for any. */
const LEAST_PIECE = 500

/**
 * Reads a change, and chooses what of it is reviewed. Fails with `invalid-input` where nothing differs, and
 * `isUnchanged` in its data: to whoever asked for a review of whatever there is, that is no failure.
 */
export async function prepareReview({
  subject,
  root,
  changes,
  maxTokens,
  redact = (text) => text,
  signal = new AbortController().signal,
}: ReviewPreparation): Promise<PreparedReview> {
  const { parts, changedMarks } = await readSubject({ subject, place: { root, signal }, changes })
  const all = await toFiles(parts, redact)
  const read = subject.type === 'diff' ? await nameFromFolder(root, all) : all
  if (read.length === 0) {
    throw new AppError('invalid-input', nothingDiffers(subject), { data: { isUnchanged: true } })
  }
  const paths = read.flatMap(({ file: { path, from = path } }) => [path, from])
  const changed = [...changedMarks, ...foldersOfMarks(paths)]
  const marks = await readMarks({ root, paths: [...new Set(paths)], changed })
  const pieceTokens = Math.max(LEAST_PIECE, Math.min(PIECE_TOKENS, maxTokens))
  const { files, leftOut } = chooseFiles(read, { marks, maxTokens, pieceTokens })
  return {
    subject: subject.type === 'diff' ? { type: 'diff', name: subject.name } : subject,
    diff: files.map(({ text }) => text).join(''),
    files: toParts(files, pieceTokens),
    leftOut: nameLeftOut(leftOut),
    pieceTokens,
  }
}

function toParts(files: readonly ChangedFile[], pieceTokens: number): readonly ReviewedPart[] {
  const parts = new Map<string, ReviewedPart>()
  for (const { path, added, removed } of files) {
    const known = parts.get(path)
    const counts = { added: added + (known?.added ?? 0), removed: removed + (known?.removed ?? 0) }
    parts.set(path, { path, ...counts, pieces: [] })
  }
  for (const { path, number } of cutPieces(files, pieceTokens)) parts.get(path)?.pieces.push(number)
  return [...parts.values()]
}

function nothingDiffers(subject: AskedSubject): string {
  switch (subject.type) {
    case 'base':
      return `Nothing differs from where this branch left “${subject.ref}”.`
    case 'staged':
      return 'Nothing is staged. Stage what is to be reviewed, or review what is uncommitted.'
    case 'uncommitted':
      return 'Nothing is changed since the last commit.'
    case 'session':
      return 'This session has changed no file of the project.'
    case 'diff':
      return 'The diff is empty.'
  }
}
