import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'

/** How names in a text are resolved. */
interface ScriptNaming {
  /** Folders that names may be relative to. */
  readonly folders: readonly string[]
  /** Whether a file can be written with the project, so that it counts. */
  readonly isOwn: (path: string) => boolean
  /** Whether only whole paths count, and no endings of one behind a variable. */
  readonly isExact?: boolean
}

/** Names of files that are programs, by their ending. Those that may be executed count, too. */
const SCRIPTS: ReadonlySet<string> = new Set(
  '.bash .bat .cjs .cmd .com .cts .exe .js .lua .mjs .mts .php .pl .ps1 .py .rb .sh .ts .zsh'.split(
    ' ',
  ),
)
/** Endings that programs add to a name themselves. */
const ADDED = ['', '.js', '.cjs', '.mjs', '.ts', '.py', '.sh']
const SEPARATORS = /[\s=:,;&|()<>'"`{}$[\]!]+/u
const MAX_SEGMENTS = 8
/** Far more than hooks name. Each is looked up. */
const MAX_PATHS = 10_000

/** Finds the project's scripts that texts name, as absolute paths. Nothing is run for it. */
export async function findNamedScripts(
  texts: readonly string[],
  naming: ScriptNaming,
): Promise<readonly string[]> {
  const paths = new Set<string>()
  for (const path of listPaths(texts, naming)) {
    if (paths.size >= MAX_PATHS) break
    if (naming.isOwn(path)) paths.add(path)
  }
  const found: string[] = []
  for (const path of paths) if (await isScript(path)) found.push(path)
  return found
}

function* listPaths(texts: readonly string[], naming: ScriptNaming): Generator<string> {
  for (const word of new Set(texts.flatMap((text) => text.split(SEPARATORS)))) {
    const names = naming.isExact ? toWholePath(word) : toEndings(word)
    for (const name of names.flatMap(withEndings)) {
      for (const folder of naming.folders) yield resolve(folder, name)
    }
  }
}

function withEndings(name: string): readonly string[] {
  return extname(name) === '' ? ADDED.map((ending) => name + ending) : [name]
}

/** A word alone is a program that is searched for. */
function toWholePath(word: string): readonly string[] {
  return word.includes('/') ? [word] : []
}

/** Returns `ROOT/tools/check.sh`, `tools/check.sh` and `check.sh` for the first of them, since a path may start with a variable. */
function toEndings(word: string): readonly string[] {
  const segments = word.split('/')
  const ends = segments.map((_, index) => segments.slice(index).join('/'))
  return ends.slice(0, MAX_SEGMENTS).filter((end) => end !== '' && end !== '.' && end !== '..')
}

async function isScript(path: string): Promise<boolean> {
  try {
    const found = await stat(path)
    const isExecutable = process.platform !== 'win32' && (found.mode & 0o111) !== 0
    return found.isFile() && (isExecutable || SCRIPTS.has(extname(path).toLowerCase()))
  } catch {
    return false
  }
}

/** Configuration by which programs that hooks start know what to run. */
const RUNNERS: readonly string[] = [
  ...['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'].flatMap((name) =>
    ['yml', 'yaml', 'toml', 'json', 'jsonc'].map((ending) => `${name}.${ending}`),
  ),
  ...['.pre-commit-config.yaml', '.pre-commit-config.yml', '.overcommit.yml'],
  ...['.lintstagedrc', 'lint-staged.config'].flatMap((name) =>
    ['', '.json', '.yaml', '.yml', '.js', '.cjs', '.mjs', '.ts', '.cts', '.mts'].map(
      (ending) => `${name}${ending}`,
    ),
  ),
]

const MAX_TEXT_BYTES = 256 * 1024

/**
 * Adds to the files of a hooks folder what they lead to: targets of links, configuration of hook runners in the first
 * of the folders, and scripts that any of these names.
 */
export async function withTargets(
  files: readonly string[],
  naming: ScriptNaming,
): Promise<readonly string[]> {
  const [top = ''] = naming.folders
  const runners = RUNNERS.map((name) => resolve(top, name))
  const sizes = await Promise.all(runners.map(sizeOf))
  const own = [...files, ...runners.filter((_, index) => sizes[index] !== undefined)]
  const sources = await withRealPaths(own)
  const texts = await Promise.all(sources.map(readText))
  const folders = [...new Set([...naming.folders, ...sources.map((path) => dirname(path))])]
  return withRealPaths([...sources, ...(await findNamedScripts(texts, { ...naming, folders }))])
}

async function withRealPaths(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)))
  return [...new Set([...paths, ...real])]
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

async function readText(path: string): Promise<string> {
  const size = await sizeOf(path)
  if (size === undefined || size > MAX_TEXT_BYTES) return ''
  return readFile(path, 'utf8').catch(() => '')
}
