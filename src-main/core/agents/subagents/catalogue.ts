import { homedir } from 'node:os'
import { AppError } from '#shared/error.ts'
import { inTurns } from '../../log/in-turns.ts'
import { ConfigFolder } from '../config-folder.ts'
import { type DefinitionFolder, type FoundFile, readDefinitionFolder } from './definition-folder.ts'
import { type Origin, parseSubagentType, type SubagentType } from './subagent-type.ts'

/** A subagent type, and the definitions of the same name that it stands in front of. */
export interface CataloguedType extends SubagentType {
  readonly shadows: readonly Origin[]
}

/** A file that is no definition, and what is wrong with it. */
export interface MalformedDefinition extends Origin {
  readonly error: string
}

/** Every definition there is for a project. */
export interface Catalogue {
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

/** Where definitions of one kind lie. */
export interface DefinitionPlaces {
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
  for await (const file of inTurns(found.flat())) read.push(parse(file))
  return {
    types: inFront(read.flatMap((one) => ('prompt' in one ? [one] : []))),
    malformed: read.flatMap((one) => ('error' in one ? [one] : [])),
  }
}

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

function parse(file: FoundFile): SubagentType | MalformedDefinition {
  if ('error' in file) return file
  const { source, path, text } = file
  try {
    return parseSubagentType(text, { source, path })
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
