import type { ModelRef } from '#shared/events/value.ts'
import { useProviders } from './documents.ts'

/** A model as it is named on screen; one that follows a script is always said to. */
export function useModelLabel(model: ModelRef | undefined): string | undefined {
  const { data } = useProviders()
  if (!model) return undefined
  const isScripted = data?.find(({ id }) => id === model.provider)?.isScripted
  return isScripted ? `${model.provider}, scripted` : model.model
}
