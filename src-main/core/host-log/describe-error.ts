import type { LogLine } from '#shared/contract/logs.ts'

/** What is worth keeping of an error nobody waits for: for whoever mends it, so with its stack. */
export function describeError(error: unknown): LogLine['fields'] {
  if (!(error instanceof Error)) return { error: String(error) }
  const { name, message, stack, cause } = error
  return {
    error: message,
    name,
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
