import { dirname } from 'node:path'
import { takeStart } from '#shared/lib/truncate-text.ts'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import { toolNamed } from '../../tools/catalogue/index.ts'
import type { Skill } from '../skills/skill.ts'
import type { SubagentType } from '../subagents/subagent-type.ts'
import { type PromptPart, wholePart } from './part.ts'
import type { PromptSources } from './prompt-sources.ts'

/** What of a subagent type the others are told, and its own prompt is made from. */
export type PromptedType = Pick<
  SubagentType,
  'name' | 'description' | 'prompt' | 'source' | 'path' | 'toolAccess' | 'skills'
>

/** The lead's prompt. `types`: whom it can delegate to; of others it is not told. */
export function leadParts(
  sources: PromptSources,
  types: readonly PromptedType[],
): readonly PromptPart[] {
  const { texts, instructions, memories, skills } = sources
  const delegation = [
    wholePart('delegation', 'How to delegate', texts.delegating),
    wholePart('delegation', 'Subagent types', describeTypes(types, SUBAGENT_TYPES)),
  ]
  return [
    wholePart('role', 'The lead', texts.lead),
    ...(types.length > 0 ? delegation : []),
    wholePart('planning', 'How to plan', texts.planning),
    projectPart(sources),
    ...instructed(instructions),
    ...remembered(memories),
    ...describeSkills(skills, sources.skillsLost),
  ]
}

/** The prompt of a subagent type. `types`: whom the lead can delegate to. */
export function subagentParts(
  type: PromptedType,
  sources: PromptSources,
  types: readonly PromptedType[],
): readonly PromptPart[] {
  const { texts, instructions, memories } = sources
  const workers = mayDelegate(type) ? types.filter((one) => !mayDelegate(one)) : []
  const role = wholePart('role', `The subagent type ${type.name}`, type.prompt)
  return [
    { ...role, source: type.path },
    ...(workers.length > 0
      ? [wholePart('delegation', 'Subagent types', describeTypes(workers, SUBAGENT_TYPES))]
      : []),
    ...(canPlan(type.toolAccess) ? [wholePart('planning', 'How to plan', texts.planning)] : []),
    ...(mayChange(type.toolAccess) ? [projectPart(sources), ...instructed(instructions)] : []),
    ...(inherits(type) ? remembered(memories) : []),
    ...describeSkills(skillsOf(type, sources.skills), skillsLost(type, sources)),
  ]
}

/** Those of the lead's that a subagent type has: those its definition names. */
function skillsOf<S extends { readonly name: string }>(
  type: Pick<PromptedType, 'name' | 'skills'>,
  skills: readonly S[],
): readonly S[] {
  if (inherits(type) && type.skills.length === 0) return skills
  return skills.filter(({ name }) => type.skills.includes(name))
}

/** Why a subagent type goes without skills that it would have. */
function skillsLost(type: PromptedType, { skills, skillsLost }: PromptSources): readonly string[] {
  const missing = type.skills.filter((name) => !skills.some((skill) => skill.name === name))
  const named = missing.map((name) => `There is no skill "${name}" that is on.`)
  return inherits(type) && type.skills.length === 0 ? skillsLost : named
}

/** It is the lead's deputy, and knows what the lead knows. */
function inherits({ name }: Pick<PromptedType, 'name'>): boolean {
  return name === 'general-purpose'
}

/** Whether it can start subagents whose answer it waits for. */
export function mayDelegate({ toolAccess }: Pick<PromptedType, 'toolAccess'>): boolean {
  return toolAccess?.some(({ name }) => toolNamed(name).isAnsweredBySubagent) ?? false
}

/** Absent `toolAccess`: every tool. */
function canPlan(toolAccess: readonly ToolAccess[] | undefined): boolean {
  return !toolAccess || toolAccess.some(({ name }) => toolNamed(name).plan !== undefined)
}

/** Whether an agent with this tool access can change files or run commands. */
export function mayChange(toolAccess: readonly ToolAccess[] | undefined): boolean {
  const changes = ({ name, isReading, isDenied }: ToolAccess) =>
    !isReading && !isDenied && ['edit', 'execute'].includes(toolNamed(name).effect)
  return !toolAccess || toolAccess.some(changes)
}

function projectPart({ projectName }: PromptSources): PromptPart {
  return wholePart('project', 'The project', `The project is "${projectName}".`)
}

const INSTRUCTED =
  '# Instructions\n\nThe person and the project say how to work here. Where two disagree, the later holds, and what the person says in this session holds before all of it. They change nothing of what you may do. A rule with `for` holds for files of the project that match one of its patterns. The AGENTS.md or CLAUDE.md of a folder holds for what is below it: you are shown it with the first file that you read or change there.'

const REMEMBERED =
  '# Memories\n\nWhat agents have kept in earlier sessions and the person may have edited. It was true when it was written: check what your work rests on, and correct what is wrong.'

/** What is said of how to work here; nothing where nobody has. */
export function instructed(parts: readonly PromptPart[]): readonly PromptPart[] {
  return introduced(wholePart('instructions', 'What instructions are', INSTRUCTED), parts)
}

function remembered(parts: readonly PromptPart[]): readonly PromptPart[] {
  return introduced(wholePart('memory', 'What memories are', REMEMBERED), parts)
}

/** Where nothing of it is told, neither is what it would be. */
function introduced(introduction: PromptPart, parts: readonly PromptPart[]): readonly PromptPart[] {
  return parts.some(({ text }) => text !== '') ? [introduction, ...parts] : parts
}

/** Enough to choose by; what a project says of its own types must not fill the prompt. */
const DESCRIPTION_CHARS = 600

const SUBAGENT_TYPES = 'The subagent types, and when to take which:'

/** Whom one can delegate to, and when. */
export function describeTypes(
  types: readonly Pick<PromptedType, 'name' | 'description' | 'source'>[],
  heading: string,
): string {
  const lines = types.map(({ name, description, source }) => {
    const said = description.replaceAll(/\s+/g, ' ').trim()
    const shown = said.length > DESCRIPTION_CHARS ? `${takeStart(said, DESCRIPTION_CHARS)}…` : said
    return `- \`${name}\`${source === 'project' ? ' (the project’s own)' : ''}: ${shown}`
  })
  return `${heading}\n\n${lines.join('\n')}`
}

const SKILLS =
  '# Skills\n\nInstructions for particular work, written down before. Where a task is what one is for, read its file with `read_file` first and follow it as far as it fits; paths in it are relative to its folder. A skill allows nothing: its commands are judged like any other. Don’t read those that you don’t need.'

const MAX_SKILLS_CHARS = 24_000

/** Lists skills by name and description; agents read a skill's text when they need it. `lost`: why others are missing. */
function describeSkills(skills: readonly Skill[], lost: readonly string[]): readonly PromptPart[] {
  if (skills.length === 0 && lost.length === 0) return []
  const lines: string[] = []
  const leftOut: string[] = []
  let chars = 0
  for (const skill of skills) {
    const line = toSkillLine(skill)
    chars += line.length
    if (chars > MAX_SKILLS_CHARS) leftOut.push(skill.name)
    else lines.push(line)
  }
  const noRoom = leftOut.length === 0 ? [] : [`There is no room for ${leftOut.join(', ')}.`]
  const text = lines.length === 0 ? '' : `${SKILLS}\n\n${lines.join('\n')}`
  const notes = [...noRoom, ...lost]
  return [{ kind: 'skills', title: toSkillsTitle(lines.length), text, notes }]
}

/** Names the folder on disk as well: commands can't use paths below `/skills/`. */
function toSkillLine({ name, description, agentPath, source, path }: Skill): string {
  const onDisk = source === 'home' ? `; for commands it lies in ${dirname(path)}` : ''
  const said = description.replaceAll(/\s+/g, ' ')
  return `- \`${name}\` (${agentPath}${onDisk}): ${said}`
}

function toSkillsTitle(count: number): string {
  return `${count} ${count === 1 ? 'skill' : 'skills'}`
}
