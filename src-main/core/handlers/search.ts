import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { FoundPage, search } from '#shared/contract/procedures/search.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { Parts } from './parts.ts'

export function searchHandlers(parts: Parts): Handlers<typeof search> {
  const { store } = parts
  return {
    'search.find': async (question) => {
      const { found, ...rest } = await parts.search.find(question)
      const ids = [...new Set(found.map(({ sessionId }) => sessionId))]
      await store.summaries.load(ids)
      const sessions = ids.flatMap((id) => describe(parts, id) ?? [])
      const there = new Set(sessions.map(({ id }) => id))
      return { ...rest, sessions, found: found.filter(({ sessionId }) => there.has(sessionId)) }
    },
  }
}

/** `undefined`: it is deleted, or about to be. */
function describe({ store, bin }: Parts, id: SessionId): FoundPage['sessions'][number] | undefined {
  const summary = bin.has(id) ? undefined : store.summaries.of(id)
  if (!summary) return undefined
  const { title, projectId, projectName } = summary
  return { id, title, projectId, projectName }
}
