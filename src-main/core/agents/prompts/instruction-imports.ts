import { posix } from 'node:path'

/** A file that another one names as `@path`, in the order of the text. */
export interface NamedImport {
  /** The import as it stands in the text, including the `@`. */
  readonly name: string
  readonly absolute: string
  /** Below the folder that holds the instructions, with `/`; `undefined`: it lies outside. */
  readonly path: string | undefined
  /** Whether the name ends like a text file's, so that a missing file is worth a note. */
  readonly isText: boolean
}

/** A file whose imports are looked for. */
export interface ImportingFile {
  /** Below `root`. */
  readonly path: string
  /** The folder outside of which nothing is imported. */
  readonly root: string
  /** The person's home folder: imports may begin with `~`. */
  readonly homeDir: string
}

const NAME = /(?<![^\s(])@(?<path>(?:\\ |[^\s@`"'<>()[\],;|])+)/gu
const TEXT = /\.(?:md|mdc|mdx|markdown|txt)$/iu
const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})/u
const INDENTED = /^(?: {4}|\t)/u
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/u
const INLINE_CODE = /`{2,}(?:[^`]|`(?!`))*`{2,}|`[^`]*`/gu
const COMMENT = /<!--[\s\S]*?(?:-->|$)/gu

/** Finds `@path` outside of code and comments, each path once. A blank in a path is written `\ `. */
export function findImports(text: string, file: ImportingFile): readonly NamedImport[] {
  const names = Array.from(withoutCode(text).replaceAll(COMMENT, '').matchAll(NAME), ({ groups }) =>
    withoutPunctuation(groups?.['path'] ?? ''),
  )
  return [...new Set(names)].filter(isPath).map((name) => {
    const written = withoutFragment(name.replaceAll('\\ ', ' '))
    const absolute = resolve(written, file)
    return {
      name: `@${name}`,
      absolute,
      path: toPathBelow(file.root, absolute),
      isText: TEXT.test(written),
    }
  })
}

/** Drops fenced, indented and inline code. What is indented in a list is no code. */
function withoutCode(text: string): string {
  let fence: string | undefined
  let isInList = false
  let isAfterBlank = true
  const lines = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.groups?.['mark']
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined
      return ''
    }
    if (fence !== undefined) return ''
    const isBlank = line.trim() === ''
    const isIndented = INDENTED.test(line)
    if (!isBlank && !isIndented) isInList = LIST_ITEM.test(line)
    if (isIndented && isAfterBlank && !isInList) return ''
    isAfterBlank = isBlank
    return line.replaceAll(INLINE_CODE, '')
  })
  return lines.join('\n')
}

function withoutPunctuation(name: string): string {
  let end = name.length
  while ('.:!?*_'.includes(name[end - 1] ?? ' ')) end -= 1
  return name.slice(0, end)
}

/** Drops the heading that a name may end with: `rules.md#style`. */
function withoutFragment(name: string): string {
  const [path = ''] = name.split('#', 1)
  return TEXT.test(path) ? path : name
}

function isPath(name: string): boolean {
  return name !== '' && !name.endsWith('/') && name !== '~'
}

function resolve(written: string, { path, root, homeDir }: ImportingFile): string {
  return written.startsWith('~/')
    ? posix.join(homeDir, written.slice(2))
    : posix.resolve(root, posix.dirname(path), written)
}

/** `undefined` if the file isn't below the folder. */
export function toPathBelow(root: string, absolute: string): string | undefined {
  const below = posix.relative(root, absolute)
  return below === '' || below === '..' || below.startsWith('../') ? undefined : below
}
