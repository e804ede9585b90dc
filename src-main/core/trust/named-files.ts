import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, posix, relative as relativeOf, sep } from 'node:path'
import { textsIn } from '../project-files/launch-configuration.ts'
import { type Naming, toBelow } from '../project-files/startable-names.ts'

/** Endings that runtimes add to a name, in no order. */
const ENDINGS = [
  ...['js', 'cjs', 'mjs', 'json', 'node', 'jsx', 'ts', 'cts', 'mts', 'tsx', 'py', 'pyc', 'rb'],
  ...['sh', 'ps1', 'cmd', 'bat', 'exe', 'com', 'jar', 'php', 'pl', 'lua'],
]

/** Files that stand for the folder they are in, by their name without an ending. */
const OF_FOLDER = ['index', '__init__', '__main__', 'main', 'mod']

/** Programs that run scripts of package.json, or programs that packages bring. */
const PACKAGE_RUNNERS: ReadonlySet<string> = new Set([
  ...['npm', 'npx', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'corepack', 'node', 'deno'],
])

/** A folder that is searched may hold this many names, each of which is looked at. */
const MAX_IN_FOLDER = 5_000
const MAX_PACKAGE_BYTES = 1024 * 1024
const SEPARATORS = /[\s=:,;&|()<>'"`{}$]+/u

/**
 * Finds the files below the root that an entry names, ignored or not, as shells, Node, Python and package managers
 * resolve names. Names that could mean several files find all of them. Holds the thread: for workers.
 */
export function findNamedFiles(root: string, naming: Naming): ReadonlySet<string> {
  const finder = new NamedFiles(root)
  for (const folder of naming.searched) finder.addSearched(naming.folders, folder)
  finder.addTexts(naming.texts, [...naming.folders])
  return finder.found
}

class NamedFiles {
  readonly #root: string
  readonly found = new Set<string>()
  /** Folders of PATH and the like, below the root. */
  readonly #searched = new Set<string>()
  /** Folders with a package.json that was read. */
  readonly #packages = new Map<string, Package>()
  /** Scripts that were followed, by their package and text. */
  readonly #scripts = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  addSearched(folders: readonly string[], text: string): void {
    for (const folder of folders) {
      const below = this.#join(folder, text)
      if (below === undefined || this.#searched.has(below)) continue
      this.#searched.add(below)
      for (const name of this.#namesIn(below)) this.#addName(posix.join(below, name))
    }
  }

  addTexts(texts: readonly string[], folders: readonly string[]): void {
    const words = [...new Set(texts.flatMap(toWords))]
    const all = [...new Set([...folders, ...this.#searched])]
    for (const word of words) for (const folder of all) this.#addWord(folder, word)
    if (!words.some((word) => PACKAGE_RUNNERS.has(posix.basename(word)))) return
    const packages = folders.flatMap((folder) => this.#ancestors(folder))
    for (const folder of new Set([...packages, ...this.#packages.keys()])) {
      this.#addFromPackage(folder, words)
    }
  }

  #addWord(folder: string, word: string): void {
    this.#addName(this.#join(folder, word))
    // Python names modules with dots.
    if (!/^[\w.]+$/u.test(word) || !word.includes('.')) return
    const parts = word.split('.').filter(Boolean)
    for (const [index] of parts.entries()) {
      this.#addName(this.#join(folder, parts.slice(0, index + 1).join('/')))
    }
  }

  #addFromPackage(folder: string, words: readonly string[]): void {
    const bin = posix.join(folder, 'node_modules/.bin')
    for (const word of words) {
      this.#addName(this.#join(bin, word))
      this.#addName(this.#join(posix.join(folder, 'node_modules'), withoutVersion(word)))
    }
    const { scripts } = this.#readPackage(folder)
    for (const word of words) {
      for (const name of [word, `pre${word}`, `post${word}`]) {
        const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
        const key = JSON.stringify([folder, script])
        if (script === undefined || this.#scripts.has(key)) continue
        this.#scripts.add(key)
        this.addTexts([script], [folder])
        this.#addFromPackage(folder, toWords(script))
      }
    }
  }

  /** A file, a file without its ending, or a folder that stands for a file in it. */
  #addName(path: string | undefined): void {
    if (path === undefined) return
    const stats = this.#stats(path)
    if (stats?.isFile()) this.#addFile(path)
    else if (stats?.isDirectory()) this.#addFolder(path)
    if (path === '') return
    for (const ending of ENDINGS) this.#addIfFile(`${path}.${ending}`)
  }

  #addFolder(folder: string): void {
    for (const name of OF_FOLDER) {
      for (const ending of ENDINGS) this.#addIfFile(posix.join(folder, `${name}.${ending}`))
    }
    for (const entry of this.#readPackage(folder).entries) {
      const path = this.#join(folder, entry)
      if (path === undefined || path === folder) continue
      this.#addIfFile(path)
      for (const ending of ENDINGS) this.#addIfFile(`${path}.${ending}`)
      for (const ending of ENDINGS) this.#addIfFile(posix.join(path, `index.${ending}`))
    }
  }

  #addIfFile(path: string): void {
    if (this.#stats(path)?.isFile()) this.#addFile(path)
  }

  /** A link is found with the file that it leads to. */
  #addFile(path: string): void {
    if (this.found.has(path)) return
    this.found.add(path)
    const target = this.#findTarget(path)
    if (target !== undefined) this.found.add(target)
  }

  /** Without links; `undefined` outside the root. */
  #findTarget(path: string): string | undefined {
    try {
      const real = relativeOf(this.#root, realpathSync(join(this.#root, path)))
      return toBelow(this.#root, real.split(sep).join('/'))
    } catch {
      return undefined
    }
  }

  #readPackage(folder: string): Package {
    const known = this.#packages.get(folder)
    if (known) return known
    const file = posix.join(folder, 'package.json')
    const size = this.#stats(file)?.size ?? Number.POSITIVE_INFINITY
    const read = size > MAX_PACKAGE_BYTES ? NO_PACKAGE : parsePackage(join(this.#root, file))
    if (size !== Number.POSITIVE_INFINITY) this.#addFile(file)
    this.#packages.set(folder, read)
    return read
  }

  #ancestors(folder: string): readonly string[] {
    const parts = folder === '' ? [] : folder.split('/')
    return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
  }

  #join(folder: string, text: string): string | undefined {
    return toBelow(this.#root, posix.isAbsolute(text) ? text : posix.join(folder, text))
  }

  #stats(path: string): Stats | undefined {
    try {
      return statSync(join(this.#root, path), { throwIfNoEntry: false })
    } catch {
      // A name that is too long, or that leads through a file.
      return undefined
    }
  }

  #namesIn(folder: string): readonly string[] {
    try {
      return readdirSync(join(this.#root, folder)).slice(0, MAX_IN_FOLDER)
    } catch {
      return []
    }
  }
}

interface Package {
  readonly scripts: Readonly<Record<string, string>>
  /** Paths of files that stand for the package. */
  readonly entries: readonly string[]
}

const NO_PACKAGE: Package = { scripts: {}, entries: [] }
const ENTRIES = ['main', 'module', 'browser', 'bin', 'exports', 'imports'] as const

function parsePackage(file: string): Package {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof read !== 'object' || read === null) return NO_PACKAGE
    const fields = new Map(Object.entries(read))
    const scripts = Object.entries(fields.get('scripts') ?? {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    )
    const entries = ENTRIES.flatMap((name) => textsIn(fields.get(name)))
    return { scripts: Object.fromEntries(scripts), entries }
  } catch {
    return NO_PACKAGE
  }
}

/** `tool@1.2.0` is the package `tool`; the scope of `@scope/tool` stays. */
function withoutVersion(word: string): string {
  const at = word.indexOf('@', 1)
  return at < 0 ? word : word.slice(0, at)
}

/** Everything in a text that may be a name: the text, its words, and what is behind an option's letter. */
function toWords(text: string): readonly string[] {
  const parts = text.split(SEPARATORS).filter(Boolean)
  return [text, ...parts].flatMap((part) => {
    const plain = part.replace(/^file:\/\//u, '').replace(/^[-@]+/u, '')
    return [part, plain, ...(part.startsWith('-') ? [plain.slice(1)] : [])].filter(Boolean)
  })
}
