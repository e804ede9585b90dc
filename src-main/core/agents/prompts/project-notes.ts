import { AppError } from '#shared/error.ts'
import type { Workspace } from '../../workspace/workspace.ts'

const MAX_NOTES_CHARS = 32_000

/** What the project's AGENTS.md tells those who work on it; `undefined` where there is none. */
export async function readProjectNotes(workspace: Workspace): Promise<string | undefined> {
  try {
    return (await workspace.readText('/workspace/AGENTS.md')).slice(0, MAX_NOTES_CHARS)
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}
