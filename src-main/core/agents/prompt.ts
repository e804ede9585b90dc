import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Workspace } from '../workspace/workspace.ts'
import { readProjectNotes } from './project-notes.ts'

/** The lead's prompt, with what the project says of itself. */
export async function readPrompt(resourcesDir: string, workspace: Workspace): Promise<string> {
  const [prompt, notes] = await Promise.all([
    readFile(join(resourcesDir, 'prompts', 'lead.md'), 'utf8'),
    readProjectNotes(workspace),
  ])
  const project = `The project is "${basename(workspace.root)}".`
  const own = notes && `Its AGENTS.md says, for everyone who works on it:\n\n${notes.trim()}`
  return [prompt.trim(), project, own].filter(Boolean).join('\n\n')
}
