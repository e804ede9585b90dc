import type { Model, Provider } from '#shared/contract/models.ts'
import { preselectModel } from '../../client/preselect-model.ts'

export interface ModelGroup {
  readonly label: string
  readonly models: readonly Pick<Model, 'name' | 'label'>[]
}

/** What new sessions begin with where a person has chosen nothing. */
export function unchosenLabel(providers: readonly Provider[]): string {
  const name = preselectModel(providers)
  if (name === undefined) return 'None: choose in each session'
  const provider = providers.find(({ models }) => models.some((model) => model.name === name))
  const model = provider?.models.find((one) => one.name === name)
  if (provider?.isScripted) return 'The scripted demo agent, until a key is added'
  return `${model?.label ?? name}: only ${provider?.label ?? 'it'} is ready`
}

/** The models that are ready, by provider, and the chosen one, whether it is or not. */
export function modelChoices(
  providers: readonly Provider[],
  chosen: string | undefined,
): readonly ModelGroup[] {
  const ready = providers.filter(({ isReady, models }) => isReady && models.length > 0)
  const isListed = ready.some(({ models }) => models.some(({ name }) => name === chosen))
  if (chosen === undefined || isListed) return ready
  return [...ready, { label: 'Not ready', models: [{ name: chosen, label: chosen }] }]
}
