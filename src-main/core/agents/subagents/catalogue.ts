import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import { inTurns } from '../../runtime/yield-in-slices.ts'
import { ConfigFolder } from '../../workspace/files/config-folder.ts'
import {
  type Origin,
  readSubagentType,
  type SubagentSource,
  type SubagentType,
} from './subagent-type.ts'

/** A subagent type, and the definitions of the same name that it stands in front of. */
export interface CataloguedType extends SubagentType {
  readonly shadows: readonly Origin[]
}

/** A file that is no definition, and what is wrong with it. */
export interface MalformedDefinition extends Origin {
  readonly error: string
}

/** Every definition there is for a project. */
interface Catalogue {
  /** By name. */
  readonly types: readonly CataloguedType[]
  readonly malformed: readonly MalformedDefinition[]
}

export interface CatalogueOptions {
  /** Holds what is ours. */
  readonly resourcesDir: string
  /** The person's; that of this process unless given. */
  readonly homeDir?: string | undefined
  /** The project's folder. */
  readonly root?: string | undefined
}

/** Reads every subagent type there is for a project, or for none. */
export function readCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  return readDefinitions(options, { folders: ['.orrery/agents', '.claude/agents'], own: 'agents' })
}

/** Which tools the agent of this name has; `undefined` for the lead, which has all. Fails with `not-found` for another name. */
export async function findToolAccess(
  agent: string,
  options: CatalogueOptions,
): Promise<readonly ToolAccess[] | undefined> {
  if (agent === 'lead') return undefined
  const { types } = await readCatalogue(options)
  const type = types.find(({ name }) => name === agent)
  if (type) return type.toolAccess
  const names = ['lead', ...types.map((one) => one.name)].join(', ')
  throw new AppError('not-found', `There is no agent "${agent}". There are ${names}.`)
}

/** Where definitions of one kind lie. */
interface DefinitionPlaces {
  /** Of a project, and of the person's home. */
  readonly folders: readonly string[]
  /** Of ours. */
  readonly own: string
}

/** Reads every definition of one kind. What is wrong with one harms no other. */
export async function readDefinitions(
  options: CatalogueOptions,
  places: DefinitionPlaces,
): Promise<Catalogue> {
  const found = await Promise.all(foldersOf(options, places).map(readDefinitionFolder))
  const read: (SubagentType | MalformedDefinition)[] = []
  for await (const file of inTurns(found.flat())) read.push(await parse(file))
  return {
    types: inFront(read.flatMap((one) => ('prompt' in one ? [one] : []))),
    malformed: read.flatMap((one) => ('error' in one ? [one] : [])),
  }
}

/** A folder that may hold definitions. */
interface DefinitionFolder {
  readonly source: SubagentSource
  /** The parent. Nothing outside of a confined one is read. */
  readonly base: ConfigFolder
  readonly folder: string
}

/** A file that may be a definition, or why it can't be. */
type FoundFile = Origin & ({ readonly text: string } | { readonly error: string })

/** The first beats the others. */
function foldersOf(
  { resourcesDir, homeDir = homedir(), root }: CatalogueOptions,
  { folders, own }: DefinitionPlaces,
): readonly DefinitionFolder[] {
  const at = (source: 'project' | 'home', base: ConfigFolder) =>
    folders.map((folder) => ({ source, base, folder }))
  const project =
    root === undefined ? [] : at('project', new ConfigFolder(root, { isConfined: true }))
  const home = at('home', new ConfigFolder(homeDir, { isConfined: false }))
  const ours = new ConfigFolder(resourcesDir, { isConfined: false })
  return [...project, ...home, { source: 'built-in', base: ours, folder: own }]
}

async function parse(file: FoundFile): Promise<SubagentType | MalformedDefinition> {
  if ('error' in file) return file
  const { source, path, text } = file
  try {
    return await readSubagentType(text, { source, path })
  } catch (error) {
    if (AppError.is(error)) return { source, path, error: error.message }
    throw error
  }
}

function inFront(types: readonly SubagentType[]): readonly CataloguedType[] {
  const byName = Map.groupBy(types, ({ name }) => name)
  const winners = [...byName.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, shadows: others.map(({ source, path }) => ({ source, path })) }] : [],
  )
  return winners.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const MAX_KB = 64
const MAX_DEFINITIONS = 100

const GONE = 'It has gone since it was listed.'
const TOO_MANY = `It holds more than ${MAX_DEFINITIONS} definitions, or too much else: the rest is left out.`

/** Reads the markdown files in a folder and its subfolders, by path; none if it doesn't exist. Never fails. */
async function readDefinitionFolder({
  source,
  base,
  folder,
}: DefinitionFolder): Promise<readonly FoundFile[]> {
  const at = { source, path: join(base.root, folder) }
  const listed = await base.listBelow(folder, { ending: '.md', max: MAX_DEFINITIONS })
  if (!listed) return []
  if ('error' in listed) return [{ ...at, error: listed.error }]
  const files: FoundFile[] = []
  for (const name of listed.names) {
    const read = (await base.read(`${folder}/${name}`, MAX_KB)) ?? { error: GONE }
    files.push({ source, path: join(at.path, name), ...read })
  }
  return listed.isAll ? files : [...files, { ...at, error: TOO_MANY }]
}
