import type { Provider } from '#shared/contract/models.ts'
import { ModelName } from '#shared/settings.ts'

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
