import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { ProjectSettings } from '#shared/settings.ts'
import type { Workspace } from '../workspace/workspace.ts'

const MAX_NOTES_CHARS = 32_000

/** The project's own settings; the defaults where it has none. Fails with a sentence where they are wrong. */
export async function readProjectSettings(root: string): Promise<ProjectSettings> {
  const path = join(root, '.orrery', 'settings.json')
  const text = await readIfThere(path)
  if (text === undefined) return ProjectSettings.parse({})
  const parsed = ProjectSettings.safeParse(parseJson(text, path))
  if (parsed.success) return parsed.data
  throw new AppError('invalid-input', `${path} is not right. ${z.prettifyError(parsed.error)}`)
}

/** What the project's AGENTS.md tells those who work on it; `undefined` where there is none. */
export async function readProjectNotes(workspace: Workspace): Promise<string | undefined> {
  try {
    return (await workspace.readText('/workspace/AGENTS.md')).slice(0, MAX_NOTES_CHARS)
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new AppError('unavailable', `${path} can't be read.`, { cause: error })
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid-input', `${path} is not valid JSON.`, { cause })
  }
}
