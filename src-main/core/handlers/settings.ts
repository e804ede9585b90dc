import type { Handlers } from '#shared/contract/define.ts'
import type { settings } from '#shared/contract/settings.ts'
import type { Parts } from './parts.ts'

export function settingsHandlers({ store, changes }: Parts): Handlers<typeof settings> {
  return {
    'settings.read': async () => store.settings.read(),
    'settings.change': async (patch) => {
      await store.settings.change(patch)
      changes.fire({ topic: 'settings' })
      if (patch.baseUrls || patch.models) changes.fire({ topic: 'models' })
      return {}
    },
  }
}
