import { AppError } from '../error.ts'
import { findHeader, type Header } from './diff-header.ts'
import { type DiffHunk, readHunks } from './diff-hunks.ts'

export type { DiffHunk, DiffLine } from './diff-hunks.ts'

/** A file as a unified diff tells of it. */
export interface ChangedFile {
  readonly path: string
  /** What it was renamed or copied from. */
  readonly from?: string
  /** A copy is `added`. */
  readonly how: 'added' | 'deleted' | 'modified' | 'renamed'
  readonly isBinary: boolean
  readonly added: number
  readonly removed: number
  readonly hunks: readonly DiffHunk[]
  /** Its part of the diff, as it was. */
  readonly text: string
}

/**
 * The files of a unified diff, as git and others write it. Words around them, such as a mail’s, are
 * passed over; an empty text has none. Fails with `invalid-input` where it is no diff, or a broken one.
 */
export function parseDiff(diff: string): readonly ChangedFile[] {
  return [...readFiles(diff)]
}

/** One after the other, for who can't hold the thread until all of a large diff is read. */
export function* readFiles(diff: string): Generator<ChangedFile> {
  const lines = toLines(diff)
  let isDiff = diff.trim() === ''
  let at = 0
  while (at < lines.length) {
    const header = findHeader(lines, at)
    if (!header) {
      refuseStray(lines[at] ?? '', at)
      at += 1
      continue
    }
    const { file, end } = readFile(lines, at, header)
    yield file
    isDiff = true
    at = end
  }
  if (!isDiff) throw new AppError('invalid-input', NO_DIFF)
}

const NO_DIFF =
  'That is no unified diff: no file of it was found. `git diff` and `diff -u` write one.'

/** Also of a file that was saved with a mark at its start, or with other line ends than it was written with. */
function toLines(diff: string): readonly string[] {
  const text = diff.startsWith('\u{feff}') ? diff.slice(1) : diff
  const isOfWindows = /^(?:diff --git |--- |\+\+\+ |@@ -).*\r$/mu.test(text)
  const lines = (isOfWindows ? text.replaceAll('\r\n', '\n') : text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Lines that nothing stands over would be passed over in silence. */
function refuseStray(line: string, at: number): void {
  if (!/^@@+ -\d/u.test(line)) return
  const message = `The diff can’t be read: its line ${at + 1} begins a change, but names no file.`
  throw new AppError('invalid-input', message)
}

interface Read {
  readonly file: ChangedFile
  /** The line after it. */
  readonly end: number
}

function readFile(lines: readonly string[], at: number, header: Header): Read {
  const { hunks, end } = readHunks(lines, header.end)
  const all = hunks.flatMap((hunk) => hunk.lines)
  const file = {
    path: header.path,
    ...(header.from !== undefined && { from: header.from }),
    how: header.how,
    isBinary: header.isBinary,
    added: all.filter(({ how }) => how === 'added').length,
    removed: all.filter(({ how }) => how === 'removed').length,
    hunks,
    text: `${lines.slice(at, end).join('\n')}\n`,
  }
  return { file, end }
}
