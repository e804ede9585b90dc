import type { Handlers } from '#shared/contract/define.ts'
import type { models } from '#shared/contract/models.ts'
import type { Parts } from './parts.ts'

export function modelHandlers({ providers, secrets, changes }: Parts): Handlers<typeof models> {
  return {
    'models.list': () => providers.list(),
    'models.setKey': async ({ provider, key, force }) => {
      const check = await providers.check(provider, key)
      const isKept = force === true || check.status !== 'refused'
      if (isKept) {
        await secrets.set(provider, key)
        changes.fire({ topic: 'models' })
      }
      return { ...check, isKept }
    },
    'models.removeKey': async ({ provider }) => {
      await secrets.remove(providers.get(provider).id)
      changes.fire({ topic: 'models' })
      return {}
    },
    'models.check': ({ provider }) => providers.check(provider),
  }
}
