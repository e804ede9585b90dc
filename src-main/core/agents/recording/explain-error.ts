import { AppError } from '#shared/lib/app-error.ts'
import type { Providers } from '../../providers/registry/providers.ts'

/** What went wrong, without known secrets: our own sentence where there is one, or what the innermost cause says. */
export function explainError(error: unknown, providers: Pick<Providers, 'redact'>): string {
  return providers.redact(messageOf(causesOf(error)))
}

/** The error itself and all that caused it, outermost first: libraries wrap it several times over. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  let next = error
  while (next !== undefined && next !== null && !chain.includes(next)) {
    chain.push(next)
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined
  }
  return chain
}

function messageOf(chain: readonly unknown[]): string {
  const known = chain.find((one) => AppError.is(one))
  if (AppError.is(known)) return known.message
  const texts = chain.flatMap((one) => (one instanceof Error && one.message ? [one.message] : []))
  const [text = ''] = (texts.at(-1) ?? String(chain.at(-1))).split('Troubleshooting URL: ')
  return text.trimEnd()
}
