import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/error.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { type ModelName, ProjectSettings } from '#shared/settings.ts'
import type { Parts } from './parts.ts'

/** What was asked for, else the project's choice, the person's, or that of the only provider with a key. */
export async function findModelFor(
  { store, providers }: Parts,
  root: string,
  asked: ModelName | undefined,
): Promise<ModelRef | undefined> {
  const name = asked ?? (await readProjectSettings(root)).model ?? store.settings.read().model
  return name === undefined ? providers.defaultModel() : providers.findModel(name)
}

/** `.orrery/settings.json` of a project. One that makes no sense is said so, never passed over. */
export async function readProjectSettings(root: string): Promise<ProjectSettings> {
  const path = join(root, '.orrery', 'settings.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return ProjectSettings.parse({})
  try {
    return ProjectSettings.parse(JSON.parse(text))
  } catch (cause) {
    const message = `${path} is not valid. Correct it, or delete it.`
    throw new AppError('invalid-input', message, { cause })
  }
}
