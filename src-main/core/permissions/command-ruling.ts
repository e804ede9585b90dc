import type { Profile } from '#shared/settings/settings.ts'
import type { CommandVerdict } from './shell/interpreter/judge-command.ts'
import { type Finding, isWorse, type Severity } from './shell/verdict.ts'

type Rulings = Readonly<Record<Severity, 'allow' | 'ask' | 'deny'>>

/** What each profile makes of a command, by what it could do. */
const RULINGS: Readonly<Record<Profile, Rulings>> = {
  restricted: {
    safe: 'deny',
    risky: 'deny',
    unknown: 'deny',
    dangerous: 'deny',
    catastrophic: 'deny',
  },
  standard: {
    safe: 'allow',
    risky: 'ask',
    unknown: 'ask',
    dangerous: 'deny',
    catastrophic: 'deny',
  },
  trusted: {
    safe: 'allow',
    risky: 'allow',
    unknown: 'ask',
    dangerous: 'allow',
    catastrophic: 'deny',
  },
}

/** A profile's ruling on a command. */
interface CommandRuling {
  readonly verdict: 'allow' | 'ask' | 'deny'
  /** The finding that decides. */
  readonly finding: Finding
}

/** Rules by the strictest ruling on any finding, and of these by the worst finding. */
export function ruleCommand(command: CommandVerdict, profile: Profile): CommandRuling {
  return findingsOf(command)
    .map((finding) => ({ finding, verdict: RULINGS[profile][finding.verdict] }))
    .reduce((decisive, ruling) => (isStricter(ruling, decisive) ? ruling : decisive))
}

/** Returns all findings, worst first. */
export function findingsOf({
  verdict,
  reason,
  further = [],
}: CommandVerdict): readonly [Finding, ...Finding[]] {
  return [{ verdict, reason }, ...further]
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const

function isStricter(one: CommandRuling, other: CommandRuling): boolean {
  const difference = STRICTNESS[one.verdict] - STRICTNESS[other.verdict]
  return difference > 0 || (difference === 0 && isWorse(one.finding.verdict, other.finding.verdict))
}
