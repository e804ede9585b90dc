import type { Model, Provider } from '#shared/contract/models.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { ModelName } from '#shared/settings.ts'
import { preselectModel } from '../../client/preselect-model.ts'

export interface AskedModelOptions {
  /** The session's own; absent: none is chosen yet. */
  readonly session: ModelRef | undefined
  /** As a subagent type has it: `inherit`, a size, or `provider:model`; absent: the lead's. */
  readonly type: string | undefined
  /** What the person has new sessions begin with. */
  readonly preferred: ModelName | undefined
  readonly providers: readonly Provider[]
}

/** The model that will be told it. `undefined`: it is not known here, as with a size. */
export function findAskedModel(options: AskedModelOptions): Model | undefined {
  const { session, type = 'inherit', preferred, providers } = options
  const own = session && `${session.provider}:${session.model}`
  const name = type === 'inherit' ? (own ?? preferred ?? preselectModel(providers)) : type
  return providers.flatMap(({ models }) => models).find((model) => model.name === name)
}
