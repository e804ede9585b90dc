import type { Handlers } from '#shared/contract/define.ts'
import type { FoundPage, search } from '#shared/contract/search.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Parts } from './parts.ts'

export function searchHandlers(parts: Parts): Handlers<typeof search> {
  const { store } = parts
  return {
    'search.find': async (question) => {
      const { found, ...rest } = await parts.search.find(question)
      const ids = [...new Set(found.map(({ sessionId }) => sessionId))]
      await store.summaries.load(ids)
      const sessions = ids.flatMap((id) => describe(parts, id) ?? [])
      // One that is being deleted may still be found.
      const there = new Set(sessions.map(({ id }) => id))
      return { ...rest, sessions, found: found.filter(({ sessionId }) => there.has(sessionId)) }
    },
  }
}

function describe({ store }: Parts, id: SessionId): FoundPage['sessions'][number] | undefined {
  const summary = store.summaries.of(id)
  if (!summary) return undefined
  const { title, projectId, projectName } = summary
  return { id, title, projectId, projectName }
}
