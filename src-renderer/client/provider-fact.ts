import type { Provider } from '#shared/contract/models.ts'
import { formatNumber } from '../ui/format.ts'

/** What there is to know of a provider, in a few words. */
export function providerFact(provider: Provider): string {
  const { isScripted, isReady, keySource, needsKey, needsBaseUrl, baseUrl, models } = provider
  if (isScripted) return 'needs no key, costs nothing'
  if (needsBaseUrl) return baseUrl ?? 'add its address'
  if (keySource) return `key found in ${keySource}`
  if (isReady) return formatNumber(models.length, 'model')
  return needsKey ? 'add a key' : 'not running'
}
