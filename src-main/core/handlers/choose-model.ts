import type { ModelRef } from '#shared/events/value.ts'
import type { ModelName } from '#shared/settings.ts'
import { readProjectSettings } from '../agents/read-project.ts'
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
