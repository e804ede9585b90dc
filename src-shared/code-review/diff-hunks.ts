import { AppError } from '../error.ts'

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
export function readHunks(
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
