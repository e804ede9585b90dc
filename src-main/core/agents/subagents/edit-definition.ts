import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import type {
  CheckedDefinition,
  DefinitionPlace,
  WrittenDefinition,
} from '#shared/contract/agents.ts'
import { AppError } from '#shared/error.ts'
import type { Hash } from '#shared/ids.ts'
import { formatGrant } from '../../policy/grants.ts'
import { Confinement } from '../../workspace/confinement.ts'
import type { AgentPath } from '../../workspace/define.ts'
import { DiskFiles } from '../../workspace/disk-files.ts'
import { type CataloguedType, type CatalogueOptions, readCatalogue } from './catalogue.ts'
import { parseSubagentType, type SubagentType } from './subagent-type.ts'

/** As the folders of definitions take it. */
const MAX_BYTES = 64 * 1024
const FOLDER = '.orrery/agents'

/** A definition as it is written down, and where. */
export async function readDefinition(
  options: CatalogueOptions,
  name: string,
): Promise<WrittenDefinition> {
  const { source, path } = await findType(options, name)
  const root = source === 'built-in' ? options.resourcesDir : await rootOf(options, source)
  const { bytes, hash } = await filesIn(root).read(relative(root, path), MAX_BYTES)
  if (!hash) throw new AppError('limit', 'It is larger than 64 KB.')
  return { source, path, text: Buffer.from(bytes).toString('utf8'), hash }
}

async function findType(options: CatalogueOptions, name: string): Promise<CataloguedType> {
  const { types } = await readCatalogue(options)
  const type = types.find((one) => one.name === name)
  if (type) return type
  throw new AppError('not-found', `There is no subagent type "${name}" any more.`)
}

/** What a text would define where it is written to; nothing is. */
export function checkDefinition(text: string, place: DefinitionPlace): CheckedDefinition {
  const read = parse(text, place)
  if ('error' in read) return { problems: [], error: read.error }
  const { name, description, grants, model, maxTurns, skills, problems } = read
  return {
    definition: {
      ...{ name, description, model, skills: [...skills] },
      ...(grants && { tools: grants.map(formatGrant) }),
      ...(maxTurns !== undefined && { maxTurns }),
    },
    problems: [...problems],
  }
}

function parse(text: string, source: DefinitionPlace): SubagentType | { readonly error: string } {
  if (Buffer.byteLength(text) > MAX_BYTES) return { error: 'It is larger than 64 KB.' }
  try {
    return parseSubagentType(text, { source, path: '' })
  } catch (error) {
    if (AppError.is(error)) return { error: error.message }
    throw error
  }
}

export interface DefinitionText {
  readonly place: DefinitionPlace
  readonly text: string
  /** Of the file that it is made from; `null`: there is none. */
  readonly base: Hash | null
}

/**
 * Keeps a definition: in the file that it is made from, else in one by its name. Fails with `conflict`
 * where that is no longer what `base` says, and with what is wrong with the text.
 */
export async function writeDefinition(
  options: CatalogueOptions,
  { place, text, base }: DefinitionText,
): Promise<{ readonly name: string }> {
  const read = parse(text, place)
  if ('error' in read) throw new AppError('invalid-input', read.error)
  const { name } = read
  const root = await rootOf(options, place)
  const path = await pathOf(options, { name, place, root })
  const files = filesIn(root)
  const there = await files.read(path, MAX_BYTES).catch(unlessMissing)
  if ((there?.hash ?? null) !== base) {
    throw new AppError('conflict', 'It has changed since you began. Nothing was overwritten.')
  }
  await files.replace(path, Buffer.from(text))
  return { name }
}

interface Placed {
  readonly name: string
  readonly place: DefinitionPlace
  readonly root: string
}

/** One that is there stays in the file it is in. */
async function pathOf(options: CatalogueOptions, { name, place, root }: Placed): Promise<string> {
  const { types } = await readCatalogue(options)
  const known = types.find((one) => one.name === name)
  const own = known && [known, ...known.shadows].find(({ source }) => source === place)
  return own ? relative(root, own.path) : join(FOLDER, `${name}.md`)
}

async function rootOf(
  { root, homeDir = homedir() }: CatalogueOptions,
  place: DefinitionPlace,
): Promise<string> {
  const folder = place === 'home' ? homeDir : root
  if (folder === undefined) throw new AppError('invalid-input', 'Open a project to keep it there.')
  if (await stat(folder).catch(unlessMissing)) return realpath(folder)
  throw new AppError('not-found', `The folder ${folder} is not on this machine.`)
}

function filesIn(root: string): DiskFiles {
  const toPath = (path: string): AgentPath => `/${path}`
  return new DiskFiles(new Confinement(root, { whole: root, toPath }))
}

function unlessMissing(error: unknown): undefined {
  const isMissing =
    (AppError.is(error) && error.code === 'not-found') ||
    (error instanceof Error && 'code' in error && error.code === 'ENOENT')
  if (!isMissing) throw error
  return undefined
}
