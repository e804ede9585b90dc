import { AppError } from '#shared/error.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { ProjectSettings, Settings } from '#shared/settings.ts'
import type { Providers } from '../providers/providers.ts'

/** Where a model may be named, the nearest first. */
export interface ModelChoices {
  readonly session: ModelRef | undefined
  readonly project: ProjectSettings
  readonly person: Settings
}

/** The model a run is to use, ready to be reached. Fails with what to do where there is none. */
export async function chooseModel(providers: Providers, choices: ModelChoices): Promise<ModelRef> {
  const name = choices.project.model ?? choices.person.model
  const named = choices.session ?? (name === undefined ? undefined : providers.findModel(name))
  const model = named ?? (await providers.defaultModel())
  if (!model) {
    const message = `No model is chosen. Choose one with --model PROVIDER:MODEL or in the settings, or add a provider's key. demo:explorer needs none: it is scripted.`
    throw new AppError('unavailable', message)
  }
  await providers.checkReady(model)
  return model
}
