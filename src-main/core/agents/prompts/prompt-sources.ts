import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { RuleFields } from '../../project-files/front-matter.ts'
import { readFields } from '../../project-files/project-parser.ts'
import { splitList } from '../../project-files/split-list.ts'
import { getSession } from '../../sessions/session-rows.ts'
import type { Store } from '../../store/store.ts'
import type { ListedDocument } from '../../store/tables/documents.ts'
import { ConfigFolder, type ReadText } from '../../workspace/files/config-folder.ts'
import { MEMORIES, toAgentPath } from '../../workspace/paths/agent-path.ts'
import type { Skill } from '../skills/skill.ts'
import { readSkills } from '../skills/skill-catalogue.ts'
import { skillsOff } from '../skills/skill-switches.ts'
import { readInstructions } from './instructions.ts'
import { cutText, type PromptPart } from './part.ts'

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

interface PromptSourcesOptions {
  /** Holds `prompts/`. */
  readonly resourcesDir: string
  /** The person's; that of this process unless given. */
  readonly homeDir?: string | undefined
  readonly store: Pick<Store, 'documents' | 'settings'>
  readonly projectId: ProjectId
  /** Where the session works. */
  readonly root: string
}

/** Reads the sources for a run. Later edits apply to the next run. */
export function readRunSources(
  run: { readonly sessionId: SessionId; readonly workspace: { readonly root: string } },
  options: Omit<PromptSourcesOptions, 'projectId' | 'root'> & { readonly store: Store },
): Promise<PromptSources> {
  const { projectId } = getSession(options.store, run.sessionId)
  return readPromptSources({ ...options, projectId, root: run.workspace.root })
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

const MAX_MEMORY_CHARS = 8_000
const MAX_MEMORIES_CHARS = 32_000

/** Reads the memories of a project, latest first. Names those that there is no room for. */
function readMemories(
  { documents }: Pick<Store, 'documents'>,
  projectId: ProjectId,
): readonly PromptPart[] {
  const listed = documents.list(projectId, `${MEMORIES}/`).toSorted(latestFirst)
  const told: PromptPart[] = []
  const leftOut: string[] = []
  let chars = 0
  for (const { path, bytes } of listed) {
    // An estimate from below, without reading the text: every character has at least one byte.
    const expected = Math.min(bytes, MAX_MEMORY_CHARS)
    if (leftOut.length > 0 || chars + expected > MAX_MEMORIES_CHARS) leftOut.push(path)
    else {
      const text = documents.read(projectId, path)?.text.trim() ?? ''
      const part = toMemoryPart(path, text)
      chars += part.text.length
      if (text !== '') told.push(part)
    }
  }
  return leftOut.length === 0 ? told : [...told, toOlderMemories(leftOut)]
}

function latestFirst(one: ListedDocument, other: ListedDocument): number {
  return other.modifiedAt - one.modifiedAt || (one.path < other.path ? -1 : 1)
}

function toMemoryPart(path: string, written: string): PromptPart {
  const { text, notes } = cutText(written, MAX_MEMORY_CHARS, path)
  const title = path.slice(MEMORIES.length + 1)
  const told = `<memory path="${path}">\n${text}\n</memory>`
  return { kind: 'memory', title, source: path, text: told, notes }
}

const MAX_NAMED_MEMORIES = 50

function toOlderMemories(paths: readonly string[]): PromptPart {
  const named = paths.slice(0, MAX_NAMED_MEMORIES).join(', ')
  const more =
    paths.length > MAX_NAMED_MEMORIES ? ` and ${paths.length - MAX_NAMED_MEMORIES} others` : ''
  const text = `There are older memories that are not shown here; read them where they matter: ${named}${more}.`
  const notes = [
    `No more than ${MAX_MEMORIES_CHARS.toLocaleString('en')} characters of memories are told: ${named}${more} are only named.`,
  ]
  return { kind: 'memory', title: 'Older memories', text, notes }
}

const FOLDER = '.orrery/rules'
const MAX_KB = 256
const MAX_CHARS = 8_000
const MAX_RULES = 50

const TOO_MANY = `It holds more than ${MAX_RULES} rules, or too much else: the rest is left out.`

/** The project's rules, by name. Nothing of it fails. */
async function readRules(project: ConfigFolder): Promise<readonly PromptPart[]> {
  const listed = await project.listBelow(FOLDER, { ending: '.md', max: MAX_RULES })
  if (!listed) return []
  if ('error' in listed) return [{ ...toLost(project, FOLDER), error: listed.error }]
  const read = await Promise.all(
    listed.names.map(async (name) => {
      const file = `${FOLDER}/${name}`
      const text = await project.read(file, MAX_KB)
      return text ? toParts(project, file, text) : []
    }),
  )
  const more = listed.isAll ? [] : [{ ...toLost(project, FOLDER), notes: [TOO_MANY] }]
  return [...read.flat(), ...more]
}

function toLost({ root }: ConfigFolder, file: string): PromptPart {
  return { kind: 'rule', title: file, source: join(root, file), text: '', notes: [] }
}

async function toParts(
  project: ConfigFolder,
  file: string,
  read: ReadText,
): Promise<readonly PromptPart[]> {
  const part = toLost(project, file)
  if ('error' in read) return [{ ...part, error: read.error }]
  try {
    const { body, patterns } = await readRule(read.text)
    if (body === '') return []
    const { text, notes } = cutText(body, MAX_CHARS, toAgentPath(file))
    const holds = patterns.length === 0 ? '' : ` for="${patterns.join(', ').replaceAll('"', "'")}"`
    return [
      { ...part, text: `<rule from="${toAgentPath(file)}"${holds}>\n${text}\n</rule>`, notes },
    ]
  } catch (error) {
    if (AppError.is(error)) return [{ ...part, error: error.message }]
    throw error
  }
}

interface Rule {
  readonly body: string
  /** Of the files it holds for; none: for all. */
  readonly patterns: readonly string[]
}

async function readRule(text: string): Promise<Rule> {
  if (!/^---[ \t]*\n/.test(text)) return { body: text.trim(), patterns: [] }
  const { fields, body } = await readFields('rule', text)
  return { body, patterns: [...toList(fields.globs), ...toList(fields.paths)] }
}

/** A comma inside braces belongs to the pattern. */
function toList(written: RuleFields['globs']): readonly string[] {
  const isSeparator = (character: string) => character === ','
  const list =
    typeof written === 'string'
      ? splitList(written, { open: '{', close: '}', isSeparator })
      : written
  return (list ?? []).map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}
