import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cutPieces } from '#shared/code-review/chunk-diff.ts'
import { type ChangedFile, parseDiff } from '#shared/code-review/unified-diff.ts'
import type { RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import type { LeftOut, ReviewedPart, ReviewSubject } from '#shared/events/code-review.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { runGit } from '../git/run-git.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import { chooseFiles, findVendoredFolder, foldersOfMarks, readMarks } from './choose-files.ts'
import { type DiffPart, type ReadFile, toFiles } from './diff-parts.ts'
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

interface ReviewPreparation {
  readonly subject: RequestedSubject
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

function nothingDiffers(subject: RequestedSubject): string {
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

/** More names nobody reads, and the log needs none of them. */
const MAX_NAMED = 500

const MAX_DEPTH = 8

/** Each once: others’ folders as a whole, and folders instead of files where these are too many. */
function nameLeftOut(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  let named = unique(
    leftOut.map(({ path, why }) => ({
      path: (why === 'vendored' && findVendoredFolder(path)) || path,
      why,
    })),
  )
  for (let depth = MAX_DEPTH; named.length > MAX_NAMED && depth >= 0; depth -= 1) {
    named = unique(named.map(({ path, why }) => ({ path: folderAt(path, depth), why })))
  }
  return named
}

function folderAt(path: string, depth: number): string {
  const folders = path.split('/')
  if (folders.length <= depth) return path
  return depth === 0 ? './' : `${folders.slice(0, depth).join('/')}/`
}

function unique(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return [...new Map(leftOut.map((one) => [`${one.why} ${one.path}`, one])).values()]
}

/**
 * The files of a diff by their names from the project's folder. Where that is below its repository's root, git
 * names them from there: what goes before is taken away, if all of them have it and none is there as it is named.
 */
async function nameFromFolder(
  root: string,
  read: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  const { output = '' } = await runGit(root, ['rev-parse', '--show-prefix'])
  const prefix = output.replace(/\n$/u, '')
  const isBelow = ({ path, from = path }: ChangedFile) =>
    path.startsWith(prefix) && from.startsWith(prefix)
  if (prefix === '' || !read.every(({ file }) => isBelow(file))) return read
  const named: ReadFile[] = []
  for await (const one of inTurns(read)) {
    const file = withoutPrefix(one.file, prefix)
    if (!file || (await isThere(join(root, one.file.path)))) return read
    named.push({ ...one, file })
  }
  return named
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** `undefined`: its header is written so that it can't be told where the names are. */
function withoutPrefix(file: ChangedFile, prefix: string): ChangedFile | undefined {
  const hunks = file.text.search(/^@@/mu)
  const header = hunks < 0 ? file.text : file.text.slice(0, hunks)
  const written = RegExp(`(?<=[ "](?:[a-z]/)?)${RegExp.escape(prefix)}`, 'gu')
  const text = header.replaceAll(written, '') + file.text.slice(header.length)
  const [renamed] = parseDiff(text)
  const isAsMeant =
    renamed?.path === file.path.slice(prefix.length) &&
    renamed.from === file.from?.slice(prefix.length)
  return isAsMeant ? renamed : undefined
}
