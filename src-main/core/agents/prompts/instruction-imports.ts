import { posix } from 'node:path'

/** A file that another one names as `@path`, in the order of the text. */
export interface NamedImport {
  /** The import as it stands in the text, including the `@`. */
  readonly name: string
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

const NAME = /(?<![^\s(])@(?<path>[^\s@`"'<>()[\],;|]+)/gu
const TEXT = /\.(?:md|mdc|mdx|markdown|txt)$/iu
const FENCE = /^ {0,3}(?<mark>```|~~~)/u

/** Finds `@path` outside of code, each path once. */
export function findImports(text: string, file: ImportingFile): readonly NamedImport[] {
  const names = Array.from(withoutCode(text).matchAll(NAME), ({ groups }) =>
    withoutPunctuation(groups?.['path'] ?? ''),
  )
  return [...new Set(names)].filter(isPath).map((written) => ({
    name: `@${written}`,
    path: resolve(written, file),
    isText: TEXT.test(written),
  }))
}

function withoutCode(text: string): string {
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.groups?.['mark']
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined
      return ''
    }
    return fence === undefined ? line.replaceAll(/`[^`]*`/gu, '') : ''
  })
  return lines.join('\n')
}

function withoutPunctuation(name: string): string {
  let end = name.length
  while ('.:!?*_'.includes(name[end - 1] ?? ' ')) end -= 1
  return name.slice(0, end)
}

function isPath(name: string): boolean {
  return name !== '' && !name.endsWith('/') && name !== '~'
}

function resolve(written: string, { path, root, homeDir }: ImportingFile): string | undefined {
  const absolute = written.startsWith('~/')
    ? posix.join(homeDir, written.slice(2))
    : posix.resolve(root, posix.dirname(path), written)
  const below = posix.relative(root, absolute)
  return below === '' || below === '..' || below.startsWith('../') ? undefined : below
}
