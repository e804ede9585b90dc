import type { ChangedFile } from '#shared/code-review/changed-file.ts'
import { cutPieces } from '#shared/code-review/cut-pieces.ts'
import type { LeftOut } from '#shared/events/code-review.ts'
import { tokensIn } from '#shared/tokens-in.ts'
import type { ReadFile } from './diff-parts.ts'
import { isGeneratedName, isVendored } from './left-out-by-name.ts'

/** What the repository says of a file, where it does. */
export interface FileMarks {
  readonly isGenerated?: boolean
  readonly isVendored?: boolean
}

export interface Choosing {
  readonly marks: ReadonlyMap<string, FileMarks>
  readonly pieceTokens: number
  /** Of all pieces together. */
  readonly maxTokens: number
}

/** More of one file is not reviewed: it is data, or written by a program that nobody named. */
const MAX_FILE_TOKENS = 60_000

export interface Chosen {
  readonly files: readonly ChangedFile[]
  readonly leftOut: readonly LeftOut[]
}

/** As many files as there is room for, so the smallest; they and the others stay in the diff’s order. */
export function chooseFiles(read: readonly ReadFile[], choosing: Choosing): Chosen {
  const why = new Map<ChangedFile, LeftOut['why']>()
  for (const { file, cut } of read) {
    const found = whyLeftOut(file, choosing.marks.get(file.path)) ?? cut ?? whyEmpty(file)
    if (found) why.set(file, found)
  }
  const fitting = findFitting(
    read.flatMap(({ file }) => (why.has(file) ? [] : [file])),
    choosing,
  )
  return {
    files: read.flatMap(({ file }) => (fitting.has(file) ? [file] : [])),
    leftOut: read.flatMap(({ file }) =>
      fitting.has(file)
        ? []
        : [
            {
              path: file.path,
              why: why.get(file) ?? (isTooLarge(file) ? 'too-large' : 'over-budget'),
            },
          ],
    ),
  }
}

/** More is never cut into pieces than there is room for. */
function findFitting(
  files: readonly ChangedFile[],
  { pieceTokens, maxTokens }: Choosing,
): ReadonlySet<ChangedFile> {
  const fitting = new Set<ChangedFile>()
  let left = maxTokens
  for (const file of files.toSorted((one, other) => one.text.length - other.text.length)) {
    if (isTooLarge(file)) break
    const pieces = cutPieces([file], pieceTokens)
    // Each may have a longer number among those of other files.
    left -= pieces.reduce((sum, piece) => sum + piece.tokens + 1, 0)
    if (left < 0) break
    fitting.add(file)
  }
  return fitting
}

function isTooLarge({ text }: ChangedFile): boolean {
  return tokensIn(text) > MAX_FILE_TOKENS
}

function whyLeftOut(file: ChangedFile, marks: FileMarks = {}): LeftOut['why'] | undefined {
  if (file.isBinary) return 'binary'
  if (marks.isVendored ?? isVendored(file.path)) return 'vendored'
  if (marks.isGenerated ?? (isGeneratedName(file.path) || saysGenerated(file))) return 'generated'
  if (marks.isGenerated === undefined && isMinified(file)) return 'generated'
  return undefined
}

/** Another mode or name, or an empty file. */
function whyEmpty({ hunks }: ChangedFile): LeftOut['why'] | undefined {
  return hunks.length === 0 ? 'no-lines' : undefined
}

/** Beyond them nobody says it of the whole file. */
const FIRST_LINES = 10
const SAYS = /@generated\b|\bDO NOT EDIT\b/u

/** As it was before the change, or all of it is new: a change does not say it of what others wrote. */
function saysGenerated({ hunks, how: became, from }: ChangedFile): boolean {
  const isNew = became === 'added' && from === undefined
  return hunks.some(({ lines }) =>
    lines.some(({ line, oldLine, text }) => {
      const place = (isNew ? line : oldLine) ?? FIRST_LINES
      return place < FIRST_LINES && SAYS.test(text)
    }),
  )
}

const MAY_BE_MINIFIED = /\.(?:[cm]?jsx?|css|html?|json|svg|xml|wasm\.js)$/iu
/** In characters: nobody writes lines of this length by hand. */
const MINIFIED_LINE = 500

function isMinified({ path, hunks }: ChangedFile): boolean {
  if (!MAY_BE_MINIFIED.test(path)) return false
  const added = hunks.flatMap(({ lines }) => lines.filter(({ how }) => how === 'added'))
  const chars = added.reduce((sum, { text }) => sum + text.length, 0)
  return added.length > 0 && chars / added.length > MINIFIED_LINE
}
