import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { ConfigFolder } from '../../workspace/files/config-folder.ts'
import { skillNaming } from '../../workspace/files/document-files.ts'
import { toAgentPath, toSkillPath } from '../../workspace/paths/agent-path.ts'
import { readSkill, type Skill, type SkillOrigin, type SkillSource } from './skill.ts'

const MAX_KB = 256
const MAX_SKILLS = 100
const FOLDERS = ['.orrery/skills', '.claude/skills'] as const
const FILE = 'SKILL.md'

/** A skill, and those of the same name that it stands in front of. */
export interface CataloguedSkill extends Skill {
  readonly shadows: readonly SkillOrigin[]
}

/** What should be a skill and is none, and why. */
interface MalformedSkill extends SkillOrigin {
  readonly error: string
}

interface SkillCatalogue {
  /** By name. */
  readonly skills: readonly CataloguedSkill[]
  readonly malformed: readonly MalformedSkill[]
}

export interface SkillCatalogueOptions {
  /** The person's; that of this process unless given. */
  readonly homeDir?: string | undefined
  /** The project's folder. */
  readonly root?: string | undefined
}

/** Reads every skill there is for a project, or for none: the project's first. What is wrong with one harms no other. */
export async function readSkills({
  homeDir = homedir(),
  root,
}: SkillCatalogueOptions): Promise<SkillCatalogue> {
  const places: Place[] = [
    ...(root === undefined ? [] : placesOf('project', root)),
    ...placesOf('home', homeDir),
  ]
  const read = (await Promise.all(places.map(readFolder))).flat()
  return {
    skills: inFront(read.flatMap((one) => ('name' in one ? [one] : []))),
    malformed: read.flatMap((one) => ('error' in one ? [one] : [])),
  }
}

/** One of the person's own by its name; `undefined`: there is none that is well-formed. */
export async function findHomeSkill(homeDir: string, name: string): Promise<Skill | undefined> {
  if (name === '' || name.startsWith('.') || /[\\/:]/.test(name)) return undefined
  const read = await Promise.all(placesOf('home', homeDir).map((place) => readOne(place, name)))
  return read.find((one): one is Skill => one !== undefined && 'name' in one)
}

interface Place {
  readonly source: SkillSource
  readonly root: string
  readonly folder: string
}

function placesOf(source: SkillSource, root: string): readonly Place[] {
  return FOLDERS.map((folder) => ({ source, root, folder }))
}

async function readFolder(place: Place): Promise<readonly (Skill | MalformedSkill)[]> {
  const { source, root, folder } = place
  const base = new ConfigFolder(root, { isConfined: source === 'project' })
  const listed = await base.list(folder, { type: 'folder', max: MAX_SKILLS })
  if (!listed) return []
  const at = { source, path: join(root, folder) }
  if ('error' in listed) return [{ ...at, error: listed.error }]
  const read = await Promise.all(listed.names.map((name) => readOne(place, name)))
  const found = read.filter((one) => one !== undefined)
  return listed.isAll ? found : [...found, { ...at, error: TOO_MANY }]
}

const TOO_MANY = `It holds more than ${MAX_SKILLS} skills, or too much else: the rest is left out.`

async function readOne(
  { source, root, folder }: Place,
  name: string,
): Promise<Skill | MalformedSkill | undefined> {
  const below = `${folder}/${name}`
  const path = join(root, below, FILE)
  // A project is confined as a whole; of the home folder, each skill to itself.
  const read =
    source === 'project'
      ? await new ConfigFolder(root, { isConfined: true }).read(`${below}/${FILE}`, MAX_KB)
      : await new ConfigFolder(join(root, below), {
          isConfined: true,
          naming: skillNaming(name),
        }).read(FILE, MAX_KB)
  if (!read) return undefined
  const agentPath = source === 'project' ? toAgentPath(`${below}/${FILE}`) : toSkillPath(name, FILE)
  if ('error' in read) return { source, path, error: read.error }
  try {
    return await readSkill(read.text, { source, path, folder: name, agentPath })
  } catch (error) {
    if (AppError.is(error)) return { source, path, error: error.message }
    throw error
  }
}

function inFront(skills: readonly Skill[]): readonly CataloguedSkill[] {
  const byName = Map.groupBy(skills, ({ name }) => name)
  const winners = [...byName.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, shadows: others.map(({ source, path }) => ({ source, path })) }] : [],
  )
  return winners.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
