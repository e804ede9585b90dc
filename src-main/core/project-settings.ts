import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { ProjectSettings } from '#shared/settings.ts'

/** The project's own settings; the defaults where it has none. Fails with a sentence where they are wrong. */
export async function readProjectSettings(root: string): Promise<ProjectSettings> {
  const path = join(root, '.orrery', 'settings.json')
  const text = await readIfThere(path)
  if (text === undefined) return ProjectSettings.parse({})
  const parsed = ProjectSettings.safeParse(parseJson(text, path))
  if (parsed.success) return parsed.data
  throw new AppError('invalid-input', `${path} is not right. ${z.prettifyError(parsed.error)}`)
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
