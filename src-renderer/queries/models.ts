import type { Provider } from '#shared/contract/procedures/models.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { ModelName } from '#shared/settings/settings.ts'
import { useHostQuery } from './host-query.ts'

/**
 * What answers where nobody has chosen: the first model of the only provider that is ready, or the
 * scripted agent where none is. `undefined`: a person has to choose.
 */
export function preselectModel(providers: readonly Provider[]): ModelName | undefined {
  const ready = providers.filter(({ isReady }) => isReady)
  const real = ready.filter(({ isScripted }) => !isScripted)
  const [only, ...others] = real.length > 0 ? real : ready
  const name = others.length === 0 ? only?.models[0]?.name : undefined
  return name === undefined ? undefined : ModelName.parse(name)
}

/** A model as it is named on screen; one that follows a script is always said to. */
export function useModelLabel(model: ModelRef | undefined): string | undefined {
  const { data } = useHostQuery('models.list', {})
  if (!model) return undefined
  const isScripted = data?.find(({ id }) => id === model.provider)?.isScripted
  return isScripted ? `${model.provider}, scripted` : model.model
}
