import { posix } from 'node:path'
import { REFERENCE } from '#shared/mcp/mcp-entry.ts'

/** The texts of an entry that may name files of the project, with variables replaced. */
export interface Naming {
  readonly texts: readonly string[]
  /** Folders below the root that names may be relative to; the root is `''`. */
  readonly folders: readonly string[]
  /** Folders that programs and modules are looked up in, such as those of PATH and NODE_PATH. */
  readonly searched: readonly string[]
}

export interface NamingSource {
  readonly texts: readonly string[]
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>>
}

interface NamingContext {
  readonly root: string
  /** Returns a variable of Orrery's own environment. */
  readonly findVariable: (name: string) => string | undefined
}

/** Variables whose value is a list of folders. */
const LISTS_FOLDERS = /(?:PATH|LIB)$/iu

/** Variables that stand for the project's folder. */
const ROOTS: ReadonlySet<string> = new Set([
  'workspaceFolder',
  'workspaceRoot',
  'cwd',
  'CLAUDE_PROJECT_DIR',
  'PWD',
])

/** Replaces variables in an entry's texts. A text with a default value is there with and without it. */
export function toNaming({ texts, cwd, env = {} }: NamingSource, context: NamingContext): Naming {
  const { root } = context
  const find = (name: string) =>
    ROOTS.has(name) ? root : (env[name] ?? context.findVariable(name))
  const expand = (text: string) => [
    expandText(text, find, 'value'),
    expandText(text, find, 'default'),
  ]
  const folders = cwd === undefined ? [] : expand(cwd).flatMap((one) => toBelow(root, one) ?? [])
  const searched = Object.entries(env)
    .filter(([name]) => LISTS_FOLDERS.test(name))
    .flatMap(([, value]) => expand(value))
    .flatMap((value) => value.split(/[;:]/u))
    .filter((folder) => folder !== '')
  return {
    texts: distinct([...texts, ...Object.values(env)].flatMap((text) => [text, ...expand(text)])),
    folders: distinct(['', ...folders]),
    searched: distinct(searched),
  }
}

/** The path below the root that a text names; `undefined` where it leads out. */
export function toBelow(root: string, text: string): string | undefined {
  const path = process.platform === 'win32' ? text.replaceAll('\\', '/') : text
  const base = process.platform === 'win32' ? root.replaceAll('\\', '/') : root
  if (path.includes('\0')) return undefined
  if (path !== base && !path.startsWith(`${base}/`) && posix.isAbsolute(path)) return undefined
  const below = posix.normalize(posix.isAbsolute(path) ? path.slice(base.length + 1) : path)
  if (below === '..' || below.startsWith('../')) return undefined
  return below === '.' ? '' : below.replace(/\/$/u, '')
}

function expandText(
  text: string,
  find: (name: string) => string | undefined,
  first: 'value' | 'default',
): string {
  const braced = text.replaceAll(REFERENCE, (whole, ...rest: readonly unknown[]) => {
    const { name = '', instead } = toGroups(rest.at(-1))
    const [value, other] = first === 'value' ? [find(name), instead] : [instead, find(name)]
    return value ?? other ?? whole
  })
  return braced.replaceAll(/\$(\w+)/gu, (whole, name: string) => find(name) ?? whole)
}

function toGroups(groups: unknown): { readonly name?: string; readonly instead?: string } {
  return typeof groups === 'object' && groups !== null ? groups : {}
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
