/** From harmless to never; what cannot be judged stands above what a person would merely want to see. */
export const VERDICTS = ['safe', 'risky', 'unknown', 'dangerous', 'catastrophic'] as const

export type Severity = (typeof VERDICTS)[number]

/** What was found in one part of a command. */
export interface Finding {
  readonly verdict: Severity
  /** A sentence a person can act on. */
  readonly reason: string
  /** It touches what agents may do, or what Orrery keeps: a person is asked, whatever else holds. */
  readonly isGuarded?: true
}

/** Higher is worse. */
function severityOf(verdict: Severity): number {
  return VERDICTS.indexOf(verdict)
}

export function isWorse(one: Severity, other: Severity): boolean {
  return severityOf(one) > severityOf(other)
}

export function risky(reason: string): Finding {
  return { verdict: 'risky', reason }
}

/** The finding for a command that prints environment variables. */
export function showsVariables(who: string): Finding {
  return risky(`\`${who}\` prints environment variables, which may include secrets.`)
}

export function unknown(reason: string): Finding {
  return { verdict: 'unknown', reason }
}

export function dangerous(reason: string): Finding {
  return { verdict: 'dangerous', reason }
}

/** The same, and no rule of a person's lets it run unasked. */
export function guarded(finding: Finding): Finding {
  return { ...finding, isGuarded: true }
}

export function catastrophic(reason: string): Finding {
  return { verdict: 'catastrophic', reason }
}

/** The finding for commands that exceed a limit of the judge. */
export const TOO_COMPLEX: Finding = unknown(
  'It is too long or too complex to judge. Check what it does before you allow it.',
)
