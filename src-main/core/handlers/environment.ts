import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { environment } from '#shared/contract/procedures/settings.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { allowedVariables } from '#shared/settings/settings.ts'
import { findWithheld } from '../programs/program-environment.ts'
import { getProject } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

export function environmentHandlers({ store, changes, env }: Parts): Handlers<typeof environment> {
  const edit = async (
    projectId: ProjectId,
    toAllowed: (before: readonly string[]) => readonly string[],
  ) => {
    getProject(store, projectId)
    await store.settings.edit((stored) => {
      const { byProject } = stored.environment
      const allow = [...new Set(toAllowed(allowedVariables(stored, projectId)))].toSorted()
      const { [projectId]: _, ...others } = byProject
      const own = allow.length > 0 ? { [projectId]: { allow } } : {}
      return { environment: { byProject: { ...others, ...own } } }
    })
    changes.fire({ topic: 'settings' })
    return {}
  }
  return {
    'environment.read': async ({ projectId }) => {
      getProject(store, projectId)
      const allowed = allowedVariables(store.settings.read(), projectId)
      const withheld = findWithheld(env, { allowed })
      return {
        allowed: allowed.map((name) => ({ name, isSet: env[name] !== undefined })),
        withheld: [...withheld],
      }
    },
    'environment.allow': ({ projectId, names }) =>
      edit(projectId, (before) => [...before, ...names]),
    'environment.withhold': ({ projectId, names }) =>
      edit(projectId, (before) => before.filter((name) => !names.includes(name))),
  }
}
