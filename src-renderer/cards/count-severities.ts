import type { Severity } from '#shared/events/code-review.ts'
import { severities } from './finding-words.ts'

/** How many there are of each severity that there is, the gravest first. */
export function countSeverities(
  findings: readonly { readonly severity: Severity }[],
): readonly { readonly severity: Severity; readonly count: number }[] {
  return severities
    .map((severity) => ({
      severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
}
