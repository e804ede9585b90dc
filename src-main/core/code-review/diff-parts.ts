import { type ChangedFile, readFiles } from '#shared/code-review/unified-diff.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'

/** One file’s part of a unified diff. */
export interface DiffPart {
  readonly text: string
  /** Why it is only the header: its lines are too many, or there were too many before it. */
  readonly cut?: 'too-large' | 'over-budget'
}

/** A file of a change, whose lines may be missing. */
export interface ReadFile {
  readonly file: ChangedFile
  readonly cut?: DiffPart['cut']
}

/** In characters. More of one file nobody reviews. */
export const MAX_FILE_CHARS = 400_000
/** Of all files: what is held at once. */
const MAX_CHARS = 10_000_000

interface Reading {
  readonly lines: string[]
  chars: number
  /** Absent: its hunks have not begun. */
  headerLines?: number
  cut?: DiffPart['cut']
}

/** Takes what git prints line by line, and holds no more of it than can be reviewed. */
export class DiffParts {
  readonly #parts: Reading[] = []
  #chars = 0

  take(line: string): void {
    if (/^diff --(?:git|cc|combined) /u.test(line)) this.#parts.push({ lines: [], chars: 0 })
    const part = this.#parts.at(-1)
    if (!part) return
    if (line.startsWith('@@')) part.headerLines ??= part.lines.length
    if (part.cut) return
    part.lines.push(line)
    part.chars += line.length + 1
    this.#chars += line.length + 1
    if (part.headerLines !== undefined) this.#bound(part, part.headerLines)
  }

  get parts(): readonly DiffPart[] {
    return this.#parts.map(({ lines, cut }) => ({
      text: `${lines.join('\n')}\n`,
      ...(cut && { cut }),
    }))
  }

  #bound(part: Reading, headerLines: number): void {
    if (part.chars > MAX_FILE_CHARS) part.cut = 'too-large'
    else if (this.#chars > MAX_CHARS) part.cut = 'over-budget'
    else return
    this.#chars -= part.chars
    part.lines.length = headerLines
  }
}

/** `redact` takes out what may not be kept or shown. */
export async function toFiles(
  parts: readonly DiffPart[],
  redact: (text: string) => string,
): Promise<readonly ReadFile[]> {
  const files: ReadFile[] = []
  for await (const file of inTurns(readAll(parts, redact))) files.push(file)
  return files
}

/** A diff from outside is one part, however many files it has. */
function* readAll(
  parts: readonly DiffPart[],
  redact: (text: string) => string,
): Generator<ReadFile> {
  for (const { text, cut } of parts) {
    for (const file of readFiles(redactLines(text, redact))) yield { file, ...(cut && { cut }) }
  }
}

/** Whatever is taken out, the lines of a diff stay as many as they are. */
function redactLines(text: string, redact: (text: string) => string): string {
  return redact(text) === text ? text : text.split('\n').map(redact).join('\n')
}
