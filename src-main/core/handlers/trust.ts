import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { trust as trustContract } from '#shared/contract/procedures/trust.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { checkFolder, hasFolder } from '../sessions/session-rows.ts'
import type { TrustPlace } from '../trust/project-trust.ts'
import { toTrustSubject } from '../trust/trust-protocol.ts'
import type { Parts } from './parts.ts'

export function trustHandlers({ store, trust, changes }: Parts): Handlers<typeof trustContract> {
  const findPlace = async (asked: Place): Promise<TrustPlace> => {
    const place = { projectId: asked.projectId, root: await findRoot(store, asked) }
    await checkFolder(place)
    return place
  }
  return {
    'trust.list': async (asked) => {
      const { startables, malformed } = await trust.list(await findPlace(asked))
      return {
        startables: startables.map(({ entry: _, entryHash, ...one }) => {
          const subject = toTrustSubject(asked.projectId, entryHash)
          const client = store.decisions.findClient('trust.grant', subject)
          return { ...one, ...(one.isTrusted && client && { client }) }
        }),
        malformed: [...malformed],
      }
    },
    'trust.grant': async ({ hashes, ...asked }) => {
      await trust.grant(await findPlace(asked), hashes)
      changes.fire({ topic: 'policy' })
      return {}
    },
    'trust.withdraw': async ({ projectId, hashes }) => {
      await trust.withdraw(projectId, hashes)
      changes.fire({ topic: 'policy' })
      return {}
    },
  }
}

interface Place {
  readonly projectId: ProjectId
  readonly sessionId?: SessionId | undefined
}

/** An imported session may have a folder that isn't on this machine: the project's counts then. */
async function findRoot(store: Parts['store'], { projectId, sessionId }: Place): Promise<string> {
  const session = sessionId && store.sessions.find(sessionId)
  if (session?.projectId === projectId && (await hasFolder(session))) return session.root
  const project = store.projects.find(projectId)
  if (project) return project.path
  throw new AppError('not-found', 'There is no such project any more. Open its folder.')
}
