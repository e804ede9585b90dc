import type { ModelName } from '#shared/settings.ts'
import { useProviders, useSessions, useSettings } from '../../client/documents.ts'
import type { ReviewAbout } from '../../client/navigation.tsx'
import { preselectModel } from '../../client/preselect-model.ts'
import { isHere, type ReviewDraft } from './review-draft.ts'

/** With what a review would be made. */
export interface ReviewModelState {
  /** The session it is made in has a model of its own. */
  readonly isSessions: boolean
  /** What is chosen, else what a session would begin with; absent where a person has to choose. */
  readonly name: ModelName | undefined
  /** What the host has to be told: without a word it takes no model that follows a script. */
  readonly asked: ModelName | undefined
}

export function useReviewModel(about: ReviewAbout, draft: ReviewDraft): ReviewModelState {
  const { data: providers = [] } = useProviders()
  const preferred = useSettings().data?.model
  const { data: sessions = [] } = useSessions()
  const own = sessions.find(({ id }) => id === about.sessionId)?.model
  const name = draft.model ?? preferred ?? preselectModel(providers)
  const scripted = providers.find(({ isScripted }) => isScripted)
  const isScripted = scripted?.models.some((one) => one.name === name) === true
  if (isHere(draft, about) && own) return { isSessions: true, name: undefined, asked: undefined }
  return { isSessions: false, name, asked: draft.model ?? (isScripted ? name : undefined) }
}
