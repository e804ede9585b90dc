import type { Handlers } from '#shared/contract/define.ts'
import type { KeyCheck, models, Provider } from '#shared/contract/models.ts'
import { isTried, keepKey, noteTried, removeKey } from '../providers/keys.ts'
import type { Parts } from './parts.ts'

export function modelHandlers(parts: Parts): Handlers<typeof models> {
  const { providers, secrets, env, changes } = parts
  const noteCheck = async (provider: string, { status }: KeyCheck) => {
    if (status === 'unreachable') return
    await noteTried(providers.get(provider), { env, secrets })
    changes.fire({ topic: 'models' })
  }
  return {
    'models.list': async () => {
      const listed = await providers.list()
      return Promise.all(listed.map((provider) => withTried(provider, parts)))
    },
    'models.setKey': async ({ provider, key, force }) => {
      const check = await providers.check(provider, key)
      const isKept = force === true || check.status !== 'refused'
      if (isKept) {
        await keepKey(providers.get(provider), key, { env, secrets })
        await noteCheck(provider, check)
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
      const check = await providers.check(provider)
      await noteCheck(provider, check)
      return check
    },
  }
}

/** A provider that has answered has taken a key. */
async function withTried(provider: Provider, parts: Parts): Promise<Provider> {
  const { providers, secrets, env, store } = parts
  if (!provider.keySource) return provider
  if (await isTried(providers.get(provider.id), { env, secrets })) return provider
  await store.summaries.load()
  const hasAnswered = store.summaries
    .list()
    .some(({ model, tokens }) => model?.provider === provider.id && tokens > 0)
  return hasAnswered ? provider : { ...provider, isUntried: true }
}
