import { cutPieces } from '#shared/code-review/chunk-diff.ts'
import type { ChangedFile } from '#shared/code-review/unified-diff.ts'
import type { LeftOut } from '#shared/events/code-review.ts'
import { tokensIn } from '#shared/pricing/pricing.ts'
import { runGit } from '../git/run-git.ts'
import type { ReadFile } from './diff-parts.ts'

/** What the repository says of a file, where it does. */
interface FileMarks {
  readonly isGenerated?: boolean
  readonly isVendored?: boolean
}

interface Choosing {
  readonly marks: ReadonlyMap<string, FileMarks>
  readonly pieceTokens: number
  /** Of all pieces together. */
  readonly maxTokens: number
}

/** More of one file is not reviewed: it is data, or written by a program that nobody named. */
const MAX_FILE_TOKENS = 60_000

interface Chosen {
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

const LOCKS = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
  ...[
    'deno.lock',
    'cargo.lock',
    'gemfile.lock',
    'composer.lock',
    'poetry.lock',
    'uv.lock',
    'pdm.lock',
  ],
  ...['pipfile.lock', 'go.sum', 'flake.lock', 'mix.lock', 'pubspec.lock', 'podfile.lock'],
  ...['packages.lock.json', 'gradle.lockfile', 'package.resolved', '.terraform.lock.hcl'],
])

const MADE =
  /\.(?:min\.(?:js|css|mjs)|(?:js|css|mjs|cjs)\.map|snap|pb\.go|g\.dart|designer\.cs)$|_pb2(?:_grpc)?\.py$|[._-]generated\.\w+$/iu

/** Whether a file’s name says that a program writes it. */
function isGeneratedName(path: string): boolean {
  const folders = path.toLowerCase().split('/')
  const name = folders.pop() ?? ''
  return LOCKS.has(name) || MADE.test(name) || folders.includes('__snapshots__')
}

const VENDORED = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'third_party', 'third-party'],
  ...['dist', 'pods', '.yarn', '.venv', 'site-packages'],
])

/** The folder of others’ work, or of what is built, that a file is in. */
export function findVendoredFolder(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1)
  const at = folders.findIndex((folder) => VENDORED.has(folder.toLowerCase()))
  return at < 0 ? undefined : `${folders.slice(0, at + 1).join('/')}/`
}

export function isVendored(path: string): boolean {
  return findVendoredFolder(path) !== undefined
}

const ATTRIBUTE_NAMES = ['linguist-generated', 'linguist-vendored'] as const

/** Where a repository says something of files: of those in its folder, and below. */
export const ATTRIBUTES = '.gitattributes'

interface MarkedFiles {
  /** The project’s folder. */
  readonly root: string
  readonly paths: readonly string[]
  /** Folders whose attributes are part of the change: ending in a slash, or empty for the project’s own. */
  readonly changed: readonly string[]
}

/**
 * What `.gitattributes` says of files; nothing where git can’t be asked. A change doesn’t take files out of its
 * own review: what it may have said itself is heard only where it has them read.
 */
export async function readMarks({
  root,
  paths,
  changed,
}: MarkedFiles): Promise<ReadonlyMap<string, FileMarks>> {
  const marks = new Map<string, FileMarks>()
  const asked = paths.filter((path) => !/\0|^\/|^$|^(?:.*\/)?\.\.\//u.test(path))
  if (asked.length === 0) return marks
  const args = ['check-attr', '-z', '--stdin', ...ATTRIBUTE_NAMES]
  const { output } = await runGit(root, args, { input: asked.join('\0') })
  const parts = output?.split('\0') ?? []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path = '', name, value = ''] = parts.slice(at, at + 3)
    const is = toClaim(value)
    if (is === undefined || (is && changed.some((folder) => path.startsWith(folder)))) continue
    const mark = name === ATTRIBUTE_NAMES[0] ? { isGenerated: is } : { isVendored: is }
    marks.set(path, { ...marks.get(path), ...mark })
  }
  return marks
}

/** Of files, the folders of those that say something of others. */
export function foldersOfMarks(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const at = path.lastIndexOf('/') + 1
    // Some disks hold names to be the same in capitals.
    return path.slice(at).toLowerCase() === ATTRIBUTES ? path.slice(0, at) : []
  })
}

function toClaim(value: string): boolean | undefined {
  if (value === 'set' || value === 'true') return true
  return value === 'unset' || value === 'false' ? false : undefined
}
