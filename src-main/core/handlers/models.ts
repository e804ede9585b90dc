import type { Handlers } from '#shared/contract/define.ts'
import type { models } from '#shared/contract/models.ts'
import { AppError } from '#shared/error.ts'
import { providers as definitions } from '../providers/index.ts'
import type { Parts } from './parts.ts'

export function modelHandlers({ providers, secrets, changes }: Parts): Handlers<typeof models> {
  return {
    'models.list': () => providers.list(),
    'models.setKey': async ({ provider, key }) => {
      checkKnown(provider)
      await secrets.set(provider, key)
      changes.fire({ topic: 'models' })
      return {}
    },
    'models.removeKey': async ({ provider }) => {
      checkKnown(provider)
      await secrets.remove(provider)
      changes.fire({ topic: 'models' })
      return {}
    },
  }
}

function checkKnown(provider: string): void {
  if (definitions.some(({ id }) => id === provider)) return
  throw new AppError('not-found', `There is no provider "${provider}".`)
}
