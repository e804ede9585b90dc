import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { SettingsPatch, settings } from '#shared/contract/procedures/settings.ts'
import {
  explainIgnoredEventLimit,
  type GivenLimits,
  Limits,
  splitModelName,
} from '#shared/settings/settings.ts'
import { findUsableKey, keepKey, removeKey, TAVILY } from '../providers/registry/provider-keys.ts'
import type { Parts } from './parts.ts'

export function settingsHandlers(parts: Parts): Handlers<typeof settings> {
  const { store, changes, providers, secrets, env } = parts
  return {
    'settings.read': async () => store.settings.read(),
    'settings.services': async () => {
      const found = await findUsableKey(TAVILY, { env, secrets })
      const [keyEnv] = TAVILY.keyEnvs
      const isKept = found !== undefined && found.variable === undefined
      const source = found && { keySource: found.source }
      return [{ id: TAVILY.id, label: 'Tavily', keyEnv, isKept, ...source }]
    },
    'settings.setServiceKey': async ({ key }) => {
      await keepKey(TAVILY, key, { env, secrets })
      await providers.keyOf(TAVILY)
      changes.fire({ topic: 'settings' })
      return {}
    },
    'settings.removeServiceKey': async () => {
      await removeKey(TAVILY, secrets)
      changes.fire({ topic: 'settings' })
      return {}
    },
    'settings.change': async (patch) => {
      // Fails where there is none of that name: nobody would ever be told otherwise.
      for (const id of providersIn(patch)) providers.get(id)
      if (patch.limits?.events != null) warnOfEventLimit(parts)
      await store.settings.change(patch)
      changes.fire({ topic: 'settings' })
      if (patch.baseUrls || patch.models) changes.fire({ topic: 'models' })
      if (patch.concurrency) (await parts.findRuns())?.admitWaiting()
      return {}
    },
  }
}

/** What is taken back may be of any name. */
function providersIn({
  model,
  embeddingModel,
  fallbacks,
  models,
  baseUrls,
}: SettingsPatch): readonly string[] {
  const kept = (record: Readonly<Record<string, unknown>> = {}) =>
    Object.keys(record).filter((name) => record[name] !== null)
  const names = [model, embeddingModel, ...(fallbacks ?? []), ...kept(models)].filter(
    (name) => name != null,
  )
  return [...names.map((name) => splitModelName(name).provider), ...kept(baseUrls)]
}

/** Drops a limit on events, and says so in the logs: older clients may still send one. */
export function toLimits({ logs }: Pick<Parts, 'logs'>, given: GivenLimits): Limits {
  if (given.events !== undefined) warnOfEventLimit({ logs })
  return Limits.parse(given)
}

function warnOfEventLimit({ logs }: Pick<Parts, 'logs'>): void {
  logs.write('warn', { module: 'host', message: explainIgnoredEventLimit('limits.events') })
}
