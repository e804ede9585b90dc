import { join, posix, relative } from 'node:path'
import { findRepository } from '../../git/run-git.ts'
import { ConfigFolder, type ReadText } from '../../workspace/files/config-folder.ts'
import { toAgentPath } from '../../workspace/paths/agent-path.ts'
import { cutText, type PromptPart } from './part.ts'

const MAX_KB = 1024
const MAX_CHARS = 32_000
/** How far imports may import others. */
const MAX_IMPORT_DEPTH = 5
const MAX_IMPORTS = 20

/** In the order in which they are told: the later holds where two disagree. */
const HOME = ['AGENTS.md', '.orrery/AGENTS.md', '.claude/CLAUDE.md'] as const
const PROJECT = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'] as const
/** In a subfolder of the project. */
export const NESTED = ['AGENTS.md', 'CLAUDE.md'] as const

interface ConfigFolders {
  readonly home: ConfigFolder
  readonly project: ConfigFolder
}

/** A file of instructions. */
interface InstructionFile {
  readonly base: ConfigFolder
  /** Below the folder. */
  readonly path: string
  /** How people and models know a path below the folder. */
  readonly naming: InstructionNaming
  /** The file that imports it. */
  readonly importedBy?: InstructionFile
}

interface InstructionNaming {
  /** A name for the folder that holds the file, such as "the project". */
  readonly whole: string
  readonly toTitle: (path: string) => string
  /** The `from` attribute in the prompt. */
  readonly toSource: (path: string) => string
  /** The path under which a model can read the whole file; `undefined` if it can't. */
  readonly toAgentPath: (path: string) => string | undefined
}

const HOME_NAMING: InstructionNaming = {
  whole: 'your home folder',
  toTitle: (path) => `~/${path}`,
  toSource: (path) => `~/${path}`,
  toAgentPath: () => undefined,
}

const PROJECT_NAMING: InstructionNaming = {
  whole: 'the project',
  toTitle: (path) => path,
  toSource: toAgentPath,
  toAgentPath,
}

/**
 * Reads what the person and the project tell everyone who works here: of the home folder, of the folders
 * between the repository's and the project's, of the project. Never fails.
 */
export async function readInstructions(folders: ConfigFolders): Promise<readonly PromptPart[]> {
  const { home, project } = folders
  const reader = new InstructionReader(home.root)
  const files = [
    ...HOME.map((path) => ({ base: home, path, naming: HOME_NAMING })),
    ...(await findParentFiles(project)),
    ...PROJECT.map((path) => projectFile(project, path)),
  ]
  const parts: PromptPart[] = []
  for (const file of files) parts.push(...(await reader.read(file)))
  return parts
}

/** A file of the project; `path` is below its folder. */
export function projectFile(base: ConfigFolder, path: string): InstructionFile {
  return { base, path, naming: PROJECT_NAMING }
}

/** The repository that holds a project in a folder below its root. */
type EnclosingRepository = Pick<InstructionFile, 'base' | 'naming'>

async function findEnclosingRepository(
  project: ConfigFolder,
): Promise<EnclosingRepository | undefined> {
  const repository = await findRepository(project.root)
  if (repository === undefined || repository === project.root) return undefined
  const toTitle = (path: string) => relative(project.root, join(repository, path))
  const whole = 'the repository'
  const naming = { whole, toTitle, toSource: toTitle, toAgentPath: () => undefined }
  return {
    base: new ConfigFolder(repository, { isConfined: true, naming: { whole, toPath: toTitle } }),
    naming,
  }
}

/** Lists the files in folders above a project that is part of a repository, the outermost first. */
async function findParentFiles(project: ConfigFolder): Promise<readonly InstructionFile[]> {
  const enclosing = await findEnclosingRepository(project)
  if (!enclosing) return []
  const names = relative(enclosing.base.root, project.root).split(/[\\/]/u)
  const folders = names.map((_, depth) =>
    names
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join(''),
  )
  return folders.flatMap((folder) =>
    PROJECT.map((file) => ({ ...enclosing, path: `${folder}${file}` })),
  )
}

/** Reads files with those they import, each file and each text once. */
export class InstructionReader {
  readonly #homeDir: string
  readonly #files = new Set<string>()
  /** Texts, with the title of the file that has them. */
  readonly #texts = new Map<string, string>()
  #imports = 0

  /** `known`: parts of files that have been read already. */
  constructor(homeDir: string, known: readonly PromptPart[] = []) {
    this.#homeDir = homeDir
    for (const { source } of known) if (source !== undefined) this.#files.add(source)
  }

  /** Takes a file as read. */
  skip(file: InstructionFile): void {
    this.#files.add(sourceOf(file))
  }

  /** Returns nothing for a file that doesn't exist or was read before. */
  async read(file: InstructionFile): Promise<readonly PromptPart[]> {
    if (this.#files.has(sourceOf(file))) return []
    const read = await file.base.read(file.path, MAX_KB)
    return read ? await this.#toParts(file, read) : []
  }

  async #toParts(file: InstructionFile, read: ReadText): Promise<readonly PromptPart[]> {
    this.#files.add(sourceOf(file))
    const title = file.naming.toTitle(file.path)
    const part = { kind: 'instructions', title, source: sourceOf(file), text: '' } as const
    if ('error' in read) return [{ ...part, notes: [], error: read.error }]
    const text = read.text.trim()
    if (text === '') return []
    const before = this.#texts.get(text)
    if (before !== undefined) return [{ ...part, notes: [`It says the same as ${before}.`] }]
    this.#texts.set(text, title)
    const cut = cutText(text, MAX_CHARS, file.naming.toAgentPath(file.path))
    const { parts, notes } = await this.#import(file, cut.text)
    const own = { ...part, text: format(file, cut.text), notes: [...cut.notes, ...notes] }
    return [own, ...parts]
  }

  async #import(
    file: InstructionFile,
    text: string,
  ): Promise<{ readonly parts: readonly PromptPart[]; readonly notes: readonly string[] }> {
    const { base, path } = file
    const parts: PromptPart[] = []
    const notes: string[] = []
    for (const named of findImports(text, { path, root: base.root, homeDir: this.#homeDir })) {
      const imported = await this.#importOne(file, named)
      if (typeof imported === 'string') notes.push(imported)
      else parts.push(...imported)
    }
    return { parts, notes }
  }

  /** Returns a sentence for people if it isn't imported. */
  async #importOne(
    file: InstructionFile,
    named: NamedImport,
  ): Promise<readonly PromptPart[] | string> {
    const { name, isText } = named
    const imported = await this.#locate(file, named)
    if (imported === undefined) {
      return isText ? `${name} isn't imported: it is outside ${file.naming.whole}.` : []
    }
    if (this.#files.has(sourceOf(imported))) return []
    const read = await imported.base.read(imported.path, MAX_KB)
    // Much that isn't meant as a file is written like one: `@scope/name`.
    if (!isText && (!read || 'error' in read)) return []
    if (!read) return `${name} isn't imported: there is no such file.`
    if (depthOf(imported) > MAX_IMPORT_DEPTH) {
      return `${name} isn't imported: imports are followed ${MAX_IMPORT_DEPTH} deep.`
    }
    if (this.#imports >= MAX_IMPORTS) {
      return `${name} isn't imported: only ${MAX_IMPORTS} files are.`
    }
    this.#imports += 1
    return await this.#toParts(imported, read)
  }

  /** A project's file may import texts from the repository around the project, but no other files there. */
  async #locate(
    file: InstructionFile,
    { path, absolute, isText }: NamedImport,
  ): Promise<InstructionFile | undefined> {
    if (path !== undefined) return { ...file, path, importedBy: file }
    if (!isText || file.naming !== PROJECT_NAMING) return undefined
    const enclosing = await findEnclosingRepository(file.base)
    const below = enclosing && toPathBelow(enclosing.base.root, absolute)
    return enclosing && below !== undefined
      ? { ...enclosing, path: below, importedBy: file }
      : undefined
  }
}

function sourceOf({ base, path }: InstructionFile): string {
  return join(base.root, path)
}

function depthOf({ importedBy }: InstructionFile): number {
  return importedBy ? depthOf(importedBy) + 1 : 0
}

function format({ path, naming, importedBy }: InstructionFile, text: string): string {
  const by = importedBy ? ` imported-by="${naming.toSource(importedBy.path)}"` : ''
  return `<instructions from="${naming.toSource(path)}"${by}>\n${text}\n</instructions>`
}

/** A file that another one names as `@path`, in the order of the text. */
interface NamedImport {
  /** The import as it stands in the text, including the `@`. */
  readonly name: string
  readonly absolute: string
  /** Below the folder that holds the instructions, with `/`; `undefined`: it lies outside. */
  readonly path: string | undefined
  /** Whether the name ends like a text file's, so that a missing file is worth a note. */
  readonly isText: boolean
}

/** A file whose imports are looked for. */
interface ImportingFile {
  /** Below `root`. */
  readonly path: string
  /** The folder outside of which nothing is imported. */
  readonly root: string
  /** The person's home folder: imports may begin with `~`. */
  readonly homeDir: string
}

const IMPORT = /(?<![^\s(])@(?<path>(?:\\ |[^\s@`"'<>()[\],;|])+)/gu
const TEXT_FILE = /\.(?:md|mdc|mdx|markdown|txt)$/iu
const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})/u
const INDENTED = /^(?: {4}|\t)/u
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/u
const INLINE_CODE = /`{2,}(?:[^`]|`(?!`))*`{2,}|`[^`]*`/gu
const COMMENT = /<!--[\s\S]*?(?:-->|$)/gu

/** Finds `@path` outside of code and comments, each path once. A blank in a path is written `\ `. */
function findImports(text: string, file: ImportingFile): readonly NamedImport[] {
  const names = Array.from(
    withoutCode(text).replaceAll(COMMENT, '').matchAll(IMPORT),
    ({ groups }) => withoutPunctuation(groups?.['path'] ?? ''),
  )
  return [...new Set(names)].filter(isPath).map((name) => {
    const written = withoutFragment(name.replaceAll('\\ ', ' '))
    const absolute = resolve(written, file)
    return {
      name: `@${name}`,
      absolute,
      path: toPathBelow(file.root, absolute),
      isText: TEXT_FILE.test(written),
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
  return TEXT_FILE.test(path) ? path : name
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
function toPathBelow(root: string, absolute: string): string | undefined {
  const below = posix.relative(root, absolute)
  return below === '' || below === '..' || below.startsWith('../') ? undefined : below
}
