import { join } from 'node:path'
import type { ConfigFolder } from '../config-folder.ts'
import type { Origin, SubagentSource } from './subagent-type.ts'

const MAX_KB = 64
const MAX_DEFINITIONS = 100

/** Where definitions may lie. */
export interface DefinitionFolder {
  readonly source: SubagentSource
  /** What it is below: nothing outside of a confined one is read. */
  readonly base: ConfigFolder
  readonly folder: string
}

/** A file that may be a definition, or why it can't be. */
export type FoundFile = Origin & ({ readonly text: string } | { readonly error: string })

/** Reads the markdown files in a folder and its subfolders, by path; none if it doesn't exist. Never fails. */
export async function readDefinitionFolder({
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

const GONE = 'It has gone since it was listed.'
const TOO_MANY = `It holds more than ${MAX_DEFINITIONS} definitions, or too much else: the rest is left out.`
