import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, open, opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { AppError } from '#shared/error.ts'
import { Confinement, isMissing } from '../../workspace/confinement.ts'
import type { Origin, SubagentSource } from './subagent-type.ts'

const MAX_KB = 64
const MAX_DEFINITIONS = 100
/** A folder may hold anything, without measure: no more of it is looked at. */
const MAX_ENTRIES = 5000

/** Where definitions may lie. */
export interface DefinitionFolder {
  readonly source: SubagentSource
  readonly path: string
  /** Nothing outside is read, by no link. Absent: links are followed, the folder is the person's own. */
  readonly confinedTo?: string
}

/** A file that may be a definition, or why it can't be. */
export type FoundFile = Origin & ({ readonly text: string } | { readonly error: string })

/** The markdown files of a folder, by name; none where there is no such folder. Never fails. */
export async function readDefinitionFolder(
  folder: DefinitionFolder,
): Promise<readonly FoundFile[]> {
  const { source, path } = folder
  try {
    const shelf = openShelf(folder)
    const { names, isAll } = await listNames(shelf)
    const files: FoundFile[] = []
    for (const name of names) files.push(await readOne(shelf, { source, path: join(path, name) }))
    return isAll ? files : [...files, { source, path, error: TOO_MANY }]
  } catch (error) {
    return isMissing(error) ? [] : [{ source, path, error: whyNot(error) }]
  }
}

const TOO_MANY = `It holds more than ${MAX_DEFINITIONS} definitions, or too much else: the rest is left out.`

/** How a folder is reached. */
interface Shelf {
  list<T>(read: (place: string) => Promise<T>): Promise<T>
  open(path: string): Promise<FileHandle>
}

function openShelf({ path, confinedTo }: DefinitionFolder): Shelf {
  if (confinedTo === undefined) {
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
    return { list: (read) => read(path), open: (file) => open(file, flags) }
  }
  const inside = new Confinement(confinedTo)
  const below = (absolute: string) => relative(confinedTo, absolute).split(sep).join('/')
  return {
    list: async (read) => {
      const located = await inside.locate(below(path))
      await using opened = await inside.openFolder(located.relative)
      return await read(opened.at(''))
    },
    open: (file) => inside.openFile(below(file)),
  }
}

async function listNames(
  shelf: Shelf,
): Promise<{ readonly names: readonly string[]; readonly isAll: boolean }> {
  return shelf.list(async (place) => {
    const found: string[] = []
    let seen = 0
    for await (const { name } of await opendir(place)) {
      seen += 1
      if (seen > MAX_ENTRIES) break
      if (name.endsWith('.md')) found.push(name)
    }
    const names = found.toSorted().slice(0, MAX_DEFINITIONS)
    return { names, isAll: seen <= MAX_ENTRIES && names.length === found.length }
  })
}

async function readOne(shelf: Shelf, origin: Origin): Promise<FoundFile> {
  try {
    await using file = await shelf.open(origin.path)
    return { ...origin, text: await readText(file) }
  } catch (error) {
    return { ...origin, error: whyNot(error) }
  }
}

async function readText(file: FileHandle): Promise<string> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new AppError('unsupported', 'It is not a file.')
  // One that grows while it is read is no more than this either.
  const bytes = Buffer.alloc(MAX_KB * 1024 + 1)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
  const content = bytes.subarray(0, bytesRead)
  if (bytesRead > MAX_KB * 1024) {
    throw new AppError('invalid-input', `It is larger than ${MAX_KB} KB.`)
  }
  if (!isUtf8(content) || content.includes(0)) {
    throw new AppError('invalid-input', 'It is not text.')
  }
  return content.toString('utf8')
}

function whyNot(error: unknown): string {
  if (AppError.is(error)) return error.message
  if (isMissing(error)) return 'It is a link that leads nowhere.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
  return `It can't be read (${code}).`
}
