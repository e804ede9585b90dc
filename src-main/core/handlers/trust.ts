import type { Handlers } from '#shared/contract/define.ts'
import type { trust } from '#shared/contract/trust.ts'
import { AppError } from '#shared/error.ts'
import type { ProjectId } from '#shared/ids.ts'
import { checkFolder } from '../session-rows.ts'
import { findStartables } from '../trust/startables.ts'
import type { Parts } from './parts.ts'

export function trustHandlers({ store, changes }: Parts): Handlers<typeof trust> {
  const find = async (projectId: ProjectId) => {
    const project = store.projects.find(projectId)
    if (!project) {
      throw new AppError('not-found', 'There is no such project any more. Open its folder.')
    }
    await checkFolder({ root: project.path })
    return findStartables(project.path)
  }
  return {
    'trust.list': async ({ projectId }) => {
      const { startables, malformed } = await find(projectId)
      const isTrusted = (hash: string) => store.trust.has(projectId, hash)
      return {
        startables: startables.map(({ entry: _, ...one }) => ({
          ...one,
          isTrusted: isTrusted(one.hash),
        })),
        malformed: [...malformed],
      }
    },
    'trust.grant': async ({ projectId, hashes }) => {
      const { startables } = await find(projectId)
      const known = new Set(startables.map(({ hash }) => hash))
      if (!hashes.every((hash) => known.has(hash))) {
        const message = 'It has changed since you saw it. Look at what it does now.'
        throw new AppError('conflict', message)
      }
      await store.trust.grant(projectId, hashes)
      changes.fire({ topic: 'policy' })
      return {}
    },
    'trust.withdraw': async ({ projectId, hashes }) => {
      await store.trust.withdraw(projectId, hashes)
      changes.fire({ topic: 'policy' })
      return {}
    },
  }
}
