import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { KeyCheck, models } from '#shared/contract/procedures/models.ts'
import { findKey, keepKey, noteAnswer, removeKey } from '../providers/registry/provider-keys.ts'
import type { Parts } from './parts.ts'

export function modelHandlers(parts: Parts): Handlers<typeof models> {
  const { providers, secrets, env, changes } = parts
  /** Of the key that was sent: the one that is found may be another by now. */
  const note = async (provider: string, key: string, { status }: KeyCheck) =>
    status !== 'unreachable' &&
    (await noteAnswer(providers.get(provider), { key, answer: status }, secrets))
  return {
    'models.list': () => providers.list(),
    'models.setKey': async ({ provider, key, force }) => {
      const check = await providers.check(provider, { key })
      const isKept = force === true || check.status !== 'refused'
      if (isKept) {
        await keepKey(providers.get(provider), key, { env, secrets })
        await note(provider, key, check)
        changes.fire({ topic: 'models' })
      }
      return { ...check, isKept }
    },
    'models.removeKey': async ({ provider }) => {
      await removeKey(providers.get(provider), secrets)
      changes.fire({ topic: 'models' })
      return {}
    },
    'models.check': async ({ provider }) => {
      const found = await findKey(providers.get(provider), { env, secrets })
      const check = await providers.check(provider, found)
      const isNews = found !== undefined && (await note(provider, found.key, check))
      if (isNews) changes.fire({ topic: 'models' })
      return check
    },
  }
}
