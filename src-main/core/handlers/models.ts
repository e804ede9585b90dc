import type { Handlers } from '#shared/contract/define.ts'
import type { models } from '#shared/contract/models.ts'
import { keepKey, removeKey } from '../providers/keys.ts'
import type { Parts } from './parts.ts'

export function modelHandlers({
  providers,
  secrets,
  env,
  changes,
}: Parts): Handlers<typeof models> {
  return {
    'models.list': () => providers.list(),
    'models.setKey': async ({ provider, key, force }) => {
      const check = await providers.check(provider, key)
      const isKept = force === true || check.status !== 'refused'
      if (isKept) {
        await keepKey(providers.get(provider), key, { env, secrets })
        changes.fire({ topic: 'models' })
      }
      return { ...check, isKept }
    },
    'models.removeKey': async ({ provider }) => {
      await removeKey(providers.get(provider), secrets)
      changes.fire({ topic: 'models' })
      return {}
    },
    'models.check': ({ provider }) => providers.check(provider),
  }
}
