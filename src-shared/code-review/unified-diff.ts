import { AppError } from '../lib/app-error.ts'
import { findHeader, type Header } from './diff-header.ts'

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

/** A line of a diff, without its end. */
export interface DiffLine {
  readonly how: 'same' | 'added' | 'removed'
  readonly text: string
  /** Of the file as the change leaves it; absent: removed. */
  readonly line?: number
  /** Of the file as it was; absent: added. */
  readonly oldLine?: number
}

export interface DiffHunk {
  readonly lines: readonly DiffLine[]
}

interface Reading {
  readonly lines: DiffLine[]
  /** Lines that each of the files it came from has still to come; a merge has several. */
  readonly oldLeft: number[]
  newLeft: number
  line: number
  oldLine: number
}

/** The hunks that begin at a line of a diff, and where they end. Fails with `invalid-input` on a broken one. */
function readHunks(
  lines: readonly string[],
  start: number,
): { readonly hunks: readonly DiffHunk[]; readonly end: number } {
  const hunks: DiffHunk[] = []
  let at = start
  for (;;) {
    const reading = beginHunk(lines[at])
    if (!reading) return { hunks, end: at }
    const end = readLines(lines, at + 1, reading)
    refuseMore(lines[end], end)
    hunks.push({ lines: reading.lines })
    at = end
  }
}

/** `@@ -1,3 +1,4 @@`, and of a merge `@@@ -1,3 -1,3 +1,4 @@@`. */
const HUNK = /^(@@+)((?: -\d+(?:,\d+)?)+) \+(\d+)(?:,(\d+))? \1/u

function beginHunk(header: string | undefined): Reading | undefined {
  const [, , olds = '', line, count = '1'] = HUNK.exec(header ?? '') ?? []
  if (line === undefined) return undefined
  const old = [...olds.matchAll(/-(\d+)(?:,(\d+))?/gu)]
  return {
    lines: [],
    oldLeft: old.map((one) => Number(one[2] ?? '1')),
    newLeft: Number(count),
    line: Number(line),
    oldLine: Number(old[0]?.[1] ?? 0),
  }
}

function readLines(lines: readonly string[], start: number, reading: Reading): number {
  let at = start
  while (reading.newLeft > 0 || reading.oldLeft.some((left) => left > 0)) {
    const line = lines[at]
    if (line === undefined || !(isNote(line) || takeLine(line, reading))) throw broken(at)
    at += 1
  }
  while (isNote(lines[at])) at += 1
  return at
}

/** `\ No newline at end of file` */
function isNote(line: string | undefined): boolean {
  return line?.startsWith('\\') ?? false
}

/** False: it can’t be a line of the hunk. */
function takeLine(line: string, reading: Reading): boolean {
  const width = reading.oldLeft.length
  // A blank line whose sign was lost with the blanks at its end.
  const signs = line === '' || line === '\r' ? ' '.repeat(width) : line.slice(0, width)
  if (signs.length < width || /[^ +-]/u.test(signs)) return false
  const how = howOf(signs)
  const wasThere = [...signs].map((sign) => sign === (how === 'removed' ? '-' : ' '))
  reading.lines.push({
    how,
    text: textOf(line.slice(width), how === 'removed' ? reading.oldLine : reading.line),
    ...(how !== 'removed' && { line: reading.line }),
    ...(wasThere[0] && { oldLine: reading.oldLine }),
  })
  return goOn(reading, { isThere: how !== 'removed', wasThere })
}

/** Without the mark that a file may be saved with at its start: whoever reads that file as text has none. */
function textOf(written: string, line: number): string {
  const text = written.replace(/\r$/u, '')
  return line === 1 && text.startsWith('\u{feff}') ? text.slice(1) : text
}

function howOf(signs: string): DiffLine['how'] {
  if (signs.includes('-')) return 'removed'
  return signs.includes('+') ? 'added' : 'same'
}

interface Counted {
  readonly isThere: boolean
  /** In each of the files it came from. */
  readonly wasThere: readonly boolean[]
}

/** False: there is a line more than was announced. */
function goOn(reading: Reading, { isThere, wasThere }: Counted): boolean {
  for (const [index, was] of wasThere.entries()) {
    if (was) reading.oldLeft[index] = (reading.oldLeft[index] ?? 0) - 1
  }
  if (wasThere[0]) reading.oldLine += 1
  if (isThere) {
    reading.line += 1
    reading.newLeft -= 1
  }
  return reading.newLeft >= 0 && reading.oldLeft.every((left) => left >= 0)
}

/** What looks like more lines than were announced is not passed over; `-- ` ends a mail. */
function refuseMore(line: string | undefined, at: number): void {
  if (line === undefined || !/^[ +-]/u.test(line)) return
  if (/^(?:--- |-- ?$)/u.test(line)) return
  throw broken(at)
}

function broken(at: number): AppError {
  const message =
    `The diff can’t be read: its line ${at + 1} is not what the change around it announces. ` +
    'It may be cut off, or edited by hand.'
  return new AppError('invalid-input', message)
}
