import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Delegate } from '../subagents/delegates.ts'
import { readProjectNotes } from './project-notes.ts'

export interface PromptParts {
  /** Holds `prompts/`. */
  readonly resourcesDir: string
  readonly workspace: Workspace
  /** Whom the lead can delegate to; of others it is not told. */
  readonly delegates: readonly Delegate[]
}

/** The lead's prompt, with whom it can delegate to and what the project says of itself. */
export async function readPrompt(parts: PromptParts): Promise<string> {
  const { resourcesDir, workspace, delegates } = parts
  const read = (name: string) => readFile(join(resourcesDir, 'prompts', name), 'utf8')
  const [lead, delegating, notes] = await Promise.all([
    read('lead.md'),
    delegates.length > 0 ? read('delegating.md') : '',
    readProjectNotes(workspace),
  ])
  const types = delegates.length > 0 ? describeDelegates(delegates) : ''
  const project = `The project is "${basename(workspace.root)}".`
  const own = notes && `Its AGENTS.md says, for everyone who works on it:\n\n${notes.trim()}`
  return [lead.trim(), delegating.trim(), types, project, own].filter(Boolean).join('\n\n')
}

/** What every teammate is told besides its type's own prompt. */
export function readTeammatePrompt({
  resourcesDir,
}: Pick<PromptParts, 'resourcesDir'>): Promise<string> {
  return readFile(join(resourcesDir, 'prompts', 'teammate.md'), 'utf8')
}

/** Enough to choose by; what a project says of its own types must not fill the prompt. */
const DESCRIPTION_CHARS = 600

/** Whom one can delegate to, and when. */
export function describeDelegates(delegates: readonly Delegate[]): string {
  const lines = delegates.map(({ type: { name, description, source } }) => {
    const said = description.replaceAll(/\s+/g, ' ').trim()
    const shown = said.length > DESCRIPTION_CHARS ? `${said.slice(0, DESCRIPTION_CHARS)}…` : said
    return `- \`${name}\`${source === 'project' ? ' (the project’s own)' : ''}: ${shown}`
  })
  return `The subagent types, and when to take which:\n\n${lines.join('\n')}`
}
