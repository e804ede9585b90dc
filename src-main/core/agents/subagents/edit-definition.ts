import { mkdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import type {
  CheckedDefinition,
  DefinitionPlace,
  WrittenDefinition,
} from '#shared/contract/procedures/agents.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { formatToolAccess } from '../../permissions/tool-access.ts'
import { DiskFiles } from '../../workspace/files/disk-files.ts'
import type { AgentPath } from '../../workspace/paths/agent-path.ts'
import { Confinement } from '../../workspace/paths/confinement.ts'
import { type CataloguedType, type CatalogueOptions, readCatalogue } from './catalogue.ts'
import { readSubagentType, type SubagentType } from './subagent-type.ts'

/** As the folders of definitions take it. */
const MAX_BYTES = 64 * 1024
const TOO_LARGE = 'It is larger than 64 KB.'
const FOLDER = '.orrery/agents'

/** A definition as it is written down, and where. */
export async function readDefinition(
  options: CatalogueOptions,
  name: string,
): Promise<WrittenDefinition> {
  const { source, path } = await findType(options, name)
  const file = await fileAt(source === 'project' ? await rootOf(options, source) : undefined, path)
  const { bytes, hash } = await file.disk.read(file.relative, MAX_BYTES)
  if (!hash) throw new AppError('limit', TOO_LARGE)
  return { source, path, text: Buffer.from(bytes).toString('utf8'), hash }
}

async function findType(options: CatalogueOptions, name: string): Promise<CataloguedType> {
  const { types } = await readCatalogue(options)
  const type = types.find((one) => one.name === name)
  if (type) return type
  throw new AppError('not-found', `There is no subagent type "${name}" any more.`)
}

/** What a text would define where it is written to; nothing is. */
export async function checkDefinition(
  text: string,
  place: DefinitionPlace,
): Promise<CheckedDefinition> {
  const read = await parse(text, place)
  if ('error' in read) return { problems: [], error: read.error }
  const { name, description, toolAccess, model, maxTurns, skills, problems } = read
  return {
    definition: {
      ...{ name, description, model, skills: [...skills] },
      ...(toolAccess && { tools: toolAccess.map(formatToolAccess) }),
      ...(maxTurns !== undefined && { maxTurns }),
    },
    problems: [...problems],
  }
}

async function parse(
  text: string,
  source: DefinitionPlace,
): Promise<SubagentType | { readonly error: string }> {
  if (Buffer.byteLength(text) > MAX_BYTES) return { error: TOO_LARGE }
  try {
    return await readSubagentType(text, { source, path: '' })
  } catch (error) {
    if (AppError.is(error)) return { error: error.message }
    throw error
  }
}

interface DefinitionText {
  readonly place: DefinitionPlace
  /** The file it was read from; absent: it is a new one. */
  readonly path?: string | undefined
  readonly text: string
  /** Of that file; `null`: there is none. */
  readonly base: Hash | null
}

/**
 * Keeps a definition. Fails with `conflict` where its file is no longer what `base` says, and with what
 * is wrong with the text.
 */
export async function writeDefinition(
  options: CatalogueOptions,
  written: DefinitionText,
): Promise<{ readonly name: string }> {
  const { place, text, base } = written
  const read = await parse(text, place)
  if ('error' in read) throw new AppError('invalid-input', read.error)
  const { name } = read
  const root = await rootOf(options, place)
  const path = await pathOf(options, { ...written, name, root })
  if (place === 'home') await mkdir(dirname(path), { recursive: true })
  const { disk, relative } = await fileAt(place === 'project' ? root : undefined, path)
  const there = await disk.read(relative, MAX_BYTES).catch(unlessMissing)
  if ((there?.hash ?? null) !== base) {
    throw new AppError('conflict', base === null ? taken(path) : CHANGED)
  }
  await disk.replace(relative, Buffer.from(text))
  return { name }
}

const CHANGED = 'It has changed since you began. Nothing was overwritten.'

function taken(path: string): string {
  return `There is a file ${path} already. Nothing was overwritten: choose another name.`
}

interface Placed extends DefinitionText {
  readonly name: string
  readonly root: string
}

/** One that was read stays in its file, whatever it is called from now on. */
async function pathOf(
  options: CatalogueOptions,
  { name, place, path, root }: Placed,
): Promise<string> {
  const { types } = await readCatalogue(options)
  const own = types
    .flatMap(({ name: known, shadows, ...type }) =>
      [type, ...shadows].map(({ source, path: at }) => ({ known, source, path: at })),
    )
    .filter(({ source }) => source === place)
  const other = own.find((one) => one.known === name && one.path !== path)
  if (other) throw new AppError('conflict', taken(other.path))
  if (path === undefined) return join(root, FOLDER, `${name}.md`)
  if (own.some((one) => one.path === path)) return path
  throw new AppError('not-found', `${path} defines no subagent type any more.`)
}

interface DefinitionFile {
  readonly disk: DiskFiles
  /** Below what the disk is confined to, with slashes. */
  readonly relative: string
}

/** Of a project nothing outside is touched; the person's own links are followed. */
async function fileAt(root: string | undefined, path: string): Promise<DefinitionFile> {
  if (root !== undefined) {
    const inside = new Confinement(root)
    const { relative: real } = await inside.locate(relative(root, path).replaceAll(sep, '/'))
    return { disk: new DiskFiles(inside), relative: real }
  }
  const real = await realpath(path).catch(unlessMissing)
  const folder = dirname(real ?? path)
  const toPath = (below: string): AgentPath => join(folder, below)
  const inside = new Confinement(folder, { whole: folder, toPath })
  return { disk: new DiskFiles(inside), relative: basename(real ?? path) }
}

async function rootOf(
  { root, homeDir = homedir() }: CatalogueOptions,
  place: DefinitionPlace,
): Promise<string> {
  const folder = place === 'home' ? homeDir : root
  if (folder === undefined) throw new AppError('invalid-input', 'Open a project to keep it there.')
  if (await stat(folder).catch(unlessMissing)) return folder
  throw new AppError('not-found', `The folder ${folder} is not on this machine.`)
}

function unlessMissing(error: unknown): undefined {
  const isMissing =
    (AppError.is(error) && error.code === 'not-found') ||
    (error instanceof Error && 'code' in error && error.code === 'ENOENT')
  if (!isMissing) throw error
  return undefined
}
