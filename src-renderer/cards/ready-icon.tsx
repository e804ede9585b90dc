import { Check, CircleQuestionMark, CircleX, type LucideIcon } from 'lucide-react'
import type { Provider } from '#shared/contract/models.ts'

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
