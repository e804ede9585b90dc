import type { RuleEffect } from '#shared/contract/policy.ts'

/** What a rule would have decided so far; the call that asks now is one of its requests. */
export function tellEffect({ requests, rejected }: Omit<RuleEffect, 'latest'>): {
  readonly past: string
  readonly refused: string | undefined
} {
  if (requests <= 1) return { past: 'only this call so far', refused: undefined }
  return {
    past: `would have allowed ${requests} so far`,
    refused: rejected > 0 ? `${rejected} of them refused` : undefined,
  }
}
