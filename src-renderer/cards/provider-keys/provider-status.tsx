import { Check, CircleQuestionMark, CircleX, type LucideIcon } from 'lucide-react'
import type { Provider } from '#shared/contract/procedures/models.ts'

interface ReadyIconProps {
  readonly provider: Provider
  /** Of the one that says that it is ready. */
  readonly className: string | undefined
  /** Says that it is not. */
  readonly missing: LucideIcon
}

/** Whether a provider can be used, as far as anybody knows. */
export function ReadyIcon({ provider, className, missing: Missing }: ReadyIconProps) {
  if (!provider.isReady) return <Missing aria-label="not ready" />
  if (provider.isRefused) return <CircleX aria-label="key refused" />
  if (provider.isUntried) return <CircleQuestionMark aria-label="not tried yet" />
  return <Check className={className} aria-label="ready" />
}

/** What there is to know of a provider, in a few words. */
export function providerFact(provider: Provider): string {
  const found = tellFound(provider)
  if (provider.isRefused) return `${found}, refused`
  return provider.isUntried ? `${found}, not tried yet` : found
}

function tellFound(provider: Provider): string {
  const { isScripted, isReady, keySource, needsKey, needsBaseUrl, baseUrl, models } = provider
  if (isScripted) return 'needs no key, costs nothing'
  if (needsBaseUrl) return baseUrl ?? 'add its address'
  if (keySource) return tellSource(keySource)
  if (isReady) return models.length === 1 ? '1 model' : `${models.length} models`
  return needsKey ? 'add a key' : 'not running'
}

const FROM_ENVIRONMENT = ' in the environment'

/** A variable's name fits in its place, and says by itself where it is. */
function tellSource(source: string): string {
  return source.endsWith(FROM_ENVIRONMENT)
    ? `${source.slice(0, -FROM_ENVIRONMENT.length)} found`
    : `key found in ${source}`
}
