import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { ProjectId } from '#shared/ids.ts'
import type { Store } from '../../log/store.ts'
import { getSession } from '../../session-rows.ts'
import { ConfigFolder } from '../config-folder.ts'
import type { RunPlan } from '../run-plan.ts'
import type { RunsOptions } from '../runs-options.ts'
import type { Skill } from '../skills/skill.ts'
import { readSkills } from '../skills/skill-catalogue.ts'
import { skillsOff } from '../skills/skill-switches.ts'
import { readInstructions } from './instructions.ts'
import { readMemories } from './memories.ts'
import type { PromptPart } from './part.ts'
import { readRules } from './rules.ts'

const NAMES = [
  ...(['lead', 'delegating', 'planning', 'teammate'] as const),
  ...(['reviewing', 'reviewer'] as const),
] as const

/** What prompts are made of, as it was when a run began. */
export interface PromptSources {
  /** Ours, by their names. */
  readonly texts: Readonly<Record<(typeof NAMES)[number], string>>
  readonly projectName: string
  readonly instructions: readonly PromptPart[]
  readonly memories: readonly PromptPart[]
  /** Those that are on, by name. */
  readonly skills: readonly Skill[]
  /** Why others are not among them, a sentence each. */
  readonly skillsLost: readonly string[]
}

/** Before it has been read. */
export const NOTHING: PromptSources = {
  texts: { lead: '', delegating: '', planning: '', teammate: '', reviewing: '', reviewer: '' },
  projectName: '',
  instructions: [],
  memories: [],
  skills: [],
  skillsLost: [],
}

export interface PromptSourcesOptions {
  /** Holds `prompts/`. */
  readonly resourcesDir: string
  /** The person's; that of this process unless given. */
  readonly homeDir?: string | undefined
  readonly store: Pick<Store, 'documents' | 'settings'>
  readonly projectId: ProjectId
  /** Where the session works. */
  readonly root: string
}

/** What the prompts of a run are made of: what is edited later is for the next. */
export function readRunSources(
  { sessionId, workspace }: Pick<RunPlan, 'sessionId' | 'workspace'>,
  options: Pick<RunsOptions, 'store' | 'resourcesDir' | 'homeDir'>,
): Promise<PromptSources> {
  const { projectId } = getSession(options.store, sessionId)
  return readPromptSources({ ...options, projectId, root: workspace.root })
}

/** Reads it all at once. What is wrong with what others wrote is among it, and fails nothing. */
export async function readPromptSources(options: PromptSourcesOptions): Promise<PromptSources> {
  const { resourcesDir, homeDir = homedir(), store, projectId, root } = options
  const project = new ConfigFolder(root, { isConfined: true })
  const home = new ConfigFolder(homeDir, { isConfined: false })
  const [texts, instructions, rules, { skills, malformed }] = await Promise.all([
    readTexts(resourcesDir),
    readInstructions({ home, project }),
    readRules(project),
    readSkills({ homeDir, root }),
  ])
  const off = skillsOff(store.settings.read().skills, projectId)
  return {
    texts,
    projectName: basename(root),
    instructions: [...instructions, ...rules],
    memories: readMemories(store, projectId),
    skills: skills.filter(({ name }) => !off.has(name)),
    skillsLost: [
      ...skills.flatMap(({ name }) => (off.has(name) ? [`${name} is switched off.`] : [])),
      ...malformed.map(({ path, error }) => `${path} is no skill: ${error}`),
    ],
  }
}

async function readTexts(resourcesDir: string): Promise<PromptSources['texts']> {
  const read = (name: string) => readFile(join(resourcesDir, 'prompts', `${name}.md`), 'utf8')
  const texts = await Promise.all(NAMES.map(async (name) => [name, await read(name)] as const))
  return { ...NOTHING.texts, ...Object.fromEntries(texts) }
}
