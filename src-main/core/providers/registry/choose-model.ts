import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ModelName, ProjectSettings, Settings } from '#shared/settings/settings.ts'
import type { Providers } from './providers.ts'

/** Where a model may be named, the nearest first. */
export interface ModelChoices {
  readonly asked?: ModelName | undefined
  /** Where the model is reached, if not at its provider's own address. */
  readonly baseUrl?: string | undefined
  readonly project: ProjectSettings
  readonly person: Settings
}

/** What is named first, else the model of the only provider with a key; an address alone names a server's. */
export async function findModel(
  providers: Providers,
  { asked, baseUrl, project, person }: ModelChoices,
): Promise<ModelRef | undefined> {
  if (baseUrl !== undefined && asked === undefined) return providers.getServedModel(baseUrl)
  const name = asked ?? project.model ?? person.model
  return name === undefined ? providers.defaultModel() : providers.findModel(name, baseUrl)
}

/** The models to go on with where one can't be had: the project's, else the person's. */
export function findFallbacks(
  providers: Providers,
  { project, person }: Pick<ModelChoices, 'project' | 'person'>,
): readonly ModelRef[] {
  return (project.fallbacks ?? person.fallbacks).map((name) => providers.findModel(name))
}

/** As `findModel`; fails with what to do where there is none. */
export async function getModel(providers: Providers, choices: ModelChoices): Promise<ModelRef> {
  const model = await findModel(providers, choices)
  if (model) return model
  const message =
    'No model is chosen. Add a key in the settings or the environment (ANTHROPIC_API_KEY, OPENAI_API_KEY), or name one as PROVIDER:MODEL: demo:scripted needs no key.'
  throw new AppError('invalid-input', message)
}
