import type { ModelRef } from '#shared/events/value.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { ModelName, splitModelName } from '#shared/settings.ts'
import { useProviders, useSettings } from '../../client/documents.ts'
import { preselectModel } from '../../client/preselect-model.ts'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'

/** What answers the next prompt. */
export interface NextModel {
  /** Absent while the providers are loaded, and where a person has to choose. */
  readonly name: ModelName | undefined
  readonly ref: ModelRef | undefined
  /** It is the session's own; else it is what there is. */
  readonly isChosen: boolean
  /** It follows a script. */
  readonly isScripted: boolean
  /** Nothing is chosen, and nothing could be chosen for a person. */
  readonly isMissing: boolean
  /** Makes the scripted agent the session's; absent where it is, or cannot be. */
  readonly choosesScripted: (() => Promise<unknown>) | undefined
}

export function useNextModel(): NextModel {
  const commands = useCommands()
  const own = useProjection(useSessionView(), 'status', selectModel)
  const { data: providers } = useProviders()
  const preferred = useSettings().data?.model
  const name = own ? nameOf(own) : (preferred ?? preselectModel(providers ?? []))
  const ref = own ?? (name === undefined ? undefined : splitModelName(name))
  const scripted = providers?.find(({ isScripted }) => isScripted)
  const isScripted = ref !== undefined && ref.provider === scripted?.id
  const demo = scripted?.models[0]?.name
  const choose = () => commands?.configure({ model: ModelName.parse(demo) }) ?? Promise.resolve()
  return {
    name,
    ref,
    isChosen: own !== undefined,
    isScripted,
    isMissing: providers !== undefined && name === undefined,
    choosesScripted: commands && demo && !(own && isScripted) ? choose : undefined,
  }
}

function nameOf({ provider, model }: ModelRef): ModelName {
  return ModelName.parse(`${provider}:${model}`)
}

const selectModel = (state: StatusState) => state.model
